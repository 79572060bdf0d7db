package import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Bytes that can be read at any position: a file, memory, an asset's original.
///
/// A reader asks for no more than it needs, so a source should neither read ahead nor keep what it read. Its length
/// must not change while it is read; if a source is cut short it returns fewer bytes than requested, and the reader
/// reports that.
public protocol ByteSource {
    /// The number of bytes.
    var byteCount: Int { get }

    /// Copies bytes, starting at a position, into a buffer.
    ///
    /// - Parameters:
    ///   - position: where to begin, from 0; at or past the end there is nothing to copy.
    ///   - buffer: where the bytes go; it is filled unless the source ends.
    /// - Returns: the number of bytes copied, less than the size of the buffer only at the source's end.
    /// - Throws: `MetadataError.cannotRead` with the position of the bytes that cannot be read; `.cannotOpen` if the
    ///   source opens its file only now.
    func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) throws(MetadataError) -> Int
}

extension ByteSource {
    /// The bytes of a range, such as that of an ``EmbeddedThumbnail``; fewer if the source ends within it.
    ///
    /// - Throws: as ``read(at:into:)``.
    public func bytes(in range: Range<Int>) throws(MetadataError) -> [UInt8] {
        var failure: MetadataError?
        let range = range.clamped(to: 0..<max(byteCount, 0))
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
            do throws(MetadataError) {
                let found = try read(at: range.lowerBound, into: UnsafeMutableRawBufferPointer(buffer))
                filled = min(max(found, 0), range.count)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}

extension ByteSource {
    /// Reads all bytes into memory; from a source that is cut short, the bytes that exist.
    package func readAll() throws(MetadataError) -> [UInt8] {
        try bytes(in: 0..<byteCount)
    }
}

/// Bytes in memory, as a source for the metadata reader.
public struct MemoryBytes: ByteSource, Sendable {
    private let bytes: ArraySlice<UInt8>

    /// Creates a source of an array's bytes, whose storage it shares.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    /// Creates a source of a slice's bytes, counted from its start, whose storage it shares.
    public init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// The number of bytes.
    public var byteCount: Int { bytes.count }

    /// Copies bytes, starting at a position, into a buffer; never throws.
    public func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) throws(MetadataError) -> Int {
        guard position >= 0, position < bytes.count else { return 0 }
        let part = bytes.dropFirst(position).prefix(buffer.count)
        buffer.copyBytes(from: part)
        return part.count
    }
}

/// Bytes in a `Data`, as a source for the metadata reader.
package struct DataBytes: ByteSource {
    private let data: Data

    package init(data: Data) {
        self.data = data
    }

    package var byteCount: Int { data.count }

    package func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) throws(MetadataError) -> Int {
        guard position >= 0, position < data.count else { return 0 }
        // A slice of another `Data` may begin at any index.
        let start = data.startIndex + position
        return data.copyBytes(to: buffer, from: start..<min(start + buffer.count, data.endIndex))
    }
}

/// An open file, read at positions with `pread`; closed when it is released.
///
/// Reads do not move a file position, so several threads may read at once.
public final class FileBytes: ByteSource, Sendable {
    /// The number of bytes that the file had when it was opened.
    public let byteCount: Int
    package let descriptor: Int32

    /// Opens a file for reading.
    ///
    /// - Parameter path: the path of the file; a symbolic link is followed.
    /// - Throws: `MetadataError.cannotOpen` if there is no such file, it may not be read, or it is not a regular
    ///   file.
    public init(path: String) throws(MetadataError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .cannotOpen(path: path, code: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            let code = status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL
            close(descriptor)
            throw .cannotOpen(path: path, code: code)
        }
        self.descriptor = descriptor
        byteCount = Int(status.st_size)
    }

    /// Takes over a descriptor of a regular file, which is closed together with this object.
    ///
    /// - Parameters:
    ///   - descriptor: open for reading.
    ///   - byteCount: the number of bytes in the file.
    package init(adopting descriptor: Int32, byteCount: Int) {
        self.descriptor = descriptor
        self.byteCount = byteCount
    }

    deinit {
        close(descriptor)
    }

    /// Copies bytes, starting at a position, into a buffer; resumes an interrupted read.
    ///
    /// - Throws: `MetadataError.cannotRead` with the system's error number.
    public func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) throws(MetadataError) -> Int {
        var done = 0
        while done < buffer.count, let start = buffer.baseAddress {
            let count = pread(descriptor, start + done, buffer.count - done, off_t(position + done))
            if count == 0 { break }
            if count > 0 {
                done += count
            } else if errno != EINTR {
                throw .cannotRead(at: position + done, code: errno)
            }
        }
        return done
    }
}
