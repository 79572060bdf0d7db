public import Foundation

/// A moment as a camera writes it: the camera's local time and, if known, the fraction of a second and the time
/// zone.
///
/// Most cameras write no time zone. ``offset`` is then nil, none is guessed, and the moment is known only up to a day;
/// ``date(in:)`` turns it into a `Date`, with a zone that you pass or the device's. A day without a time counts as its
/// midnight. Its parts are always those of a real day and time.
public struct MetadataDate: Hashable, Sendable {
    /// The year, 1 to 9999.
    public internal(set) var year: Int
    /// The month, 1 to 12.
    public internal(set) var month: Int
    /// The day, 1 to 31.
    public internal(set) var day: Int
    /// The hour, 0 to 23.
    public internal(set) var hour: Int
    /// The minute, 0 to 59.
    public internal(set) var minute: Int
    /// The second, 0 to 60.
    public internal(set) var second: Int
    /// The digits after the decimal point of the seconds, as written, such as `023460`; nil for whole seconds.
    public internal(set) var subseconds: String?
    /// Minutes east of Greenwich, -1439 to 1439; nil if the zone is unknown.
    public internal(set) var offset: Int?

    /// Creates a moment from its parts; nil if there is no such day or time.
    public init?(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, subseconds: String? = nil,
        offset: Int? = nil
    ) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(of: month, in: year)
        else { return nil }
        guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second) else { return nil }
        guard subseconds?.utf8.allSatisfy({ (48...57).contains($0) }) ?? true else { return nil }
        guard (-1439...1439).contains(offset ?? 0) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
        self.subseconds = subseconds.flatMap { $0.isEmpty ? nil : $0 }
        self.offset = offset
    }

    /// The fraction of a second, 0 up to but not including 1.
    public var fraction: Double {
        subseconds.flatMap { Double("0." + $0) } ?? 0
    }

    private static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}

extension MetadataDate {
    /// The moment as a date.
    ///
    /// - Parameter zone: the time zone to assume if the file states none; by default the device's own, which is a
    ///   guess.
    public func date(in zone: TimeZone = .current) -> Date {
        let seconds = secondsSince1970 + fraction
        if let offset { return Date(timeIntervalSince1970: seconds - Double(offset * 60)) }
        let guess = Date(timeIntervalSince1970: seconds - Double(zone.secondsFromGMT()))
        let first = Date(timeIntervalSince1970: seconds - Double(zone.secondsFromGMT(for: guess)))
        // A second pass: the first guess may lie on the other side of a daylight saving change.
        return Date(timeIntervalSince1970: seconds - Double(zone.secondsFromGMT(for: first)))
    }

    /// Creates the local time in a time zone for a date, with that zone's offset and milliseconds.
    ///
    /// - Parameters:
    ///   - date: the moment; nil is returned outside the years 1 to 9999.
    ///   - zone: the camera's time zone.
    public init?(_ date: Date, in zone: TimeZone = .current) {
        let local = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
        guard local > -62_135_596_800, local < 253_402_300_800 else { return nil }
        let thousandths = Int((local * 1000).rounded(.down))
        let fraction = thousandths - Self.floorDivide(thousandths, 1000) * 1000
        self.init(secondsSince1970: Self.floorDivide(thousandths, 1000))
        subseconds = fraction == 0 ? nil : String(String(1000 + fraction).dropFirst())
        offset = zone.secondsFromGMT(for: date) / 60
    }

    /// The local day and time without a zone, from seconds since 1970.
    init(secondsSince1970 seconds: Int) {
        let day = Self.floorDivide(seconds, 86_400)
        let time = seconds - day * 86_400
        (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60)
        // Days are counted in eras of 400 years that begin on March 1, so that leap days come last.
        let shifted = day + 719_468
        let era = Self.floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        self.day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    private var secondsSince1970: Double {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = Self.floorDivide(shiftedYear, 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        return Double(days * 86_400 + hour * 3600 + minute * 60 + second)
    }

    private static func floorDivide(_ number: Int, _ divisor: Int) -> Int {
        let quotient = number / divisor
        return number % divisor < 0 ? quotient - 1 : quotient
    }
}

extension MetadataDate: CustomStringConvertible {
    /// The moment as ISO 8601 writes it: `2023-04-19T10:11:12.5+02:00`.
    public var description: String {
        let date = [Self.digits(year, 4), Self.digits(month), Self.digits(day)].joined(separator: "-")
        return date + "T" + timeText + (subseconds.map { "." + $0 } ?? "") + (offsetText ?? "")
    }

    /// Date and time as EXIF writes them: `2023:04:19 10:11:12`.
    public var exifText: String {
        [Self.digits(year, 4), Self.digits(month), Self.digits(day)].joined(separator: ":") + " " + timeText
    }

    /// The time zone as EXIF writes it: `+02:00`; nil if it is unknown.
    public var offsetText: String? {
        offset.map(Self.text(ofOffset:))
    }

    /// A time zone as EXIF writes it: `+02:00`.
    package static func text(ofOffset offset: Int) -> String {
        let (hours, minutes) = offset.magnitude.quotientAndRemainder(dividingBy: 60)
        return (offset < 0 ? "-" : "+") + digits(Int(hours)) + ":" + digits(Int(minutes))
    }

    private var timeText: String {
        [hour, minute, second].map { Self.digits($0) }.joined(separator: ":")
    }

    package static func digits(_ number: Int, _ count: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(count - text.utf8.count, 0)) + text
    }
}

extension MetadataDate {
    /// Reads a moment as EXIF, XMP, IPTC and QuickTime write it; nil if the text has no complete day.
    ///
    /// Accepts `2023:04:19 10:11:12`, `2023-04-19T10:11:12.5+02:00`, `20230419`, and forms without the time, the
    /// seconds, the fraction or the zone; without a time it is midnight. Trailing text and leading blanks are ignored:
    /// `2024-02-29 junk` is that day's midnight. `24:00:00` is the midnight of the next day, as in ISO 8601. An invalid
    /// time, such as `24:00:01`, makes the whole text invalid, and the result is nil.
    public init?(_ text: String) {
        self.init(utf8: Array(text.utf8)[...])
    }

    private init?(utf8 text: ArraySlice<UInt8>) {
        var scanner = DateScanner(text)
        guard let date = scanner.date() else { return nil }
        let time = scanner.time()
        let isEndOfDay = time.map { ($0.hour, $0.minute, $0.second) == (24, 0, 0) && !$0.hasFraction } ?? false
        self.init(
            year: date.year, month: date.month, day: date.day, hour: isEndOfDay ? 0 : time?.hour ?? 0,
            minute: time?.minute ?? 0, second: time?.second ?? 0, subseconds: time?.subseconds,
            offset: time == nil ? nil : scanner.offset())
        if isEndOfDay, !moveToNextDay() { return nil }
    }

    /// Returns false on the last day of the year 9999.
    private mutating func moveToNextDay() -> Bool {
        let next = MetadataDate(secondsSince1970: Int(secondsSince1970) + 86_400)
        (year, month, day) = (next.year, next.month, next.day)
        return year <= 9999
    }

    /// Reads EXIF's three texts for one moment, as raw bytes for speed: each picture of a page needs it.
    ///
    /// - Parameters:
    ///   - text: date and time.
    ///   - subseconds: the digits after the decimal point; ignored if they are not digits.
    ///   - offset: the zone, `+02:00`; ignored if it is not one.
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
    /// A time of day as it is written.
    struct DayTime {
        var hour = 0
        var minute = 0
        var second = 0
        var subseconds: String?

        /// Whether its fraction of a second is not zero.
        var hasFraction: Bool { subseconds?.contains { $0 != "0" } ?? false }
    }

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

    mutating func time() -> DayTime? {
        _ = skip("T ")
        guard let hour = digits(2) else { return nil }
        _ = skip(":")
        guard let minute = digits(2) else { return nil }
        _ = skip(":")
        guard let second = digits(2) else { return DayTime(hour: hour, minute: minute) }
        guard skip(".,") else { return DayTime(hour: hour, minute: minute, second: second) }
        let fraction = rest.prefix(while: Self.isDigit)
        rest = rest.dropFirst(fraction.count)
        return DayTime(
            hour: hour, minute: minute, second: second, subseconds: String(decoding: fraction, as: UTF8.self))
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

extension MetadataDate {
    /// Reads a moment in the form of RFC 1123, `Tue, 15 Nov 1994 08:12:31 GMT`; nil if the text is not one.
    ///
    /// The PNG standard recommends it. The day of the week, the seconds and the zone may be missing, and the year
    /// may have two digits.
    package static func rfc1123(_ text: String) -> MetadataDate? {
        let words = text.utf8.prefix(64).split { [0x20, 0x09, 0x2C].contains($0) }.map { Array($0) }
        var rest = words.drop { !isNumber($0) }
        // At most the day of the week comes first.
        guard words.count - rest.count <= 1, let day = rest.popFirst().flatMap(number),
            let month = rest.popFirst().flatMap(month), let digits = rest.popFirst(),
            let year = number(digits)
        else { return nil }
        let time = rest.popFirst().map { $0.split(separator: 0x3A).map { number(Array($0)) } } ?? []
        guard time.count <= 3, time.allSatisfy({ $0 != nil }) else { return nil }
        let clock = time.compactMap(\.self) + [0, 0, 0]
        return MetadataDate(
            year: digits.count == 2 ? year + (year < 50 ? 2000 : 1900) : year, month: month, day: day, hour: clock[0],
            minute: clock[1], second: clock[2], offset: time.isEmpty ? nil : rest.first.flatMap(zone))
    }

    private static func isNumber(_ word: [UInt8]) -> Bool { word.allSatisfy(DateScanner.isDigit) }

    private static func number(_ word: [UInt8]) -> Int? {
        isNumber(word) && word.count <= 4 ? Int(String(decoding: word, as: UTF8.self)) : nil
    }

    private static func month(_ word: [UInt8]) -> Int? {
        let name = String(decoding: word.prefix(3), as: UTF8.self).lowercased()
        return months.firstIndex(of: name).map { $0 + 1 }
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Minutes east of Greenwich.
    private static func zone(_ word: [UInt8]) -> Int? {
        let name = String(decoding: word, as: UTF8.self).uppercased()
        if ["GMT", "UT", "UTC", "Z"].contains(name) { return 0 }
        if let hours = zones[name] { return hours * 60 }
        var scanner = DateScanner(word[...])
        return scanner.offset()
    }

    /// The zones of North America, which the standard names.
    private static let zones = [
        "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
    ]
}
