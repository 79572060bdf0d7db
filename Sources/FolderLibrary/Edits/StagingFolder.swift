#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// The folder in which the files of one transaction's new assets are staged: hidden, on the volume of the photos.
///
/// Its process keeps it locked, which distinguishes it from a folder that an ended process has left behind.
final class StagingFolder {
    /// The folder that holds those of all transactions, as a path beneath the root.
    static let path = "\(IndexLocation.hiddenFolder)/staged"

    private let root: String
    private let zone: TimeZone
    private let hooks: FolderTestHooks
    private let excluded: NamePatterns
    private let name = UUID().uuidString
    private var made: (all: OpenFolder, own: OpenFolder)?

    init(_ store: FolderStore) {
        root = store.index.root
        zone = store.configuration.timeZone
        hooks = store.hooks
        excluded = ExcludedNames(store.configuration.excluded).patterns(in: [])
    }

    private var path: String { "\(Self.path)/\(name)" }

    /// Writes the files of a new asset into the folder, and reads their metadata.
    ///
    /// - Throws: `EditError`, or the system's error.
    func stage(_ new: NewAsset, as placeholder: AssetPlaceholder) throws -> StagedAsset {
        try check(new.resources.map(\.kind), placeholder)
        for resource in new.resources { try resource.checkFileName(placeholder, excluded: excluded) }
        let folder = try folder()
        return StagedAsset(files: try new.resources.map { try stage($0, placeholder, in: folder) })
    }

    /// Waits until the names of the staged files are on disk.
    func synchronize() throws {
        guard let made else { return }
        try made.own.synchronize()
        try hooks.took(.folderSynced(path))
    }

    /// Removes the folder with the files in it.
    func remove() {
        if let made { try? made.all.remove(Array(name.utf8)) }
    }

    /// Creates the folder, unless it exists.
    ///
    /// - Throws: `EditError.interrupted` if other processes keep removing it.
    private func folder() throws -> OpenFolder {
        if let made { return made.own }
        let all = try OpenFolder(root: root).folder(making: IndexLocation.stagingNames)
        for _ in 0..<8 {
            guard let own = try makeOwn(in: all) else { continue }
            // On volumes without locks, nothing sweeps it away either.
            try? own.lock(waiting: true)
            // Before it was locked, another process may have removed it as a leftover.
            guard own.isLinked else { continue }
            made = (all, own)
            return own
        }
        throw EditError.interrupted(reason: "the folder '\(path)' vanishes")
    }

    /// Creates the folder; returns nil if another process removed it as a leftover right afterward.
    private func makeOwn(in all: OpenFolder) throws(SystemError) -> OpenFolder? {
        do throws(SystemError) {
            return try all.folder(making: [Array(name.utf8)])
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    private func check(_ kinds: [AssetResource.Kind], _ placeholder: AssetPlaceholder) throws(EditError) {
        switch kinds {
        case [.photo], [.video], [.photo, .pairedVideo]: return
        case [], [.pairedVideo]: throw .missingResource(placeholder, reason: "it has no main file")
        default:
            let names = kinds.map(\.description).joined(separator: ", ")
            throw .notSupported(reason: "a folder keeps no asset of the files \(names)")
        }
    }

    private func stage(
        _ resource: NewAsset.Resource, _ placeholder: AssetPlaceholder, in folder: OpenFolder
    ) throws -> StagedAsset.File {
        let name = UUID().uuidString
        // Only regular files: a folder would be copied with everything in it.
        if case .file(let file, _) = resource.contents { try Self.checkBytes(of: file, placeholder) }
        let source = MovedSource(resource.contents)
        let goal = URL(filePath: "\(root)/\(path)/\(name)")
        if source?.link(to: goal.path, hooks) != true { try write(resource.contents, to: goal, placeholder) }
        // On disk before the index refers to it.
        try folder.synchronizeFile(Array(name.utf8))
        try hooks.took(.fileSynced("\(path)/\(name)"))
        var staged = try read(name, in: folder, resource, placeholder)
        staged.source = source
        return staged
    }

    private func write(
        _ contents: NewAsset.Resource.Contents, to file: URL, _ placeholder: AssetPlaceholder
    ) throws {
        switch contents {
        case .data(let data):
            if data.isEmpty { throw EditError.missingResource(placeholder, reason: "it is empty") }
            try data.write(to: file)
        case .file(let source, let isMoved):
            try FileManager.default.copyItem(at: source.resolvingSymlinksInPath(), to: file)
            #if os(Linux)
            do throws(SystemError) {
                try ExtendedAttributes.copy(from: source.path, to: file.path, hooks)
            } catch {
                // A moved file would be the only one that had them.
                let reason = "the extended attributes of '\(source.path)' cannot be copied, so it stays: \(error)"
                if isMoved { throw EditError.notSupported(reason: ErrorReason(reason)) }
            }
            #endif
            // The photo is not refused if the volume cannot store the times.
            try? FileTimes(path: source.path).set(on: file.path)
        }
    }

    private static func checkBytes(of file: URL, _ placeholder: AssetPlaceholder) throws(EditError) {
        do throws(MetadataError) {
            guard try FileBytes(path: file.path).byteCount == 0 else { return }
        } catch {
            throw .missingResource(placeholder, reason: ErrorReason(error))
        }
        throw .missingResource(placeholder, reason: "'\(file.path)' is empty")
    }

    private func read(
        _ name: String, in folder: OpenFolder, _ resource: NewAsset.Resource, _ placeholder: AssetPlaceholder
    ) throws -> StagedAsset.File {
        let status = try folder.status(named: Array(name.utf8))
        let wished = resource.fileName ?? "IMG."
        let item = FileBatch.Item(name: Array(name.utf8), status: status, requestedName: Array(wished.utf8))
        let chunk = FileBatch(of: folder, .root, [item], zone: zone)
        chunk.run()
        let found = chunk.files().first
        guard case .asset(let facts, let problem)? = found?.finding,
            facts.type == (resource.kind == .photo ? .image : .video)
        else { throw EditError.invalidResource(placeholder, reason: "it is no \(resource.kind)") }
        return StagedAsset.File(
            stagedPath: "\(path)/\(name)", requestedName: resource.fileName ?? "IMG." + facts.format.fileExtension,
            status: status, facts: facts, problem: problem, head: found?.head)
    }
}

extension MetadataFormat {
    fileprivate var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .tiff: "tif"
        case .webP: "webp"
        case .heic: "heic"
        case .avif: "avif"
        case .quickTime: "mov"
        case .mp4: "mp4"
        case .gif: "gif"
        case .bmp: "bmp"
        case .raw: "raw"
        }
    }
}
#endif
