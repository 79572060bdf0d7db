extension ByteSource {
    /// All bytes in memory; those of a source that is cut short as far as they go.
    func readAll() throws(MetadataError) -> [UInt8] {
        try bytes(in: 0..<byteCount)
    }
}
