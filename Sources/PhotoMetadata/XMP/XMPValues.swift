/// The properties of an XMP packet.
///
/// Simple properties, lists and alternatives are read by name; a structure is available as text in the packet.
public struct XMPValues: Hashable, Sendable {
    /// The packet, in UTF-8.
    public let packet: [UInt8]
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
        (packet, nodes, namespaces, remarks, isWhole, exceededLimit, isUTF8) = ([], [], [], [], true, nil, true)
    }

    /// Reads a packet in UTF-8 or UTF-16, from a file or from its XMP sidecar file.
    public init(packet original: [UInt8]) {
        let recoded = Self.recode(original)
        packet = recoded ?? original
        isUTF8 = recoded == nil
        var scanner = XMPScanner(packet)
        scanner.scan()
        nodes = scanner.nodes
        namespaces = scanner.namespaces
        remarks = scanner.remarks
        isWhole = scanner.isWhole
        exceededLimit = scanner.exceededLimit
    }

    /// Whether there is no packet, or nothing in it could be read.
    public var isEmpty: Bool { nodes.isEmpty }

    /// The texts of a property: one of a simple property, each item of a list, each language of an alternative.
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
        namespaces.firstIndex { packet[$0].elementsEqual(namespace.rawValue.utf8) }
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
        packet[nodes[index].name].elementsEqual(name.utf8)
    }

    /// Whether a node is a direct child of a description.
    func isProperty(_ index: Int, _ rdf: Int) -> Bool {
        let owner = nodes[index].parent
        guard owner >= 0, nodes[owner].namespace == rdf, isNamed("Description", owner) else { return false }
        let outer = nodes[owner].parent
        return outer >= 0 && nodes[outer].namespace == rdf && isNamed("RDF", outer)
    }

    private func texts(of property: Int) -> [String] {
        guard nodes[property].hasChildren else { return [text(in: nodes[property].value)] }
        // Items follow their property in the list of nodes, up to a node past its end.
        let end = nodes[property].extent.upperBound
        return nodes[(property + 1)...].prefix { $0.extent.lowerBound < end }
            .filter { !$0.isAttribute && !$0.hasChildren && packet[$0.name].elementsEqual("li".utf8) }
            .map { text(in: $0.value) }
    }

    /// Text with its entities resolved and surrounding blanks removed.
    func text(in range: Range<Int>) -> String {
        let bytes = packet[range].drop { $0 <= 0x20 }
        let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? bytes.startIndex
        let text = String(decoding: bytes[bytes.startIndex..<end], as: UTF8.self)
        return text.utf8.contains(UInt8(ascii: "&")) ? XMPText.unescaped(text) : text
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
        return text("GPSAltitudeRef", in: .exif) == "1" ? -meters : meters
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
