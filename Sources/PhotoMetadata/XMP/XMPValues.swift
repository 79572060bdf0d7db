/// The properties of an XMP packet.
///
/// Simple properties, lists and alternatives are read by name; a structure is available as text in the packet.
public struct XMPValues: Hashable, Sendable {
    /// The packet, in UTF-8, without its extension, which a JPEG file has if its packet has more than 64 KB.
    public var packet: [UInt8] { packetCount == bytes.count ? bytes : Array(bytes.prefix(packetCount)) }
    /// The packet and what is read with it, one behind the other, in UTF-8.
    package let bytes: [UInt8]
    private let packetCount: Int
    package let nodes: [XMPNode]
    package let namespaces: [Range<Int>]
    /// Whether the packet is well formed to its end.
    package let isWhole: Bool
    /// The limit that ended the reading of the packet; nil if it was read to its end.
    package let exceededLimit: Int?
    /// Comments, and text around the packet's elements.
    package let remarks: [Range<Int>]
    /// Whether the packet is also in UTF-8 in the file.
    package let isUTF8: Bool

    /// No properties.
    init() {
        (bytes, packetCount, nodes, namespaces, remarks) = ([], 0, [], [], [])
        (isWhole, exceededLimit, isUTF8) = (true, nil, true)
    }

    /// Reads a packet in UTF-8 or UTF-16, from a file or from its XMP sidecar file.
    public init(packet: [UInt8]) {
        self.init(packet: packet, further: [])
    }

    /// Reads a packet with its extension, or with further packets in UTF-8 whose properties count as its own.
    ///
    /// The limit of elements is that of a packet, times the number of packets.
    package init(packet original: [UInt8], further: [[UInt8]]) {
        let recoded = Self.recode(original)
        let packet = recoded ?? original
        let further = further.filter { !$0.isEmpty }
        bytes = further.isEmpty ? packet : packet + further.joined()
        (packetCount, isUTF8) = (packet.count, recoded == nil)
        var scanner = XMPScanner(bytes, packets: 1 + further.count)
        scanner.scan()
        nodes = scanner.nodes
        namespaces = scanner.namespaces
        remarks = scanner.remarks
        isWhole = scanner.isWhole
        exceededLimit = scanner.exceededLimit
    }

    /// Whether the packet can be edited: it is well formed, in UTF-8, and within the limits.
    package var isSound: Bool { isWhole && isUTF8 && exceededLimit == nil }

    /// The digest by which the packet names its extension; nil if it names none.
    package var extensionName: String? { text("HasExtendedXMP", in: .note) }

    /// Whether there is no packet, or nothing in it could be read.
    public var isEmpty: Bool { nodes.isEmpty }

    /// The texts of a property: one of a simple property, each item of a list, each language of an alternative.
    ///
    /// The text in the default language comes first. Of a text with qualifiers only the text itself is returned, of a
    /// resource its URI.
    ///
    /// - Complexity: O(elements of the packet).
    public func texts(_ name: String, in namespace: XMPNamespace) -> [String] {
        properties(name, in: namespace).flatMap { texts(of: $0) }
    }

    /// The first text of a property that is not empty.
    public func text(_ name: String, in namespace: XMPNamespace) -> String? {
        texts(name, in: namespace).first { !$0.isEmpty }
    }

    private static func recode(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= 4, bytes[0] == 0 || bytes[1] == 0 || bytes[0] >= 0xFE && bytes[1] >= 0xFE else {
            return nil
        }
        let order: ByteOrder = bytes[0] == 0 || bytes[0] == 0xFE ? .big : .little
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            UInt16(truncatingIfNeeded: bytes.uint16(at: index, order) ?? 0)
        }
        return Array(String(decoding: units.drop { $0 == 0xFEFF }, as: UTF16.self).utf8)
    }
}

extension XMPValues {
    package func index(of namespace: XMPNamespace) -> Int? {
        namespaces.firstIndex { bytes[$0].elementsEqual(namespace.rawValue.utf8) }
    }

    /// The indices of all properties: the direct children of descriptions.
    package var properties: [Int] {
        guard let rdf = index(of: .rdf) else { return [] }
        return nodes.indices.filter { isProperty($0, rdf) }
    }

    /// The indices of the properties with a name: elements and attributes.
    package func properties(_ name: String, in namespace: XMPNamespace) -> [Int] {
        guard let uri = index(of: namespace), let rdf = index(of: .rdf) else { return [] }
        return nodes.indices.filter { nodes[$0].namespace == uri && isNamed(name, $0) && isProperty($0, rdf) }
    }

    package func isNamed(_ name: String, _ index: Int) -> Bool {
        bytes[nodes[index].name].elementsEqual(name.utf8)
    }

    /// Whether a node is a direct child of a description.
    func isProperty(_ index: Int, _ rdf: Int) -> Bool {
        let owner = nodes[index].parent
        guard owner >= 0, nodes[owner].namespace == rdf, isNamed("Description", owner) else { return false }
        let outer = nodes[owner].parent
        return outer >= 0 && nodes[outer].namespace == rdf && isNamed("RDF", outer)
    }

    private func texts(of property: Int) -> [String] {
        guard nodes[property].hasChildren else { return [text(of: property)].compactMap(\.self) }
        let items = parts(of: property).filter { !nodes[$0].isAttribute && isNamed("li", $0) }
        guard !items.isEmpty else { return [text(of: property)].compactMap(\.self) }
        let texts = items.map { (text: text(of: $0), isDefault: isDefault($0)) }
        return (texts.filter(\.isDefault) + texts.filter { !$0.isDefault }).compactMap(\.text)
    }

    /// The nodes in a node: they follow it in the list, up to one past its end.
    private func parts(of index: Int) -> some Collection<Int> {
        let end = nodes[index].extent.upperBound
        return (index + 1..<nodes.count).lazy.prefix { nodes[$0].extent.lowerBound < end }
    }

    /// Whether an item is in the default language.
    private func isDefault(_ item: Int) -> Bool {
        parts(of: item).contains {
            nodes[$0].parent == item && isNamed("lang", $0) && bytes[nodes[$0].value].elementsEqual("x-default".utf8)
        }
    }

    /// The text of a node, or of the value that its qualifiers describe; nil for a structure.
    private func text(of index: Int) -> String? {
        let node = nodes[index]
        if node.isAttribute { return XMPText.plain(bytes[node.value], hasMarkup: false) }
        let rdf = self.index(of: .rdf)
        func value(_ name: String) -> Int? {
            parts(of: index).first { part in
                nodes[part].namespace == rdf && isNamed(name, part)
                    && (nodes[part].parent == index || nodes[nodes[part].parent].parent == index)
            }
        }
        if node.hasChildren { return value("value").flatMap { nodes[$0].hasChildren ? nil : text(of: $0) } }
        if node.value.isEmpty, let resource = value("resource") { return text(of: resource) }
        return XMPText.plain(bytes[node.value], hasMarkup: true)
    }
}

extension XMPValues {
    /// When the picture was taken: `exif:DateTimeOriginal`, otherwise `photoshop:DateCreated`.
    public var created: MetadataDate? {
        (text("DateTimeOriginal", in: .exif) ?? text("DateCreated", in: .photoshop)).flatMap(MetadataDate.init)
    }

    /// When the file's content was created: `xmp:CreateDate`.
    public var fileCreated: MetadataDate? { text("CreateDate", in: .basic).flatMap(MetadataDate.init) }

    /// The copyright notice: `dc:rights`, in its default language.
    public var copyright: String? { text("rights", in: .dublinCore) }
    /// Who made the picture: `dc:creator`, without empty ones.
    public var creators: [String] { texts("creator", in: .dublinCore).filter { !$0.isEmpty } }
    /// The keywords: `dc:subject`, without empty ones.
    public var keywords: [String] { texts("subject", in: .dublinCore).filter { !$0.isEmpty } }
    /// The title: `dc:title`.
    public var title: String? { text("title", in: .dublinCore) }
    /// What the picture shows: `dc:description`.
    public var caption: String? { text("description", in: .dublinCore) }
    /// The star rating, -1 (rejected) to 5: `xmp:Rating`.
    public var rating: Double? { text("Rating", in: .basic).flatMap(Double.init) }
    /// The lens: `exifEX:LensModel`, otherwise `aux:Lens`.
    public var lensModel: String? { text("LensModel", in: .exifEX) ?? text("Lens", in: .auxiliary) }

    /// A property as a number, or the first number of a list.
    public func rational(_ name: String, in namespace: XMPNamespace) -> MetadataRational? {
        text(name, in: namespace).flatMap { MetadataRational(text: $0[...]) }
    }
}

extension XMPValues {
    /// Where the picture was taken: `exif:GPSLatitude` and `exif:GPSLongitude`; nil if they are not a place on
    /// Earth.
    ///
    /// A number without a sign or a direction takes that of `exif:GPSLatitudeRef` or `exif:GPSLongitudeRef`, which some
    /// programs copy from EXIF. 0° N 0° E does not count as a place if there is neither an altitude nor a GPS time.
    public var place: Coordinate? {
        guard let latitude = coordinate("GPSLatitude", "N", "S"), let longitude = coordinate("GPSLongitude", "E", "W"),
            let place = Coordinate(latitude, longitude)
        else { return nil }
        let hasFurtherData = (altitude ?? 0) != 0 || text("GPSTimeStamp", in: .exif) != nil
        return place.isZero && !hasFurtherData ? nil : place
    }

    /// Meters above sea level: `exif:GPSAltitude`, negative where `exif:GPSAltitudeRef` says below.
    public var altitude: Double? {
        guard let meters = rational("GPSAltitude", in: .exif)?.value else { return nil }
        return ["1", "3"].contains(text("GPSAltitudeRef", in: .exif)) ? -meters : meters
    }

    /// A coordinate as XMP writes it: `37,46.494N` or `37,46,29N`; a plain number of degrees is also accepted.
    private func coordinate(_ name: String, _ positive: Character, _ negative: Character) -> Double? {
        guard let text = text(name, in: .exif) else { return nil }
        func sign(_ letter: Character?) -> Double? { letter == positive ? 1 : letter == negative ? -1 : nil }
        let ending = sign(text.last)
        let parts = (ending == nil ? text[...] : text.dropLast()).split(
            separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0) }
        guard numbers.count == parts.count, numbers.count <= 3, let degrees = numbers.first, degrees.isFinite else {
            return nil
        }
        let minutes = numbers.count > 1 ? numbers[1] : 0
        let seconds = numbers.count > 2 ? numbers[2] : 0
        let isSigned = text.hasPrefix("-") || text.hasPrefix("+")
        let ref = isSigned ? nil : self.text(name + "Ref", in: .exif)?.uppercased().first
        return (ending ?? sign(ref) ?? 1) * (degrees + minutes / 60 + seconds / 3600)
    }
}
