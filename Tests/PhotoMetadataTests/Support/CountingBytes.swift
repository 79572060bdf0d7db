import PhotoMetadata

/// Bytes in memory that count the bytes read.
final class CountingBytes: ByteSource {
    let byteCount: Int
    private(set) var bytesRead = 0
    private let bytes: MemoryBytes

    init(_ bytes: [UInt8]) {
        self.bytes = MemoryBytes(bytes)
        byteCount = bytes.count
    }

    func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) throws(MetadataError) -> Int {
        let count = try bytes.read(at: position, into: buffer)
        bytesRead += count
        return count
    }
}
