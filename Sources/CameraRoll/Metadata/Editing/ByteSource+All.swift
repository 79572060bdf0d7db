extension ByteSource {
    /// All bytes in memory; those of a source that is cut short as far as they go.
    func readAll() throws(MetadataError) -> [UInt8] {
        try bytes(in: 0..<byteCount)
    }

    /// The bytes of a range in memory, as far as they go.
    func bytes(in range: Range<Int>) throws(MetadataError) -> [UInt8] {
        var failure: MetadataError?
        let range = range.clamped(to: 0..<max(byteCount, 0))
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
            do throws(MetadataError) {
                let count = try read(at: range.lowerBound, into: UnsafeMutableRawBufferPointer(buffer))
                filled = min(max(count, 0), range.count)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
