/// What a property is set to.
enum XMPPropertyContent {
    case text(String)
    /// One text in the default language.
    case alternative(String)
    /// A list of one item.
    case sequence(String)

    /// What stands between the property's tags.
    ///
    /// - Parameter rdf: the prefix of RDF's elements, with its colon; empty where they need none.
    func text(rdf: String) -> String {
        switch self {
        case .text(let text): XMPText.escaped(text)
        case .alternative(let text):
            "<\(rdf)Alt><\(rdf)li xml:lang=\"x-default\">\(XMPText.escaped(text))</\(rdf)li></\(rdf)Alt>"
        case .sequence(let text):
            "<\(rdf)Seq><\(rdf)li>\(XMPText.escaped(text))</\(rdf)li></\(rdf)Seq>"
        }
    }
}

// Where in a packet a property can be written over, and which descriptions say nothing.
extension XMPValues {
    /// The indices of the elements and attributes with a name, wherever they stand.
    func indices(of name: String, _ namespace: XMPNamespace) -> [Int] {
        guard let uri = index(of: namespace) else { return [] }
        return nodes.indices.filter { nodes[$0].namespace == uri && isNamed(name, $0) }
    }

    /// Whether an element or attribute is a property whose text can be written over with a content.
    ///
    /// Not one whose tag says more than its name (a language, a declaration): the content would not mean the same.
    func canHold(_ content: XMPPropertyContent, _ index: Int) -> Bool {
        let node = nodes[index]
        guard let rdf = self.index(of: .rdf), isProperty(index, rdf) else { return false }
        if node.isAttribute {
            guard case .text(let text) = content else { return false }
            // Readers take a line break in an attribute for a blank.
            return text.unicodeScalars.allSatisfy { $0.value >= 0x20 }
        }
        let tagEnd = node.value.lowerBound - 1
        return node.value.upperBound < node.extent.upperBound && node.name.upperBound <= tagEnd
            && packet[node.name.upperBound..<tagEnd].allSatisfy { $0 <= 0x20 }
    }

    /// A content as it is written in a property that can hold it.
    func text(of content: XMPPropertyContent, in index: Int) -> [UInt8] {
        let node = nodes[index]
        // The description's own prefix means RDF where the property stands.
        let owner = nodes[node.parent]
        let prefix = String(decoding: packet[owner.extent.lowerBound + 1..<owner.name.lowerBound], as: UTF8.self)
        let text = content.text(rdf: prefix)
        return Array((node.isAttribute ? text.replacing("'", with: "&apos;") : text).utf8)
    }

    /// Where `</rdf:RDF>` begins; nil where there is no such element, or it is empty in a single tag.
    var endOfProperties: Int? {
        guard let rdf = index(of: .rdf),
            let node = nodes.indices.first(where: { nodes[$0].namespace == rdf && isNamed("RDF", $0) })
        else { return nil }
        let end = nodes[node].value.upperBound
        return end < nodes[node].extent.upperBound ? end : nil
    }

    /// What the packet is about, which all its descriptions must agree on; as it is written, with its entities.
    var about: String {
        guard let rdf = index(of: .rdf), let node = nodes.indices.first(where: { isAbout($0, rdf) }) else { return "" }
        return String(decoding: packet[nodes[node].value], as: UTF8.self).replacing("\"", with: "&quot;")
    }

    private func isAbout(_ index: Int, _ rdf: Int) -> Bool {
        nodes[index].isAttribute && nodes[index].namespace == rdf && isNamed("about", index)
    }

    /// Where the descriptions are that have no property once some are removed, with the line that each stands on.
    ///
    /// The first one stays where it says what the packet is about.
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

    /// Whether nothing but blanks stands in a range outside of some elements.
    private func isBlank(_ range: Range<Int>, without indices: [Int]) -> Bool {
        var next = range.lowerBound
        for index in indices where !nodes[index].isAttribute {
            let extent = nodes[index].extent
            guard packet[next..<max(extent.lowerBound, next)].allSatisfy({ $0 <= 0x20 }) else { return false }
            next = max(extent.upperBound, next)
        }
        return packet[next..<max(range.upperBound, next)].allSatisfy { $0 <= 0x20 }
    }

    /// A range with the blanks in front of it, and behind it up to the end of the line.
    private func wholeLines(of range: Range<Int>) -> Range<Int> {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        var (start, end) = (range.lowerBound, range.upperBound)
        while start > 0, isBlank(packet[start - 1]) { start -= 1 }
        while end < packet.count, isBlank(packet[end]) || packet[end] == 0x0D { end += 1 }
        return end < packet.count && packet[end] == 0x0A ? start..<end + 1 : range
    }
}

extension XMPEditor {
    /// A changed packet as long as the old one, as far as the blanks allow that pad it for this.
    ///
    /// So it keeps its place in a TIFF file, and in a segment of JPEG what is padded grows over no limit.
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

/// What tells where a picture was taken, in each kind of block.
enum LocationTags {
    /// IPTC's datasets: content location, town, location, province, country; and the preview.
    static let datasets: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101, 200, 201, 202]

    /// Whether an XMP property, or a part of one, is a place.
    ///
    /// Vocabularies of places are many, and prefixes need not be declared for a reader that looks for names only. So a
    /// name counts in whatever vocabulary it stands but RDF's own. Pictures within XMP go, too: they have EXIF of
    /// their own.
    static func contains(_ name: String, _ vocabulary: Vocabulary) -> Bool {
        let lowercased = name.lowercased()
        switch vocabulary {
        case .rdf: return false
        case .geographic: return true
        case .pictures where lowercased == "data" || lowercased == "image": return true
        // Where in the picture its subject is.
        case .exif where ["SubjectLocation", "SubjectArea"].contains(name): return false
        case .exif, .pictures, .any:
            return names.contains(lowercased) || parts.contains { lowercased.contains($0) }
                || lowercased.hasPrefix("location") || endings.contains { lowercased.hasSuffix($0) }
                || shortEndings.contains { name.hasSuffix($0) }
        }
    }

    /// What a name says hangs on the vocabulary that it stands in.
    enum Vocabulary {
        case rdf, exif
        /// All of it tells places: of drones, of geography, of a phone's cell, of where a living thing was found.
        case geographic
        /// Pictures within XMP.
        case pictures
        /// Any other one, or none.
        case any

        init(uri: ArraySlice<UInt8>) {
            // No URI that is known is longer.
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
        "bssid", "ssid", "horizcs", "vertcs",
    ]
    private static let endings = ["location", "locality", "coordinates"]
    /// Parts of words as well, but for their capital.
    private static let shortEndings = ["Lat", "Lon", "Lng", "Long", "Alt", "LAT", "LON", "ALT"]
    private static let geographic = [
        "http://www.w3.org/2003/01/geo/", "http://rs.tdwg.org/dwc/", "http://developer.sonyericsson.com/cell/",
        "http://www.opengis.net/", "http://www.georss.org/", "http://www.geonames.org/", "https://www.geonames.org/",
    ]

    /// Every drone's maker has a vocabulary of its own for where the drone was.
    private static func isGeographic(_ uri: String) -> Bool {
        geographic.contains(where: uri.hasPrefix) || uri.lowercased().contains("drone")
    }
    private static let pictures: Set<String> = [
        "http://ns.google.com/photos/1.0/image/", "http://ns.adobe.com/xap/1.0/g/img/",
    ]
}
