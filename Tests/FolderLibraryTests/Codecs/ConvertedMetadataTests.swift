#if FolderLibrary && os(Linux)
import CameraRollCPNG
import CameraRollCTurboJPEG
import Foundation
import Testing

@testable import CameraRoll
@testable import FolderLibrary
@testable import CameraRollCodecs
@testable import PhotoMetadata
@testable import PhotoMetadataEditing

/// The metadata of a converted file, read by this package, and by exiftool if it is installed.
struct ConvertedMetadataTests {
    private static let texts = [
        "Title": "Ein Fest", "Author": "Ána & Bö", "Description": "a < b", "Copyright": "© Ana",
        "Comment": "two\nlines", "Software": "GIMP", "Creation Time": "2024-02-29T12:34:56",
    ]

    private func jpeg(_ png: [UInt8], with chunks: [[UInt8]] = []) throws -> PictureFile {
        let source = png.inserting(Array(chunks.joined()), at: 33)
        return try PictureFile(try PictureFile(source).converted(to: .jpeg))
    }

    private var png: [UInt8] { TestPicture.quarters().png }

    /// A text in UTF-8, optionally packed with stored blocks.
    private func text(_ keyword: String, _ text: String, isPacked: Bool = false) -> [UInt8] {
        let bytes = Array(text.utf8)
        let head = Array(keyword.utf8) + [0, isPacked ? 1 : 0, 0, 0, 0]
        return PNGPart.chunk("iTXt", head + (isPacked ? PNGPart.stored(bytes) : bytes))
    }

    @Test func `A PNG's texts become properties of XMP`() throws {
        let file = try jpeg(png, with: Self.texts.map { text($0.key, $0.value, isPacked: $0.key.count % 2 == 0) })
        let xmp = file.metadata.xmp
        #expect(file.metadata.problems.isEmpty)
        for (name, keyword) in [
            ("title", "Title"), ("creator", "Author"), ("description", "Description"), ("rights", "Copyright"),
        ] {
            #expect(xmp.texts(name, in: .dublinCore) == Self.texts[keyword].map { [$0] })
        }
        #expect(xmp.text("UserComment", in: .exif) == Self.texts["Comment"])
        #expect(xmp.text("CreatorTool", in: .basic) == Self.texts["Software"])
        #expect(file.metadata.captureDate == MetadataDate("2024-02-29T12:34:56"))
        #expect(file.metadata.copyright == Self.texts["Copyright"])
    }

    @Test(.enabled(if: SomeExiftool.path != nil, "It needs exiftool."))
    func `exiftool finds a PNG's texts, density and long XMP in the JPEG`() throws {
        let long = String(repeating: "0123456789abcdef", count: 10_000)
        let packet = try packet(["Instructions": long, "City": "Oslo"])
        let density = PNGPart.chunk("pHYs", [0, 0, 0x2E, 0x23, 0, 0, 0x17, 0x12, 1])
        let file = try jpeg(
            png, with: Self.texts.map { text($0.key, $0.value) } + [text("XML:com.adobe.xmp", packet), density])
        let tags = try SomeExiftool.tags(of: file.bytes)
        let found: [(String, String)] = [
            ("XMP:Title", "Title"), ("XMP:Creator", "Author"), ("XMP:Description", "Description"),
            ("XMP:Rights", "Copyright"), ("XMP:UserComment", "Comment"), ("XMP:CreatorTool", "Software"),
        ]
        for (tag, keyword) in found { #expect(tags[tag] as? String == Self.texts[keyword], "\(tag)") }
        #expect(tags["XMP:City"] as? String == "Oslo" && tags["XMP:Instructions"] as? String == long)
        #expect(tags["JFIF:XResolution"] as? Int == 300 && tags["JFIF:YResolution"] as? Int == 150)
        #expect(tags["ExifTool:Warning"] == nil && tags["ExifTool:Error"] == nil)
    }

    @Test func `A text gives way to the property that XMP has, and control characters are left out`() throws {
        let own = try packet([:], title: "Its own")
        let file = try jpeg(
            png, with: [text("Title", "Another"), text("Author", "A\u{1}B"), text("XML:com.adobe.xmp", own)])
        #expect(file.metadata.xmp.texts("title", in: .dublinCore) == ["Its own"])
        #expect(file.metadata.xmp.texts("creator", in: .dublinCore) == ["AB"])
        #expect(try jpeg(png, with: [text("Whatever", "text")]).metadata.xmp.isEmpty)
        #expect(try jpeg(png, with: [text("Creation Time", "last summer")]).metadata.xmp.isEmpty)
    }

    @Test func `XMP that does not fit goes on in further segments, under the name of its digest`() throws {
        let long = ["Instructions": String(repeating: "a", count: 90_000), "City": "Oslo", "Credit": "x"]
        let file = try jpeg(png, with: [text("XML:com.adobe.xmp", try packet(long))])
        #expect(file.metadata.problems.isEmpty)
        #expect(file.metadata.xmp.text("City", in: .photoshop) == "Oslo")
        #expect(file.metadata.xmp.text("Instructions", in: .photoshop) == long["Instructions"])
        let name = try #require(file.metadata.xmp.text("HasExtendedXMP", in: .note))
        let head = Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Array(name.utf8)
        var segments = JPEGSegments(ByteReader(file.bytes))
        let parts = try segments.rest().map { file.bytes[$0.payload] }
            .filter { $0.starts(with: head) }.map { $0.dropFirst(head.count) }
        let rest = parts.flatMap { $0.dropFirst(8) }
        #expect(parts.count == 2 && XMPEditor.digest(of: rest) == name)
        #expect(parts.allSatisfy { $0.uint32(at: $0.startIndex) == rest.count })
        #expect(parts.map { $0.uint32(at: $0.startIndex + 4) } == [0, 65_400])
        let values = XMPValues(packet: rest)
        #expect(values.isWhole && values.text("Instructions", in: .photoshop) == long["Instructions"])
        #expect(values.text("City", in: .photoshop) == nil)
        #expect(throws: Never.self) { try MetadataEditor(.removeLocation).edited(file.bytes) }
    }

    @Test func `XMP that is too long and cannot be split is refused`() throws {
        let broken = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">" + String(repeating: "a", count: 70_000)
        #expect(throws: CodecError.self) { try jpeg(png, with: [text("XML:com.adobe.xmp", broken)]) }
    }

    @Test func `The density of a PNG and of a JPEG is kept, and lies on its side where the picture does`() throws {
        let density = PNGPart.chunk("pHYs", [0, 0, 0x2E, 0x23, 0, 0, 0x17, 0x12, 1])
        let upright = try jpeg(png, with: [density])
        let expected = try #require(PixelDensity(of: upright))
        #expect((expected.unit, expected.x, expected.y) == (1, 300, 150))
        let turned = try PictureFile(MetadataEditor(.setOrientation(.right)).edited(upright.bytes))
        #expect(PixelDensity(of: turned) == expected)
        #expect(PixelDensity(of: try PictureFile(turned.converted(to: .jpeg))) == expected.onItsSide)
        let shape = try jpeg(png, with: [PNGPart.chunk("pHYs", [0, 0, 0, 2, 0, 0, 0, 1, 0])])
        #expect(PixelDensity(of: shape).map { [Int($0.unit), $0.x, $0.y] } == [0, 2, 1])
        let senseless = try jpeg(png, with: [PNGPart.chunk("pHYs", [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 1])])
        #expect(PixelDensity(of: senseless).map { [Int($0.unit), $0.x, $0.y] } == [0, 1, 1])
    }

    @Test func `EXIF and IPTC within a PNG's texts become what they are`() throws {
        let date = try #require(MetadataDate("2020-01-02T03:04:05"))
        let described = try MetadataEditor(.setCaptureDate(date)).edited(TestPicture.quarters().jpeg())
        let exif = try #require(MetadataBlocks(of: PictureFile(described)).exif)
        let iptc: [UInt8] = [0x1C, 2, 120, 0, 4] + Array("Fest".utf8)
        let texts = [raw("exif", Array("Exif\0\0".utf8) + exif), raw("iptc", iptc)]
        let metadata = try jpeg(png, with: texts).metadata
        #expect(metadata.exif.taken == date)
        #expect(metadata.iptc.datasets.isEmpty == false)
        #expect(metadata.problems.isEmpty)
    }

    private func raw(_ kind: String, _ bytes: [UInt8]) -> [UInt8] {
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return text("Raw profile type \(kind)", "\n\(kind)\n\(bytes.count)\n\(digits)")
    }

    @Test func `An orientation that only XMP tells is upright afterwards`() throws {
        var editor = try XMPEditor(nil)
        editor.set("Orientation", .tiff, prefix: "tiff", to: "6")
        let file = try jpeg(
            png, with: [text("XML:com.adobe.xmp", String(decoding: try editor.packet(), as: UTF8.self))])
        #expect(file.metadata.orientation == .up && file.metadata.xmp.text("Orientation", in: .tiff) == "1")
        #expect(file.metadata.pixelSize == PixelSize(width: 48, height: 64))
    }

    @Test func `16 bits, CMYK and a long profile become a JPEG that looks the same`() throws {
        let size = PixelSize(width: 8, height: 8)
        let samples = [UInt16](repeating: 0x8000, count: size.width * size.height)
        let deep = try jpeg(TestPicture.png(size, samples, format: UInt32(PNG_FORMAT_LINEAR_Y)))
        #expect(try deep.header().bitDepth == 8 && deep.decode()[4, 4].isLike(.init(188, 188, 188, 255)))
        let inks = TestPicture(16, 16) { _, _ in .init(255, 0, 255, 255) }
        let profile = SampleProfile.segment(SampleProfile.profile(count: 200, space: "CMYK"), 1, of: 1)
        let printed = try PictureFile(inks.jpeg(format: TJPF_CMYK).inserting(profile, at: 2))
        let converted = try PictureFile(printed.converted(to: .jpeg))
        #expect(try converted.header().color == .rgb && converted.decode().profile == nil)
        let expected = try printed.decode()[8, 8]
        #expect(try converted.decode()[8, 8].isLike(expected))
        let long = SampleProfile.rgb(count: 150_000)
        #expect(try jpeg(png.removing(["gAMA", "cHRM", "sRGB"]), with: []).decode().profile == nil)
        let webP = WebPPart.file(
            PixelSize(width: 64, height: 48), flags: 0x20,
            [WebPPart.chunk("ICCP", long), Array(TestPicture.quarters().losslessWebP.dropFirst(12))])
        #expect(try PictureFile(PictureFile(webP).converted(to: .jpeg)).decode().profile == long)
    }

    private func packet(_ properties: [String: String], title: String? = nil) throws -> String {
        var editor = try XMPEditor(nil)
        for (name, value) in properties { editor.set(name, .photoshop, prefix: "photoshop", to: value) }
        if let title { editor.setAlternative("title", .dublinCore, prefix: "dc", to: title) }
        return String(decoding: try editor.packet(), as: UTF8.self)
    }
}

/// The exiftool on the path, if any.
private enum SomeExiftool {
    static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { $0 + "/exiftool" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    static func tags(of jpeg: [UInt8]) throws -> [String: Any] {
        let scratch = try ScratchFolder()
        let file = scratch.url.appending(path: "a.jpg")
        try Data(jpeg).write(to: file)
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: path ?? "")
        process.arguments = ["-json", "-G", "-charset", "utf8", file.path]
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (try JSONSerialization.jsonObject(with: output) as? [[String: Any]])?.first ?? [:]
    }
}
#endif
