#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// The values that a companion has for its picture.
struct CompanionValues: Hashable, Sendable {
    var date: MetadataDate?
    var place: Coordinate?
    /// Title, caption and keywords.
    var texts: [String] = []
}

extension CompanionValues {
    /// Creates the values of a companion; nil if it is damaged, or cannot be read now.
    ///
    /// A companion in another program's format has no values.
    init?(_ file: CompanionFile, in folder: OpenFolder) {
        guard let bytes = Self.bytes(of: file, in: folder) else { return nil }
        switch file.kind {
        case .adjustments: self.init()
        case .xmp: self.init(xmp: bytes)
        case .takeout: self.init(takeout: bytes)
        }
    }

    private static func bytes(of file: CompanionFile, in folder: OpenFolder) -> [UInt8]? {
        guard
            let descriptor = try? folder.named(
                file.name, { (folder, name) throws(SystemError) in try folder.file(name) })
        else { return nil }
        // As long as when it was listed, since it may have grown.
        let source = FileBytes(adopting: descriptor, byteCount: Int(min(file.status.size, CompanionFile.longest)))
        return try? source.bytes(in: 0..<source.byteCount)
    }

    init?(xmp bytes: [UInt8]) {
        let xmp = XMPValues(packet: bytes)
        guard !xmp.isEmpty else { return nil }
        self.init()
        date = xmp.created ?? xmp.fileCreated
        place = xmp.place
        texts = [xmp.title, xmp.caption].compactMap(\.self) + xmp.keywords
    }

    init?(takeout bytes: [UInt8]) {
        guard let record = try? JSONDecoder().decode(TakeoutRecord.self, from: Data(bytes)) else { return nil }
        self.init()
        date = record.photoTakenTime?.date
        place = record.geoData?.place ?? record.geoDataExif?.place
        texts = [record.description].compactMap(\.self)
    }
}

/// Google Takeout's description of a picture, any part of which may be missing or have another form.
private struct TakeoutRecord: Decodable {
    struct Time: Decodable {
        /// Seconds since 1970.
        let timestamp: String

        /// Nil outside the years 1 to 9999.
        var date: MetadataDate? {
            guard let seconds = Double(timestamp), seconds.isFinite else { return nil }
            return MetadataDate(Date(timeIntervalSince1970: seconds), in: .gmt)
        }
    }

    struct Place: Decodable {
        let latitude: Double
        let longitude: Double

        /// Nil for zeros, which stand for an unknown place.
        var place: Coordinate? {
            guard abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0 else { return nil }
            return Coordinate(latitude: latitude, longitude: longitude)
        }
    }

    enum CodingKeys: String, CodingKey {
        case photoTakenTime, geoData, geoDataExif, description
    }

    let photoTakenTime: Time?
    let geoData: Place?
    let geoDataExif: Place?
    let description: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        photoTakenTime = try? container.decode(Time.self, forKey: .photoTakenTime)
        geoData = try? container.decode(Place.self, forKey: .geoData)
        geoDataExif = try? container.decode(Place.self, forKey: .geoDataExif)
        description = try? container.decode(String.self, forKey: .description)
    }
}

extension AssetFacts {
    /// Adds the values of a file's companions.
    ///
    /// The date and the place of a newer XMP file replace the file's own; other companions supply what the file lacks.
    /// Texts are added to the file's own.
    ///
    /// The clock stays that of the file, since the file is recognized by it.
    mutating func take(_ companions: [CompanionFile], in folder: OpenFolder, of status: FileStatus, zone: TimeZone) {
        for companion in companions {
            guard let values = CompanionValues(companion, in: folder) else { continue }
            take(values, wins: companion.kind == .xmp && companion.status.modified >= status.modified, zone: zone)
        }
    }

    mutating func take(_ values: CompanionValues, wins: Bool, zone: TimeZone) {
        if let date = values.date, wins || clock == nil {
            (created, dateSource) = (Self.sortKey(of: date.date(in: zone)), .sidecar)
        }
        if let new = values.place, wins || place == nil { place = new }
        words = SearchTexts.adding(values.texts, to: words)
    }
}

extension AssetRecord {
    /// Updates what companions may supply from facts that were read again, except what the user has edited.
    mutating func takeCompanionFacts(_ new: AssetFacts) {
        if !edited.contains(.date) { (facts.created, facts.dateSource) = (new.created, new.dateSource) }
        if !edited.contains(.place) { facts.place = new.place }
        facts.words = new.words
    }
}
#endif
