import PhotoMetadata

/// The tags of a directory that are set and removed; a tag that is both is set.
struct TIFFChange {
    var values: [TIFFValue] = []
    var removed: Set<UInt16> = []

    /// Sets a tag to a value, or removes it without one.
    fileprivate mutating func set(_ id: UInt16, _ value: TIFFValue?) {
        if let value { values.append(value) } else { removed.insert(id) }
    }
}

// The tags that an edit changes.
extension TIFFEditor {
    /// What an edit changes in the first directory, in EXIF's and in GPS's.
    func changes(
        by edit: MetadataEdit
    ) throws(MetadataEditError) -> (first: TIFFChange, exif: TIFFChange, gps: TIFFChange) {
        var (first, exif, gps) = (TIFFChange(), TIFFChange(), TIFFChange())
        if let text = edit.pictureText { first = try change(to: text) }
        switch edit {
        case .setOrientation(let orientation):
            first.values = [.short(Self.orientation, orientation.rawValue, header.order)]
        case .setCaptureDate(let date):
            exif = TIFFChange(values: try values(of: date), removed: Self.dates.union([Self.hours]))
            first.removed = exif.removed
            // Readers take the zone of the file's own date for that of the same moment.
            if try self.date(0x0132) == Array(date.exifText.utf8) { exif.removed.insert(0x9010) }
        case .setTimeZone(let offset):
            exif.values = try zones(of: MetadataDate.text(ofOffset: offset))
            if !exif.values.isEmpty { exif.removed = [Self.hours] }
            first.removed = exif.removed.union(exif.values.map(\.id)).intersection(Self.zones)
        case .removeTimeZone:
            exif.removed = try isFileDateOwn() ? Self.zones : Self.zones.subtracting([0x9010])
            first.removed = exif.removed
        case .setLocation(let place, let altitude):
            gps = TIFFChange(values: try values(of: place, altitude), removed: LocationTags.measured)
        case .setRating(let stars):
            for (id, number) in Self.ratings(max(stars, 0)) where try self.first()[id] != nil {
                first.values.append(.short(id, number, header.order))
            }
        case .removeRating: first.removed = Set(Self.ratings(0).map(\.id))
        default: break
        }
        return (first, exif, gps)
    }

    /// The tags whose values edits set, in the first directory and in EXIF's.
    static let settable = dates.union(zones).union([
        0x010E, 0x8298, 0x9C9B, 0x9C9E, orientation, 0x9000, TIFFParser.xmp, TIFFParser.iptc, TIFFParser.photoshop,
    ])

    static let orientation: UInt16 = 0x0112
    /// The dates of capture and digitization, their fractions and their zones.
    private static let dates: Set<UInt16> = [0x9003, 0x9004, 0x9291, 0x9292, 0x9011, 0x9012]

    private func change(to text: PictureText) throws(MetadataEditError) -> TIFFChange {
        var change = TIFFChange()
        if let tag = text.tag { change.set(tag, text.texts.first.map { .text(tag, $0) }) }
        if let tag = text.microsoftTag, try first()[tag] != nil {
            change.set(tag, text.texts.isEmpty ? nil : .wideText(tag, text.texts.joined(separator: ";")))
        }
        return change
    }

    /// Microsoft's tags of a rating, in stars and in percent.
    private static func ratings(_ stars: Int) -> [(id: UInt16, number: Int)] {
        [(0x4746, stars), (0x4749, MetadataEdit.percent(of: stars))]
    }
}

// MARK: - Dates and zones

extension TIFFEditor {
    /// The zones of the dates.
    private static let zones: Set<UInt16> = [0x9010, 0x9011, 0x9012, hours]
    /// The zone in hours that TIFF/EP has.
    private static let hours: UInt16 = 0x882A

    private func values(of date: MetadataDate) throws(MetadataEditError) -> [TIFFValue] {
        var values = [TIFFValue.text(0x9003, date.exifText), .text(0x9004, date.exifText)]
        if let digits = date.subseconds { values += [.text(0x9291, digits), .text(0x9292, digits)] }
        if let offset = date.offsetText { values += [.text(0x9011, offset), .text(0x9012, offset)] }
        // A new directory needs a version.
        let isNew = try directory(.exif) == nil
        return isNew || date.offset != nil ? values + (try versionOfZones()) : values
    }

    /// EXIF's version if it is too old for zones, which are tags of EXIF 2.31 and later.
    private func versionOfZones() throws(MetadataEditError) -> [TIFFValue] {
        let version = String(decoding: try directory(.exif)?[0x9000].map(value(of:)) ?? [], as: UTF8.self)
        return version < "0231" ? [.bytes(0x9000, .undefined, Array("0231".utf8))] : []
    }

    /// A zone for each of the dates that EXIF has.
    private func zones(of text: String) throws(MetadataEditError) -> [TIFFValue] {
        var values: [TIFFValue] = []
        if try date(0x9003) != nil { values.append(.text(0x9011, text)) }
        if try date(0x9004) != nil { values.append(.text(0x9012, text)) }
        guard !values.isEmpty else { return [] }
        if try isFileDateOwn() { values.append(.text(0x9010, text)) }
        return values + (try versionOfZones())
    }

    /// Whether the file's date is one of the camera's, and not that of another program's change.
    private func isFileDateOwn() throws(MetadataEditError) -> Bool {
        let (file, taken, digitized) = (try date(0x0132), try date(0x9003), try date(0x9004))
        return file != nil && (file == taken || file == digitized)
    }

    /// A date as it is written, in EXIF's directory or, as in TIFF/EP, in the first one; nil if it is blank.
    private func date(_ id: UInt16) throws(MetadataEditError) -> [UInt8]? {
        let (exif, first) = (try directory(.exif), try first())
        guard let entry = exif?[id] ?? first[id] else { return nil }
        let text = try value(of: entry).prefix { $0 != 0 }
        return text.contains { $0 > 0x20 } ? Array(text) : nil
    }
}

// MARK: - The place

extension TIFFEditor {
    private func values(of place: Coordinate, _ altitude: Double?) throws(MetadataEditError) -> [TIFFValue] {
        let (latitude, longitude) = (GPSAngle.latitude(of: place), GPSAngle.longitude(of: place))
        var values = latitude.values(1, 2, header.order) + longitude.values(3, 4, header.order)
        if let altitude { values += GPSHeight(altitude).values(header.order) }
        // Readers take 0° N 0° E for an unknown place, unless it was measured.
        if latitude.isZero, longitude.isZero { values.append(.text(10, altitude == nil ? "2" : "3")) }
        guard let old = try directory(.gps) else { return values + [.bytes(0, .byte, [2, 3, 0, 0])] }
        return values + (old[18] == nil ? [] : [.text(18, LocationTags.datum)])
    }
}
