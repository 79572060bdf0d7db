import PhotoMetadata
import PhotoMetadataEditing
import TestSupport
import Testing

/// Edits of edited files: nothing grows with their number, and an edit that was accepted once is not refused later.
@Suite struct RepeatedEditTests {
    private static let formats = SampleSet.editable.map(\.0)
    private static let rounds = Effort.of(40, full: 1_000)
    /// From this round on every edit of a cycle has been made once.
    private static let settled = Effort.of(36, full: 360)

    private static func file(_ format: MetadataFormat) throws -> [UInt8] {
        try #require(SampleSet.editable.first { $0.0 == format }).1
    }

    /// Files of each format, with many metadata and with none.
    private static func files(_ format: MetadataFormat) throws -> [[UInt8]] {
        let bare =
            switch format {
            case .jpeg: SampleFile.jpeg()
            case .png: SampleFile.png()
            case .webP: SampleFile.webP()
            default: SampleFile.tiff(TIFFBuilder())
            }
        return [try file(format), bare]
    }

    @Test(arguments: formats) func `An edit made twice gives the bytes of the edit made once`(
        format: MetadataFormat
    ) throws {
        for file in try Self.files(format) {
            for edit in SampleSet.edits + Self.furtherEdits {
                let once = try MetadataEditor(edit).edited(file)
                #expect(try MetadataEditor(edit).edited(once) == once, "\(edit)")
            }
        }
    }

    /// Values of other lengths, and dates with and without parts that need their own tags.
    static let furtherEdits: [MetadataEdit] = {
        let dates = ["2024-02-29T12:34:56", "2024-02-29T12:34:56-03:30", "2024-02-29T12:34:56.123456789"]
        return dates.compactMap { MetadataDate($0) }.map(MetadataEdit.setCaptureDate) + [
            .setCopyright("A"), .setCopyright(String(repeating: "© Ana ", count: 100)), .setOrientation(.up),
            .setTitle("A"), .removeTitle, .setCaption(String(repeating: "© Ana\n", count: 400)), .removeCaption,
            .setKeywords((0..<90).map { "\($0) " + String(repeating: "海", count: $0) }), .setKeywords([]),
            .setRating(-1), .removeRating, .setLocation(Coordinate(latitude: 0, longitude: 0)), .setTimeZone(offset: 0),
        ]
    }()

    private static func date(_ round: Int) -> MetadataEdit {
        let digits = String(repeating: "7", count: round * 5 % 9 + 1)
        let date = MetadataDate(
            year: 2024, month: 2, day: 29, hour: 12, subseconds: round % 3 == 0 ? nil : digits,
            offset: round % 2 == 0 ? 60 : nil)
        return date.map(MetadataEdit.setCaptureDate) ?? .removeCopyright
    }

    private static func copyright(_ round: Int) -> MetadataEdit {
        .setCopyright(String(repeating: "©", count: round * 7 % 40 + 1))
    }

    private static func place(_ round: Int) -> MetadataEdit {
        .setLocation(
            Coordinate(latitude: Double(round % 4 * 30), longitude: 0.25), altitude: round % 3 == 0 ? nil : 1.5)
    }

    private static func keywords(_ round: Int) -> MetadataEdit {
        .setKeywords((0..<round * 5 % 6).map { String(repeating: "海", count: (round + $0) % 4 + 1) })
    }

    private static func caption(_ round: Int) -> MetadataEdit {
        round % 9 == 0 ? .removeCaption : .setCaption(String(repeating: "é", count: round * 7 % 30 + 1))
    }

    private static func zone(_ round: Int) -> MetadataEdit {
        round % 5 == 0 ? .removeTimeZone : .setTimeZone(offset: round)
    }

    /// Edits by the number of the round; each cycle repeats within 360 rounds.
    private static let cycles: [@Sendable (Int) -> [MetadataEdit]] = [
        { [copyright($0)] }, { [date($0)] }, { [.setOrientation(ImageOrientation(rawValue: $0 % 8 + 1) ?? .up)] },
        { [$0 % 2 == 0 ? .removeCopyright : copyright($0)] }, { [copyright($0), date($0)] },
        { [$0 % 3 == 0 ? .removeCopyright : copyright($0), date($0 * 11)] },
        { [place($0), zone($0)] }, { [keywords($0), caption($0)] },
        { [[place($0)], [caption($0), zone($0)], [.setRating($0 % 6), keywords($0), copyright($0)]][$0 % 3] },
    ]

    // Asynchronous, as some below, only so that it runs beside others: synchronous tests share the main thread.
    @Test(arguments: formats, cycles.indices) func `A thousand settings leave a file as long as a few did`(
        format: MetadataFormat, cycle: Int
    ) async throws {
        for start in try Self.files(format) {
            var (file, longest) = (start, 0)
            for round in 0..<Self.rounds {
                file = try MetadataEditor(Self.cycles[cycle](round)).edited(file)
                // By then each value has had its greatest length at every place; with fewer rounds nearly each.
                if round < Self.settled { longest = max(longest, file.count) }
                #expect(file.count <= longest, "\(round)")
                if file.count > longest { return }
            }
            #expect(PictureData(of: file) == PictureData(of: start))
            #expect(try ImageMetadata(file).problems.isEmpty)
        }
    }

    @Test func `Zeros that pad an IPTC block go when a text of it is set, not when it is set again`() throws {
        let iptc = SampleFile.iptc([(25, "sea"), (55, "20230419")]) + [0, 0]
        let photoshop: [UInt8] = Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(iptc.count)] + iptc
        let padding: [UInt8] = iptc.count % 2 == 1 ? [0] : []
        for edit in SampleSet.edits + Self.furtherEdits {
            let once = try MetadataEditor(edit).edited(SampleFile.jpeg(photoshop: photoshop + padding))
            #expect(try MetadataEditor(edit).edited(once) == once, "\(edit)")
        }
    }

    @Test func `A packet that is padded nearly to a segment's end takes any number of settings`() async throws {
        let padding = String(repeating: String(repeating: " ", count: 99) + "\n", count: 640)
        let packet = SampleSet.xmp.replacing("<?xpacket end", with: padding + "<?xpacket end")
        var file = SampleFile.jpeg(xmp: packet)
        let count = file.count
        let rounds = Effort.of(full: 500)
        for round in 0..<rounds {
            file = try MetadataEditor(.setCopyright("© \(round)")).edited(file)
        }
        let metadata = try ImageMetadata(file)
        #expect(metadata.xmp.copyright == "© \(rounds - 1)" && metadata.xmp.packet.count == packet.utf8.count)
        #expect(file.count < count + 300)
    }

    @Test func `Descriptions of nothing that earlier edits left are taken out by the next one`() throws {
        let empty = """
             <rdf:Description xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" rdf:about="" \
            xmlns:dc="http://purl.org/dc/elements/1.1/"></rdf:Description>

            """
        let grown = SampleSet.xmp.replacing("</rdf:RDF>", with: String(repeating: empty, count: 300) + "</rdf:RDF>")
        for edit in [MetadataEdit.setCopyright("Bo"), .removeCopyright] {
            let old = try MetadataEditor(edit).edited(SampleFile.webP(xmp: SampleSet.xmp))
            let new = try MetadataEditor(edit).edited(SampleFile.webP(xmp: grown))
            let length = try ImageMetadata(new).xmp.packet.drop { $0 <= 0x20 }.count
            // Removed text became blanks, which pad the packet.
            #expect(length == grown.utf8.count)
            let text = String(decoding: new, as: UTF8.self)
            #expect(text.split(separator: "rdf:Description ").count <= 3)
            #expect(try ImageMetadata(new).xmp.place == ImageMetadata(old).xmp.place)
        }
    }

    @Test func `Properties in every form are overwritten in place`() throws {
        let moment = try #require(MetadataDate("2024-02-29T12:34:56"))
        let packet = SampleFile.xmp(
            attributes: "xmp:CreateDate='2020-01-01' photoshop:DateCreated=\"2020-01-01\"",
            elements: "<exif:DateTimeOriginal>2020-01-01</exif:DateTimeOriginal>"
                + "<exif:DateTimeDigitized xml:lang='x'>2020-01-01</exif:DateTimeDigitized>")
        let file = try MetadataEditor(.setCaptureDate(moment)).edited(SampleFile.jpeg(xmp: packet))
        let text = try String(decoding: ImageMetadata(file).xmp.packet, as: UTF8.self)
        #expect(text.contains("xmp:CreateDate='2024-02-29T12:34:56' photoshop:DateCreated=\"2024-02-29T12:34:56\""))
        #expect(text.contains("<exif:DateTimeOriginal>2024-02-29T12:34:56</exif:DateTimeOriginal>"))
        #expect(!text.contains("xml:lang='x'") && !text.contains("2020"))
        #expect(try ImageMetadata(file).xmp.texts("DateTimeDigitized", in: .exif) == ["2024-02-29T12:34:56"])
    }

    @Test func `A packet in another prefix than RDF's own, and one of a file's own name, keep both`() throws {
        let packet = """
            <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:d="http://purl.org/dc/elements/1.1/">
            <r:Description r:about="uuid:7"><d:rights>Ana</d:rights></r:Description></r:RDF>
            """
        let file = try MetadataEditor(.setCopyright("Bo & Co")).edited(SampleFile.png(xmp: packet))
        let text = try String(decoding: ImageMetadata(file).xmp.packet, as: UTF8.self)
        #expect(text.contains("<d:rights><r:Alt><r:li xml:lang=\"x-default\">Bo &amp; Co</r:li></r:Alt></d:rights>"))
        #expect(try ImageMetadata(file).xmp.copyright == "Bo & Co" && text.split(separator: "Description").count == 3)
        let bare = try MetadataEditor(.removeCopyright).edited(file)
        #expect(try String(decoding: ImageMetadata(bare).xmp.packet, as: UTF8.self).contains("uuid:7"))
    }
}
