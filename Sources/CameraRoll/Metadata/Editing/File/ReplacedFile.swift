#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file that is to be replaced by a new one in a single step.
struct ReplacedFile {
    /// The old file, open.
    let source: FileBytes
    private let path: String
    private let destination: String
    private let status: stat
    /// What stood at the destination at first; nil where nothing did.
    private let replaced: stat?

    /// - Parameter open: opens the file at a path in which no links are left; tests have somebody else come between.
    /// - Throws: `.unreadable`; `.cannotWrite` where the destination is no file, or a link to nothing;
    ///   `.changedMeanwhile`.
    init(
        path: String, destination: String,
        open: (String) throws(MetadataError) -> FileBytes = { path throws(MetadataError) in try FileBytes(path: path) }
    ) throws(MetadataEditError) {
        // Links are followed once, for both: one that is turned meanwhile would have a file's content put over another.
        let resolved = Self.found(path)
        source = try reading { () throws(MetadataError) in try open(resolved ?? path) }
        self.path = path
        self.destination = if destination == path, let resolved { resolved } else { try Self.resolved(destination) }
        var status = stat()
        guard fstat(source.descriptor, &status) == 0 else { throw .unreadable(.cannotOpen(path: path, code: errno)) }
        self.status = status
        replaced = stat.link(at: self.destination)
        if let replaced, replaced.st_mode & S_IFMT != S_IFREG {
            let isFolder = replaced.st_mode & S_IFMT == S_IFDIR
            throw .cannotWrite(path: destination, code: isFolder ? EISDIR : EINVAL)
        }
        // The path may lead to another file by now.
        if self.destination == resolved, replaced.map(status.isSame) != true { throw .changedMeanwhile(path: path) }
    }

    /// Writes the new file beside the destination, flushes it, and renames it.
    ///
    /// - Parameter isRemoval: whether what stands beside the bytes and may say where they are from is left behind.
    func replace(with plan: any ByteSource, isRemoval: Bool = false) throws(MetadataEditError) {
        let temporary = try TemporaryFile(for: destination)
        do throws(MetadataEditError) {
            try temporary.write(plan)
            try temporary.finish(like: source.descriptor, status, onlyAccess: isRemoval)
            try checkUnchanged()
            try temporary.rename()
        } catch {
            temporary.remove()
            throw error
        }
    }

    /// Checks that the old file, and the one that is replaced, are what they were.
    ///
    /// Somebody may have written into a file, or put another one in its place. What happens between this look and the
    /// rename is lost: no system can rename on condition.
    private func checkUnchanged() throws(MetadataEditError) {
        var now = stat()
        guard fstat(source.descriptor, &now) == 0, now.isSame(as: status) else { throw .changedMeanwhile(path: path) }
        let target = stat.link(at: destination)
        let isSame = target.map { found in replaced.map(found.isSame) ?? false } ?? (replaced == nil)
        guard isSame else { throw .changedMeanwhile(path: destination) }
    }

    /// Where a path leads to, through all symbolic links; the path itself where nothing is there yet.
    private static func resolved(_ path: String) throws(MetadataEditError) -> String {
        if let found = found(path) { return found }
        let code = errno
        // A link to nothing would be replaced by a file, and what it was to lead to would never be there.
        if stat.link(at: path) != nil { throw .cannotWrite(path: path, code: code) }
        return path
    }

    private static func found(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }
}

extension stat {
    /// What is at a path, a symbolic link itself; nil where nothing is.
    fileprivate static func link(at path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    /// Whether it is the same file, and nobody wrote into it.
    fileprivate func isSame(as other: stat) -> Bool {
        st_dev == other.st_dev && st_ino == other.st_ino && st_size == other.st_size && times == other.times
    }

    /// When content and attributes were changed last, in seconds and nanoseconds.
    private var times: [Int] {
        #if canImport(Darwin)
            [st_mtimespec.tv_sec, st_mtimespec.tv_nsec, st_ctimespec.tv_sec, st_ctimespec.tv_nsec]
        #else
            [st_mtim.tv_sec, st_mtim.tv_nsec, st_ctim.tv_sec, st_ctim.tv_nsec]
        #endif
    }
}
