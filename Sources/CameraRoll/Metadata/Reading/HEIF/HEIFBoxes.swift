/// The boxes of a HEIF file's `meta` box, found in one walk; of several of a type the first counts.
struct HEIFBoxes {
    /// All of the `meta` box.
    let meta: ByteBlock
    private var blocks: [(type: Int, block: ByteBlock)] = []

    /// The types that anything is read of.
    private static let types: [Int] = ["pitm", "iinf", "iref", "iprp", "iloc", "idat"].map(FourLetters.number)

    /// Walks over a `meta` box, whose content begins with a version and flags.
    init(_ meta: ByteBlock) throws(MetadataError) {
        self.meta = meta
        var boxes = MediaBoxes(meta, from: 4)
        while let box = try boxes.next() {
            guard Self.types.contains(box.type), !blocks.contains(where: { $0.type == box.type }) else { continue }
            blocks.append((box.type, meta.block(box.content.lowerBound, box.content.count)))
        }
    }

    subscript(name: StaticString) -> ByteBlock? {
        let type = FourLetters.number(name)
        return blocks.first { $0.type == type }?.block
    }
}
