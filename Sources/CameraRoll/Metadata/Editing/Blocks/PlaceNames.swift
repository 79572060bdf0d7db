/// What tells where a picture was taken, in each kind of block.
enum PlaceNames {
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
            } else if PlaceNames.isGeographic(uri) {
                self = .geographic
            } else {
                self = PlaceNames.pictures.contains(uri) ? .pictures : .any
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
