import PhotoMetadata

/// The value that a property is set to.
enum XMPPropertyContent {
    case text(String)
    /// One text in the default language.
    case alternative(String)
    /// A list of RDF's kind `Seq` or `Bag`.
    case list(String, [String])

    /// The text between the property's tags.
    ///
    /// - Parameter rdf: the prefix of RDF's elements, with its colon; empty if they need none.
    func text(rdf: String) -> String {
        switch self {
        case .text(let text): XMPText.escaped(text)
        case .alternative(let text):
            "<\(rdf)Alt><\(rdf)li xml:lang=\"x-default\">\(XMPText.escaped(text))</\(rdf)li></\(rdf)Alt>"
        case .list(let kind, let texts):
            "<\(rdf)\(kind)>" + texts.map { "<\(rdf)li>\(XMPText.escaped($0))</\(rdf)li>" }.joined()
                + "</\(rdf)\(kind)>"
        }
    }
}

// Finds properties that can be overwritten in place, and empty descriptions.
extension XMPValues {
    /// Whether the text of a property can be overwritten with a content.
    ///
    /// False if its tag says more than its name (a language, a declaration): the content would change its meaning.
    func canHold(_ content: XMPPropertyContent, _ index: Int) -> Bool {
        let node = nodes[index]
        if node.isAttribute {
            guard case .text(let text) = content else { return false }
            // Readers replace a line break in an attribute by a blank.
            return text.unicodeScalars.allSatisfy { $0.value >= 0x20 }
        }
        let tagEnd = node.value.lowerBound - 1
        return node.value.upperBound < node.extent.upperBound && node.name.upperBound <= tagEnd
            && bytes[node.name.upperBound..<tagEnd].allSatisfy { $0 <= 0x20 }
    }

    /// The text of a content for a property that can hold it.
    func text(of content: XMPPropertyContent, in index: Int) -> [UInt8] {
        let node = nodes[index]
        // The description's own prefix means RDF at the property.
        let owner = nodes[node.parent]
        let prefix = String(decoding: bytes[owner.extent.lowerBound + 1..<owner.name.lowerBound], as: UTF8.self)
        let text = content.text(rdf: prefix)
        return Array((node.isAttribute ? text.replacing("'", with: "&apos;") : text).utf8)
    }

    /// Where properties are added, and how: in front of `</rdf:RDF>`, which is written too where it is missing.
    ///
    /// Nil if there is no element for them before an end.
    func insertion(of added: String, before end: Int) -> (range: Range<Int>, text: String)? {
        let rdf = index(of: .rdf)
        let found = nodes.indices.first { nodes[$0].namespace == rdf && isNamed("RDF", $0) }
        let root = nodes.indices.first { isNamed("xmpmeta", $0) || isNamed("xapmeta", $0) }
        guard let node = (found ?? root).map({ nodes[$0] }), node.extent.upperBound <= end else { return nil }
        let uri = XMPNamespace.rdf.rawValue
        let text = found == nil ? "<rdf:RDF xmlns:rdf=\"\(uri)\">\n\(added)</rdf:RDF>" : added
        if node.value.upperBound < node.extent.upperBound {
            return (node.value.upperBound..<node.value.upperBound, text)
        }
        // The element is a single empty tag.
        let name = String(decoding: bytes[node.extent.lowerBound + 1..<node.name.upperBound], as: UTF8.self)
        return (node.extent.upperBound - 2..<node.extent.upperBound, ">\(text)</\(name)>")
    }

    /// The subject of the packet, which all its descriptions must share; as written, with its entities.
    var about: String {
        guard let rdf = index(of: .rdf), let node = nodes.indices.first(where: { isAbout($0, rdf) }) else { return "" }
        return String(decoding: bytes[nodes[node].value], as: UTF8.self).replacing("\"", with: "&quot;")
    }

    private func isAbout(_ index: Int, _ rdf: Int) -> Bool {
        nodes[index].isAttribute && nodes[index].namespace == rdf && isNamed("about", index)
    }

    /// The ranges of descriptions without properties once some are removed, each with the line that it stands on.
    ///
    /// The first one stays if it names the packet's subject.
    ///
    /// - Complexity: O(elements of the packet).
    func emptyDescriptions(without removed: Set<Int>) -> [Range<Int>] {
        guard let rdf = index(of: .rdf) else { return [] }
        let owners = nodes.indices.filter { isDescription($0, rdf) }
        var (children, living): ([Int: [Int]], Set<Int>) = ([:], [])
        for index in nodes.indices where nodes[index].parent >= 0 {
            let parent = nodes[index].parent
            if removed.contains(index) {
                children[parent, default: []].append(index)
            } else if !isAbout(index, rdf) || !nodes[index].value.isEmpty && parent == owners.first {
                living.insert(parent)
            }
        }
        return owners.filter { !living.contains($0) && isBlank(nodes[$0].value, without: children[$0] ?? []) }
            .map { wholeLines(of: nodes[$0].extent) }
    }

    private func isDescription(_ index: Int, _ rdf: Int) -> Bool {
        let owner = nodes[index].parent
        guard owner >= 0, nodes[index].namespace == rdf, isNamed("Description", index) else { return false }
        return nodes[owner].namespace == rdf && isNamed("RDF", owner) && !nodes[index].isAttribute
    }

    /// Whether a range contains only blanks besides some elements.
    private func isBlank(_ range: Range<Int>, without indices: [Int]) -> Bool {
        var next = range.lowerBound
        for index in indices where !nodes[index].isAttribute {
            let extent = nodes[index].extent
            guard bytes[next..<max(extent.lowerBound, next)].allSatisfy({ $0 <= 0x20 }) else { return false }
            next = max(extent.upperBound, next)
        }
        return bytes[next..<max(range.upperBound, next)].allSatisfy { $0 <= 0x20 }
    }

    /// A range with the blanks before it and those behind it up to the end of the line.
    private func wholeLines(of range: Range<Int>) -> Range<Int> {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        var (start, end) = (range.lowerBound, range.upperBound)
        while start > 0, isBlank(bytes[start - 1]) { start -= 1 }
        while end < bytes.count, isBlank(bytes[end]) || bytes[end] == 0x0D { end += 1 }
        return end < bytes.count && bytes[end] == 0x0A ? start..<end + 1 : range
    }
}

extension XMPEditor {
    /// A changed packet with the length of the old one, as far as its padding allows.
    ///
    /// So it keeps its place in a TIFF file, and padding does not push a JPEG segment over its limit.
    static func padded(_ new: [UInt8], like old: [UInt8]) -> [UInt8] {
        let mark = Array("<?xpacket end".utf8)
        let starts = stride(from: new.count - mark.count, to: 0, by: -1)
        guard let end = starts.first(where: { new[$0] == mark[0] && new[$0...].starts(with: mark) }) else { return new }
        if new.count <= old.count {
            return Array(new[..<end] + [UInt8](repeating: 0x20, count: old.count - new.count) + new[end...])
        }
        let blanks = new[..<end].reversed().prefix { $0 <= 0x20 }.count
        return Array(new[..<(end - min(blanks, new.count - old.count))] + new[end...])
    }
}

/// The properties, datasets and keywords that hold a place, in each kind of block.
enum LocationTags {
    /// IPTC's datasets: content location, town, location, province, country; and the preview.
    static let datasets: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101, 200, 201, 202]

    /// Whether an XMP property, or a part of one, is a place.
    ///
    /// There are many vocabularies of places, and prefixes need not be declared for a reader that only looks for
    /// names. So a name counts in every vocabulary except RDF's own. Pictures within XMP are removed, too: they
    /// have EXIF of their own. So are maker notes as text, which may hold a place.
    static func contains(_ name: String, _ vocabulary: Vocabulary) -> Bool {
        let lowercased = name.lowercased()
        switch vocabulary {
        case .rdf: return false
        case .geographic: return true
        case .pictures where lowercased == "data" || lowercased == "image": return true
        // The position of the subject within the picture.
        case .exif where ["SubjectLocation", "SubjectArea"].contains(name): return false
        case .exif, .pictures, .any:
            return names.contains(lowercased) || parts.contains { lowercased.contains($0) }
                || lowercased.hasPrefix("location") || endings.contains { lowercased.hasSuffix($0) }
                || shortEndings.contains { name.hasSuffix($0) }
        }
    }

    /// The kind of a vocabulary, on which the meaning of a name depends.
    enum Vocabulary {
        case rdf, exif
        /// Everything in it is about places: of drones, geography, phone cells, or finds of living things.
        case geographic
        /// Pictures within XMP.
        case pictures
        /// Another vocabulary, or none.
        case any

        init(uri: ArraySlice<UInt8>) {
            // No known URI is longer.
            let uri = uri.count > 100 ? "" : String(decoding: uri, as: UTF8.self)
            if uri == XMPNamespace.rdf.rawValue {
                self = .rdf
            } else if uri == XMPNamespace.exif.rawValue {
                self = .exif
            } else if LocationTags.isGeographic(uri) {
                self = .geographic
            } else {
                self = LocationTags.pictures.contains(uri) ? .pictures : .any
            }
        }
    }

    /// Whether the keyword of a PNG's text names a place: ImageMagick writes `exif:GPSLatitude`, others `Location`.
    static func contains(keyword: String) -> Bool {
        let name = keyword.split(separator: ":").last ?? ""
        return contains(name.filter { $0 != " " && $0 != "_" && $0 != "-" }, .any)
    }

    private static let parts = ["gps", "latitude", "longitude", "altitude", "geotag", "geolocation", "earthpos"]
    private static let names: Set<String> = [
        "city", "state", "country", "countrycode", "countryname", "provincestate", "province", "worldregion",
        "county", "municipality", "district", "coverage", "lat", "lon", "long", "lng", "place", "placename", "geo",
        "coordinates", "landmark", "spatial", "geohash", "elevation", "postalcode", "zipcode", "street",
        "streetaddress", "venue", "based_near", "basednear", "cellid", "cellglobalid", "cgi", "lac", "mcc", "mnc",
        "bssid", "ssid", "horizcs", "vertcs", "makernote",
    ]
    private static let endings = ["location", "locality", "coordinates"]
    /// Endings that also occur within words, but not with a capital.
    private static let shortEndings = ["Lat", "Lon", "Lng", "Long", "Alt", "LAT", "LON", "ALT"]
    private static let geographic = [
        "http://www.w3.org/2003/01/geo/", "http://rs.tdwg.org/dwc/", "http://developer.sonyericsson.com/cell/",
        "http://www.opengis.net/", "http://www.georss.org/", "http://www.geonames.org/", "https://www.geonames.org/",
    ]

    /// Each drone maker has its own vocabulary for the drone's position.
    private static func isGeographic(_ uri: String) -> Bool {
        geographic.contains(where: uri.hasPrefix) || uri.lowercased().contains("drone")
    }
    private static let pictures: Set<String> = [
        "http://ns.google.com/photos/1.0/image/", "http://ns.adobe.com/xap/1.0/g/img/",
    ]
}
