import TestSupport
import Testing

@testable import PhotoMetadata
@testable import PhotoMetadataEditing

/// The changes made by edits, and that there are no others.
@Suite struct MetadataEditorTests {
    private static let formats = SampleSet.editable.map(\.0)

    private func file(_ format: MetadataFormat) throws -> [UInt8] {
        try #require(SampleSet.editable.first { $0.0 == format }).1
    }

    /// The raw tags without positions, in a fixed order.
    private func tags(_ metadata: ImageMetadata) -> [String] {
        metadata.tags.all.filter { ![0x8769, 0x8825, 273, 0x0201].contains($0.id) }
            .map { "\($0.directory) \($0.id) \($0.count) \(metadata.tags.bytes(of: $0).map(Array.init) ?? [])" }
            .sorted()
    }

    @Test(arguments: formats, SampleSet.edits) func `Compressed picture data stay as they are, byte for byte`(
        format: MetadataFormat, edit: MetadataEdit
    ) throws {
        let file = try file(format)
        let edited = try MetadataEditor(edit).edited(file)
        #expect(PictureData(of: edited) == PictureData(of: file) && !PictureData(of: file).parts.isEmpty)
        let metadata = try ImageMetadata(edited)
        #expect(metadata.format == format && metadata.pixelSize == SampleFile.size && metadata.problems.isEmpty)
    }

    @Test(arguments: formats) func `A copyright is set in EXIF, XMP and IPTC, and all else stays`(
        format: MetadataFormat
    ) throws {
        let old = try ImageMetadata(file(format))
        let new = try ImageMetadata(MetadataEditor(.setCopyright("© 2026 张伟 <&>\"")).edited(file(format)))
        #expect(new.tiff.copyright == "© 2026 张伟 <&>\"")
        #expect(new.xmp.texts("rights", in: .dublinCore) == [new.copyright])
        let hasIPTC = format == .jpeg || format == .tiff
        #expect(new.iptc.copyright == (hasIPTC ? new.copyright : nil))
        #expect(
            tags(new).filter { !$0.contains(" 33432 ") && !$0.contains(" 700 ") && !$0.contains(" 33723 ") }
                == tags(old).filter { !$0.contains(" 33432 ") && !$0.contains(" 700 ") && !$0.contains(" 33723 ") })
        #expect(
            new.iptc.keywords == old.iptc.keywords && new.iptc.city == old.iptc.city && new.xmp.place == old.xmp.place)
        #expect(new.contentIdentifier == old.contentIdentifier && new.captureDate == old.captureDate)
    }

    @Test func `A new block of a JPEG stands behind those that readers expect first`() throws {
        let file = SampleFile.jpeg(exif: TIFFBuilder.camera().bytes())
        let edited = try MetadataEditor(.setCopyright("© 2026")).edited(file)
        func place(of text: String) -> Int? { edited.firstRange(of: Array(text.utf8))?.lowerBound }
        let places = try ["JFIF", "Exif", "http://ns.adobe.com/xap/1.0/"].map { try #require(place(of: $0)) }
        #expect(places == places.sorted())
    }

    @Test(arguments: formats) func `A place is removed from every block, and its bytes from the file`(
        format: MetadataFormat
    ) throws {
        let old = try ImageMetadata(file(format))
        let edited = try MetadataEditor(.removeLocation).edited(file(format))
        let new = try ImageMetadata(edited)
        #expect(old.place != nil && new.place == nil && new.altitude == nil && new.gps.isEmpty)
        #expect(
            new.xmp.text("City", in: .photoshop) == nil && new.iptc.city == nil && new.tags[0x8825, .image(0)] == nil)
        let text = String(decoding: edited, as: UTF8.self)
        #expect(!text.contains("San Francisco") && !text.contains("GPS") && !text.contains("122,25"))
        let latitude: [UInt8] = [0, 0, 0, 37, 0, 0, 0, 1, 0, 0, 0, 46]
        #expect(!edited.indices.contains { edited[$0...].starts(with: latitude) })
        #expect(
            tags(new).filter { !$0.contains(" 700 ") && !$0.contains(" 33723 ") }
                == tags(old).filter { !$0.hasPrefix("gps") && !$0.contains(" 700 ") && !$0.contains(" 33723 ") })
        #expect(new.contentIdentifier == old.contentIdentifier && new.copyright == old.copyright)
    }

    @Test(arguments: formats) func `What is sensitive is removed, and the picture stands upright as before`(
        format: MetadataFormat
    ) throws {
        let edited = try MetadataEditor(.removeSensitive).edited(file(format))
        let new = try ImageMetadata(edited)
        #expect(new.orientation == .right && new.exif.isEmpty && new.gps.isEmpty && new.iptc.isEmpty && new.xmp.isEmpty)
        #expect(new.make == nil && new.copyright == nil && new.captureDate == nil && new.thumbnail == nil)
        let text = String(decoding: edited, as: UTF8.self)
        for word in ["Example", "Ana", "2023", "0A1B2C3D", "comment", "Apple"] { #expect(!text.contains(word)) }
    }

    @Test(arguments: formats, ImageOrientation.allCases) func `Every orientation is set`(
        format: MetadataFormat, orientation: ImageOrientation
    ) throws {
        let old = try ImageMetadata(file(format))
        let new = try ImageMetadata(MetadataEditor(.setOrientation(orientation)).edited(file(format)))
        #expect(new.orientation == orientation)
        #expect(tags(new).filter { !$0.contains(" 274 ") } == tags(old).filter { !$0.contains(" 274 ") })
    }

    @Test(arguments: formats) func `A date is set wherever there is one, with its fraction and its zone`(
        format: MetadataFormat
    ) throws {
        let date = try #require(MetadataDate("2024-02-29T12:34:56.789-03:30"))
        let new = try ImageMetadata(MetadataEditor(.setCaptureDate(date)).edited(file(format)))
        #expect(new.captureDate == date && new.exif.digitized == date && new.tiff.modified?.year == 2023)
        if !new.iptc.isEmpty, format == .jpeg { #expect(new.iptc.created?.description == "2024-02-29T12:34:56-03:30") }
        if format == .png { #expect(new.texts == [PNGText(keyword: "Creation Time", text: date.description)]) }
        let plain = try #require(MetadataDate("2020-01-02"))
        let again = try ImageMetadata(
            MetadataEditor(.setCaptureDate(date), .setCaptureDate(plain)).edited(file(format)))
        #expect(again.captureDate == plain)
    }

    @Test(arguments: [SampleFile.jpeg(), SampleFile.png(), SampleFile.webP(), SampleFile.tiff(TIFFBuilder())])
    func `A file without any metadata gets what is set, and nothing to remove is no trouble`(file: [UInt8]) throws {
        for edit in SampleSet.edits where edit.isRemoval {
            #expect(try PictureData(of: MetadataEditor(edit).edited(file)) == PictureData(of: file))
        }
        let date = try #require(MetadataDate("2024-02-29T12:34:56+01:00"))
        let editor = MetadataEditor(.setCopyright("Ana"), .setCaptureDate(date), .setOrientation(.down))
        let edited = try editor.edited(file)
        let metadata = try ImageMetadata(edited)
        #expect(metadata.copyright == "Ana" && metadata.captureDate == date && metadata.orientation == .down)
        #expect(metadata.problems.isEmpty && PictureData(of: edited) == PictureData(of: file))
        #expect(try ImageMetadata(MetadataEditor(.removeSensitive).edited(edited)).copyright == nil)
    }

    @Test(arguments: [ByteOrder.big, .little], [false, true])
    func `TIFF files of both byte orders and both widths are changed`(order: ByteOrder, isBig: Bool) throws {
        let file = SampleFile.tiff(.camera(order, isBig: isBig))
        for edit in SampleSet.edits {
            let edited = try MetadataEditor(edit).edited(file)
            #expect(PictureData(of: edited) == PictureData(of: file))
            #expect(try ImageMetadata(edited).problems.isEmpty)
        }
        let metadata = try ImageMetadata(MetadataEditor(.removeLocation, .setCopyright("Bo")).edited(file))
        #expect(metadata.place == nil && metadata.copyright == "Bo" && metadata.iptc.copyright == "Bo")
    }

    @Test(arguments: formats) func `An edit made twice is the edit made once`(format: MetadataFormat) throws {
        for edit in SampleSet.edits {
            let once = try ImageMetadata(MetadataEditor(edit).edited(file(format)))
            let twice = try ImageMetadata(MetadataEditor(edit, edit).edited(file(format)))
            #expect(tags(once).filter { !$0.contains(" 700 ") } == tags(twice).filter { !$0.contains(" 700 ") })
            #expect(once.copyright == twice.copyright && once.captureDate == twice.captureDate)
        }
    }
}
