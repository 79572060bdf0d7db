extension ByteSource {
    /// All bytes in memory; those of a source that is cut short as far as they go.
    func readAll() throws(MetadataError) -> [UInt8] {
        try bytes(in: 0..<byteCount)
    }

    /// Whether a range has nothing but zeros in it.
    ///
    /// - Complexity: O(range); reads it once, a part at a time.
    func isZero(_ range: Range<Int>) throws(MetadataEditError) -> Bool {
        try reading { () throws(MetadataError) in
            for start in stride(from: range.lowerBound, to: range.upperBound, by: 1 << 16) {
                let part = try bytes(in: start..<min(start + 1 << 16, range.upperBound))
                if part.contains(where: { $0 != 0 }) { return false }
            }
            return true
        }
    }
}
