#if FolderLibrary || canImport(Darwin)
public import Foundation

/// The settings with which a folder of photos is indexed.
public struct FolderConfiguration: Hashable, Sendable {
    /// The place of the index.
    public var index = IndexLocation.besidePhotos
    /// Whether an open library finds added, changed and removed files by itself.
    ///
    /// If false, call `PhotoFolder.index()` to find them.
    public var followsFolder = true
    /// The number of threads that read files during indexing, 1 to 64; by default twice the cores, at most 8.
    public var readers = min(8, 2 * ProcessInfo.processInfo.activeProcessorCount)
    /// The time zone of the camera's clock, for pictures without a time zone.
    public var timeZone = TimeZone.current
    /// The number of entries that the history keeps, at least 1; a run of new files counts as one.
    public var historyLimit = 100_000
    /// The most bytes of thumbnails that are kept beside the index, 512 MiB by default; 0 keeps none.
    ///
    /// One of 256 pixels takes about 80 KB. The least recently used are evicted first.
    public var thumbnailCacheByteLimit = 512 << 20
    /// The folder for deleted files, on the same volume; nil for the hidden folder `.cameraroll/trash`.
    ///
    /// It must not be the photos' own folder; if it lies among the photos, its contents are not shown.
    public var trash: URL?
    /// The resolution of the file system's change times, in nanoseconds.
    var clockGrain = FileAge.grain

    /// Creates the default configuration.
    public init() {}
}

extension FolderConfiguration {
    /// Throws if a value is invalid, before anything is opened.
    ///
    /// - Parameter root: the folder of photos, without links in its path.
    func validate(for root: String) throws(FolderError) {
        guard 1...64 ~= readers else { throw .invalidConfiguration(reason: "\(readers) readers, of 1 to 64") }
        guard historyLimit >= 1 else {
            throw .invalidConfiguration(reason: "a history of \(historyLimit) entries, of at least 1")
        }
        guard thumbnailCacheByteLimit >= 0 else {
            throw .invalidConfiguration(reason: "\(thumbnailCacheByteLimit) bytes of thumbnails, of at least 0")
        }
        var folders = [trash].compactMap(\.self)
        if case .folder(let folder) = index { folders.append(folder) }
        for folder in folders where !folder.isFileURL || !folder.path.hasPrefix("/") {
            throw .invalidConfiguration(reason: "'\(folder.absoluteString)' is no folder of this machine")
        }
        // The index would be taken for photos that change endlessly, and the trash for photos.
        let own = [root, root + "/" + IndexLocation.hiddenFolder]
        for folder in folders where own.contains(folder.resolvingSymlinksInPath().path) {
            throw .invalidConfiguration(reason: "'\(folder.path)' cannot be both that and the photos' own folder")
        }
    }
}
#endif
