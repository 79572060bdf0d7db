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

    init(path: String, destination: String) throws(MetadataEditError) {
        source = try reading { () throws(MetadataError) in try FileBytes(path: path) }
        self.path = path
        self.destination = Self.resolved(destination)
        status = try Self.status(of: source.descriptor, path)
    }

    /// Writes the new file beside the destination, flushes it, and renames it.
    func replace(with plan: any ByteSource) throws(MetadataEditError) {
        let temporary = try TemporaryFile(beside: destination)
        do throws(MetadataEditError) {
            try temporary.write(plan)
            try temporary.finish(permissions: status.st_mode & 0o7777)
            try checkUnchanged()
            try temporary.rename(to: destination)
        } catch {
            temporary.remove()
            throw error
        }
    }

    private func checkUnchanged() throws(MetadataEditError) {
        let now = try Self.status(of: source.descriptor, path)
        guard now.st_size == status.st_size, now.modified == status.modified else {
            throw .changedMeanwhile(path: path)
        }
    }

    private static func status(of descriptor: Int32, _ path: String) throws(MetadataEditError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(.cannotOpen(path: path, code: errno)) }
        return status
    }

    /// Where a path leads to, through all symbolic links; the path itself where nothing is there yet.
    private static func resolved(_ path: String) -> String {
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }
}

extension stat {
    /// When the file was changed last, in seconds and nanoseconds.
    fileprivate var modified: [Int] {
        #if canImport(Darwin)
            [st_mtimespec.tv_sec, st_mtimespec.tv_nsec]
        #else
            [st_mtim.tv_sec, st_mtim.tv_nsec]
        #endif
    }
}
