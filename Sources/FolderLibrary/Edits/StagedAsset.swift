#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// The files of an asset to be created, in the folder where they wait, already read.
struct StagedAsset: Sendable {
    /// One of its files.
    struct File: Sendable {
        /// Its name in the folder where it waits.
        let stagedName: String
        /// The name that it shall have, unless there is such a file already.
        let wishedName: String
        let status: FileStatus
        let facts: AssetFacts
        let isDamaged: Bool
        /// What is to be removed once the file is in the library.
        var source: MovedSource?

        /// The file in the root, under a name.
        func scanned(as name: [UInt8]) -> ScannedFile {
            ScannedFile(folder: .root, name: name, status: status, finding: .asset(facts, isDamaged: isDamaged))
        }
    }

    /// The main file, and behind it the video of a Live Photo.
    var files: [File] = []
}

/// A file that is moved into the library by copying it: as it was before.
struct MovedSource: Sendable {
    private let path: String
    private let status: FileStatus

    /// Nil where nothing is to be moved.
    init?(_ contents: NewAsset.Resource.Contents) {
        guard case .file(let file, isMoved: true) = contents, let status = Self.status(file.path) else { return nil }
        (path, self.status) = (file.path, status)
    }

    /// Removes it, unless it is another by now: what somebody saved meanwhile is in no copy.
    func remove(_ seams: FolderSeams = FolderSeams()) {
        guard status.kind == .file, Self.status(path) == status, unlink(path) == 0 else { return }
        let folder = (path as NSString).deletingLastPathComponent
        // The copy is in the library, whatever the disk of this one says.
        try? seams.took(.sourceRemoved(path))
        try? OpenFolder(root: folder).synchronize()
        try? seams.took(.folderSynced(folder))
    }

    private static func status(_ path: String) -> FileStatus? {
        var status = stat()
        return lstat(path, &status) == 0 ? FileStatus(status) : nil
    }
}

/// Where the files of new assets wait: a hidden folder on the volume of the photos.
struct StagingFolder {
    static let path = IndexPlace.hiddenFolder + "/staged"

    private let root: String
    private let zone: TimeZone
    private let seams: FolderSeams

    init(_ store: FolderStore) {
        root = store.index.root
        seams = store.seams
        zone = store.configuration.timeZone
    }

    private var folder: URL { URL(filePath: root + "/" + Self.path) }

    /// Writes the files of a new asset down, and reads what they say.
    ///
    /// - Throws: `EditError`, or the system's error.
    func stage(_ new: NewAsset, as placeholder: AssetPlaceholder) throws -> StagedAsset {
        try check(new.resources.map(\.kind), placeholder)
        for resource in new.resources { try resource.checkFileName(placeholder) }
        _ = try OpenFolder(root: root).folder(making: Self.path.utf8.split(separator: 47).map(Array.init))
        var asset = StagedAsset()
        do {
            for resource in new.resources { asset.files.append(try stage(resource, placeholder)) }
        } catch {
            discard(asset)
            throw error
        }
        return asset
    }

    /// Waits until the names of what waits are on disk.
    func synchronize() throws {
        try OpenFolder(root: folder.path).synchronize()
        try seams.took(.folderSynced(Self.path))
    }

    /// Removes what waits of an asset.
    func discard(_ asset: StagedAsset) {
        for file in asset.files { try? FileManager.default.removeItem(at: folder.appending(path: file.stagedName)) }
    }

    /// Removes what processes that have ended left here; what waits for a day waits for nobody.
    func sweep() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for path in names.map({ folder.path + "/" + $0 }) {
            var status = stat()
            // When the name was made, since a copy has the times of its original.
            guard lstat(path, &status) == 0, time(nil) - status.changeTime > 86_400 else { continue }
            unlink(path)
        }
    }

    private func check(_ kinds: [AssetResource.Kind], _ placeholder: AssetPlaceholder) throws(EditError) {
        switch kinds {
        case [.photo], [.video], [.photo, .pairedVideo]: return
        case [], [.pairedVideo]: throw .missingResource(placeholder, reason: "it has no main file")
        default:
            let names = kinds.map(\.rawValue).joined(separator: ", ")
            throw .notSupported(reason: "a folder keeps no asset of the files \(names)")
        }
    }

    private func stage(_ resource: NewAsset.Resource, _ placeholder: AssetPlaceholder) throws -> StagedAsset.File {
        let name = UUID().uuidString
        let file = folder.appending(path: name)
        do {
            let source = MovedSource(resource.contents)
            try write(resource.contents, to: file, placeholder)
            var staged = try read(file, name, resource, placeholder)
            staged.source = source
            return staged
        } catch {
            try? FileManager.default.removeItem(at: file)
            throw error
        }
    }

    private func write(
        _ contents: NewAsset.Resource.Contents, to file: URL, _ placeholder: AssetPlaceholder
    ) throws {
        switch contents {
        case .data(let data):
            if data.isEmpty { throw EditError.missingResource(placeholder, reason: "it is empty") }
            try data.write(to: file)
        case .file(let source, _):
            // Only regular files: a folder would be copied with all that is in it.
            try Self.checkBytes(of: source, placeholder)
            try FileManager.default.copyItem(at: source.resolvingSymlinksInPath(), to: file)
            // A volume that cannot keep them is no reason to refuse the photo.
            try? FileTimes(path: source.path).set(on: file.path)
        }
        try OpenFolder(root: folder.path).synchronizeFile(Array(file.lastPathComponent.utf8))
        try seams.took(.fileSynced(Self.path + "/" + file.lastPathComponent))
    }

    private static func checkBytes(of file: URL, _ placeholder: AssetPlaceholder) throws(EditError) {
        do throws(MetadataError) {
            guard try FileBytes(path: file.path).byteCount == 0 else { return }
        } catch {
            throw .missingResource(placeholder, reason: error.description)
        }
        throw .missingResource(placeholder, reason: "'\(file.path)' is empty")
    }

    private func read(
        _ file: URL, _ name: String, _ resource: NewAsset.Resource, _ placeholder: AssetPlaceholder
    ) throws -> StagedAsset.File {
        let folder = try OpenFolder(root: folder.path)
        let status = try folder.named(Array(name.utf8)) { (folder, name) throws(SystemError) in
            try folder.status(name)
        }
        let wished = resource.fileName ?? ""
        let item = ScanChunk.Item(name: Array(name.utf8), status: status, wishedName: Array(wished.utf8))
        let chunk = ScanChunk(of: folder, .root, [item], zone: zone)
        chunk.run()
        guard case .asset(let facts, let isDamaged)? = chunk.files().first?.finding,
            facts.type == (resource.kind == .photo ? .image : .video)
        else { throw EditError.invalidResource(placeholder, reason: "it is no \(resource.kind.rawValue)") }
        return StagedAsset.File(
            stagedName: name, wishedName: resource.fileName ?? "IMG." + facts.format.fileExtension, status: status,
            facts: facts, isDamaged: isDamaged)
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
        }
    }
}
#endif
