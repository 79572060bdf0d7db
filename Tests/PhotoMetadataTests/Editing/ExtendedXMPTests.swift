import TestSupport
import Testing

@testable import PhotoMetadata
@testable import PhotoMetadataEditing

/// XMP in more than one packet: extensions, and a second packet.
@Suite struct ExtendedXMPTests {
    private static let properties = """
        <dc:description><rdf:Alt><rdf:li xml:lang='x-default'>old caption</rdf:li></rdf:Alt></dc:description>
        <dc:subject><rdf:Bag><rdf:li>old word</rdf:li></rdf:Bag></dc:subject><dc:title>old title</dc:title>
        <dc:rights>old rights</dc:rights><xmp:Rating>1</xmp:Rating><xmp:CreateDate>2001-01-01T01:01:01</xmp:CreateDate>
        <exif:GPSLatitude>48,51.6N</exif:GPSLatitude><exif:GPSLongitude>2,17.4E</exif:GPSLongitude>
        <tiff:Orientation>6</tiff:Orientation><aux:Depth>\(String(repeating: "0123456789", count: 7_000))</aux:Depth>
        """
    private static let body = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/"
        xmlns:dc="http://purl.org/dc/elements/1.1/"
        xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        xmlns:aux="http://ns.adobe.com/exif/1.0/aux/">\(properties)</rdf:Description></rdf:RDF></x:xmpmeta>
        """

    /// The segments of an extension, each with so many bytes of it.
    private static func segments(of body: [UInt8], each length: Int, named name: String? = nil) -> [(UInt8, [UInt8])] {
        let head = Array(("http://ns.adobe.com/xmp/extension/\0" + (name ?? XMPEditor.digest(of: body))).utf8)
        return stride(from: 0, to: body.count, by: length).map { start in
            var segment = head
            segment.append(body.count, bytes: 4)
            segment.append(start, bytes: 4)
            return (0xE1, segment + body[start..<min(start + length, body.count)])
        }
    }

    private static func file(each length: Int = 60_000, name: String? = nil, backwards: Bool = false) -> [UInt8] {
        let body = Array(body.utf8)
        let main = SampleFile.xmp(
            attributes:
                "xmlns:n='http://ns.adobe.com/xmp/note/' n:HasExtendedXMP='\(name ?? XMPEditor.digest(of: body))'")
        let parts = segments(of: body, each: length, named: name)
        return SampleFile.jpeg(xmp: main, segments: backwards ? parts.reversed() : parts)
    }

    @Test func `The properties of an extension are read as those of the packet that names it`() throws {
        for file in [Self.file(), Self.file(each: 9_999), Self.file(backwards: true)] {
            let metadata = try ImageMetadata(file)
            #expect(metadata.xmp.caption == "old caption" && metadata.xmp.keywords == ["old word"])
            #expect(metadata.copyright == "old rights" && metadata.xmp.rating == 1 && metadata.problems.isEmpty)
            #expect(metadata.captureDate?.year == 2001 && metadata.place != nil && metadata.orientation == .right)
            #expect(metadata.xmp.packet.count < 2_000)
        }
    }

    @Test func `An extension that no packet names, or lacks a part, is not read`() throws {
        let body = Array(Self.body.utf8)
        let parts = Self.segments(of: body, each: 60_000)
        #expect(try ImageMetadata(SampleFile.jpeg(xmp: SampleFile.xmp(), segments: parts)).xmp.caption == nil)
        let main = SampleFile.xmp(
            attributes: "xmlns:n='http://ns.adobe.com/xmp/note/' n:HasExtendedXMP='\(XMPEditor.digest(of: body))'")
        #expect(try ImageMetadata(SampleFile.jpeg(xmp: main, segments: [parts[1]])).xmp.caption == nil)
        #expect(try ImageMetadata(SampleFile.jpeg(segments: parts)).xmp.caption == nil)
    }

    private static let edits: [(edit: MetadataEdit, old: String)] = [
        (.setCaption("new"), "old caption"), (.removeCaption, "old caption"), (.setKeywords(["new"]), "old word"),
        (.removeKeywords, "old word"), (.setTitle("new"), "old title"), (.removeTitle, "old title"),
        (.setCopyright("new"), "old rights"), (.removeCopyright, "old rights"), (.setRating(5), "Rating>1<"),
        (.removeRating, "Rating>1<"), (.setOrientation(.left), "Orientation>6<"), (.removeLocation, "48,51"),
        (.setLocation(Coordinate(latitude: -33, longitude: 151)), "48,51"), (.removeSensitive, "0123456789"),
        (.setCaptureDate(MetadataDate("2024-02-29T12:34:56.5+01:00") ?? .init(secondsSince1970: 0)), "2001"),
        (.setTimeZone(offset: 60), "01:01:01<"),
    ]

    private static func text(_ file: [UInt8]) -> String { String(decoding: file, as: UTF8.self) }

    @Test(arguments: edits.indices) func `No value of an extension stays beside the one that is set`(index: Int) throws
    {
        let (edit, old) = Self.edits[index]
        for file in [Self.file(), Self.file(each: 9_999), Self.file(backwards: true)] {
            #expect(Self.text(file).contains(old))
            let new = try MetadataEditor(edit).edited(file)
            #expect(!Self.text(new).contains(old), "\(edit)")
            #expect(try MetadataEditor(edit).edited(new) == new, "\(edit)")
            let metadata = try ImageMetadata(new)
            #expect(metadata.problems.isEmpty && PictureData(of: new) == PictureData(of: file))
            guard edit != .removeSensitive else { continue }
            // The extension has the digest of what it is now as its name, and is read by it.
            #expect(metadata.xmp.text("Depth", in: .auxiliary)?.count == 70_000, "\(edit)")
            let name = try #require(metadata.xmp.text("HasExtendedXMP", in: .note))
            let other =
                edit == .removeCaption || edit == .setCaption("new")
                ? metadata.xmp.keywords.first : metadata.xmp.caption
            #expect(other?.hasPrefix("old") == true && Self.text(new).contains("extension/\0" + name))
        }
    }

    @Test func `A zone is set for a date that only an extension has`() throws {
        let new = try MetadataEditor(.setTimeZone(offset: 60)).edited(Self.file())
        #expect(try ImageMetadata(new).captureDate?.description == "2001-01-01T01:01:01+01:00")
    }

    @Test func `An extension that is damaged, or that no packet names, stays as it is when a value is set`() throws {
        let body = Array(Self.body.utf8)
        let torn = Array(Self.body.replacing("</rdf:RDF>", with: "</rdf:RDX>").utf8)
        let main = SampleFile.xmp(
            attributes: "xmlns:n='http://ns.adobe.com/xmp/note/' n:HasExtendedXMP='\(XMPEditor.digest(of: torn))'")
        let files = [(main, torn), (SampleFile.xmp(), body)].map { packet, rest in
            SampleFile.jpeg(xmp: packet, segments: Self.segments(of: rest, each: 60_000))
        }
        for file in files {
            let new = try MetadataEditor(.setRating(4)).edited(file)
            #expect(try ImageMetadata(new).xmp.rating == 4 && MetadataEditor(.setRating(4)).edited(new) == new)
            #expect(Self.text(new).contains("old caption"))
        }
    }

    @Test(arguments: edits.indices) func `A value of a second packet goes with that of the first one`(index: Int) throws
    {
        let (edit, old) = Self.edits[index]
        let signature = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
        let second = signature + SampleFile.xmp(elements: Self.properties.replacing("0123456789", with: "")).utf8
        for main in [SampleFile.xmp(), SampleFile.xmp(elements: "<dc:description>old caption</dc:description>")] {
            let file = SampleFile.jpeg(xmp: main, segments: [(0xE1, second)])
            let new = try MetadataEditor(edit).edited(file)
            #expect(!Self.text(new).contains(old), "\(edit)")
            #expect(try MetadataEditor(edit).edited(new) == new, "\(edit)")
            switch edit {
            case .setCaption: #expect(try ImageMetadata(new).xmp.caption == "new")
            case .setRating: #expect(try ImageMetadata(new).xmp.rating == 5)
            case .setKeywords: #expect(try ImageMetadata(new).xmp.keywords == ["new"])
            default: continue
            }
        }
    }

    @Test func `A full packet is split, and everything of it is read afterwards`() throws {
        let words = (0..<800).map { "<aux:W\($0)>\(String(repeating: "x", count: 40 + $0 % 20))</aux:W\($0)>" }
        let packet = SampleFile.xmp(elements: words.joined() + "<dc:title>Sea</dc:title>")
        let padding = String(repeating: "y", count: 65_400 - packet.utf8.count - 19)
        let full = packet.replacing("<dc:title>", with: "<aux:Z>\(padding)</aux:Z><dc:title>")
        let file = SampleFile.jpeg(xmp: full)
        for edit in [
            MetadataEdit.setCaption(String(repeating: "long ", count: 300)), .setRating(3), .setCopyright("© Ana"),
        ] {
            let new = try MetadataEditor(edit).edited(file)
            #expect(try MetadataEditor(edit).edited(new) == new, "\(edit)")
            let xmp = try ImageMetadata(new).xmp
            #expect(xmp.title == "Sea" && xmp.text("Z", in: .auxiliary) == padding)
            for word in [0, 400, 799] { #expect(xmp.text("W\(word)", in: .auxiliary)?.first == "x") }
            let (caption, rating) = (xmp.caption, xmp.rating)
            switch edit {
            case .setRating: #expect(rating == 3)
            case .setCopyright: #expect(xmp.copyright == "© Ana")
            default: #expect(caption?.hasPrefix("long long") == true)
            }
            // A split packet takes further settings.
            let further = try MetadataEditor(.setTitle("Sky"), .setRating(1)).edited(new)
            #expect(try ImageMetadata(further).xmp.title == "Sky" && ImageMetadata(further).xmp.rating == 1)
        }
    }

    @Test func `An element that begins in the packet and ends in its extension is damage, and no trap`() throws {
        let rest = Array(" <z b='\"/></rdf:Description></rdf:RDF></x:xmpmeta>'/>".utf8)
        let main = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description xmlns:n="http://ns.adobe.com/xmp/note/" n:HasExtendedXMP="\(XMPEditor.digest(of: rest))" \
            xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:Rating a="
            """
        let file = SampleFile.jpeg(xmp: main, segments: Self.segments(of: rest, each: 60_000))
        for edit in [MetadataEdit.removeRating, .setRating(1), .setCaption("new")] {
            #expect(throws: MetadataEditError.self) { try MetadataEditor(edit).edited(file) }
        }
        #expect(throws: MetadataEditError.damaged(.xmp, at: 9)) {
            try XMPEditor(Array(main.utf8), at: 9, further: [rest])
        }
    }

    @Test func `Only the property that names an extension does, and only it follows the new name`() throws {
        let rdf = "http://www.w3.org/1999/02/22-rdf"
        for edit in [MetadataEdit.setCaption("new"), .removeLocation] {
            let new = try MetadataEditor(edit).edited(Self.file(name: rdf))
            let xmp = try ImageMetadata(new).xmp
            #expect(xmp.text("HasExtendedXMP", in: .note) != nil && Self.text(xmp.packet).contains(rdf), "\(edit)")
            #expect(xmp.isWhole && xmp.text("Depth", in: .auxiliary)?.count == 70_000, "\(edit)")
        }
        let parts = Self.segments(of: Array(Self.body.utf8), each: 60_000, named: rdf)
        let file = SampleFile.jpeg(xmp: SampleFile.xmp(), segments: parts)
        #expect(try ImageMetadata(file).xmp.caption == nil)
        let new = try MetadataEditor(.setCaption("new")).edited(file)
        #expect(try ImageMetadata(new).xmp.caption == "new" && Self.text(new).contains("old caption"))
    }

    @Test(.timeLimit(.hang)) func `An extension that has the name of what it becomes is changed`() throws {
        let old = SampleFile.xmp(elements: "<xmp:Rating>1</xmp:Rating>")
        let name = XMPEditor.digest(of: Array(old.replacing(">1<", with: ">5<").utf8))
        let main = SampleFile.xmp(attributes: "xmlns:n='http://ns.adobe.com/xmp/note/' n:HasExtendedXMP='\(name)'")
        let parts = Self.segments(of: Array(old.utf8), each: 60_000, named: name)
        let new = try MetadataEditor(.setRating(5)).edited(SampleFile.jpeg(xmp: main, segments: parts))
        #expect(try ImageMetadata(new).xmp.rating == 5 && MetadataEditor(.setRating(5)).edited(new) == new)
    }

    @Test func `A packet and its extension each have as many elements as a packet may`() throws {
        let many = String(repeating: "<aux:A/>", count: 4_500)
        let rest = Array(SampleFile.xmp(elements: many + "<xmp:Rating>1</xmp:Rating><dc:title>Sea</dc:title>").utf8)
        func file(_ elements: String) -> [UInt8] {
            let note = "xmlns:n='http://ns.adobe.com/xmp/note/' n:HasExtendedXMP='\(XMPEditor.digest(of: rest))'"
            return SampleFile.jpeg(
                xmp: SampleFile.xmp(attributes: note, elements: elements),
                segments: Self.segments(of: rest, each: 60_000))
        }
        let metadata = try ImageMetadata(MetadataEditor(.setRating(3)).edited(file(many)))
        #expect(metadata.xmp.rating == 3 && metadata.xmp.title == "Sea" && metadata.problems.isEmpty)
        #expect(throws: MetadataEditError.tooMany(.xmp, limit: 8_192)) {
            try MetadataEditor(.setRating(3)).edited(file(String(repeating: "<a/>", count: 8_200)))
        }
    }

    @Test func `A file with an extension is read wherever it is cut`() throws {
        let whole = Self.file(each: 9_999)
        for length in stride(from: 12, to: whole.count, by: 997) {
            let cut = Array(whole.prefix(length))
            _ = try ImageMetadata(cut).xmp.caption
            guard let new = try? MetadataEditor(.removeCaption).edited(cut) else { continue }
            #expect(try ImageMetadata(new).xmp.caption == nil)
        }
    }
}
