/// Bytes in memory, as a source for the metadata reader.
public struct MemoryBytes: ByteSource, Sendable {
    private let bytes: ArraySlice<UInt8>

    /// A source of an array's bytes; shares its storage.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    /// A source of a slice's bytes, counted from its start; shares its storage.
    public init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// How many bytes there are.
    public var byteCount: Int { bytes.count }

    /// Copies bytes from a position on into a buffer; never throws.
    public func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) throws(MetadataError) -> Int {
        guard position >= 0, position < bytes.count else { return 0 }
        let part = bytes.dropFirst(position).prefix(buffer.count)
        buffer.copyBytes(from: part)
        return part.count
    }
}
