/// How much the metadata reader takes into memory, whatever a file claims (*Bounded Everything*).
///
/// What a reader keeps is the first 8 KiB of the file, `allValueBytes`, some 32 bytes for each of `tags`, and
/// `blockBytes` with what is read out of them for an XMP packet, an IPTC block and each text; while it reads, at most
/// two blocks more. Whatever a limit cuts off is told by ``MetadataProblem/Kind/overLimit(_:)``, which names it, but
/// for single values over `valueBytes`: nothing is wrong with these, and their tags say where they lie.
public struct MetadataLimits: Hashable, Sendable {
    /// The longest block taken into memory at once, in bytes: an XMP packet, a HEIF `meta` box; 4 MiB by default.
    public var blockBytes: Int
    /// The longest value of a raw tag that is kept, in bytes; of longer ones the position only; 8 KiB by default.
    public var valueBytes: Int
    /// How many bytes all kept values of raw tags may have together, but for those that lead to directories, and all
    /// texts of a PNG, of which each is unpacked so far only; 256 KiB by default.
    public var allValueBytes: Int
    /// How many raw tags are read; 4,096 by default.
    public var tags: Int
    /// How many segments, directories, boxes, chunks, or parts of items are visited in all; 16,384 by default.
    public var parts: Int
    /// How many problems are noted; 32 by default.
    public var problems: Int

    /// How many bytes are read of a file that has so many: all of it some times over, or less where it is long.
    ///
    /// More than a file takes whose blocks lie one behind the other, and far less than one does in which they point to
    /// and fro.
    func bytesRead(of byteCount: Int) -> Int {
        let small = (1 << 20) + 4 * min(byteCount, 1 << 50)
        let large = 4 * min(blockBytes, 1 << 50) + ByteReader.windowLength * min(parts, 1 << 40)
        return max(ByteReader.headLength, min(small, large))
    }

    /// Limits, each with its default; a limit below 0 counts as 0.
    public init(
        blockBytes: Int = 4 << 20, valueBytes: Int = 8 << 10, allValueBytes: Int = 256 << 10, tags: Int = 4_096,
        parts: Int = 16_384, problems: Int = 32
    ) {
        self.blockBytes = max(blockBytes, 0)
        self.valueBytes = max(valueBytes, 0)
        self.allValueBytes = max(allValueBytes, 0)
        self.tags = max(tags, 0)
        self.parts = max(parts, 0)
        self.problems = max(problems, 0)
    }
}

extension MetadataLimits {
    /// The limit that something is over.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// ``MetadataLimits/blockBytes``: a block is longer, and was not read.
        case blockBytes
        /// ``MetadataLimits/allValueBytes``: of further tags only the positions are known, and further texts are left
        /// out.
        case allValueBytes
        /// ``MetadataLimits/tags``: further tags, and further texts, are left out.
        case tags
        /// ``MetadataLimits/parts``: the walk ended here.
        case parts
        /// 1 MiB and four times the file's length, but no more than four blocks (`blockBytes`) and 4 KiB for each of
        /// `parts`, are read in all.
        case bytesRead
        /// 8,192 elements and attributes in an XMP packet, 512 namespaces, 64 elements within each other.
        case elements
        /// 16 items with metadata in a HEIF file.
        case items
    }
}
