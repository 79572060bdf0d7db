import PhotoMetadata

extension MetadataEdit {
    /// The zone that the edit sets, in minutes east of Greenwich; nil if it sets none.
    var zone: Int? {
        if case .setTimeZone(let offset) = self { offset } else { nil }
    }
}

// Dates as the blocks other than EXIF have them.
extension MetadataDate {
    /// The moment of a text with another zone, or without one; nil if the text has no time of day, or that zone.
    init?(_ text: String, zone: Int?) {
        // In each form the day has eight characters at least.
        let hasTime = text.dropFirst(8).contains { $0 == ":" || $0 == "T" }
        guard hasTime, let date = MetadataDate(text) ?? .rfc1123(text), date.offset != zone else { return nil }
        self.init(
            year: date.year, month: date.month, day: date.day, hour: date.hour, minute: date.minute,
            second: date.second, subseconds: date.subseconds, offset: zone)
    }

    /// The day as IPTC writes it: `20230419`.
    var iptcDay: String {
        Self.digits(year, 4) + Self.digits(month) + Self.digits(day)
    }

    /// The time as IPTC writes it, in eleven characters: `101112+0200`; nil if no zone is known.
    var iptcTime: String? {
        // IPTC's minutes have sixty seconds.
        offsetText.map { zone in
            [hour, minute, min(second, 59)].map { Self.digits($0) }.joined() + zone.replacing(":", with: "")
        }
    }
}
