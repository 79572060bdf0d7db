#if FolderLibrary || canImport(Darwin)
import CameraRoll
public import Foundation

/// The settings with which a folder of photos is indexed.
public struct FolderConfiguration: Hashable, Sendable {
    /// The location of the index.
    public var index = IndexLocation.besidePhotos
    /// Whether an open library finds added, changed and removed files by itself.
    ///
    /// If false, call `PhotoFolder.index()` to find them.
    public var followsFolder = true
    /// The number of threads that read files during indexing, 1 to 64; by default 2 to 8.
    ///
    /// The default keeps an app with one folder, in which everything happens at once, at twelve threads, or at three
    /// for each core if there are more than four cores. The scan's own thread also reads instead of waiting for a file.
    public var maximumConcurrentReads = Self.suggestedReads(cores: ProcessInfo.processInfo.activeProcessorCount)
    /// The time zone of the camera's clock, for pictures without a time zone.
    public var timeZone = TimeZone.current
    /// The number of entries that the history keeps, at least 1; a run of new files counts as one.
    public var historyLimit = 100_000
    /// The maximum number of bytes of thumbnails that are kept next to the index, 512 MiB by default; 0 keeps none.
    ///
    /// A thumbnail of 256 pixels takes about 80 KB. The least recently used ones are evicted first.
    public var thumbnailCacheByteLimit = 512 << 20
    /// The folder for deleted files, on the same volume; nil for the hidden folder `.cameraroll/trash`.
    ///
    /// It must not be the photos' own folder; if it lies among the photos, its contents are not shown. If it is moved,
    /// or another one is named, photos deleted earlier are known again as soon as the folder with their files is named;
    /// those in the hidden folder always are.
    public var trash: URL?
    /// The names of files and folders that are not shown; by default ``excludedByDefault``.
    ///
    /// A name may be a pattern, in which `*` stands for any characters and `?` for one; it is not case-sensitive. With
    /// a slash within it, or at its start, it is a path from the folder of photos: `/Drafts`, `2019/*/raw`. The
    /// contents of an excluded folder are not read.
    ///
    /// A change takes effect with the next scan. Photos that are excluded then keep their favorites and albums, as
    /// missing ones do, and get them back if they are included again within 90 days.
    public var excluded = Self.excludedByDefault
    /// Whether folders with a file `.nomedia` are hidden with all their contents; the folder of photos itself never is.
    ///
    /// A folder is shown again by the first full scan after the file was removed.
    public var excludesMarkedFolders = true
    /// The resolution of the file system's change times, in nanoseconds.
    package var clockGrain = FileAge.grain

    /// The number of threads that remain for reading after the library's, those that decode, two for originals, and one
    /// each that edits, scans, writes the index and watches.
    ///
    /// It does not always grow with the number of cores: up to four cores share twelve threads, and with fewer cores,
    /// fewer of the twelve decode. Two cores keep four threads for reading, which mostly wait for the disk: with two,
    /// reading a cold folder takes 1.4 times as long. The total number of threads never falls with more cores.
    static func suggestedReads(cores: Int) -> Int {
        min(8, max(12, 3 * cores) - 7 - PoolLimits.suggestedThreads(cores: cores))
    }

    /// Creates the default configuration.
    public init() {}
}

extension FolderConfiguration {
    /// Files that programs leave behind in folders of photos, and packages of photos that are libraries of their own.
    ///
    /// ```swift
    /// configuration.excluded += ["Drafts", "*.tmp.jpg", "/2019/Scans"]
    /// ```
    ///
    /// Files and folders whose names begin with a dot are never shown, and do not have to be listed.
    public static let excludedByDefault = [
        "@eaDir", "#recycle", "#snapshot", ".thumbnails", "lost+found", ".Trash-*", "$RECYCLE.BIN",
        "System Volume Information", "*.photoslibrary", "*.photolibrary", "*.aplibrary", "*.lrdata",
    ]
}

extension FolderConfiguration {
    /// Throws if a value is invalid, before anything is opened.
    ///
    /// - Parameter root: the folder of photos, without links in its path.
    func validate(for root: String) throws(FolderError) {
        do throws(InvalidArgument) {
            try validateNumbers()
            for name in excluded { try ExcludedNames.validate(name) }
            try validateFolders(for: root)
        } catch {
            throw .invalidArgument(error)
        }
    }

    private func validateNumbers() throws(InvalidArgument) {
        try InvalidArgument.check("number of concurrent reads", maximumConcurrentReads, in: 1...64)
        try InvalidArgument.check("history limit", historyLimit, in: 1 ... .max)
        try InvalidArgument.check("byte limit of the thumbnail cache", thumbnailCacheByteLimit, in: 0 ... .max)
    }

    private func validateFolders(for root: String) throws(InvalidArgument) {
        var folders = [trash].compactMap(\.self)
        if case .folder(let folder) = index { folders.append(folder) }
        for folder in folders where !folder.isFileURL || !folder.path.hasPrefix("/") {
            throw InvalidArgument("folder", "'\(folder.absoluteString)'", allowed: "a folder of this machine")
        }
        // A relative path would refer to another folder in each process.
        for folder in folders where !folder.relativePath.hasPrefix("/") {
            throw InvalidArgument("folder", "'\(folder.relativePath)'", allowed: "a folder with an absolute path")
        }
        // The index would be indexed as photos that change endlessly, and the trash as photos.
        let own = [root, root + "/" + IndexLocation.hiddenFolder]
        for folder in folders where own.contains(folder.resolvingSymlinksInPath().path) {
            throw InvalidArgument("folder", "'\(folder.path)'", allowed: "another folder than that of the photos")
        }
    }
}

/// The location of a folder library's index, which also holds the user's favorites and albums.
public enum IndexLocation: Hashable, Sendable {
    /// In the hidden folder `.cameraroll` within the folder of photos: it moves with the photos.
    ///
    /// SQLite's log does not work on a network volume, or on FUSE, which may be one: there this is the same as
    /// ``cacheFolder``, unless an index already exists next to the photos. The same applies while the folder of photos
    /// is missing or empty, for example before its volume is mounted, if the cache folder has an index of them. If
    /// favorites and albums must last, name a folder with ``folder(_:)``.
    case besidePhotos
    /// In the user's cache folder, under a name made from the path of the photos: reading and indexing write nothing
    /// among them.
    ///
    /// If the system clears the cache, the photos are indexed again, without favorites and albums, and without the
    /// original places of deleted photos, which are listed by their names. Creating and deleting photos still create
    /// folders in `.cameraroll` among them, for files in transit and, unless ``FolderConfiguration/trash`` names
    /// another, for deleted ones.
    case cacheFolder
    /// In a folder that belongs only to these photos.
    ///
    /// The path must be absolute.
    case folder(URL)
}

extension IndexLocation {
    /// The folder that holds the index of the photos at a path.
    ///
    /// - Parameter volume: the kind of the volume that the photos are on.
    func folder(forPhotosAt root: String, on volume: VolumeKind = .local) -> String {
        switch self {
        case .besidePhotos
        where !Self.isIndexed(root) && (volume == .remote || Self.hasCachedIndex(of: root) && Self.isAway(root)):
            Self.cacheFolder.folder(forPhotosAt: root)
        case .besidePhotos: root + "/" + Self.hiddenFolder
        case .folder(let url): url.path
        case .cacheFolder:
            Self.caches.appending(path: "cameraroll/" + Self.digest(of: root)).path
        }
    }

    /// Whether there is an index next to the photos, which may hold the user's favorites.
    private static func isIndexed(_ root: String) -> Bool {
        FileManager.default.fileExists(atPath: root + "/" + hiddenFolder + "/index.sqlite")
    }

    /// Whether the cache folder has an index of the photos.
    private static func hasCachedIndex(of root: String) -> Bool {
        FileManager.default.fileExists(atPath: cacheFolder.folder(forPhotosAt: root) + "/index.sqlite")
    }

    /// Whether the photos are missing, for example before their volume is mounted.
    private static func isAway(_ root: String) -> Bool {
        (try? OpenFolder(root: root))?.hasEntries != true
    }

    /// The library's own folder within the photos.
    static let hiddenFolder = ".cameraroll"

    private static var caches: URL {
        FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
            ?? FileManager.default.temporaryDirectory
    }

    /// A name for a path: two 64-bit FNV hashes, from its start and from its end.
    private static func digest(of path: String) -> String {
        let hashes = [Array(path.utf8), path.utf8.reversed()].map { bytes in
            bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        }
        return hashes.map { String($0, radix: 16) }.joined(separator: "-")
    }
}

extension Exclusions {
    /// Creates what a configuration excludes within the folder of photos.
    ///
    /// - Parameter index: the path of the index.
    init(_ configuration: FolderConfiguration, index: String, within root: OpenFolder) {
        self.init(
            names: configuration.excluded, heedsMarker: configuration.excludesMarkedFolders, index: index,
            trash: configuration.trash, within: root)
    }
}

extension IndexLocation {
    /// The folder in which the new files of an edit wait until they are moved to their places.
    static let stagingNames = [hiddenFolder, "staged"].map { Array($0.utf8) }
}
#endif
