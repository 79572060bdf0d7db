/// The place where a picture was taken, from EXIF.
public struct GPSValues: Hashable, Sendable {
    /// All raw tags.
    public let tags: MetadataTags

    /// Whether there are any.
    public var isEmpty: Bool { !tags.all.contains { $0.directory == .gps } }

    /// `N` or `S` (1).
    public var latitudeRef: String? { tags.text(1, .gps) }
    /// Degrees, minutes and seconds (2).
    public var latitudeParts: [MetadataRational] { rationals(2) }
    /// `E` or `W` (3).
    public var longitudeRef: String? { tags.text(3, .gps) }
    /// Degrees, minutes and seconds (4).
    public var longitudeParts: [MetadataRational] { rationals(4) }
    /// 0 above, 1 below: sea level, and since EXIF 3.0 the ellipsoid; 2 above, 3 below sea level, since EXIF 3.0 (5).
    public var altitudeRef: Int? { tags.integer(5, .gps) }
    /// Meters above or below the ref's level, without sign (6).
    public var altitudeMagnitude: MetadataRational? { tags.rational(6, .gps) }
    /// The direction in which the camera pointed, in degrees clockwise from north (17).
    public var imageDirection: MetadataRational? { tags.rational(17, .gps) }
    /// The horizontal error of the place, in meters (31).
    public var horizontalError: MetadataRational? { tags.rational(31, .gps) }
    /// The speed (13) in the unit that tag 12 names.
    public var speed: MetadataRational? { tags.rational(13, .gps) }

    /// Degrees north; nil unless the parts are numbers and the ref is `N` or `S`, in either case.
    ///
    /// Positive if the ref is `N`. Any other ref gives no sign, and the hemisphere is not guessed.
    public var latitude: Double? { degrees(latitudeParts, latitudeRef, positive: "N", negative: "S") }
    /// Degrees east; nil unless the parts are numbers and the ref is `E` or `W`, in either case.
    ///
    /// Positive if the ref is `E`. Any other ref gives no sign, and the hemisphere is not guessed.
    public var longitude: Double? { degrees(longitudeParts, longitudeRef, positive: "E", negative: "W") }

    /// Meters above sea level, negative below it; nil if the altitude is missing, or its ref is not 0 to 3.
    ///
    /// Without a ref it is above, as EXIF says.
    public var altitude: Double? {
        let ref = tags[5, .gps] == nil ? 0 : altitudeRef
        guard let ref, (0...3).contains(ref), let meters = altitudeMagnitude?.value else { return nil }
        return ref & 1 == 0 ? meters : -meters
    }

    /// The place; nil if a coordinate is missing or out of range.
    ///
    /// Also nil at 0° N 0° E, in the open sea, if nothing else is stated, as by cameras without a GPS fix: neither an
    /// altitude, nor a time, nor any other value of a receiver.
    public var place: Coordinate? {
        guard let latitude, let longitude, let place = Coordinate(latitude, longitude) else { return nil }
        return place.isZero && !hasFurtherData ? nil : place
    }

    /// Whether there is more than a version (0), coordinates and their refs (1 to 4), an altitude of 0 (5 and 6), the
    /// state of the receiver (9) and the map (18).
    private var hasFurtherData: Bool {
        tags.all.contains { $0.directory == .gps && ![0, 1, 2, 3, 4, 5, 6, 9, 18].contains($0.id) }
            || (altitude ?? 0) != 0
    }

    /// The time of the GPS fix, in UTC (29 and 7); nil if day or time is missing.
    public var time: MetadataDate? {
        guard let day = tags.text(29, .gps).flatMap({ MetadataDate($0) }) else { return nil }
        let clock = rationals(7).compactMap(\.value)
        guard clock.count == 3, clock.allSatisfy({ (0..<61).contains($0) }) else { return nil }
        return MetadataDate(
            year: day.year, month: day.month, day: day.day, hour: Int(clock[0]), minute: Int(clock[1]),
            second: Int(clock[2]), subseconds: Self.fraction(of: clock[2]), offset: 0)
    }

    /// The digits behind a number's point, up to millionths; nil for a whole number.
    private static func fraction(of number: Double) -> String? {
        let millionths = min(Int((number.truncatingRemainder(dividingBy: 1) * 1e6).rounded()), 999_999)
        let digits = MetadataDate.digits(millionths, 6).reversed().drop { $0 == "0" }.reversed()
        return digits.isEmpty ? nil : String(digits)
    }

    private func rationals(_ id: UInt16) -> [MetadataRational] {
        tags[id, .gps].flatMap { tags.rationals(of: $0) } ?? []
    }

    private func degrees(
        _ parts: [MetadataRational], _ ref: String?, positive: String, negative: String
    ) -> Double? {
        guard let ref = ref?.uppercased(), ref == positive || ref == negative else { return nil }
        guard !parts.isEmpty, parts.count <= 3, let degrees = parts[0].value else { return nil }
        // Minutes and seconds of 0/0 mean that they are missing.
        let minutes = parts.count > 1 ? parts[1].value ?? 0 : 0
        let seconds = parts.count > 2 ? parts[2].value ?? 0 : 0
        let magnitude = degrees + minutes / 60 + seconds / 3600
        return ref == positive ? magnitude : -magnitude
    }
}

extension ImageMetadata {
    /// EXIF's GPS values.
    public var gps: GPSValues { GPSValues(tags: tags) }
}

/// Where an asset was taken.
public struct Coordinate: Hashable, Sendable, Codable {
    /// Degrees north of the equator, -90 to 90.
    public var latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    public var longitude: Double

    /// Creates a place from its coordinates in degrees (WGS 84).
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Creates a place on Earth; nil if a coordinate is out of range.
    init?(_ latitude: Double, _ longitude: Double) {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// Whether it is 0° N 0° E, which programs write for an unknown place.
    var isZero: Bool { latitude == 0 && longitude == 0 }
}
