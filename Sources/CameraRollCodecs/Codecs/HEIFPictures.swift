#if FolderLibrary && os(Linux)
import CameraRoll

/// The images that a HEIF file's `meta` box lists: their kinds, positions and parts.
///
/// All boxes of a kind count if they can be read, since libheif may use any of them.
struct HEIFPictures {
    /// An image, or another listed item.
    struct Item {
        /// Its type, as a number of four bytes.
        var type = 0
        /// The size declared by the container.
        var size: PixelSize?
        /// The ranges of its bytes in the file, in order.
        var parts: [Range<Int>] = []
        /// The items that it is composed of.
        var sources: [Int] = []
        /// The items that belong to it: alpha, depth, a gain map.
        var companions: [Int] = []
        /// Whether it is the alpha of another image, and is decoded with that image.
        var isAlpha = false
    }

    private(set) var items: [Int: Item] = [:]
    private(set) var primary: Int?
    /// The thumbnails of all images.
    private(set) var thumbnails: Set<Int> = []
    let file: [UInt8]

    /// libheif's limits on the boxes within a box, and on the parts of an item.
    private static let (mostBoxes, mostParts) = (20_000, 32)
    /// The names of alpha in HEIF, and the earlier ones for AVC and HEVC.
    private static let alphas = [
        "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:avc:2015:auxid:1",
    ]
    /// The maximum length of a name, more than these names have.
    private static let longestName = 64

    /// Reads the lists of a `meta` box.
    ///
    /// - Throws: `CodecError.damaged` if they exceed the limits.
    init(_ file: [UInt8], meta: ByteBlock) throws(CodecError) {
        self.file = file
        let boxes = try Self.boxes(in: meta, from: 4)
        let data = boxes.last { $0.type == FourCC.number("idat") }?.content.range
        for (type, content) in boxes {
            switch type {
            case FourCC.number("pitm"): primary = try? content.primaryItem()
            case FourCC.number("iinf"): try readTypes(content)
            case FourCC.number("iref"): try readReferences(content)
            case FourCC.number("iprp"): try readProperties(content)
            case FourCC.number("iloc"): try readPlaces(content, data)
            default: break
            }
        }
    }

    private mutating func readTypes(_ list: ByteBlock) throws(CodecError) {
        for entry in try Self.parts(of: try? HEIFItemEntries(list, limit: Self.mostBoxes)) {
            items[entry.id, default: Item()].type = entry.type
        }
    }

    private mutating func readReferences(_ list: ByteBlock) throws(CodecError) {
        for reference in try Self.parts(of: try? HEIFReferences(list, limit: Self.mostBoxes)) {
            guard let (from, targets) = try? reference.items() else { continue }
            for to in targets {
                switch reference.type {
                case FourCC.number("dimg"): items[from, default: Item()].sources.append(to)
                case FourCC.number("auxl"): items[to, default: Item()].companions.append(from)
                case FourCC.number("thmb"): thumbnails.insert(from)
                default: break
                }
            }
        }
    }
}

extension HEIFPictures {
    /// The alpha images that are decoded with an image.
    func alphas(of id: Int) -> [Int] {
        items[id]?.companions.filter { items[$0]?.isAlpha == true } ?? []
    }

    /// The contents of the `meta` boxes of a file.
    ///
    /// - Throws: `CodecError.damaged` if there are more boxes than libheif's limit.
    static func metas(in file: [UInt8]) throws(CodecError) -> [ByteBlock] {
        try boxes(in: ByteBlock(ByteReader(file))).filter { $0.type == FourCC.number("meta") }.map(\.content)
    }

    private static func boxes(
        in block: ByteBlock, from start: Int = 0
    ) throws(CodecError) -> [(type: Int, content: ByteBlock)] {
        try parts(of: MediaBoxes(block, from: start, limit: mostBoxes)).map { ($0.type, block.block($0.content)) }
    }

    /// The parts of a file in memory; empty without a walk.
    ///
    /// - Throws: `CodecError.damaged` if the walk ended at its limit.
    private static func parts<Walk: ContainerWalk>(of walk: Walk?) throws(CodecError) -> [Walk.Part] {
        guard var walk else { return [] }
        var parts: [Walk.Part] = []
        while let part = try? walk.next() { parts.append(part) }
        guard let end = walk.end, end != .limitReached else {
            throw .damaged(.heic, reason: "more than \(mostBoxes) boxes within one")
        }
        return parts
    }
}

// MARK: - Sizes and positions

extension HEIFPictures {
    private mutating func readProperties(_ box: ByteBlock) throws(CodecError) {
        let boxes = try Self.boxes(in: box)
        guard let container = boxes.first(where: { $0.type == FourCC.number("ipco") }) else { return }
        let properties = try Self.boxes(in: container.content)
        for table in boxes where table.type == FourCC.number("ipma") {
            guard var uses = try? HEIFPropertyUses(table.content) else { continue }
            while let id = uses.next() {
                while let number = uses.nextProperty() {
                    if properties.indices.contains(number - 1) { note(properties[number - 1], of: id) }
                }
            }
        }
    }

    private mutating func note(_ property: (type: Int, content: ByteBlock), of id: Int) {
        let content = file[property.content.range].dropFirst(4)
        if property.type == FourCC.number("auxC") {
            // At most the longest name, since one property may be used many times.
            let name = String(decoding: content.prefix(Self.longestName).prefix { $0 != 0 }, as: UTF8.self)
            items[id, default: Item()].isAlpha = Self.alphas.contains(name)
        }
        guard property.type == FourCC.number("ispe"), let width = content.uint32(at: content.startIndex),
            let height = content.uint32(at: content.startIndex + 4)
        else { return }
        items[id, default: Item()].size = PixelSize(width: width, height: height)
    }

    private mutating func readPlaces(_ list: ByteBlock, _ data: Range<Int>?) throws(CodecError) {
        guard var locations = try? HEIFLocations(list) else { return }
        while let item = locations.next() {
            guard item.partCount <= Self.mostParts else {
                throw .damaged(.heic, reason: "a picture in \(item.partCount) parts")
            }
            let store = item.method == 0 ? 0..<file.count : item.method == 1 ? data ?? 0..<0 : 0..<0
            while let part = locations.nextPart() {
                items[item.id, default: Item()].parts.append(Self.part(of: store, part.start, part.length))
            }
        }
    }

    /// A part of the items' storage, as far as it exists; a part of length 0 extends to the end.
    private static func part(of store: Range<Int>, _ start: Int?, _ count: Int) -> Range<Int> {
        let rest = store.dropFirst(start ?? store.count)
        return count == 0 ? rest : rest.prefix(count)
    }
}
#endif
