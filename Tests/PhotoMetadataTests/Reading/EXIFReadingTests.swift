import Foundation
import PhotoMetadata
import TestSupport
import Testing

/// EXIF's values: byte orders, types, units.
@Suite struct EXIFReadingTests {
    @Test(arguments: [ByteOrder.big, .little], [false, true])
    func `All values are read in both byte orders, with short and with long offsets`(order: ByteOrder, isBig: Bool)
        throws
    {
        let metadata = try ImageMetadata(TIFFBuilder.camera(order, isBig: isBig).bytes())
        #expect(metadata.make == "Example" && metadata.model == "E-1" && metadata.copyright == "© Ana")
        #expect(metadata.exif.exposureTime == MetadataRational(1, 125) && metadata.exif.exposureTime?.value == 0.008)
        #expect(metadata.exif.fNumber?.value == 2.8 && metadata.exif.focalLength == MetadataRational(425, 100))
        #expect(metadata.exif.isoSpeedRatings == [200] && metadata.iso == 200)
        #expect(metadata.lensModel == "E 4.25mm f/2.8" && metadata.orientation == .right)
        #expect(metadata.captureDate?.description == "2023-04-19T10:11:12.023+02:00")
        #expect(metadata.exif.digitized?.second == 13 && metadata.tiff.modified?.day == 20)
        let place = try #require(metadata.place)
        #expect(abs(place.latitude - 37.7749) < 1e-9 && abs(place.longitude + 122.4194) < 1e-9)
        #expect(metadata.altitude == -35.2 && metadata.problems.isEmpty)
    }

    @Test func `Apple's content identifier is found in a maker note whose offsets are its own`() throws {
        let metadata = try ImageMetadata(SampleFile.jpeg(exif: TIFFBuilder.camera().bytes()))
        #expect(metadata.contentIdentifier == "0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9")
    }

    @Test func `Every raw tag can be reached, with its type, its count and its place in the file`() throws {
        let file = SampleFile.jpeg(exif: TIFFBuilder.camera().bytes())
        let metadata = try ImageMetadata(file)
        let tag = try #require(metadata.tags[0x829D, .exif])
        #expect(
            tag.type == .rational && tag.count == 1 && metadata.tags.rationals(of: tag) == [MetadataRational(28, 10)])
        let range = try #require(tag.range)
        #expect(Array(file[range]) == [0, 0, 0, 28, 0, 0, 0, 10] && tag.byteCount == 8)
        #expect(metadata.tags.bytes(of: tag).map(Array.init) == Array(file[range]))
        #expect(tag.description == "0x829D exif, 1 rational")
        let directories = Set(metadata.tags.all.map(\.directory))
        #expect(directories == [.image(0), .exif, .gps, .appleMakerNote])
    }

    @Test func `One value is had by its tag's number`() throws {
        let tags = try ImageMetadata(SampleFile.jpeg(exif: TIFFBuilder.camera().bytes())).tags
        #expect(tags.rational(0x829A, .exif) == MetadataRational(1, 125) && tags.integer(0x0112, .image(0)) == 6)
        #expect(tags.text(0x010F, .image(0)) == "Example" && tags.integer(0x010F, .image(0)) == nil)
        #expect(tags.integer(0x829A, .exif) == 0 && tags.text(0x829A, .exif) == nil)
        #expect(tags.rational(0x829A, .gps) == nil && tags.integer(0x0112, .exif) == nil)
    }

    @Test func `The same tags elsewhere in memory are the same, other values are not`() throws {
        let exif = TIFFBuilder.camera().bytes()
        let near = try ImageMetadata(exif)
        // The block begins behind the first window, so its values are copied.
        let far = try ImageMetadata(
            SampleFile.jpeg(segments: [
                (0xE2, [UInt8](repeating: 0, count: 20_000)), (0xE1, Array("Exif\0\0".utf8) + exif),
            ]))
        let tags = far.tags.all.map { far.tags.bytes(of: $0) }
        #expect(tags == near.tags.all.map { near.tags.bytes(of: $0) } && far.captureDate == near.captureDate)
        #expect(near.tags == (try ImageMetadata(exif + [0]).tags) && near.tags != far.tags)
        var other = TIFFBuilder.camera()
        other.primary[0] = other.ascii(0x010F, "Exampla")
        #expect(try ImageMetadata(other.bytes()).tags != near.tags)
    }

    @Test(arguments: 1...18) func `A number is read from every numeric type`(type: Int) throws {
        var builder = TIFFBuilder()
        let value: [UInt8]
        switch type {
        case 1, 6, 7: value = [7]
        case 3, 8: value = builder.number(7, 2)
        case 4, 9, 13: value = builder.number(7, 4)
        case 5, 10: value = builder.number(14, 4) + builder.number(2, 4)
        case 11: value = builder.number(Int(Float(7).bitPattern), 4)
        case 12: value = builder.number(Int(Double(7).bitPattern), 8)
        case 16, 17, 18: value = builder.number(7, 8)
        default: value = [UInt8(ascii: "7"), 0]
        }
        builder.exif = [TIFFBuilder.Tag(id: 0x8827, type: type, count: type == 2 ? 2 : 1, bytes: value)]
        let metadata = try ImageMetadata(SampleFile.jpeg(exif: builder.bytes()))
        let isNumber = (1...18).contains(type) && ![2, 14, 15].contains(type)
        #expect(metadata.exif.isoSpeedRatings == (isNumber ? [7] : []))
    }

    @Test(arguments: [0, 9, 43_918, 65_535]) func `An orientation outside 1 to 8 counts as missing, and is shown as 1`(
        value: Int
    )
        throws
    {
        var builder = TIFFBuilder()
        builder.primary = [builder.short(0x0112, value)]
        let metadata = try ImageMetadata(SampleFile.jpeg(exif: builder.bytes()))
        #expect(metadata.orientation == .up && metadata.storedOrientation == nil)
    }

    @Test(arguments: ImageOrientation.allCases) func `Every orientation is read`(orientation: ImageOrientation) throws {
        var builder = TIFFBuilder()
        builder.primary = [builder.short(0x0112, orientation.rawValue)]
        let metadata = try ImageMetadata(SampleFile.jpeg(exif: builder.bytes()))
        #expect(metadata.orientation == orientation)
        let upright = orientation.rawValue >= 5 ? PixelSize(width: 32, height: 48) : SampleFile.size
        #expect(metadata.orientedSize == upright && metadata.pixelSize == SampleFile.size)
    }

    /// A file with dates and zones, by tag.
    private func dated(
        _ original: String, digitized: String? = nil, file: String? = nil, zones: [UInt16: String]
    ) throws -> ImageMetadata {
        var builder = TIFFBuilder()
        if let file { builder.primary = [builder.ascii(0x0132, file)] }
        builder.exif = [builder.ascii(0x9003, original)]
        if let digitized { builder.exif.append(builder.ascii(0x9004, digitized)) }
        for (tag, zone) in zones.sorted(by: { $0.key < $1.key }) { builder.exif.append(builder.ascii(tag, zone)) }
        return try ImageMetadata(SampleFile.jpeg(exif: builder.bytes()))
    }

    @Test func `A zone of an equal date counts where the original has none`() throws {
        let (now, later) = ("2023:04:19 10:11:12", "2023:04:20 10:11:12")
        let file = try dated(now, file: now, zones: [0x9010: "+02:00"])
        #expect(file.captureDate?.offset == 120)
        #expect(try dated(now, file: later, zones: [0x9010: "+02:00"]).captureDate?.offset == nil)
        #expect(try dated(now, zones: [0x9010: "+02:00"]).captureDate?.offset == nil)
        let digitized = try dated(now, digitized: now, file: now, zones: [0x9010: "+02:00", 0x9012: "+03:00"])
        #expect(digitized.captureDate?.offset == 180 && digitized.exif.digitized?.offset == 180)
        let other = try dated(now, digitized: later, file: now, zones: [0x9010: "+02:00", 0x9012: "+03:00"])
        #expect(other.captureDate?.offset == nil)
        let own = try dated(now, file: now, zones: [0x9010: "+02:00", 0x9011: "-01:00"])
        #expect(own.captureDate?.offset == -60)
        #expect(try dated(now, digitized: now, file: now, zones: [0x9010: "Z"]).exif.digitized?.offset == 0)
    }

    @Test func `0° N 0° E is no place if nothing else is known of it`() throws {
        func place(_ tags: (inout TIFFBuilder) -> Void) throws -> Coordinate? {
            var builder = TIFFBuilder()
            builder.gps = [
                builder.ascii(1, "N"), builder.rational(2, (0, 1), (0, 1), (0, 1)), builder.ascii(3, "E"),
                builder.rational(4, (0, 1), (0, 1), (0, 1)),
            ]
            tags(&builder)
            return try ImageMetadata(SampleFile.jpeg(exif: builder.bytes())).place
        }
        #expect(try place { _ in } == nil)
        #expect(try place { $0.gps += [$0.byte(5, 0), $0.rational(6, (0, 1))] } == nil)
        #expect(try place { $0.gps.append($0.ascii(9, "V")) } == nil)
        #expect(try place { $0.gps += [$0.byte(5, 0), $0.rational(6, (3, 1))] } != nil)
        #expect(try place { $0.gps.append($0.ascii(29, "2023:04:19")) } != nil)
    }

    @Test(arguments: [
        ("N", "E", 1.0, 1.0), ("S", "E", -1, 1), ("N", "W", 1, -1), ("S", "W", -1, -1), ("s", "e", -1, 1),
    ])
    func `A coordinate is positive exactly where its ref is N or E`(
        latitude: String, longitude: String, north: Double, east: Double
    ) throws {
        let gps = try gps(latitude, longitude)
        #expect(gps.latitude == north * 10.5 && gps.longitude == east * 20.01)
    }

    @Test(arguments: ["", "?", "North", "E"]) func `An invalid reference gives no coordinate`(ref: String) throws {
        let gps = try gps(ref, "E")
        #expect(gps.latitude == nil && gps.longitude == 20.01 && gps.place == nil)
    }

    @Test func `The time of a GPS fix is read from day and clock, if each part of the clock is possible`() throws {
        let clocks: [([Int], String?)] = [
            ([12, 34, 56], "2024-02-29T12:34:56+00:00"), ([12, 61, 0], nil), ([12, 34], nil),
        ]
        for (clock, time) in clocks {
            var builder = TIFFBuilder()
            let numbers = clock.flatMap { builder.number($0, 4) + builder.number(1, 4) }
            let clockTag = TIFFBuilder.Tag(id: 7, type: 5, count: clock.count, bytes: numbers)
            builder.gps = [clockTag, builder.ascii(29, "2024:02:29")]
            let gps = try ImageMetadata(SampleFile.jpeg(exif: builder.bytes())).gps
            #expect(gps.time?.description == time, "\(clock)")
        }
    }

    private func gps(_ latitude: String, _ longitude: String) throws -> GPSValues {
        var builder = TIFFBuilder()
        builder.gps = [
            builder.ascii(1, latitude), builder.rational(2, (10, 1), (30, 1), (0, 0)), builder.ascii(3, longitude),
            builder.rational(4, (20, 1), (0, 1), (36, 1)),
        ]
        return try ImageMetadata(SampleFile.jpeg(exif: builder.bytes())).gps
    }

    @Test(arguments: [(0, 12.5), (1, -12.5), (2, 12.5), (3, -12.5), (4, nil), (255, nil)] as [(UInt8, Double?)])
    func `A height is above or below the sea, or the ellipsoid`(ref: UInt8, metres: Double?) throws {
        var builder = TIFFBuilder()
        builder.gps = [builder.byte(5, ref), builder.rational(6, (125, 10))]
        #expect(try ImageMetadata(SampleFile.tiff(builder)).altitude == metres)
    }

    @Test(arguments: [(200, 0), (0, 200), (-5, 7), (7, -5)]) func `A side of nothing or less makes no size`(
        width: Int, height: Int
    ) throws {
        var builder = TIFFBuilder()
        let sides = [(0x0100, width), (0x0101, height)].map { id, side in
            TIFFBuilder.Tag(id: UInt16(id), type: 9, count: 1, bytes: builder.number(side, 4))
        }
        builder.primary = sides
        #expect(try ImageMetadata(SampleFile.tiff(builder)).pixelSize == nil)
    }

    @Test func `All values of a tag can be had by its number`() throws {
        var builder = TIFFBuilder()
        builder.exif = [builder.short(0x8827, 100, 200), builder.rational(0xA432, (24, 1), (70, 1))]
        let tags = try ImageMetadata(SampleFile.tiff(builder)).tags
        #expect(tags.integers(0x8827, .exif) == [100, 200] && tags.integers(0x8827, .gps) == nil)
        #expect(tags.rationals(0xA432, .exif) == [MetadataRational(24, 1), MetadataRational(70, 1)])
        #expect(tags.bytes(0x8827, .exif).map(Array.init) == [0, 100, 0, 200])
    }

    @Test func `A description is short, and says nothing of the place`() throws {
        let metadata = try ImageMetadata(SampleFile.jpeg(exif: TIFFBuilder.camera().bytes()))
        let text = "jpeg, 48 × 32, Example E-1, 2023-04-19T10:11:12.023+02:00, \(metadata.tags.all.count) tags"
        #expect("\(metadata)" == text && String(reflecting: metadata) == text)
        #expect(String(reflecting: metadata.tags) == "\(metadata.tags.all.count) tags")
    }

    @Test func `Impossible coordinates give no location, but their numbers can be read`() throws {
        var builder = TIFFBuilder()
        builder.gps = [
            builder.ascii(1, "N"), builder.rational(2, (91, 1)), builder.ascii(3, "E"), builder.rational(4, (20, 1)),
        ]
        let metadata = try ImageMetadata(SampleFile.jpeg(exif: builder.bytes()))
        #expect(metadata.place == nil && metadata.gps.latitude == 91)
    }

    @Test func `Text in UTF-8 is read as that, other text as Latin-1, and padding is cut off`() throws {
        var builder = TIFFBuilder()
        let latin: [UInt8] = [0x57, 0xF6, 0x72, 0x64, 0x20, 0x20, 0, 0x78]
        builder.primary = [
            builder.ascii(0x010F, "Ähnlich   "), TIFFBuilder.Tag(id: 0x0110, type: 2, count: 8, bytes: latin),
        ]
        let metadata = try ImageMetadata(SampleFile.jpeg(exif: builder.bytes()))
        #expect(metadata.make == "Ähnlich" && metadata.model == "Wörd")
    }

    @Test(arguments: [1, 2, 7]) func `A value of bytes, of characters or of undefined bytes is read as text`(
        type: Int
    ) throws {
        var builder = TIFFBuilder()
        builder.primary = [TIFFBuilder.Tag(id: 0x0110, type: type, count: 4, bytes: Array("E-1\0".utf8))]
        let tags = try ImageMetadata(SampleFile.jpeg(exif: builder.bytes())).tags
        #expect(tags.text(0x0110, .image(0)) == "E-1")
    }

    @Test func `A copyright of two parts is the photographer's and the editor's`() throws {
        var builder = TIFFBuilder()
        builder.primary = [builder.ascii(0x8298, "Ana\0Bo")]
        #expect(try ImageMetadata(SampleFile.jpeg(exif: builder.bytes())).copyright == "Ana\nBo")
        builder.primary = [builder.ascii(0x8298, " \0Bo")]
        #expect(try ImageMetadata(SampleFile.jpeg(exif: builder.bytes())).copyright == "Bo")
    }

    @Test func `The thumbnail is named by its place and not copied`() throws {
        var builder = TIFFBuilder.camera()
        builder.thumbnail = [0xFF, 0xD8, 1, 2, 3, 0xFF, 0xD9]
        let file = SampleFile.jpeg(exif: builder.bytes())
        let thumbnail = try #require(try ImageMetadata(file).thumbnail)
        #expect(Array(file[thumbnail.range]) == builder.thumbnail && !thumbnail.isCut)
    }
}
