import Foundation
import PhotoMetadata
import TestSupport
import Testing

/// The exact texts of the published viewers.
@Suite struct MetadataFormatterTests {
    private let english = MetadataFormatter(.english)
    private let chinese = MetadataFormatter(.chinese)

    private func metadata(_ change: (inout TIFFBuilder) -> Void) throws -> ImageMetadata {
        var builder = TIFFBuilder()
        change(&builder)
        return try ImageMetadata(SampleFile.jpeg(exif: builder.bytes()))
    }

    @Test func `Everything is written in both languages`() throws {
        let metadata = try ImageMetadata(SampleFile.jpeg(exif: TIFFBuilder.camera().bytes()))
        #expect(
            chinese.exif(of: metadata) == [
                "相机": "Example E-1", "镜头": "E 4.25mm f/2.8", "光圈": "f/2.8", "快门": "1/125秒",
                "ISO": "ISO 200",
                "焦距": "4mm", "拍摄时间": "2023-04-19 10:11:12",
            ])
        #expect(
            english.exif(of: metadata) == [
                "Camera": "Example E-1", "Lens": "E 4.25mm f/2.8", "Aperture": "f/2.8", "Shutter": "1/125 s",
                "ISO": "ISO 200", "Focal Length": "4mm", "Taken": "2023-04-19 10:11:12",
            ])
        let place = try #require(chinese.position(of: metadata))
        let numbers = "[\(place.latitude), \(place.longitude)]"
        #expect(
            chinese.gps(of: metadata) == [
                "经纬度": "37.774900, -122.419400", "坐标": numbers, "海拔": "-35.2 米",
            ])
        #expect(
            english.gps(of: metadata) == [
                "Latitude and Longitude": "37.774900, -122.419400", "Coordinates": numbers, "Altitude": "-35.2 m",
            ])
    }

    @Test(arguments: [
        ("zh_CN", MetadataFormatter.Language.chinese), ("zh-Hant-TW", .chinese), ("en_US", .english), ("de", .english),
        ("", .english),
    ])
    func `A locale chooses the language`(identifier: String, language: MetadataFormatter.Language) {
        #expect(MetadataFormatter(locale: Locale(identifier: identifier)).language == language)
    }

    @Test func `Without EXIF nothing is written`() throws {
        let metadata = try ImageMetadata(SampleFile.jpeg())
        for formatter in [english, chinese] {
            #expect(formatter.exif(of: metadata).isEmpty && formatter.gps(of: metadata).isEmpty)
            #expect(formatter.position(of: metadata) == nil)
        }
    }

    @Test(arguments: [
        (1, 125, "1/125秒"), (8, 1_000, "1/125秒"), (167, 10_000, "1/59秒"), (1, 1, "1.0秒"), (5, 2, "2.5秒"),
        (30, 1, "30.0秒"), (3, 4, "1/1秒"), (1, 4_294_967_295, "1/4294967295秒"),
    ]) func `The shutter is whole seconds and more, or the fraction below a part`(top: Int, bottom: Int, text: String)
        throws
    {
        let metadata = try metadata { $0.exif = [$0.rational(0x829A, (top, bottom))] }
        #expect(chinese.text(of: .shutter, in: metadata) == text)
        #expect(english.text(of: .shutter, in: metadata) == text.replacing("秒", with: " s"))
    }

    @Test func `A shutter time that is zero, negative or not a number is left out`() throws {
        for (top, bottom) in [(0, 1), (0, 0), (1, 0)] {
            #expect(
                try chinese.text(of: .shutter, in: metadata { $0.exif = [$0.rational(0x829A, (top, bottom))] }) == nil)
        }
        let negative = try metadata { builder in
            let bytes = builder.number(-1, 4) + builder.number(2, 4)
            builder.exif = [TIFFBuilder.Tag(id: 0x829A, type: 10, count: 1, bytes: bytes)]
        }
        #expect(chinese.text(of: .shutter, in: negative) == nil)
    }

    @Test(arguments: [(18, 10, "f/1.8"), (2, 1, "f/2.0"), (56, 10, "f/5.6"), (1, 3, "f/0.3333333333333333")])
    func `The aperture is printed as Swift prints doubles`(top: Int, bottom: Int, text: String) throws {
        #expect(
            try english.text(of: .aperture, in: metadata { $0.exif = [$0.rational(0x829D, (top, bottom))] }) == text)
    }

    @Test(arguments: [(425, 100, "4mm"), (50, 1, "50mm"), (99, 100, "0mm")])
    func `The focal length is cut to whole millimetres`(top: Int, bottom: Int, text: String) throws {
        let metadata = try metadata { $0.exif = [$0.rational(0x920A, (top, bottom))] }
        #expect(english.text(of: .focalLength, in: metadata) == text)
    }

    @Test(arguments: [
        ("2023:04:19 10:11:12", "2023-04-19 10:11:12"), ("2023:04", "2023-04"), (":", "-"),
        ("::::::::::::", "----------::"),
    ]) func `Only the first ten characters of the time lose their colons, and a short one is no trouble`(
        written: String, text: String
    ) throws {
        #expect(try english.text(of: .taken, in: metadata { $0.exif = [$0.ascii(0x9003, written)] }) == text)
    }

    @Test func `A camera needs maker and model, ISO its first value, a height no ref`() throws {
        #expect(try english.text(of: .camera, in: metadata { $0.primary = [$0.ascii(0x010F, "A")] }) == nil)
        #expect(try english.text(of: .camera, in: metadata { $0.primary = [$0.ascii(0x0110, "B")] }) == nil)
        #expect(try english.text(of: .iso, in: metadata { $0.exif = [$0.short(0x8827, 100, 200)] }) == "ISO 100")
        #expect(try english.text(of: .iso, in: metadata { $0.exif = [$0.short(0x8827)] }) == nil)
        #expect(try english.text(of: .altitude, in: metadata { $0.gps = [$0.rational(6, (1, 1))] }) == "1.0 m")
        let above = try metadata { $0.gps = [$0.byte(5, 0), $0.rational(6, (1234, 100))] }
        let below = try metadata { $0.gps = [$0.byte(5, 1), $0.rational(6, (1234, 100))] }
        #expect(chinese.text(of: .altitude, in: above) == "12.3 米")
        #expect(chinese.text(of: .altitude, in: below) == "-12.3 米")
    }

    @Test func `Coordinates need both numbers and both refs`() throws {
        let tags: [(inout TIFFBuilder) -> TIFFBuilder.Tag] = [
            { $0.ascii(1, "S") }, { $0.rational(2, (1, 1), (0, 1), (0, 1)) }, { $0.ascii(3, "E") },
            { $0.rational(4, (2, 1)) },
        ]
        for missing in tags.indices {
            let metadata = try metadata { builder in
                builder.gps = tags.indices.filter { $0 != missing }.map { tags[$0](&builder) }
            }
            #expect(english.gps(of: metadata).isEmpty)
        }
        let whole = try metadata { builder in builder.gps = tags.map { $0(&builder) } }
        #expect(english.text(of: .coordinates, in: whole) == "-1.000000, 2.000000")
        #expect(english.position(of: whole) == Coordinate(latitude: -1, longitude: 2))
    }

    @Test func `The camera's model is TIFF's, the lens's only where there are no TIFF values`() throws {
        #expect(try metadata { $0.primary = [$0.ascii(0x0110, "M")] }.cameraOrLensModel == "M")
        #expect(try metadata { $0.exif = [$0.ascii(0xA434, "L")] }.cameraOrLensModel == "L")
        let both = try metadata { builder in
            builder.primary = [builder.ascii(0x010F, "A")]
            builder.exif = [builder.ascii(0xA434, "L")]
        }
        #expect(both.cameraOrLensModel == nil)
    }

    @Test func `All lines come in the order in which a viewer shows them`() throws {
        let metadata = try ImageMetadata(SampleFile.jpeg(exif: TIFFBuilder.camera().bytes()))
        let lines = MetadataFormatter().lines(of: metadata)
        #expect(lines.map(\.name) == (MetadataField.exif + MetadataField.gps).map { $0.name(in: .english) })
        #expect(lines.first?.text == "Example E-1" && lines.last?.text == "-35.2 m")
        #expect(MetadataFormatter().lines(of: try ImageMetadata(SampleFile.jpeg())).isEmpty)
    }
}
