import PhotoMetadata

/// A latitude or a longitude as EXIF and XMP write it: degrees and parts of sixty, with a letter for the direction.
struct GPSAngle {
    private let degrees: Double
    private let letter: String
    /// Tenths of a millionth of a second.
    private let units: Int
    private static let unitsInSecond = 10_000_000

    private init(_ degrees: Double, _ positive: String, _ negative: String) {
        self.degrees = abs(degrees)
        letter = degrees < 0 ? negative : positive
        units = Int((abs(degrees) * 3600 * Double(Self.unitsInSecond)).rounded())
    }

    static func latitude(of place: Coordinate) -> GPSAngle { GPSAngle(place.latitude, "N", "S") }
    static func longitude(of place: Coordinate) -> GPSAngle { GPSAngle(place.longitude, "E", "W") }

    /// Whether EXIF's digits are those of no degrees.
    var isZero: Bool { units == 0 }

    /// The letter and the number in EXIF.
    func values(_ ref: UInt16, _ number: UInt16, _ order: ByteOrder) -> [TIFFValue] {
        let minutes = units / (60 * Self.unitsInSecond)
        let parts = [
            (minutes / 60, 1), (minutes % 60, 1), (units % (60 * Self.unitsInSecond), Self.unitsInSecond),
        ]
        return [.text(ref, letter), .rationals(number, parts, order)]
    }

    /// Degrees, and minutes with ten decimals, as XMP writes them: `37,46.494N`.
    var text: String {
        let unitsInMinute = 10_000_000_000
        let units = Int((degrees * 60 * Double(unitsInMinute)).rounded())
        let minutes = units / unitsInMinute
        let decimals = MetadataDate.digits(units % unitsInMinute, 10).reversed().drop { $0 == "0" }.reversed()
        return "\(minutes / 60),\(minutes % 60)." + (decimals.isEmpty ? "0" : String(decimals)) + letter
    }
}

/// A height as EXIF and XMP write it: a number of millimeters, and whether it is below sea level.
struct GPSHeight {
    private let millimeters: Int
    private let isBelow: Bool

    init(_ meters: Double) {
        millimeters = Int((abs(meters) * 1_000).rounded())
        isBelow = meters < 0
    }

    func values(_ order: ByteOrder) -> [TIFFValue] {
        [.bytes(5, .byte, [isBelow ? 1 : 0]), .rationals(6, [(millimeters, 1_000)], order)]
    }

    /// The properties in XMP's vocabulary of EXIF.
    var properties: [(name: String, text: String)] {
        [("GPSAltitude", "\(millimeters)/1000"), ("GPSAltitudeRef", isBelow ? "1" : "0")]
    }
}

extension LocationTags {
    /// The tags of GPS's directory that edits set or remove with the place.
    static let settable = measured.union([0, 1, 2, 3, 4, 18])

    /// The tags that tell how the old place was measured, and how high and in which area it is.
    ///
    /// The height, the receiver's satellites, state and mode, its accuracy, the method, the area, the correction.
    static let measured: Set<UInt16> = [5, 6, 8, 9, 10, 11, 27, 28, 30, 31]

    /// The same in XMP's vocabulary of EXIF, and the directions, which follow the coordinates there.
    static let measuredProperties = [
        "GPSLatitudeRef", "GPSLongitudeRef", "GPSAltitude", "GPSAltitudeRef", "GPSSatellites", "GPSStatus",
        "GPSMeasureMode", "GPSDOP", "GPSProcessingMethod", "GPSAreaInformation", "GPSDifferential",
        "GPSHPositioningError",
    ]

    /// The datum of all coordinates of this package.
    static let datum = "WGS-84"
}

extension XMPEditor {
    /// Sets coordinates if there are some, and removes what was said of the old place.
    mutating func setLocation(_ place: Coordinate, _ altitude: Double?) {
        let hasPlace = has("GPSLatitude", .exif) || has("GPSLongitude", .exif)
        var new: [(name: String, text: String)] = []
        if hasPlace {
            new.append(("GPSLatitude", GPSAngle.latitude(of: place).text))
            new.append(("GPSLongitude", GPSAngle.longitude(of: place).text))
            if let altitude { new += GPSHeight(altitude).properties }
        }
        if has("GPSMapDatum", .exif) { new.append(("GPSMapDatum", LocationTags.datum)) }
        for name in LocationTags.measuredProperties where !new.contains(where: { $0.name == name }) {
            remove(name, .exif)
        }
        for (name, text) in new { set(name, .exif, prefix: "exif", to: text) }
    }
}
