#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A new file with a name of its own, in the folder of the file that it will replace.
final class TemporaryFile {
    private static let bufferLength = 256 << 10
    private let descriptor: Int32
    private let path: String
    private let folder: String
    /// The file that it will replace, which its errors name: nobody knows of this one.
    private let destination: String

    /// Makes an empty file that only its owner may read.
    init(for destination: String) throws(MetadataEditError) {
        self.destination = destination
        let slash = destination.lastIndex(of: "/")
        folder = slash.map { $0 == destination.startIndex ? "/" : String(destination[..<$0]) } ?? "."
        let name = slash.map { String(destination[destination.index(after: $0)...]) } ?? destination
        // What mkstemp replaces by letters of its own.
        let placeholder = String(repeating: "X", count: 6)
        var template = Array("\(folder)/.\(Self.beginning(of: name)).\(placeholder)".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .cannotWrite(path: destination, code: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        close(descriptor)
    }

    /// As many characters of a name as have 40 bytes together: a name may have 255, and one character hundreds of them.
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

    /// Gives it another file's owner, where that is allowed, its permissions and attributes, and has the disk hold it.
    ///
    /// - Parameter onlyAccess: of the attributes, whether only those are kept that say who may read the file.
    func finish(like file: Int32, _ status: stat, onlyAccess: Bool) throws(MetadataEditError) {
        let isOwned = fchown(descriptor, status.st_uid, status.st_gid) == 0
        ExtendedAttributes.copy(from: file, to: descriptor, onlyAccess: onlyAccess)
        // Of a program that would run as somebody else only the owner may decide.
        let permissions = status.st_mode & (isOwned ? 0o7777 : 0o777)
        guard fchmod(descriptor, permissions) == 0, systemFlush(descriptor) == 0 else { throw failure() }
    }

    /// Puts it into the place of another file, or of none, in one step; and has the disk hold that too.
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

// Under names of their own, since within a type those of its functions hide the system's.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    write(descriptor, buffer.baseAddress, buffer.count)
}

/// Has the disk hold a file; on Apple systems `fsync` would leave the bytes in the disk's own memory.
private func systemFlush(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(descriptor)
}

private func systemRename(_ old: String, _ new: String) -> Int32 {
    rename(old, new)
}
