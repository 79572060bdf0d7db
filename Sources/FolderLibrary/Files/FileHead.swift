#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// A hash of a file's first bytes, which distinguishes files of the same size and time.
///
/// Cameras record there when a picture was taken, with which settings, and its number in a series. Indexing reads these
/// bytes anyway.
enum FileHead {
    /// The number of bytes hashed; fewer if the file is shorter.
    static let length = 4_096

    /// The hash of some bytes.
    ///
    /// - Complexity: O(n), eight bytes at a time.
    static func number(of bytes: UnsafeRawBufferPointer) -> Int64 {
        var number = UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15
        var position = 0
        while position + 8 <= bytes.count {
            mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)), into: &number)
            position += 8
        }
        var rest: UInt64 = 0
        for byte in bytes[position...] { rest = rest << 8 | UInt64(byte) }
        mix(rest, into: &number)
        return Int64(bitPattern: number ^ number >> 29)
    }

    @inline(__always)
    private static func mix(_ word: UInt64, into number: inout UInt64) {
        number = (number ^ word) &* 0xBF58_476D_1CE4_E5B9
        number ^= number >> 32
    }
}

/// An open file whose first bytes are hashed as they are read, so that they are read once.
final class HeadBytes: ByteSource {
    private let file: FileBytes
    /// The hash of the first bytes; nil until they have been read, and if the file has become shorter.
    private(set) var head: Int64?

    init(_ file: FileBytes) {
        self.file = file
    }

    var byteCount: Int { file.byteCount }

    func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) throws(MetadataError) -> Int {
        let count = try file.read(at: position, into: buffer)
        let length = min(FileHead.length, byteCount)
        if position == 0, head == nil, count >= length {
            head = FileHead.number(of: UnsafeRawBufferPointer(rebasing: buffer[..<length]))
        }
        return count
    }
}

extension OpenFolder {
    /// The hash of the first bytes of a file in the folder; nil if they cannot be read.
    func head(of name: UnsafePointer<CChar>, byteCount: Int) -> Int64? {
        guard let descriptor = try? file(name) else { return nil }
        let bytes = HeadBytes(FileBytes(adopting: descriptor, byteCount: byteCount))
        _ = try? bytes.bytes(in: 0..<min(byteCount, FileHead.length))
        return bytes.head
    }
}
#endif
