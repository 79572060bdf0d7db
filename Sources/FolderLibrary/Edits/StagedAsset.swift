#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The files of an asset to be created, in the staging folder, with their metadata.
struct StagedAsset: Sendable {
    /// A staged file.
    struct File: Sendable {
        /// Its path beneath the root.
        let stagedPath: String
        /// The name to give the file, unless a file with that name exists.
        let requestedName: String
        let status: FileStatus
        let facts: AssetFacts
        let problem: FolderProblem.Reason?
        /// The hash of its first bytes.
        var head: Int64?
        /// The original to remove once the file is in the library.
        var source: MovedSource?

        /// The file under its name in the root folder.
        func scanned(as name: [UInt8]) -> ScannedFile {
            var facts = facts
            // The identifier of a raw file derives from its name, which may differ from the requested one.
            if facts.contentIdentifier?.hasPrefix(IndexWriter.rawPrefix) ?? false {
                facts.contentIdentifier = RawName.content(of: name)
            }
            return ScannedFile(
                folder: .root, name: name, status: status, head: head, finding: .asset(facts, problem: problem))
        }
    }

    /// The main file, followed by the video of a Live Photo.
    var files: [File] = []
}

/// The original of a file that is moved into the library, which stays until the edit is committed.
struct MovedSource: Sendable {
    let path: String
    let status: FileStatus

    /// Creates a source; nil if the contents are not to be moved.
    init?(_ contents: NewAsset.Resource.Contents) {
        guard case .file(let file, isMoved: true) = contents, let status = FileStatus(ofItemAt: file.path)
        else { return nil }
        (path, self.status) = (file.path, status)
    }

    /// Whether it is a file in a folder, or in one of its subfolders.
    func lies(in folder: String) -> Bool {
        URL(filePath: path).resolvingSymlinksInPath().path.hasPrefix(
            URL(filePath: folder).resolvingSymlinksInPath().path + "/")
    }

    /// Gives the original a second name, so that nothing is copied, and it keeps its attributes; returns false if that
    /// is not possible, as on another volume, or the first name could not be removed afterward.
    func link(to goal: String, _ hooks: FolderTestHooks) -> Bool {
        guard status.kind == .file, hooks.refusal(of: .link) == nil else { return false }
        return access((path as NSString).deletingLastPathComponent, W_OK) == 0 && Foundation.link(path, goal) == 0
    }

    /// Removes the original unless it has changed, so that there is a later version that was not copied.
    ///
    /// - Parameter staged: the file that was staged, which may be the original itself.
    func remove(staged: FileStatus? = nil, _ hooks: FolderTestHooks = FolderTestHooks()) {
        guard let now = FileStatus(ofItemAt: path), now.kind == .file,
            now == status || now.identity == staged?.identity, unlink(path) == 0
        else { return }
        let folder = (path as NSString).deletingLastPathComponent
        // The copy is in the library, even if removing the original fails.
        try? hooks.took(.sourceRemoved(path))
        try? OpenFolder(root: folder).synchronize()
        try? hooks.took(.folderSynced(folder))
    }
}

extension NewAsset.Resource {
    /// The longest name that leaves room for a number, within a system's limit of 255 bytes.
    private static let longestName = 248

    /// Throws if a file name is invalid in the folder of photos, leads outside, or is hidden or excluded.
    func checkFileName(_ placeholder: AssetPlaceholder, excluded: NamePatterns) throws(EditError) {
        guard let fileName else { return }
        let isExcluded = excluded.contains(Array(fileName.utf8))
        let fault = isExcluded ? "is excluded by the configuration of the folder" : nil
        guard let reason = Self.fault(of: fileName) ?? fault else { return }
        throw .invalidResource(placeholder, reason: "the name '\(fileName)' \(reason)")
    }

    private static func fault(of name: String) -> String? {
        if name.isEmpty { return "is empty" }
        if name.utf8.contains(47) { return "has a slash in it: files are created in the root only" }
        if name.utf8.contains(0) { return "has a zero in it" }
        if name.hasPrefix(".") { return "begins with a dot: hidden files are not shown" }
        if name.utf8.count > longestName {
            return "has \(name.utf8.count) bytes, and at most \(longestName) are allowed"
        }
        return nil
    }
}
#endif
