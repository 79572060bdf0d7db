import PhotoMetadata

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
    /// The status of the file at the destination before the edit; nil if no file existed there.
    private let replaced: stat?

    /// - Parameter open: opens the file at a path without links; tests change the file at this moment.
    /// - Throws: `.unreadable`; `.cannotWrite` if the destination is no file, or a link to nothing;
    ///   `.changedMeanwhile`.
    init(
        path: String, destination: String,
        open: (String) throws(MetadataError) -> FileBytes = { path throws(MetadataError) in try FileBytes(path: path) }
    ) throws(MetadataEditError) {
        // Links are resolved once, for both: otherwise a link changed in between would put one file's content over
        // another.
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
    /// - Parameter isRemoval: whether attributes are dropped that may say where the file is from.
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

    /// Checks that neither the old file nor the file to be replaced has changed.
    ///
    /// Another program may have written into a file, or replaced it. A change between this check and the rename is
    /// lost: no system offers a conditional rename.
    private func checkUnchanged() throws(MetadataEditError) {
        var now = stat()
        guard fstat(source.descriptor, &now) == 0, now.isSame(as: status) else { throw .changedMeanwhile(path: path) }
        let target = stat.link(at: destination)
        let isSame = target.map { found in replaced.map(found.isSame) ?? false } ?? (replaced == nil)
        guard isSame else { throw .changedMeanwhile(path: destination) }
    }

    /// The path with all symbolic links resolved; the path itself if nothing is there yet.
    private static func resolved(_ path: String) throws(MetadataEditError) -> String {
        if let found = found(path) { return found }
        let code = errno
        // A dangling link would be replaced by a file, and its target would never be created.
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
    /// The status of the file at a path, of the link itself if it is a symbolic link; nil if no file exists there.
    fileprivate static func link(at path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    /// Whether it is the same file, unchanged.
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

/// A temporary file in the folder of the file that it will replace.
final class TemporaryFile {
    private static let bufferLength = 256 << 10
    private let descriptor: Int32
    private let path: String
    private let folder: String
    /// The file that it will replace, named in errors since the user does not know the temporary file.
    private let destination: String

    /// Creates an empty file that only its owner may read.
    init(for destination: String) throws(MetadataEditError) {
        self.destination = destination
        let slash = destination.lastIndex(of: "/")
        folder = slash.map { $0 == destination.startIndex ? "/" : String(destination[..<$0]) } ?? "."
        let name = slash.map { String(destination[destination.index(after: $0)...]) } ?? destination
        // mkstemp replaces these by letters.
        let placeholder = String(repeating: "X", count: 6)
        var template = Array("\(folder)/.\(Self.beginning(of: name)).\(placeholder)".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .cannotWrite(path: destination, code: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        close(descriptor)
    }

    /// The longest prefix of a name within 40 bytes: a name may have 255 bytes, and one character hundreds.
    private static func beginning(of name: String) -> String {
        var beginning = ""
        for scalar in name.unicodeScalars {
            guard beginning.utf8.count + scalar.utf8.count <= 40 else { break }
            beginning.unicodeScalars.append(scalar)
        }
        return beginning
    }

    /// Writes all bytes of a source.
    func write(_ source: any ByteSource) throws(MetadataEditError) {
        var position = 0
        while position < source.byteCount {
            let start = position
            let part = try reading { () throws(MetadataError) in
                try source.bytes(in: start..<min(start + Self.bufferLength, source.byteCount))
            }
            guard !part.isEmpty else { throw .changedMeanwhile(path: destination) }
            try write(part)
            position += part.count
        }
    }

    private func write(_ bytes: [UInt8]) throws(MetadataEditError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[done...]))
            }
            if count > 0 { done += count } else if errno != EINTR { throw failure() }
        }
    }

    /// Copies another file's owner (if allowed), permissions and attributes, and flushes the file to the disk.
    ///
    /// - Parameter onlyAccess: whether only attributes are kept that say who may read the file.
    func finish(like file: Int32, _ status: stat, onlyAccess: Bool) throws(MetadataEditError) {
        let isOwned = fchown(descriptor, status.st_uid, status.st_gid) == 0
        ExtendedAttributes.copy(from: file, to: descriptor, onlyAccess: onlyAccess)
        // Only the owner may decide about a program that runs as another user.
        let permissions = status.st_mode & (isOwned ? 0o7777 : 0o777)
        guard fchmod(descriptor, permissions) == 0, systemFlush(descriptor) == 0 else { throw failure() }
    }

    /// Renames it over the destination in one step, and flushes the folder.
    func rename() throws(MetadataEditError) {
        guard systemRename(path, destination) == 0 else { throw failure() }
        let folder = open(folder, O_RDONLY | O_CLOEXEC)
        guard folder >= 0 else { return }
        // Some file systems cannot flush folders; the new file is in its place all the same.
        _ = systemFlush(folder)
        close(folder)
    }

    func remove() {
        unlink(path)
    }

    private func failure() -> MetadataEditError {
        .cannotWrite(path: destination, code: errno)
    }
}

// Wrapped under other names: within a type, its own functions of these names hide the system's.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    write(descriptor, buffer.baseAddress, buffer.count)
}

/// Flushes a file to the disk; on Apple systems `fsync` would leave the bytes in the drive's cache.
private func systemFlush(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(descriptor)
}

private func systemRename(_ old: String, _ new: String) -> Int32 {
    rename(old, new)
}
