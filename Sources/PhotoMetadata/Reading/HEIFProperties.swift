/// The properties of a HEIF file's primary picture, from its `iprp` box: size, clean aperture, rotations,
/// mirrorings.
struct HEIFProperties {
    private(set) var size: PixelSize?
    private(set) var orientation: ImageOrientation?

    /// Reads the properties that belong to an item.
    init(_ box: ByteBlock, of item: Int) throws(MetadataError) {
        guard let container = try MediaBoxes.first("ipco", in: box), let table = try MediaBoxes.first("ipma", in: box)
        else { return }
        let wanted = try Self.indices(in: table, of: item)
        var all: [MediaBox] = []
        var boxes = MediaBoxes(container)
        while let property = try boxes.next() { all.append(property) }
        var (turns, isMirrored) = (0, false)
        for index in wanted where index >= 1 && index <= all.count {
            let property = all[index - 1]
            let content = container.block(property.content)
            switch property.type {
            case FourCC.number("ispe"): size = try Self.size(content)
            case FourCC.number("clap"):
                if let whole = size { size = try Self.clean(whole, content, isTurned: turns & 1 == 1) }
            case FourCC.number("irot"): turns += Int(try content.slice(0, 1)?.first ?? 0) & 3
            case FourCC.number("imir"):
                // Axis 0 is the vertical one and swaps top and bottom: a mirroring left to right and half a turn.
                let axis = try content.slice(0, 1)?.first ?? 0
                (turns, isMirrored) = (axis & 1 == 0 ? -turns + 2 : -turns, !isMirrored)
            default: continue
            }
        }
        if turns & 3 != 0 || isMirrored {
            orientation = ImageOrientation(quarterTurnsCounterclockwise: turns, isMirrored: isMirrored)
        }
    }

    private static func size(_ content: ByteBlock) throws(MetadataError) -> PixelSize? {
        guard let bytes = try content.slice(4, 8), let width = bytes.uint32(at: bytes.startIndex),
            let height = bytes.uint32(at: bytes.startIndex + 4)
        else { return nil }
        return PixelSize(storedWidth: width, height: height)
    }

    /// The size within a clean aperture, whose two lengths are fractions; the full size if they are not valid.
    ///
    /// - Parameter isTurned: whether the picture stands on its side at that point, so that the lengths are swapped.
    private static func clean(
        _ size: PixelSize, _ content: ByteBlock, isTurned: Bool
    ) throws(MetadataError) -> PixelSize {
        guard let bytes = try content.slice(0, 16) else { return size }
        let numbers = [0, 4, 8, 12].compactMap { bytes.uint32(at: bytes.startIndex + $0) }
        guard numbers.count == 4, numbers[1] > 0, numbers[3] > 0 else { return size }
        let lengths = [numbers[0] / numbers[1], numbers[2] / numbers[3]]
        let (width, height) = isTurned ? (lengths[1], lengths[0]) : (lengths[0], lengths[1])
        guard width > 0, height > 0, width <= size.width, height <= size.height else { return size }
        return PixelSize(width: width, height: height)
    }

    /// The numbers of the properties of an item, counted from 1, in the order in which they are applied.
    private static func indices(in table: ByteBlock, of item: Int) throws(MetadataError) -> [Int] {
        guard var uses = try HEIFPropertyUses(table) else { return [] }
        while let id = uses.next() {
            guard id == item else { continue }
            var indices: [Int] = []
            while let index = uses.nextProperty() { indices.append(index) }
            return indices
        }
        return []
    }
}
