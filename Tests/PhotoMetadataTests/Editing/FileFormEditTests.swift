import TestSupport
import Testing

@testable import PhotoMetadata
@testable import PhotoMetadataEditing

/// Edits of files in the forms that standards allow and few programs write.
@Suite struct FileFormEditTests {
    private static func text(_ file: [UInt8]) -> String { String(decoding: file, as: UTF8.self) }

    /// The file after an edit, which made again gives the same bytes.
    private func edited(_ file: [UInt8], _ edit: MetadataEdit) throws -> [UInt8] {
        let new = try MetadataEditor(edit).edited(file)
        #expect(try MetadataEditor(edit).edited(new) == new, "\(edit)")
        #expect(try ImageMetadata(new).problems.isEmpty, "\(edit)")
        return new
    }

    @Test func `EXIF 3.0's texts are set and removed, and stay where only the place goes`() throws {
        let builder = FileFormReadingTests.unicode()
        let exif = builder.bytes()
        let files = [
            SampleFile.jpeg(exif: exif), SampleFile.png(exif: exif), SampleFile.webP(exif: exif),
            SampleFile.tiff(builder),
        ]
        for file in files {
            for edit in SampleSet.edits { _ = try edited(file, edit) }
            #expect(try ImageMetadata(edited(file, .setCaption("Neu ⛵️"))).tiff.imageDescription == "Neu ⛵️")
            #expect(try !Self.text(edited(file, .removeCaption)).contains("Brücke"))
            #expect(try !Self.text(edited(file, .removeCopyright)).contains("Änne"))
        }
        for file in files + [SampleBoxes.heic(exif: exif)] {
            let bare = try edited(file, .removeLocation)
            #expect(!Self.text(bare).contains("Köln") && Self.text(bare).contains("Größe bearbeitet"))
            #expect(try ImageMetadata(bare).model == "Größe 1" && ImageMetadata(bare).place == nil)
        }
    }

    /// The numbers of tags that standards name and that are no pointers, no places and no maker's own data.
    private static let named: [UInt16] =
        [0xA43B, 0xA43C, 0x9287] + Array(0xA40D...0xA412) + [0x9215, 0x9216, 0x9217, 0x828D, 0x828F, 0x882A, 0x9211]
        + [0xA436, 0xA437, 0xA438, 0xA439, 0xA43A, 0xA460, 0xA462, 0x9010, 0x9400, 0x9405, 0xA500]
        + [0xC635, 0xC65D, 0xC68B, 0xC71C, 0xC71D, 0xC740, 0xC74E, 0xC789, 0xC7E9, 0xC7EE, 0xCD2D, 0xCD3A, 0xCD4B]

    @Test(arguments: named) func `A tag that a standard names stays where the place goes`(id: UInt16) throws {
        var builder = TIFFBuilder.camera()
        builder.exif.append(builder.ascii(id, "a standard's value"))
        let exif = builder.bytes()
        for file in [SampleFile.jpeg(exif: exif), SampleFile.tiff(builder), SampleBoxes.heic(exif: exif)] {
            #expect(try Self.text(edited(file, .removeLocation)).contains("a standard's value"))
        }
        builder.exif.append(builder.ascii(0xFDE8, "who knows"))
        let unknown = try edited(SampleFile.jpeg(exif: builder.bytes()), .removeLocation)
        #expect(!Self.text(unknown).contains("who knows"))
    }

    @Test func `WebP with bytes behind its end is edited, and a removal drops them`() throws {
        let whole = SampleFile.webP(exif: TIFFBuilder.camera().bytes())
        for behind in [[10], [0, 0, 0, 0], Array("some text".utf8)] as [[UInt8]] {
            for edit in SampleSet.edits {
                let (new, plain) = (try edited(whole + behind, edit), try edited(whole, edit))
                #expect(new == plain + (edit.isRemoval ? [] : behind), "\(edit)")
            }
        }
        let movie = whole + SampleSet.movie
        #expect(throws: MetadataEditError.unknownTrailer(at: whole.count + 4)) {
            try MetadataEditor(.removeLocation).edited(movie)
        }
        #expect(try edited(movie, .removeSensitive) == edited(whole, .removeSensitive))
    }

    @Test func `The dates of digital creation in IPTC are set with the others`() throws {
        for numbers in [[62, 63], [55, 62], [62], [55, 60, 62, 63]] as [[UInt8]] {
            let texts = numbers.map { ($0, $0 % 5 == 0 && $0 != 60 || $0 == 62 ? "20200102" : "030405+0000") }
            let moment = try #require(MetadataDate("2021-05-06T07:08:09+01:00"))
            let file = SampleFile.jpeg(photoshop: SampleFile.photoshop(texts))
            let iptc = try ImageMetadata(edited(file, .setCaptureDate(moment))).iptc
            for day in [55, 62] as [UInt8] { #expect(iptc.text(day) == (numbers.contains(day) ? "20210506" : nil)) }
            #expect(iptc.text(63) == (numbers.contains(62) ? "070809+0100" : nil))
            let local = try #require(MetadataDate("2021-05-06T07:08:09"))
            #expect(try ImageMetadata(edited(file, .setCaptureDate(local))).iptc.text(63) == nil)
        }
    }

    @Test(arguments: [
        "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>", "<x:xmpmeta xmlns:x='adobe:ns:meta/'></x:xmpmeta>",
        "<x:xmpmeta xmlns:x='x:y'><r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/></x:xmpmeta>",
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' />",
    ]) func `A packet without properties takes some`(packet: String) throws {
        let files = [
            SampleFile.jpeg(xmp: packet), SampleFile.png(xmp: packet), SampleFile.webP(xmp: packet),
            SampleFile.tiff(xmp: packet),
        ]
        for file in files {
            for edit in SampleSet.edits { _ = try edited(file, edit) }
            let new = try edited(file, .setTitle("Sea"))
            #expect(
                try ImageMetadata(new).xmp.title == "Sea" && ImageMetadata(edited(new, .setRating(2))).xmp.rating == 2)
        }
    }

    /// EXIF whose first three texts each claim all of them, as the firmware of a Trust PowerCam does.
    private static func shared() -> [UInt8] {
        var builder = TIFFBuilder()
        builder.primary = [
            builder.ascii(0x010E, "first.."), builder.ascii(0x010F, "second."), builder.ascii(0x0110, "third.."),
        ]
        var bytes = builder.bytes()
        for entry in 0..<3 { bytes[8 + 2 + 12 * entry + 7] = UInt8(24 - 8 * entry) }
        return bytes
    }

    @Test func `A text that shares bytes with others is set and removed, and the others stay`() throws {
        for edit in SampleSet.edits + [.removeCaption] {
            let metadata = try ImageMetadata(edited(SampleFile.jpeg(exif: Self.shared()), edit))
            guard edit != .removeSensitive else { continue }
            #expect(metadata.make == "second." && metadata.model == "third..", "\(edit)")
            if case .setCaption(let text) = edit { #expect(metadata.tiff.imageDescription == text) }
            if edit == .removeCaption { #expect(metadata.tiff.imageDescription == nil) }
        }
    }

    @Test func `A thumbnail is turned with its picture`() throws {
        var builder = TIFFBuilder.camera()
        builder.thumbnail = [0xFF, 0xD8, 1, 2, 3, 0xFF, 0xD9]
        var exif = builder.bytes()
        // The tag of the thumbnail's length becomes one of its orientation.
        let entry = try #require(exif.firstRange(of: [2, 2, 0, 4, 0, 0, 0, 1])).lowerBound
        exif.replaceSubrange(entry..<entry + 12, with: [1, 0x12, 0, 3, 0, 0, 0, 1, 0, 1, 0, 0])
        let new = try ImageMetadata(edited(SampleFile.jpeg(exif: exif), .setOrientation(.left)))
        #expect(new.orientation == .left && new.tags.integer(0x0112, .image(1)) == 8)
    }

    @Test func `A TIFF's IPTC block keeps the type of its tag`() throws {
        for (type, size) in [(4, 4), (7, 1), (1, 1)] {
            var builder = TIFFBuilder.camera()
            let iptc = SampleFile.iptc([(5, "Title"), (116, "Ana")])
            let padded = iptc + [UInt8](repeating: 0, count: (4 - iptc.count % 4) % 4)
            builder.primary.append(.init(id: 33_723, type: type, count: padded.count / size, bytes: padded))
            let new = try ImageMetadata(edited(SampleFile.tiff(builder), .setCopyright("Bo Co")))
            #expect(new.tags[33_723, .image(0)].map { Int($0.type.rawValue) } == type && new.iptc.copyright == "Bo Co")
        }
    }

    @Test func `A new EXIF block says its version`() throws {
        let moment = try #require(MetadataDate("2021-05-06T07:08:09"))
        for file in [SampleFile.jpeg(), SampleFile.png(), SampleFile.webP(), SampleFile.tiff(TIFFBuilder())] {
            let new = try ImageMetadata(edited(file, .setCaptureDate(moment)))
            #expect(new.tags.text(0x9000, .exif) == "0231")
        }
    }

    @Test func `A date of TIFF/EP's place does not stay beside the one that is set`() throws {
        var builder = TIFFBuilder.camera()
        builder.primary += [builder.ascii(0x9003, "2001:01:01 00:00:00")]
        let moment = try #require(MetadataDate("2021-05-06T07:08:09"))
        let new = try edited(SampleFile.tiff(builder), .setCaptureDate(moment))
        #expect(!Self.text(new).contains("2001:01:01") && Self.text(new).contains("2021:05:06"))
    }

    @Test func `What is set or removed is so in every EXIF block, IPTC block and packet of a picture`() throws {
        var builder = TIFFBuilder.camera()
        builder.primary.insert(builder.ascii(0x010E, "old caption"), at: 0)
        let iptc = SampleFile.photoshop([(116, "old notice"), (120, "old caption")])
        func resource(_ id: UInt8, _ bytes: [UInt8]) -> [UInt8] {
            var resource = Array("8BIM".utf8) + [4, id, 0, 0]
            resource.append(bytes.count, bytes: 4)
            return resource + bytes + (bytes.count % 2 == 1 ? [0] : [])
        }
        let packet = SampleFile.xmp(elements: "<dc:description>old caption</dc:description>")
        let photoshop = iptc + iptc + resource(0x22, builder.bytes()) + resource(0x24, Array(packet.utf8))
        let second = Array("Exif\0\0".utf8) + builder.bytes()
        let file = SampleFile.jpeg(exif: builder.bytes(), photoshop: photoshop, segments: [(0xE1, second)])
        for edit in [MetadataEdit.removeCaption, .setCaption("new")] {
            #expect(try !Self.text(edited(file, edit)).contains("old caption"), "\(edit)")
        }
        #expect(try !Self.text(edited(file, .setCopyright("Bo"))).contains("old notice"))
    }

    @Test func `Samsung's blocks in a HEIC stay unless they may hold a place`() throws {
        func block(_ type: UInt8, _ name: String, _ text: String) -> [UInt8] {
            [0, 0, type, 0x0A, UInt8(name.utf8.count), 0, 0, 0] + name.utf8 + text.utf8
        }
        let blocks = [block(0x01, "Image_UTC_Data", "1577836800000"), block(0xA1, "MCC_Data", "SECRET262")]
        let gap = Array("SECRET gap".utf8)
        var (directory, back) = (Array("SEFH".utf8), blocks.reduce(2 * gap.count) { $0 + $1.count })
        for number in [107, blocks.count] { directory.append(number, bytes: 4, .little) }
        for block in blocks {
            directory += block.prefix(4)
            for number in [back, block.count] { directory.append(number, bytes: 4, .little) }
            back -= block.count + gap.count
        }
        directory += "SECRET entry".utf8
        directory.append(directory.count, bytes: 4, .little)
        let trailer = blocks.flatMap { $0 + gap } + directory + "SEFT".utf8
        let file = SampleBoxes.heic(exif: TIFFBuilder.camera().bytes()) + SampleBoxes.box("sefd", trailer)
        let new = try edited(file, .removeLocation)
        #expect(
            new.count == file.count && Self.text(new).contains("1577836800000") && !Self.text(new).contains("SECRET"))
        #expect(try ImageMetadata(new).place == nil)
        let movie = SampleBoxes.heic(exif: []) + SampleBoxes.box("sefd", SampleSet.movie + trailer)
        #expect(throws: MetadataEditError.self) { try MetadataEditor(.removeLocation).edited(movie) }
    }

    @Test func `Removing all metadata again moves nothing, whatever stood in front of a JPEG's first segment`() throws {
        let signature = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
        let plain = SampleFile.jpeg(exif: TIFFBuilder.camera().bytes())
        for (marker, payload) in [(0xE1, signature + SampleSet.xmp.utf8), (0xE5, [1, 2]), (0xFE, [1])]
            as [(UInt8, [UInt8])]
        {
            var file: [UInt8] = [0xFF, 0xD8, 0xFF, marker]
            file.append(payload.count + 2, bytes: 2)
            _ = try edited(file + payload + plain.dropFirst(2), .removeSensitive)
        }
    }

    @Test func `A PNG that an edit brings above the limit of metadata is refused the first time`() throws {
        let text = Array("Raw profile type xmp\0".utf8) + [UInt8](repeating: 0x20, count: 4_000)
        let file = SampleFile.png(exif: TIFFBuilder.camera().bytes(), xmp: SampleSet.xmp, chunks: [("tEXt", text)])
        var (refused, made) = (0, 0)
        for edit in SampleSet.edits where edit != .removeSensitive {
            for limit in stride(from: 5_000, to: 9_000, by: 250) {
                func change(_ file: [UInt8]) throws -> [UInt8] {
                    var editor = try PNGEditor(MemoryBytes(file), edit, remainder: nil, mostMetadataBytes: limit)
                    return try editor.plan().readAll()
                }
                guard let new = try? change(file) else {
                    refused += 1
                    continue
                }
                #expect(try change(new) == new, "\(edit) \(limit)")
                made += 1
            }
        }
        #expect(refused > 20 && made > 20)
    }

    @Test func `An EXIF directory without tags at the end takes values, twice the same`() throws {
        var builder = TIFFBuilder()
        builder.primary = [builder.ascii(0x8298, "Marsel Minga")]
        builder.exif = [builder.ascii(0x9003, "2001:01:01 00:00:00")]
        let whole = builder.bytes()
        let directory = try #require(whole.firstRange(of: [0, 1, 0x90, 3])).lowerBound
        let exif = Array(whole[..<directory]) + [0, 0, 0, 0, 0, 0]
        for edit in SampleSet.edits { _ = try edited(SampleFile.jpeg(exif: exif), edit) }
    }

    @Test func `A TIFF with JPEG tables at its end is the same when it is stripped and gets a notice twice`()
        throws
    {
        var builder = TIFFBuilder()
        builder.primary = [builder.short(259, 6)] + [519, 520, 521].map { builder.long($0, 0) }
        var file = SampleFile.tiff(builder)
        for id in [7, 8, 9] as [UInt8] {
            let entry = try #require(file.firstRange(of: [2, id, 0, 4])).lowerBound
            file.replaceSubrange(entry + 8..<entry + 12, with: builder.number(file.count, 4))
        }
        file += [UInt8](repeating: 1, count: 64)
        let editor = MetadataEditor(.removeSensitive, .setCopyright("© 2026 Ana"))
        let new = try editor.edited(file)
        #expect(try editor.edited(new) == new && ImageMetadata(new).copyright == "© 2026 Ana")
        #expect(new[file.count - 64..<file.count].allSatisfy { $0 == 1 })
    }
}
