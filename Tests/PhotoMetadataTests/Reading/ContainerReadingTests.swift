import TestSupport
import Testing

@testable import PhotoMetadata

/// Every file format gives the same metadata.
@Suite struct ContainerReadingTests {
    static let exif = TIFFBuilder.camera().bytes()
    static let files: [(MetadataFormat, [UInt8])] = [
        (.jpeg, SampleFile.jpeg(exif: exif)), (.png, SampleFile.png(exif: exif)),
        (.webP, SampleFile.webP(exif: exif)), (.tiff, SampleFile.tiff()),
        (.heic, SampleBoxes.heic(exif: exif)), (.avif, SampleBoxes.heic(exif: exif, brand: "avif")),
    ]

    @Test(arguments: [(0, 0, true), (0, 1, false), (1, 0, false), (2, 0, false), (3, 0, false)])
    func `An item in another item or file is not looked for in this one`(
        method: UInt8, source: UInt8, isRead: Bool
    ) throws {
        var file = SampleBoxes.heic(exif: TIFFBuilder.camera().bytes())
        let table = try #require(file.indices.first { file.matches("iloc", at: $0) })
        file[table + 15] = method
        file[table + 17] = source
        let metadata = try ImageMetadata(file)
        #expect(metadata.make == (isRead ? "Example" : nil))
        #expect(metadata.problems.map(\.kind) == (isRead ? [] : [.malformed]))
    }

    @Test func `An item without a length goes on to the end`() throws {
        var file = SampleBoxes.heic(exif: TIFFBuilder.camera().bytes())
        let table = try #require(file.indices.first { file.matches("iloc", at: $0) })
        file.replaceSubrange(table + 24..<table + 28, with: [0, 0, 0, 0])
        let metadata = try ImageMetadata(file)
        #expect(metadata.make == "Example" && metadata.problems.isEmpty)
    }

    @Test func `Of an unknown brand those count that it is compatible with`() throws {
        let exif = TIFFBuilder.camera().bytes()
        for brand in ["jpeg", "abcd"] {
            #expect(try ImageMetadata(SampleBoxes.heic(exif: exif, brand: brand)).format == .heic)
        }
        let others = Array("isom".utf8)
        for (brand, format) in [("abcd", MetadataFormat.mp4), ("crx ", .raw)] {
            let file = SampleBoxes.box("ftyp", Array(brand.utf8) + [0, 0, 0, 0] + others)
            #expect(MetadataFormat(firstBytes: file[...]) == format)
        }
        let alone = SampleBoxes.box("ftyp", Array("abcd".utf8) + [0, 0, 0, 0])
        #expect(throws: MetadataError.unknownFormat(firstBytes: Array(alone.prefix(12)))) {
            try ImageMetadata(alone + others)
        }
    }

    @Test(arguments: files) func `A file is recognized by its bytes and gives its EXIF and its size`(
        format: MetadataFormat, file: [UInt8]
    ) throws {
        let metadata = try ImageMetadata(file)
        #expect(metadata.format == format && metadata.pixelSize == SampleFile.size)
        #expect(metadata.exif.fNumber?.value == 2.8 && metadata.make == "Example" && metadata.place != nil)
        #expect(metadata.orientation == .right && metadata.problems.isEmpty)
        #expect(metadata.bytesRead <= file.count)
    }

    @Test(arguments: SampleBoxes.Storage.allCases) func `A HEIC's EXIF is found wherever its item is stored`(
        storage: SampleBoxes.Storage
    ) throws {
        let metadata = try ImageMetadata(SampleBoxes.heic(exif: Self.exif, storage: storage))
        #expect(metadata.model == "E-1" && metadata.place != nil && metadata.problems.isEmpty)
    }

    @Test(
        arguments: [
            (0, false, ImageOrientation.up), (1, false, .left), (2, false, .down), (3, false, .right),
            (0, true, .upMirrored),
        ] as [(UInt8, Bool, ImageOrientation)])
    func `A HEIC is turned by its container and not by its EXIF`(
        turns: UInt8, isMirrored: Bool, orientation: ImageOrientation
    ) throws {
        let file = SampleBoxes.heic(exif: Self.exif, quarterTurns: turns, isMirrored: isMirrored)
        let metadata = try ImageMetadata(file)
        #expect(metadata.orientation == orientation && metadata.storedOrientation == .right)
    }

    @Test func `A large picture's data are skipped, and EXIF behind them is found`() throws {
        let exif = Array("Exif\0\0".utf8) + Self.exif
        var file = SampleFile.jpeg(segments: [(0xE2, [UInt8](repeating: 7, count: 60_000)), (0xE1, exif)])
        file += [UInt8](repeating: 0, count: 1 << 20)
        let metadata = try ImageMetadata(file)
        #expect(metadata.model == "E-1" && metadata.bytesRead <= 20_000)
    }

    @Test func `A movie gives dates, place, camera, turn and content identifier`() throws {
        let file = SampleBoxes.movie(
            [
                ("com.apple.quicktime.creationdate", "2019-07-24T11:25:40+0300"),
                ("com.apple.quicktime.location.ISO6709", "+32.0929+034.8620+028.516/"),
                ("com.apple.quicktime.make", "Apple"), ("com.apple.quicktime.model", "iPhone 6"),
                ("com.apple.quicktime.content.identifier", "0A1B"),
            ], created: 3_646_801_557, matrix: [0, 1, -1, 0])
        let metadata = try ImageMetadata(file)
        #expect(metadata.format == .quickTime && metadata.pixelSize == SampleFile.size)
        #expect(metadata.captureDate?.description == "2019-07-24T11:25:40+03:00")
        #expect(metadata.movie.headerCreated?.description == "2019-07-24T08:25:57+00:00")
        #expect(metadata.place == Coordinate(latitude: 32.0929, longitude: 34.862) && metadata.altitude == 28.516)
        #expect(metadata.make == "Apple" && metadata.model == "iPhone 6" && metadata.contentIdentifier == "0A1B")
        #expect(metadata.orientation == .right && metadata.movie.duration == 2)
    }

    @Test func `A movie's user data give its place, and a header without a date gives none`() throws {
        let file = SampleBoxes.movie(brand: "isom", userData: [("©xyz", "-33.8688+151.2093/"), ("©mak", "Example")])
        let metadata = try ImageMetadata(file)
        #expect(metadata.format == .mp4 && metadata.make == "Example" && metadata.captureDate == nil)
        #expect(metadata.place == Coordinate(latitude: -33.8688, longitude: 151.2093) && metadata.altitude == nil)
    }

    @Test(arguments: [
        ("+40-075/", 40.0, -75.0), ("+4012.22-07500.25/", 40.203_666_666_666_67, -75.004_166_666_666_67),
        ("+401213.1-0750015.1+2.79/", 40.203_638_888_888_89, -75.004_194_444_444_44), ("+90+180/", 90, 180),
    ]) func `ISO 6709 is read in degrees, minutes and seconds`(text: String, latitude: Double, longitude: Double) throws
    {
        let location = try #require(ISO6709Location(text))
        #expect(abs(location.place.latitude - latitude) < 1e-9 && abs(location.place.longitude - longitude) < 1e-9)
    }

    @Test(arguments: ["", "/", "40-75", "+91+0/", "+0+181/", "++/", "+1.2.3+4/", "+1"])
    func `An invalid ISO 6709 text gives no location`(text: String) {
        #expect(ISO6709Location(text) == nil)
    }

    @Test func `A PNG's texts are read, packed ones too, and EXIF that a program put into a text`() throws {
        // "Kommentar: packed" with zlib's header, in the fixed code.
        let packed: [UInt8] = [
            0x78, 0x9C, 0xF3, 0xCE, 0xCF, 0xCD, 0x4D, 0xCD, 0x2B, 0x49, 0x2C, 0xB2, 0x52, 0x28, 0x48, 0x4C, 0xCE, 0x4E,
            0x4D, 0x01, 0x00, 0x39, 0xD1, 0x06, 0x7E,
        ]
        let hexadecimal = Self.exif.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let profile = "Raw profile type exif\0\nexif\n  \(Self.exif.count)\n\(hexadecimal)\n"
        let file = SampleFile.png(chunks: [
            ("tEXt", Array("Title\0Grüße".unicodeScalars.map { UInt8($0.value) })),
            ("zTXt", Array("Comment\0\0".utf8) + packed), ("tEXt", Array(profile.utf8)),
            ("iTXt", Array("Copyright\0\0\0de\0\0© Ana".utf8)),
        ])
        let metadata = try ImageMetadata(file)
        #expect(metadata.texts.map(\.text) == ["Grüße", "Kommentar: packed", "© Ana"])
        #expect(metadata.model == "E-1" && metadata.problems.isEmpty)
    }
}
