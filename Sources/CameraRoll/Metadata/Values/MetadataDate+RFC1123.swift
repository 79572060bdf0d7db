extension MetadataDate {
    /// Reads a moment as RFC 1123 writes it, `Tue, 15 Nov 1994 08:12:31 GMT`; nil where the text is none.
    ///
    /// The standard of PNG asks for it. The day of the week, the seconds and the zone may be missing, and the year may
    /// have two digits.
    static func rfc1123(_ text: String) -> MetadataDate? {
        let words = text.utf8.prefix(64).split { [0x20, 0x09, 0x2C].contains($0) }.map { Array($0) }
        var rest = words.drop { !isNumber($0) }
        // A day of the week at most stands in front.
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
