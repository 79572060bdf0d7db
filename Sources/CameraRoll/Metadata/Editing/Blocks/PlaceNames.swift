/// What tells where a picture was taken, in each kind of block.
enum PlaceNames {
    /// IPTC's datasets: content location, town, location, province, country.
    static let datasets: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]

    /// Whether an XMP property, or a part of one, is a place: everything that begins with `GPS` in whatever vocabulary,
    /// and the names of places.
    static func contains(_ name: String, _ namespace: String) -> Bool {
        if name.lowercased().hasPrefix("gps") { return true }
        return properties[namespace]?.contains(name) ?? false
    }

    private static let properties: [String: Set<String>] = [
        XMPNamespace.photoshop.rawValue: ["City", "State", "Country"],
        XMPNamespace.iptcCore.rawValue: ["Location", "CountryCode"],
        XMPNamespace.iptcExtension.rawValue: ["LocationCreated", "LocationShown"],
    ]
}
