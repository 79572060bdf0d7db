import Foundation
import TestSupport
import Testing

@testable import PhotoMetadata
@testable import PhotoMetadataEditing

/// The values that edits write.
@Suite struct EditedValueTests {
    private func edited(_ file: [UInt8], _ edits: MetadataEdit...) throws -> ImageMetadata {
        try ImageMetadata(MetadataEditor(edits).edited(file))
    }

    @Test func `A picture whose orientation only XMP or the first of two blocks says is turned as before`() throws {
        let xmp = SampleFile.xmp(attributes: "tiff:Orientation='8'")
        var turned = TIFFBuilder()
        turned.primary = [turned.short(0x0112, 6)]
        var plain = TIFFBuilder()
        plain.primary = [plain.short(0x0112, 1), plain.ascii(0x010F, "Example")]
        let second = (UInt8(0xE1), Array("Exif\0\0".utf8) + turned.bytes())
        let files: [([UInt8], ImageOrientation)] = [
            (SampleFile.jpeg(xmp: xmp), .left), (SampleFile.png(xmp: xmp), .left), (SampleFile.webP(xmp: xmp), .left),
            (SampleFile.tiff(TIFFBuilder(), xmp: xmp), .left),
            (SampleFile.jpeg(exif: plain.bytes(), segments: [second]), .up),
            (SampleFile.jpeg(exif: turned.bytes(), segments: [second]), .right),
        ]
        for (file, orientation) in files {
            #expect(try ImageMetadata(file).orientation == orientation)
            let bare = try MetadataEditor(.removeSensitive).edited(file)
            #expect(try ImageMetadata(bare).orientation == orientation && ImageMetadata(bare).xmp.isEmpty)
            #expect(String(decoding: bare, as: UTF8.self).components(of: "Exif") <= 1)
        }
    }

    @Test func `Colour space, its index and the resolution stay with the picture, and nothing else does`() throws {
        var builder = TIFFBuilder.camera(.little)
        builder.primary += [builder.rational(0x011A, (300, 1)), builder.short(0x0128, 2)]
        builder.exif.append(builder.short(0xA001, 65_535))
        for file in [SampleFile.jpeg(exif: builder.bytes()), SampleFile.png(exif: builder.bytes()), builder.bytes()] {
            let bare = try edited(file, .removeSensitive)
            #expect(bare.tags.integer(0xA001, .exif) == 65_535 && bare.tags.integer(0x011A, .image(0)) == 300)
            #expect(bare.make == nil && bare.captureDate == nil && bare.gps.isEmpty && bare.copyright == nil)
        }
        var first = Array("MM\0*".utf8) + builder.bigNumber(8, 4) + [0, 1]
        first += builder.bigEntry(0x8769, 4, 1, 26) + [0, 0, 0, 0] + [0, 1]
        first += builder.bigEntry(0xA005, 4, 1, 44) + [0, 0, 0, 0] + [0, 1, 0, 1, 0, 2, 0, 0, 0, 4] + "R03\0".utf8
        let index = try edited(SampleFile.jpeg(exif: first + [0, 0, 0, 0]), .removeSensitive)
        #expect(index.tags.text(1, .interoperability) == "R03")
    }

    @Test func `A copyright is removed wherever one is set`() throws {
        for (format, file) in SampleSet.editable {
            let metadata = try edited(file, .setCopyright("© Bo"), .removeCopyright)
            #expect(metadata.copyright == nil && metadata.iptc.copyright == nil && metadata.xmp.copyright == nil)
            #expect(metadata.place != nil && metadata.format == format)
        }
        let text = SampleFile.png(chunks: [("tEXt", Array("Copyright\0Bo".utf8))])
        #expect(try edited(text, .removeCopyright).copyright == nil)
        #expect(try MetadataEditor(.removeCopyright).edited(SampleFile.jpeg()) == SampleFile.jpeg())
    }

    @Test func `What a structure of XMP's has under a property's name stays, but for places`() throws {
        let ingredient = """
            <xmp:Part rdf:parseType='Resource'><dc:rights>© Bo</dc:rights><exif:GPSLatitude>SECRET</exif:GPSLatitude>\
            </xmp:Part><xmp:Other><rdf:Description><dc:rights>© Cy</dc:rights></rdf:Description></xmp:Other>
            """
        let file = SampleFile.png(xmp: SampleFile.xmp(attributes: "dc:rights='© Ana'", elements: ingredient))
        for (edit, copyright) in [(.setCopyright("New"), "New"), (.removeCopyright, nil)] as [(MetadataEdit, String?)] {
            let xmp = try edited(file, edit).xmp
            #expect(xmp.copyright == copyright)
            let packet = String(decoding: xmp.packet, as: UTF8.self)
            #expect(packet.contains("© Bo") && packet.contains("© Cy") && !packet.contains("© Ana"))
        }
        let packet = try String(decoding: edited(file, .removeLocation).xmp.packet, as: UTF8.self)
        #expect(packet.contains("© Bo") && !packet.contains("SECRET"))
    }

    @Test func `IPTC's time has eleven characters, and goes where no zone is known`() throws {
        let zoned = try #require(MetadataDate("2024-02-29T12:34:60Z"))
        #expect(try edited(SampleSet.jpeg, .setCaptureDate(zoned)).iptc.texts(60) == ["123459+0000"])
        let local = try #require(MetadataDate("2024-02-29T12:34:56"))
        let metadata = try edited(SampleSet.jpeg, .setCaptureDate(local))
        #expect(metadata.iptc.texts(60).isEmpty && metadata.iptc.texts(55) == ["20240229"])
    }

    @Test func `A TIFF file's digest of IPTC goes when IPTC changes, beside it or within the resources`() throws {
        let digest = Array("8BIM".utf8) + [0x04, 0x25, 0, 0, 0, 0, 0, 2, 9, 9]
        let other = Array("8BIM".utf8) + [0x03, 0xED, 0, 0, 0, 0, 0, 4, 1, 2, 3, 4]
        let iptc = SampleFile.iptc([(55, "20230419"), (90, "Rome")])
        func file(_ resources: [UInt8]) -> [UInt8] {
            var builder = TIFFBuilder.camera()
            builder.primary.append(builder.undefined(34_377, resources))
            return SampleFile.tiff(builder, iptc: iptc)
        }
        let date = try #require(MetadataDate("2024-02-29T12:34:56"))
        for edit in [MetadataEdit.setCaptureDate(date), .setCopyright("Bo"), .removeLocation] {
            let new = try MetadataEditor(edit).edited(file(other + digest))
            let resources = try #require(try ImageMetadata(new).tags[34_377, .image(0)])
            #expect(new.indices.contains { new[$0...].starts(with: other) } && resources.count == other.count)
            #expect(try edited(file(digest), edit).tags[34_377, .image(0)] == nil)
        }
        let kept = try edited(file(other + digest), .setOrientation(.left))
        #expect(kept.tags[34_377, .image(0)]?.count == (other + digest).count)
    }

    @Test func `Every text of a PNG that says when it was taken says the new date`() throws {
        let old: [(String, String)] = [
            ("CreationTime", "2020:01:01 00:00:00"), ("Creation Time", "Wed, 01 Jan 2020 00:00:00 GMT"),
            ("creation_time", "2020"), ("exif:DateTimeOriginal", "2020:01:01 00:00:00"),
            ("exif:SubSecTimeOriginal", "20"), ("exif:OffsetTimeOriginal", "+20:20"), ("date:modify", "2019"),
        ]
        let file = SampleFile.png(chunks: old.map { ("tEXt", Array(($0.0 + "\0" + $0.1).utf8)) })
        let date = try #require(MetadataDate("2024-02-29T12:34:56.5+01:00"))
        let new = try edited(file, .setCaptureDate(date))
        #expect(
            new.texts.map(\.text) == [
                date.description, date.description, date.description, "2024:02:29 12:34:56", "5", "+01:00", "2019",
            ])
        let plain = try #require(MetadataDate("2024-02-29T12:34:56"))
        #expect(try edited(file, .setCaptureDate(plain)).texts.count == 5)
    }

    @Test func `Black levels and matrices of a TIFF file made of a DNG stay where the place goes`() throws {
        var builder = TIFFBuilder.camera()
        builder.primary += [
            builder.short(50_713, 2, 2), builder.rational(50_714, (512, 1), (512, 1), (512, 1), (512, 1)),
            builder.long(50_717, 16_383), builder.rational(50_721, (1, 2)), builder.ascii(50_708, "Example"),
        ]
        let file = SampleFile.tiff(builder)
        let metadata = try edited(file, .removeLocation)
        #expect(metadata.place == nil)
        for id in [50_713, 50_714, 50_717, 50_721, 50_708] as [UInt16] {
            #expect(metadata.tags[id, .image(0)] != nil)
        }
    }

    @Test(arguments: [nil, "0220", "0232"]) func `EXIF's version is one that has zones where a zone is written`(
        version: String?
    ) throws {
        var builder = TIFFBuilder.camera()
        if let version { builder.exif.insert(builder.undefined(0x9000, Array(version.utf8)), at: 3) }
        let file = SampleFile.jpeg(exif: builder.bytes())
        func written(_ date: String) throws -> String? {
            let date = try #require(MetadataDate(date))
            return try edited(file, .setCaptureDate(date)).tags.text(0x9000, .exif)
        }
        #expect(try written("2024-02-29T12:34:56+01:00") == (version == "0232" ? "0232" : "0231"))
        #expect(try written("2024-02-29T12:34:56") == version)
    }

    @Test func `A copyright that is not text is described as what it is`() {
        for (text, words) in [
            ("a\u{7}", "The text contains the character U+0007, which XMP cannot hold."),
            ("a\u{FFFF}", "The text contains the character U+FFFF, which XMP cannot hold."),
            (" \n", "The text is blank: expected at least one character that is not whitespace."),
        ] {
            #expect(MetadataEditError.invalidText(text).description == words)
        }
    }

    @Test func `Removals come before what is set, in every order`() throws {
        for edits in [[MetadataEdit.setCopyright("Bo"), .removeSensitive], [.removeSensitive, .setCopyright("Bo")]] {
            let metadata = try ImageMetadata(MetadataEditor(edits).edited(SampleSet.jpeg))
            #expect(metadata.copyright == "Bo" && metadata.make == nil && metadata.place == nil)
        }
        #expect(try edited(SampleSet.jpeg, .setCopyright("A"), .setCopyright("B")).copyright == "B")
        #expect(try MetadataEditor().edited(SampleSet.jpeg) == SampleSet.jpeg)
    }

    @Test func `Bytes in a Data are changed like any others, and kinds of files say whether they can be`() throws {
        let slice = Data([1, 2] + SampleSet.jpeg).dropFirst(2)
        let editor = MetadataEditor(.removeLocation)
        #expect(try Array(editor.edited(slice)) == editor.edited(SampleSet.jpeg))
        for file in SampleSet.all.map(\.bytes) {
            let format = try ImageMetadata(file).format
            let losesPlace = format.isEditable || [.heic, .quickTime].contains(format)
            #expect(losesPlace == ((try? editor.edited(file)) != nil))
            #expect(format.isEditable == ((try? MetadataEditor(.setRating(4)).edited(file)) != nil))
        }
    }

    @Test func `No error names a position behind the file's end`() throws {
        for (_, file) in SampleSet.editable {
            for length in stride(from: 12, to: file.count, by: 41) {
                for edit in SampleSet.edits {
                    do throws(MetadataEditError) {
                        _ = try MetadataEditor(edit).edited(Array(file.prefix(length)))
                    } catch {
                        #expect(error == error.within(length))
                    }
                }
            }
        }
    }

    @Test func `A directory of further pictures that cannot be read is refused where these move`() throws {
        let file = SampleFile.jpeg(segments: [(0xE2, Array("MPF\0MM\0*nothing".utf8))])
        let error = #expect(throws: MetadataEditError.self) { try MetadataEditor(.setCopyright("Bo")).edited(file) }
        guard case .damaged(.container, _) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    }
}

extension String {
    fileprivate func components(of text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count - 1
    }
}

extension TIFFBuilder {
    fileprivate func bigNumber(_ value: Int, _ count: Int) -> [UInt8] { TIFFBuilder().number(value, count) }

    fileprivate func bigEntry(_ id: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
        bigNumber(id, 2) + bigNumber(type, 2) + bigNumber(count, 4) + bigNumber(value, 4)
    }
}
