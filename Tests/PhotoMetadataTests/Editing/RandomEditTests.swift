import PhotoMetadata
import PhotoMetadataEditing
import TestSupport
import Testing

/// Seeded edits one after the other, against a model that only remembers what was set.
@Suite(.timeLimit(.hang)) struct RandomEditTests {
    /// What a file says, as readers see it.
    private struct Values: Equatable {
        var title: String?
        var caption: String?
        var description: String?
        var keywords: [String]
        var rating: Double?
        var copyright: String?
        var date: MetadataDate?
        /// In millionths of a degree.
        var place: [Double]
        var altitude: Double?
        var orientation: ImageOrientation
        var shortTitle: String?
        var shortCaption: String?
        var shortKeywords: [String]

        init(_ metadata: ImageMetadata) {
            (title, caption, keywords) = (metadata.xmp.title, metadata.xmp.caption, metadata.xmp.keywords)
            (rating, copyright, date) = (metadata.xmp.rating, metadata.copyright, metadata.captureDate)
            place = metadata.place.map { [$0.latitude, $0.longitude].map { ($0 * 1e6).rounded() + 0 } } ?? []
            (altitude, orientation) = (metadata.altitude, metadata.orientation)
            description = metadata.tiff.imageDescription
            (shortTitle, shortCaption) = (metadata.iptc.title, metadata.iptc.caption)
            shortKeywords = metadata.iptc.keywords
        }

        mutating func apply(_ edit: MetadataEdit, hasIPTC: Bool) {
            switch edit {
            case .setTitle(let text): (title, shortTitle) = (text, hasIPTC ? Values.short(text, 64) : nil)
            case .removeTitle: (title, shortTitle) = (nil, nil)
            case .setCaption(let text):
                (caption, description, shortCaption) = (text, text, hasIPTC ? Values.short(text, 2_000) : nil)
            case .removeCaption: (caption, description, shortCaption) = (nil, nil, nil)
            case .setKeywords(let words):
                (keywords, shortKeywords) = (words, hasIPTC ? words.map { Values.short($0, 64) } : [])
            case .removeKeywords: (keywords, shortKeywords) = ([], [])
            case .setRating(let stars): rating = Double(stars)
            case .removeRating: rating = nil
            case .setCopyright(let text): copyright = text
            case .removeCopyright: copyright = nil
            case .setCaptureDate(let moment): date = moment
            case .setTimeZone(let offset): date = Values.moment(date, offset)
            case .removeTimeZone: date = Values.moment(date, nil)
            case .setLocation(let new, let height):
                place = [new.latitude, new.longitude].map { ($0 * 1e6).rounded() + 0 }
                altitude = height
            case .removeLocation: (place, altitude) = ([], nil)
            case .setOrientation(let new): orientation = new
            case .removeSensitive: break
            }
        }

        private static func moment(_ date: MetadataDate?, _ offset: Int?) -> MetadataDate? {
            date.flatMap {
                MetadataDate(
                    year: $0.year, month: $0.month, day: $0.day, hour: $0.hour, minute: $0.minute, second: $0.second,
                    subseconds: $0.subseconds, offset: offset)
            }
        }

        /// As many whole characters as fit, without blanks at the end.
        private static func short(_ text: String, _ limit: Int) -> String {
            var short = ""
            for character in text {
                guard short.utf8.count + character.utf8.count <= limit else { break }
                short.append(character)
            }
            while short.last == " " { short.removeLast() }
            return short
        }
    }

    private static func text(_ random: inout SeededNumbers) -> String {
        let parts = [
            "a", "Sea ", "é", "海", "⛵️", "👨‍👩‍👧‍👦", "שלום",
            "\n", "&", "<b>", "\"", "'", "]]>", "e\u{301}", "x",
        ]
        let count = Int.random(in: 0..<(random.next() % 8 == 0 ? 400 : 24), using: &random)
        let text = (0..<count).map { _ in parts[Int(random.next() % UInt64(parts.count))] }.joined()
        return "t" + text + "."
    }

    private static func edit(_ random: inout SeededNumbers) -> MetadataEdit {
        switch random.next() % 18 {
        case 0, 1: .setTitle(text(&random))
        case 2: .removeTitle
        case 3, 4: .setCaption(text(&random))
        case 5: .removeCaption
        case 6, 7: .setKeywords((0..<random.next() % 6).map { _ in text(&random) })
        case 8: .removeKeywords
        case 9: .setRating(Int.random(in: -1...5, using: &random))
        case 10: .removeRating
        case 11, 12:
            .setLocation(
                Coordinate(
                    latitude: Double(Int.random(in: -90_000_000...90_000_000, using: &random)) / 1e6,
                    longitude: Double(Int.random(in: -180_000_000...180_000_000, using: &random)) / 1e6),
                altitude: Bool.random(using: &random) ? nil : Double(Int.random(in: -9_000...9_000, using: &random)))
        case 13: .setTimeZone(offset: Int.random(in: -1_439...1_439, using: &random))
        case 14: random.next() % 2 == 0 ? .removeTimeZone : .removeLocation
        case 15: random.next() % 2 == 0 ? .removeCopyright : .setCopyright(text(&random))
        case 16: .setOrientation(ImageOrientation(rawValue: Int(random.next() % 8) + 1) ?? .up)
        default:
            MetadataDate(
                year: 2024, month: 2, day: 29, hour: Int(random.next() % 24),
                subseconds: random.next() % 2 == 0 ? "5" : nil, offset: random.next() % 2 == 0 ? nil : 60
            ).map(MetadataEdit.setCaptureDate) ?? .removeTitle
        }
    }

    /// Edits of which no two set the same value: an edited file has room for the longest of these.
    private static func withoutConflicts(_ edits: [MetadataEdit]) -> [MetadataEdit] {
        func value(_ edit: MetadataEdit) -> Int {
            switch edit {
            case .setTitle, .removeTitle: 0
            case .setCaption, .removeCaption: 1
            case .setKeywords, .removeKeywords: 2
            case .setRating, .removeRating: 3
            case .setCopyright, .removeCopyright: 4
            case .setCaptureDate, .setTimeZone, .removeTimeZone: 5
            case .setLocation: 6
            case .removeLocation: 7
            case .setOrientation: 8
            case .removeSensitive: 9
            }
        }
        var values: Set<Int> = []
        return edits.filter { values.insert(value($0)).inserted }
    }

    private static let files: [[UInt8]] = [
        SampleSet.jpeg, SampleSet.png, SampleSet.webP, packed(.camera(), xmp: SampleSet.xmp),
        SampleFile.jpeg(), SampleFile.png(), SampleFile.webP(), packed(TIFFBuilder()),
        packed(.camera(.little, isBig: true)), SampleFile.jpeg(exif: TIFFBuilder.camera(.little).bytes()),
    ]

    /// A TIFF file with a packed picture; a plain one would be longer than the samples' noise, and its bytes reserved.
    private static func packed(_ builder: TIFFBuilder, xmp: String? = nil) -> [UInt8] {
        var builder = builder
        builder.primary.append(builder.short(259, 5))
        let iptc = xmp.map { _ in SampleFile.iptc([(90, "Rome"), (116, "Ana")]) }
        return SampleFile.tiff(builder, xmp: xmp, iptc: iptc)
    }

    // Asynchronous only so that it runs beside others: synchronous tests share the main thread.
    @Test(arguments: files.indices, Effort.seeds(2, of: UInt64(0)..<40))
    func `Whatever is set is read back, and nothing else changes`(index: Int, seed: UInt64) async throws {
        var random = SeededNumbers(seed: seed &* 31 &+ UInt64(index))
        let start = Self.files[index]
        var file = start
        var values = try Values(ImageMetadata(file))
        let (format, identifier) = try (ImageMetadata(file).format, ImageMetadata(file).contentIdentifier)
        for round in 0..<Effort.of(25, full: 100) {
            let edits = Self.withoutConflicts((0...random.next() % 3).map { _ in Self.edit(&random) })
            file = try MetadataEditor(edits).edited(file)
            for edit in edits.filter({ $0 == .removeLocation }) + edits.filter({ $0 != .removeLocation }) {
                values.apply(edit, hasIPTC: format == .jpeg || format == .tiff)
            }
            let metadata = try ImageMetadata(file)
            #expect(Values(metadata) == values, "\(round): \(edits)")
            #expect(metadata.problems.isEmpty && metadata.contentIdentifier == identifier)
            #expect(try MetadataEditor(edits).edited(file) == file, "\(round): \(edits)")
            if Values(metadata) != values { return }
        }
        #expect(PictureData(of: file) == PictureData(of: start))
    }
}
