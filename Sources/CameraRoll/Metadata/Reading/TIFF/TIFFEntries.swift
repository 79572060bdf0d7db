/// The entries of a directory, each read when it is asked for.
struct TIFFEntries: RandomAccessCollection {
    let endIndex: Int
    /// Their bytes.
    let bytes: ArraySlice<UInt8>
    private let position: Int
    private let header: TIFFHeader

    /// So many entries, all of whose bytes are there.
    ///
    /// - Parameter position: where the first one is in the block.
    init(_ bytes: ArraySlice<UInt8>, count: Int, at position: Int, _ header: TIFFHeader) {
        self.bytes = bytes
        self.position = position
        self.header = header
        endIndex = count
    }

    var startIndex: Int { 0 }

    subscript(index: Int) -> TIFFEntry { entry(at: index, in: bytes.span) }

    /// An entry; for a loop over all of them, which takes the span of their bytes once.
    @inline(__always)
    func entry(at index: Int, in span: Span<UInt8>) -> TIFFEntry {
        let start = index * header.entryLength
        return TIFFEntry(span, at: start, position: position + start, header)
    }
}
