/// What tells where a picture was taken, in each kind of block.
enum PlaceNames {
    /// IPTC's datasets: content location, town, location, province, country.
    static let datasets: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]

    /// Whether an XMP property, or a part of one, is a place.
    ///
    /// Vocabularies of places are many, and prefixes need not be declared for a reader that looks for names only. So a
    /// name counts in whatever vocabulary it stands but RDF's own. Pictures within XMP go, too: they have EXIF of
    /// their own.
    static func contains(_ name: String, _ namespace: String?) -> Bool {
        let name = name.lowercased()
        if namespace == XMPNamespace.rdf.rawValue { return false }
        if let namespace, geographic.contains(namespace) { return true }
        if name == "data" || name == "image", let namespace, pictures.contains(namespace) { return true }
        return names.contains(name) || parts.contains { name.contains($0) } || name.hasPrefix("location")
            || name.hasSuffix("location")
    }

    /// Whether the keyword of a PNG's text names a place: ImageMagick writes `exif:GPSLatitude`, others `Location`.
    static func contains(keyword: String) -> Bool {
        let name = keyword.split(separator: ":").last ?? ""
        return contains(name.filter { $0 != " " && $0 != "_" && $0 != "-" }, nil)
    }

    private static let parts = ["gps", "latitude", "longitude", "altitude", "geotag", "geolocation"]
    private static let names: Set<String> = [
        "city", "state", "country", "countrycode", "countryname", "provincestate", "province", "worldregion",
        "coverage", "lat", "lon", "long", "lng", "place", "placename", "geo", "coordinates", "landmark",
    ]
    private static let geographic: Set<String> = ["http://www.w3.org/2003/01/geo/wgs84_pos#"]
    private static let pictures: Set<String> = [
        "http://ns.google.com/photos/1.0/image/", "http://ns.adobe.com/xap/1.0/g/img/",
    ]
}
