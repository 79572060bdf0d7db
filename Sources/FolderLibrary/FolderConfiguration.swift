#if FolderLibrary || canImport(Darwin)
public import Foundation

/// How a folder of photos is indexed.
public struct FolderConfiguration: Hashable, Sendable {
    /// Where the index is.
    public var index = IndexPlace.besidePhotos
    /// Whether an open library looks for files that came, changed or went by itself.
    ///
    /// Where it does not, `PhotoFolder.index()` is called for that.
    public var followsFolder = true
    /// How many threads read files while the folder is indexed, 1 to 64; twice the cores, 8 at most, by default.
    public var readers = min(8, 2 * ProcessInfo.processInfo.activeProcessorCount)
    /// Where cameras' clocks stood, for pictures that do not say in which time zone they were taken.
    public var timeZone = TimeZone.current
    /// How many entries the history keeps, at least 1; a long row of new files is one of them.
    public var historyLimit = 100_000
    /// The most bytes of thumbnails that are kept beside the index, 512 MiB by default; none are kept where it is 0.
    ///
    /// One of 256 pixels takes about 80 KB. The least recently used go first.
    public var thumbnailBytes = 512 << 20
    /// Where deleted files go: a folder on the same volume; the hidden folder `.cameraroll/trash` where nil.
    ///
    /// Not the photos' own folder; where it lies among the photos, what is in it is not shown.
    public var trash: URL?
    /// A step of the clock that says when files were changed, in nanoseconds.
    var clockGrain = FileAge.grain

    /// The defaults.
    public init() {}
}

extension FolderConfiguration {
    /// Refuses what there is not, before anything is opened.
    ///
    /// - Parameter root: the folder of photos, without links in its path.
    func validate(for root: String) throws(FolderError) {
        guard 1...64 ~= readers else { throw .invalidConfiguration(reason: "\(readers) readers, of 1 to 64") }
        guard historyLimit >= 1 else {
            throw .invalidConfiguration(reason: "a history of \(historyLimit) entries, of at least 1")
        }
        guard thumbnailBytes >= 0 else {
            throw .invalidConfiguration(reason: "\(thumbnailBytes) bytes of thumbnails, of at least 0")
        }
        var folders = [trash].compactMap(\.self)
        if case .folder(let folder) = index { folders.append(folder) }
        for folder in folders where !folder.isFileURL || !folder.path.hasPrefix("/") {
            throw .invalidConfiguration(reason: "'\(folder.absoluteString)' is no folder of this machine")
        }
        // The index would be taken for photos that change without end, and the trash for photos.
        let own = [root, root + "/" + IndexPlace.hiddenFolder]
        for folder in folders where own.contains(folder.resolvingSymlinksInPath().path) {
            throw .invalidConfiguration(reason: "'\(folder.path)' cannot be both that and the photos' own folder")
        }
    }
}
#endif
