import PhotoMetadata
import PhotoMetadataEditing
import TestSupport
import Testing

/// Titles, captions, keywords and ratings that edits set and remove.
@Suite struct PictureTextTests {
    private static let formats = SampleSet.editable.map(\.0)
    private static let texts = [
        "Harbor", "⛵️ 👨‍👩‍👧‍👦 🏳️‍🌈", "שלום עולם", "مرحبا",
        "two\nlines", "a\ttab", "<a href=\"x\">&amp;</a> ']]>'", "é", "e\u{301}",
        "\u{1F1E9}\u{1F1EA}", String(repeating: "x", count: 65), String(repeating: "海", count: 22),
        String(repeating: "long ", count: 500) + "end", "\u{FEFF}mark", "z" + String(repeating: "\u{301}", count: 200),
    ]

    private func file(_ format: MetadataFormat) throws -> [UInt8] {
        try #require(SampleSet.editable.first { $0.0 == format }).1
    }

    private func edited(_ file: [UInt8], _ edits: MetadataEdit...) throws -> ImageMetadata {
        try ImageMetadata(MetadataEditor(edits).edited(file))
    }

    /// Whether a text is the beginning of another one: the whole, or as many whole characters as fit.
    private func isBeginning(_ short: String?, of text: String, _ limit: Int) -> Bool {
        guard let short, text.utf8.starts(with: short.utf8), short.utf8.count <= limit else { return false }
        if short == text { return true }
        // Readers drop blanks at the end of what fits; of a character that does not fit a part is written.
        guard let next = text.dropFirst(short.count).first else { return text.count == 1 }
        return next.utf8.count > limit - short.utf8.count || next == " "
    }

    @Test(arguments: formats, texts) func `A title is read back whole from XMP, and its beginning from IPTC`(
        format: MetadataFormat, text: String
    ) throws {
        let metadata = try edited(file(format), .setTitle(text))
        #expect(metadata.xmp.texts("title", in: .dublinCore) == [text])
        #expect(metadata.problems.isEmpty)
        guard format == .jpeg || format == .tiff else { return }
        #expect(metadata.iptc.texts(5).count == 1 && isBeginning(metadata.iptc.title, of: text, 64))
    }

    @Test(arguments: formats, texts)
    func `A caption is read back whole from EXIF and XMP, and its beginning from IPTC`(
        format: MetadataFormat, text: String
    ) throws {
        let metadata = try edited(file(format), .setCaption(text))
        #expect(metadata.xmp.texts("description", in: .dublinCore) == [text])
        #expect(metadata.tiff.imageDescription == text)
        guard format == .jpeg || format == .tiff else { return }
        #expect(metadata.iptc.texts(120).count == 1 && isBeginning(metadata.iptc.caption, of: text, 2_000))
    }

    @Test(arguments: formats) func `Keywords are read back in their order, each by itself`(
        format: MetadataFormat
    ) throws {
        for count in 0...Self.texts.count {
            let words = Array(Self.texts.prefix(count))
            let metadata = try edited(file(format), .setKeywords(words))
            #expect(metadata.xmp.keywords == words)
            guard format == .jpeg || format == .tiff else { continue }
            let short = metadata.iptc.keywords
            #expect(short.count == count && zip(short, words).allSatisfy { isBeginning($0, of: $1, 64) })
        }
    }

    @Test(arguments: formats, -1...5) func `Each rating is read back`(format: MetadataFormat, stars: Int) throws {
        #expect(try edited(file(format), .setRating(stars)).xmp.rating == Double(stars))
    }

    @Test(arguments: [SampleFile.jpeg(), SampleFile.png(), SampleFile.webP(), SampleFile.tiff(TIFFBuilder())])
    func `A file without metadata gets the blocks that texts need, and loses them again`(file: [UInt8]) throws {
        let set = MetadataEditor(.setTitle("A"), .setCaption("B"), .setKeywords(["C", "D"]), .setRating(3))
        let new = try set.edited(file)
        let metadata = try ImageMetadata(new)
        #expect(metadata.xmp.title == "A" && metadata.xmp.caption == "B" && metadata.xmp.keywords == ["C", "D"])
        #expect(metadata.tiff.imageDescription == "B" && metadata.xmp.rating == 3 && metadata.problems.isEmpty)
        let hasIPTC = metadata.format == .jpeg || metadata.format == .tiff
        #expect(metadata.iptc.title == (hasIPTC ? "A" : nil) && metadata.iptc.keywords == (hasIPTC ? ["C", "D"] : []))
        #expect(PictureData(of: new) == PictureData(of: file))
        let bare = try MetadataEditor(.removeTitle, .removeCaption, .removeKeywords, .removeRating).edited(new)
        let rest = try ImageMetadata(bare)
        #expect(rest.xmp.title == nil && rest.xmp.caption == nil && rest.xmp.keywords.isEmpty && rest.xmp.rating == nil)
        #expect(rest.iptc.isEmpty && rest.tiff.imageDescription == nil)
        for edit in [MetadataEdit.removeTitle, .removeCaption, .removeKeywords, .removeRating, .setKeywords([])] {
            #expect(try MetadataEditor(edit).edited(file) == file)
        }
    }

    @Test(arguments: formats) func `Nothing but the text changes`(format: MetadataFormat) throws {
        let old = try ImageMetadata(file(format))
        let new = try edited(file(format), .setTitle("New"), .setKeywords(["new"]), .setRating(1))
        #expect(new.place == old.place && new.captureDate == old.captureDate && new.copyright == old.copyright)
        #expect(new.iptc.city == old.iptc.city && new.iptc.created == old.iptc.created)
        #expect(new.xmp.place == old.xmp.place && new.contentIdentifier == old.contentIdentifier)
        #expect(new.make == old.make && new.orientation == old.orientation)
    }

    @Test func `Blanks around a text are dropped, so that every block says the same`() throws {
        let metadata = try edited(
            SampleSet.jpeg, .setCaption("\n A b \t"), .setKeywords([" sea "]), .setCopyright(" Bo "))
        let captions = [metadata.tiff.imageDescription, metadata.xmp.caption, metadata.iptc.caption]
        #expect(captions == ["A b", "A b", "A b"])
        #expect(metadata.xmp.keywords == ["sea"] && metadata.iptc.keywords == ["sea"])
        #expect(metadata.tiff.copyright == "Bo" && metadata.xmp.copyright == "Bo" && metadata.iptc.copyright == "Bo")
    }

    @Test func `Microsoft's tags follow where they are, and no others are made`() throws {
        var builder = TIFFBuilder.camera()
        builder.primary += [
            builder.short(0x4746, 2), builder.short(0x4749, 25), builder.undefined(0x9C9B, [0x41, 0, 0, 0]),
            builder.undefined(0x9C9E, [0x41, 0, 0, 0]), builder.undefined(0x9C9C, [0x43, 0, 0, 0]),
        ]
        let file = SampleFile.jpeg(exif: builder.bytes())
        let new = try edited(file, .setTitle("é⛵️"), .setKeywords(["a", "b"]), .setRating(4))
        func wide(_ id: UInt16, _ metadata: ImageMetadata) -> String? {
            metadata.tags.bytes(id, .image(0)).map { bytes in
                let (bytes, places) = (Array(bytes), stride(from: 0, to: bytes.count, by: 2))
                return String(
                    decoding: places.map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }, as: UTF16.self)
            }
        }
        #expect(wide(0x9C9B, new) == "é⛵️\0" && wide(0x9C9E, new) == "a;b\0" && wide(0x9C9C, new) == "C\0")
        #expect(new.tags.integer(0x4746, .image(0)) == 4 && new.tags.integer(0x4749, .image(0)) == 75)
        let rejected = try edited(file, .setRating(-1))
        #expect(rejected.tags.integer(0x4746, .image(0)) == 0 && rejected.xmp.rating == -1)
        let bare = try edited(file, .removeTitle, .removeKeywords, .removeRating)
        for id in [0x4746, 0x4749, 0x9C9B, 0x9C9E] as [UInt16] { #expect(bare.tags[id, .image(0)] == nil) }
        #expect(wide(0x9C9C, bare) == "C\0")
        let plain = try edited(SampleSet.jpeg, .setTitle("A"), .setKeywords(["a"]), .setRating(4))
        for id in [0x4746, 0x4749, 0x9C9B, 0x9C9E] as [UInt16] { #expect(plain.tags[id, .image(0)] == nil) }
    }

    @Test func `Old texts in other languages, and in lists that repeat the keywords, go`() throws {
        let packet = SampleFile.xmp(
            attributes: "xmlns:lr='http://ns.adobe.com/lightroom/1.0/' "
                + "xmlns:MicrosoftPhoto='http://ns.microsoft.com/photo/1.0/' MicrosoftPhoto:Rating='25' xmp:Rating='2'",
            elements: """
                <dc:title><rdf:Alt><rdf:li xml:lang='x-default'>OLD</rdf:li>\
                <rdf:li xml:lang='de'>ALT</rdf:li></rdf:Alt></dc:title>\
                <tiff:ImageDescription>OLD</tiff:ImageDescription>\
                <lr:hierarchicalSubject><rdf:Bag><rdf:li>OLD|older</rdf:li></rdf:Bag></lr:hierarchicalSubject>\
                <lr:other>kept</lr:other>
                """)
        let file = SampleFile.webP(xmp: packet)
        let new = try edited(file, .setTitle("New"), .setCaption("What"), .setKeywords(["sea"]), .setRating(5))
        let text = String(decoding: new.xmp.packet, as: UTF8.self)
        #expect(!text.contains("OLD") && !text.contains("ALT") && text.contains("kept"))
        #expect(text.contains("MicrosoftPhoto:Rating='99'") && text.contains("xmp:Rating='5'"))
        #expect(new.xmp.title == "New" && new.xmp.caption == "What" && new.xmp.keywords == ["sea"])
        let bare = try edited(file, .removeTitle, .removeCaption, .removeKeywords, .removeRating)
        let rest = String(decoding: bare.xmp.packet, as: UTF8.self)
        #expect(!rest.contains("OLD") && !rest.contains("Rating") && rest.contains("kept"))
    }

    @Test func `The texts of a PNG follow where they are`() throws {
        let chunks: [(StaticString, [UInt8])] = ["Title\0OLD", "Description\0OLD", "Comment\0kept"].map {
            ("tEXt", Array($0.utf8))
        }
        let new = try edited(SampleFile.png(chunks: chunks), .setTitle("海"), .setCaption("two\nlines"))
        #expect(new.texts.map(\.text) == ["海", "two\nlines", "kept"])
        let bare = try edited(SampleFile.png(chunks: chunks), .removeTitle, .removeCaption)
        #expect(bare.texts.map(\.text) == ["kept"])
    }

    @Test func `Keywords beside Latin-1 keep it if they can, and otherwise all texts become UTF-8`() throws {
        let iptc: [UInt8] = [0x1C, 2, 120, 0, 3, 0x4D, 0xFC, 0x6C]
        let file = SampleFile.jpeg(photoshop: Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 8] + iptc)
        let latin = try edited(file, .setKeywords(["sea", "é"])).iptc
        #expect(latin.caption == "Mül" && latin.keywords == ["sea", "é"] && latin.texts(90, record: 1).isEmpty)
        let wide = try edited(file, .setKeywords(["é", "海", "sea"])).iptc
        #expect(wide.caption == "Mül" && wide.keywords == ["é", "海", "sea"])
        #expect(wide.texts(90, record: 1) == ["\u{1B}%G"])
    }

    @Test func `More keywords than a packet may have elements are refused`() throws {
        let words = (0..<9_000).map(String.init)
        #expect(throws: MetadataEditError.tooMany(.xmp, limit: 8_192)) {
            try MetadataEditor(.setKeywords(words)).edited(SampleSet.webP)
        }
        let many = Array(words.prefix(2_000))
        #expect(try edited(SampleSet.webP, .setKeywords(many)).xmp.keywords == many)
        #expect(try edited(SampleSet.jpeg, .setKeywords(many)).iptc.keywords == many)
    }

    @Test func `A caption longer than a segment is refused`() {
        let error = #expect(throws: MetadataEditError.self) {
            try MetadataEditor(.setCaption(String(repeating: "x", count: 70_000))).edited(SampleSet.jpeg)
        }
        guard case .tooLong(.exif, _, 65_533) = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
    }
}
