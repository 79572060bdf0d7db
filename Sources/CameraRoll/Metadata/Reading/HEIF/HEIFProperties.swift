/// What a HEIF file says of its primary picture: size, what is cut away, turns and mirrorings, from its `iprp` box.
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
            let content = container.block(property.content.lowerBound, property.content.count)
            switch property.type {
            case FourLetters.number("ispe"): size = try Self.size(content)
            case FourLetters.number("clap"):
                if let whole = size { size = try Self.clean(whole, content, isTurned: turns & 1 == 1) }
            case FourLetters.number("irot"): turns += Int(try content.slice(0, 1)?.first ?? 0) & 3
            case FourLetters.number("imir"):
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

    /// What is left of a size by a clean aperture, whose two lengths are fractions; all of it where they are none.
    ///
    /// - Parameter isTurned: whether the picture stands on its side by then, so that the lengths count the other way.
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
        guard let bytes = try table.slice(0, table.count), let version = bytes.first,
            let count = bytes.uint32(at: bytes.startIndex + 4)
        else { return [] }
        let isWide = bytes[bytes.startIndex + 3] & 1 == 1
        let idLength = version == 0 ? 2 : 4
        var position = bytes.startIndex + 8
        for _ in 0..<count {
            guard let id = bytes.number(at: position, bytes: idLength, .big), position + idLength < bytes.endIndex
            else {
                return []
            }
            let properties = Int(bytes[position + idLength])
            position += idLength + 1
            if Int(id) == item {
                return (0..<properties).compactMap { index in
                    isWide
                        ? bytes.uint16(at: position + index * 2).map { $0 & 0x7FFF }
                        : bytes.number(at: position + index, bytes: 1, .big).map { Int($0 & 0x7F) }
                }
            }
            position += properties * (isWide ? 2 : 1)
        }
        return []
    }
}
