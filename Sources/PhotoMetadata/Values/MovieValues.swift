/// The metadata of a QuickTime or MP4 file itself.
public struct MovieValues: Hashable, Sendable {
    /// When the movie was made, in UTC, from the movie's header (`mvhd`); nil if it is 0, as many programs write.
    public internal(set) var headerCreated: MetadataDate?
    /// The duration in seconds; nil if it is unknown: the movie's header marks it so, by a number with all bits set.
    ///
    /// The header of a movie in fragments (`moof`) does not count them. Its duration is the one stated for all of them
    /// (`mehd`), or else that of their index (`sidx`), or else their sum; nil if there are none.
    public internal(set) var duration: Double?
    /// The values by their keys, such as `com.apple.quicktime.make` or `©day`, as text.
    public internal(set) var items: [String: String] = [:]

    /// Whether all values are missing: the file is not a movie, or a movie without values.
    public var isEmpty: Bool { headerCreated == nil && duration == nil && items.isEmpty }

    /// When the movie was taken, in the camera's time zone.
    public var created: MetadataDate? {
        text("com.apple.quicktime.creationdate", "©day", "date").flatMap { MetadataDate($0) }
    }
    /// The place in ISO 6709 form: `+32.0929+034.8620+028.516/`; also built from the numbers of a 3GPP file.
    public var locationText: String? { text("com.apple.quicktime.location.ISO6709", "©xyz", "loci") }
    /// The place as a point on Earth; nil at 0° N 0° E without an altitude, which stands for an unknown place.
    public var location: ISO6709Location? {
        locationText.flatMap(ISO6709Location.init).flatMap { $0.place.isZero && ($0.altitude ?? 0) == 0 ? nil : $0 }
    }
    /// The camera's maker.
    public var make: String? { text("com.apple.quicktime.make", "©mak") }
    /// The camera's model.
    public var model: String? { text("com.apple.quicktime.model", "©mod") }
    /// The copyright notice.
    public var copyright: String? { text("com.apple.quicktime.copyright", "©cpy", "cprt") }
    /// The identifier that a Live Photo's movie shares with its still.
    public var contentIdentifier: String? { text("com.apple.quicktime.content.identifier") }

    private func text(_ keys: String...) -> String? {
        items.isEmpty ? nil : keys.lazy.compactMap { items[$0] }.first { !$0.isEmpty }
    }
}

/// A point on Earth in ISO 6709 form, as stored in movies: `+32.0929+034.8620+028.516/`.
public struct ISO6709Location: Hashable, Sendable {
    /// The place without its altitude.
    public let place: Coordinate
    /// Meters above sea level; nil if there is no altitude.
    public let altitude: Double?

    /// Reads the text; nil if it does not contain two valid coordinates.
    ///
    /// The number of digits distinguishes degrees; degrees and minutes; and degrees, minutes and seconds.
    public init?(_ text: String) {
        let numbers = Self.signedNumbers(Array(text.utf8))
        guard numbers.count >= 2, let latitude = Self.degrees(numbers[0], 2),
            let longitude = Self.degrees(numbers[1], 3), abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        place = Coordinate(latitude: latitude, longitude: longitude)
        altitude = numbers.count > 2 ? Double(numbers[2]) : nil
    }

    /// A fixed-point number with sixteen fractional bits, in ISO 6709 form with at least this many integer digits.
    static func text(_ number: Int32, digits: Int) -> String {
        let (whole, rest) = number.magnitude.quotientAndRemainder(dividingBy: 1 << 16)
        let fraction = (UInt64(rest) * 1_000_000) >> 16
        let sign = number < 0 ? "-" : "+"
        return sign + MetadataDate.digits(Int(whole), digits) + "." + MetadataDate.digits(Int(fraction), 6)
    }

    private static func signedNumbers(_ text: [UInt8]) -> [String] {
        var numbers: [String] = []
        for byte in text {
            let character = Character(Unicode.Scalar(byte))
            if character == "+" || character == "-" {
                guard numbers.count < 3 else { break }
                numbers.append(String(character))
            } else if character.isNumber || character == ".", let last = numbers.indices.last {
                numbers[last].append(character)
            } else {
                break
            }
        }
        return numbers
    }

    private static func degrees(_ number: String, _ degreeDigits: Int) -> Double? {
        guard let value = Double(number), value.isFinite else { return nil }
        let digits = number.dropFirst().prefix { $0 != "." }.count
        let (sign, magnitude) = (value.sign == .minus ? -1.0 : 1.0, abs(value))
        switch digits - degreeDigits {
        case ...0: return value
        case 1...2:
            let degrees = (magnitude / 100).rounded(.down)
            return sign * (degrees + (magnitude - degrees * 100) / 60)
        default:
            let degrees = (magnitude / 10_000).rounded(.down)
            let minutes = ((magnitude - degrees * 10_000) / 100).rounded(.down)
            return sign * (degrees + minutes / 60 + (magnitude - degrees * 10_000 - minutes * 100) / 3600)
        }
    }
}
