#if FolderLibrary && os(Linux)
import CameraRoll

/// The images that a HEIF file's `meta` box lists: their kinds, positions and parts.
struct HEIFItems {
    /// An image, or another listed item.
    struct Item {
        var type = ""
        /// The size declared by the container.
        var size: PixelSize?
        /// The ranges of its bytes in the file, in order.
        var parts: [Range<Int>] = []
        /// The items of which it is composed.
        var sources: [Int] = []
        /// The items that belong to it: alpha, depth, a gain map.
        var companions: [Int] = []
        /// Whether it is the alpha of another one, and is decoded with that.
        var isAlpha = false
    }

    private(set) var items: [Int: Item] = [:]
    private(set) var primary: Int?
    /// The thumbnails of all images.
    private(set) var thumbnails: Set<Int> = []
    let file: [UInt8]

    /// libheif's limit of parts.
    private static let mostParts = 32
    /// The names of alpha, in HEIF and earlier for AVC and HEVC.
    private static let alphas = [
        "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:avc:2015:auxid:1",
    ]

    /// Reads the lists of a `meta` box.
    ///
    /// - Throws: `CodecError.damaged` if they exceed the limits.
    init(_ file: [UInt8], meta: Range<Int>) throws(CodecError) {
        self.file = file
        let boxes = try HEIFBox.all(in: file, meta.dropFirst(4))
        let data = boxes.last { $0.type == "idat" }?.content
        for box in boxes {
            let version = file.number(at: box.content.lowerBound, 1) ?? 0
            let content = box.content.dropFirst(4)
            switch box.type {
            case "pitm": primary = file.number(at: content.lowerBound, version == 0 ? 2 : 4)
            case "iinf": try readTypes(content.dropFirst(version == 0 ? 2 : 4))
            case "iref": try readReferences(content, idLength: version == 0 ? 2 : 4)
            case "iprp": try readSizes(box.content)
            case "iloc": try readPlaces(content, version: version, data)
            default: break
            }
        }
    }

    private mutating func readTypes(_ list: Range<Int>) throws(CodecError) {
        for entry in try HEIFBox.all(in: file, list) where entry.type == "infe" {
            var numbers = HEIFNumbers(file, entry.content)
            guard let version = numbers.next(1), version >= 2, numbers.next(3) != nil,
                let id = numbers.next(version == 2 ? 2 : 4), numbers.next(2) != nil, numbers.next(4) != nil
            else { continue }
            let type = String(decoding: file[numbers.position - 4..<numbers.position], as: UTF8.self)
            items[id, default: Item()].type = type
        }
    }

    private mutating func readReferences(_ list: Range<Int>, idLength: Int) throws(CodecError) {
        for reference in try HEIFBox.all(in: file, list) {
            var numbers = HEIFNumbers(file, reference.content)
            guard let from = numbers.next(idLength), let count = numbers.next(2) else { continue }
            for _ in 0..<count {
                guard let to = numbers.next(idLength) else { break }
                switch reference.type {
                case "dimg": items[from, default: Item()].sources.append(to)
                case "auxl": items[to, default: Item()].companions.append(from)
                case "thmb": thumbnails.insert(from)
                default: break
                }
            }
        }
    }
}

extension HEIFItems {
    /// The alpha images that are decoded with an image.
    func alphas(of id: Int) -> [Int] {
        items[id]?.companions.filter { items[$0]?.isAlpha == true } ?? []
    }
}

// MARK: - Sizes and positions

extension HEIFItems {
    private mutating func readSizes(_ box: Range<Int>) throws(CodecError) {
        let boxes = try HEIFBox.all(in: file, box)
        guard let container = boxes.first(where: { $0.type == "ipco" }) else { return }
        let properties = try HEIFBox.all(in: file, container.content)
        for table in boxes where table.type == "ipma" {
            var numbers = HEIFNumbers(file, table.content)
            guard let version = numbers.next(1), let flags = numbers.next(3), let count = numbers.next(4) else {
                continue
            }
            for _ in 0..<count {
                guard let id = numbers.next(version == 0 ? 2 : 4), let uses = numbers.next(1) else { break }
                for _ in 0..<uses {
                    guard let use = numbers.next(flags & 1 == 0 ? 1 : 2) else { break }
                    let index = (use & (flags & 1 == 0 ? 0x7F : 0x7FFF)) - 1
                    if properties.indices.contains(index) { note(properties[index], of: id) }
                }
            }
        }
    }

    private mutating func note(_ property: HEIFBox, of id: Int) {
        if property.type == "auxC" {
            let name = file[property.content.dropFirst(4)].prefix { $0 != 0 }
            items[id, default: Item()].isAlpha = Self.alphas.contains(String(decoding: name, as: UTF8.self))
        }
        guard property.type == "ispe", let width = file.number(at: property.content.lowerBound + 4, 4),
            let height = file.number(at: property.content.lowerBound + 8, 4)
        else { return }
        items[id, default: Item()].size = PixelSize(width: width, height: height)
    }

    private mutating func readPlaces(_ list: Range<Int>, version: Int, _ data: Range<Int>?) throws(CodecError) {
        var numbers = HEIFNumbers(file, list)
        guard let lengths = numbers.next(2), let count = numbers.next(version < 2 ? 2 : 4) else { return }
        let (offset, length, base, index) = (
            lengths >> 12, lengths >> 8 & 15, lengths >> 4 & 15, version == 0 ? 0 : lengths & 15
        )
        for _ in 0..<count {
            guard let id = numbers.next(version < 2 ? 2 : 4), let method = version == 0 ? 0 : numbers.next(2),
                numbers.next(2) != nil, let start = numbers.next(base), let parts = numbers.next(2)
            else { return }
            guard parts <= Self.mostParts else { throw .damaged(.heic, reason: "a picture in \(parts) parts") }
            let store = method & 15 == 0 ? 0..<file.count : method & 15 == 1 ? data ?? 0..<0 : 0..<0
            for _ in 0..<parts {
                guard numbers.next(index) != nil, let at = numbers.next(offset), let count = numbers.next(length) else {
                    return
                }
                items[id, default: Item()].parts.append(Self.part(of: store, start.addingReportingOverflow(at), count))
            }
        }
    }

    /// A part of the items' storage, as far as it exists; one of length 0 extends to the end.
    private static func part(of store: Range<Int>, _ start: (Int, overflow: Bool), _ count: Int) -> Range<Int> {
        let rest = store.dropFirst(start.overflow ? store.count : start.0)
        return count == 0 ? rest : rest.prefix(count)
    }
}

/// A box of a HEIF file: its type, and the range of its content.
struct HEIFBox {
    let type: String
    let content: Range<Int>

    /// libheif's limit of boxes within one.
    private static let most = 20_000

    /// The valid boxes in a part of a file; the last one may claim to extend behind the part's end.
    ///
    /// - Throws: `CodecError.damaged` if there are more than the limit.
    static func all(in file: [UInt8], _ range: Range<Int>) throws(CodecError) -> [HEIFBox] {
        guard let boxes = ContainerParts.boxes(ofHEIF: file, in: range, limit: most) else {
            throw .damaged(.heic, reason: "more than \(most) boxes within one")
        }
        return boxes.map { HEIFBox(type: $0.name, content: $0.content) }
    }
}

extension [UInt8] {
    /// The big-endian number in so many bytes; nil if they are missing, or it is too large.
    func number(at position: Int, _ length: Int) -> Int? {
        guard position >= 0, length <= 8, position <= count - length else { return nil }
        return Int(exactly: self[position..<position + length].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}

/// The numbers of a box, one after the other.
struct HEIFNumbers {
    private let file: [UInt8]
    private var rest: Range<Int>

    init(_ file: [UInt8], _ range: Range<Int>) {
        (self.file, rest) = (file, range)
    }

    /// The position of the next number.
    var position: Int { rest.lowerBound }

    /// The next number of so many bytes; 0 if it has none; nil at the end.
    mutating func next(_ length: Int) -> Int? {
        guard length > 0 else { return 0 }
        guard rest.count >= length, let number = file.number(at: rest.lowerBound, length) else { return nil }
        rest = rest.dropFirst(length)
        return number
    }
}
#endif
