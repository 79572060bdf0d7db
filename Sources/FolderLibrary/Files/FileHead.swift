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
    /// Four numbers take turns, since each step waits for the multiplication of the one before.
    ///
    /// - Complexity: O(n), 32 bytes at a time.
    static func number(of bytes: UnsafeRawBufferPointer) -> Int64 {
        let seed = UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15
        var (a, b, c, d) = (seed, seed &+ 1, seed &+ 2, seed &+ 3)
        func word(_ position: Int) -> UInt64 {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        }
        var position = 0
        while position + 32 <= bytes.count {
            mix(word(position), into: &a)
            mix(word(position + 8), into: &b)
            mix(word(position + 16), into: &c)
            mix(word(position + 24), into: &d)
            position += 32
        }
        while position + 8 <= bytes.count {
            mix(word(position), into: &a)
            position += 8
        }
        var rest: UInt64 = 0
        for byte in bytes[position...] { rest = rest << 8 | UInt64(byte) }
        for number in [rest, b, c, d] { mix(number, into: &a) }
        return Int64(bitPattern: a ^ a >> 29)
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
