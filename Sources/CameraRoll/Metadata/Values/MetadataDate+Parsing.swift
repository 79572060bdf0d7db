extension MetadataDate {
    /// Reads a moment as EXIF, XMP, IPTC and QuickTime write it; nil where the text names no whole day.
    ///
    /// Taken are `2023:04:19 10:11:12`, `2023-04-19T10:11:12.5+02:00`, `20230419`, and what lacks the time, the
    /// seconds, the fraction or the zone; without a time it is midnight. Text behind that is passed over, as are
    /// blanks in front: `2024-02-29 junk` is that day's midnight. A time that is there but is none that a clock shows,
    /// such as `24:00:00`, makes the whole text wrong, and gives nil.
    public init?(_ text: String) {
        self.init(utf8: Array(text.utf8)[...])
    }

    private init?(utf8 text: ArraySlice<UInt8>) {
        var scanner = DateScanner(text)
        guard let date = scanner.date() else { return nil }
        let time = scanner.time()
        self.init(
            year: date.year, month: date.month, day: date.day, hour: time?.hour ?? 0, minute: time?.minute ?? 0,
            second: time?.second ?? 0, subseconds: time?.subseconds, offset: time == nil ? nil : scanner.offset())
    }

    /// EXIF's three texts for one moment, as the bytes that the file has: every picture of a page is asked for it.
    ///
    /// - Parameters:
    ///   - text: date and time.
    ///   - subseconds: the digits behind the point; where they are none they are passed over.
    ///   - offset: the zone, `+02:00`; where it is none it is passed over.
    init?(exif text: ArraySlice<UInt8>?, subseconds: ArraySlice<UInt8>?, offset: ArraySlice<UInt8>?) {
        guard let text, var date = MetadataDate(utf8: text) else { return nil }
        if let digits = subseconds?.prefix(while: DateScanner.isDigit), !digits.isEmpty {
            date.subseconds = String(decoding: digits, as: UTF8.self)
        }
        if let offset {
            var scanner = DateScanner(offset)
            date.offset = scanner.offset() ?? date.offset
        }
        self = date
    }
}

/// Reads the parts of a moment from text, one after the other.
struct DateScanner {
    private var rest: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) {
        rest = text.drop { $0 == UInt8(ascii: " ") }
    }

    static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    mutating func date() -> (year: Int, month: Int, day: Int)? {
        guard let year = digits(4) else { return nil }
        _ = skip(":-/.")
        guard let month = digits(2) else { return nil }
        _ = skip(":-/.")
        guard let day = digits(2) else { return nil }
        return (year, month, day)
    }

    mutating func time() -> (hour: Int, minute: Int, second: Int, subseconds: String?)? {
        _ = skip("T ")
        guard let hour = digits(2) else { return nil }
        _ = skip(":")
        guard let minute = digits(2) else { return nil }
        _ = skip(":")
        guard let second = digits(2) else { return (hour, minute, 0, nil) }
        guard skip(".,") else { return (hour, minute, second, nil) }
        let fraction = rest.prefix(while: Self.isDigit)
        rest = rest.dropFirst(fraction.count)
        return (hour, minute, second, String(decoding: fraction, as: UTF8.self))
    }

    /// Minutes east of Greenwich.
    mutating func offset() -> Int? {
        if skip("Z") { return 0 }
        let isWest = rest.first == UInt8(ascii: "-")
        guard skip("+-"), let hours = digits(2) else { return nil }
        _ = skip(":")
        let minutes = hours * 60 + (digits(2) ?? 0)
        guard minutes < 1440 else { return nil }
        return isWest ? -minutes : minutes
    }

    private mutating func digits(_ count: Int) -> Int? {
        guard rest.count >= count else { return nil }
        var number = 0
        for byte in rest.prefix(count) {
            guard Self.isDigit(byte) else { return nil }
            number = number * 10 + Int(byte - 48)
        }
        rest.removeFirst(count)
        return number
    }

    private mutating func skip(_ characters: StaticString) -> Bool {
        guard let byte = rest.first, characters.withUTF8Buffer({ $0.contains(byte) }) else { return false }
        rest.removeFirst()
        return true
    }
}
