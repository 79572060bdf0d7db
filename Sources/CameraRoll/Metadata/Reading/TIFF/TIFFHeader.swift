/// The head of a TIFF structure: its byte order, the width of its offsets, and where its first directory is.
struct TIFFHeader {
    let order: ByteOrder
    /// Whether offsets have 64 bits (BigTIFF).
    let isBig: Bool
    let firstDirectory: Int

    /// Reads the head of a block; nil where it is none.
    init?(_ block: ByteBlock) throws(MetadataError) {
        guard let head = try block.slice(0, 8) else { return nil }
        let start = head.startIndex
        if head.matches("II", at: start) {
            order = .little
        } else if head.matches("MM", at: start) {
            order = .big
        } else {
            return nil
        }
        isBig = head.uint16(at: start + 2, order) == 43
        if isBig {
            guard let tail = try block.slice(8, 8), head.uint16(at: start + 4, order) == 8,
                let first = tail.uint64(at: tail.startIndex, order)
            else { return nil }
            firstDirectory = first
        } else {
            guard let first = head.uint32(at: start + 4, order) else { return nil }
            firstDirectory = first
        }
    }

    /// The shape of directories with 32-bit offsets, which stand somewhere without a head.
    static func classic(_ order: ByteOrder) -> TIFFHeader {
        TIFFHeader(order: order, isBig: false, firstDirectory: 0)
    }

    private init(order: ByteOrder, isBig: Bool, firstDirectory: Int) {
        self.order = order
        self.isBig = isBig
        self.firstDirectory = firstDirectory
    }

    /// How many bytes an entry of a directory has.
    var entryLength: Int { isBig ? 20 : 12 }
    /// How many bytes the number of entries has.
    var countLength: Int { isBig ? 8 : 2 }
    /// How many bytes an offset has; as many of a value stand in its entry itself.
    var offsetLength: Int { isBig ? 8 : 4 }
}
