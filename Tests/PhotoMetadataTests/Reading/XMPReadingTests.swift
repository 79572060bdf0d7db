import TestSupport
import Testing

@testable import PhotoMetadata

/// XMP's properties in all notations.
@Suite struct XMPReadingTests {
    private func values(_ xml: String) -> XMPValues { XMPValues(packet: Array(xml.utf8)) }

    @Test func `Attributes and elements are the same property`() {
        let attribute = values(SampleFile.xmp(attributes: "exif:FNumber='28/10'"))
        let element = values(SampleFile.xmp(elements: "<exif:FNumber>28/10</exif:FNumber>"))
        for values in [attribute, element] {
            #expect(values.rational("FNumber", in: .exif) == MetadataRational(28, 10) && values.isWhole)
        }
    }

    @Test func `Lists and alternatives give their items in their order`() {
        let xmp = values(
            SampleFile.xmp(
                elements: """
                    <dc:subject><rdf:Bag><rdf:li>sea</rdf:li><rdf:li>a &amp; b</rdf:li></rdf:Bag></dc:subject>
                    <dc:rights><rdf:Alt><rdf:li xml:lang="x-default">© Ana</rdf:li></rdf:Alt></dc:rights>
                    <dc:title/>
                    """))
        #expect(xmp.keywords == ["sea", "a & b"] && xmp.copyright == "© Ana" && xmp.title == nil)
    }

    @Test func `Prefixes are what the packet declares, and unknown namespaces are ignored`() {
        let xml = """
            <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description
            xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:dc="urn:other" dc:rights="no"><d:rights>yes</d:rights>
            </r:Description></r:RDF>
            """
        #expect(values(xml).texts("rights", in: .dublinCore) == ["yes"])
    }

    @Test func `Properties of structures are not taken for the picture's own`() {
        let xmp = values(
            SampleFile.xmp(
                elements: """
                    <xmp:Part rdf:parseType="Resource"><xmp:CreateDate>2001-01-01</xmp:CreateDate></xmp:Part>
                    <xmp:Other>
                        <rdf:Description><xmp:CreateDate>2002-01-01</xmp:CreateDate></rdf:Description>
                    </xmp:Other>
                    """))
        #expect(xmp.fileCreated == nil)
    }

    @Test(arguments: [
        ("&lt;&gt;&quot;&apos;&amp;", "<>\"'&"), ("&#xE9;&#233;", "éé"), ("&&amp", "&&amp"),
        ("&nope; & &#x110000;", "&nope; & &#x110000;"),
    ]) func `Entities are resolved, and unknown ones stay`(text: String, resolved: String) {
        #expect(XMPText.unescaped(text) == resolved)
    }

    @Test(arguments: [ByteOrder.big, .little], ["", "\u{FEFF}"])
    func `A packet in UTF-16 is read, whether or not a mark says so`(order: ByteOrder, mark: String) {
        let text = mark + SampleFile.xmp(attributes: "xmp:Rating='5'").replacing("\u{FEFF}", with: "")
        var bytes: [UInt8] = []
        for unit in text.utf16 { bytes.append(Int(unit), bytes: 2, order) }
        #expect(XMPValues(packet: bytes).rating == 5)
    }

    @Test(arguments: [
        ("37,46.494N", "122,25.164W", 37.7749, -122.4194), ("37,46,29.64N", "122,25,9.84W", 37.7749, -122.4194),
        ("-33.5", "151.25", -33.5, 151.25),
    ]) func `A place is read in minutes, in seconds and in degrees`(
        latitude: String, longitude: String, north: Double, east: Double
    ) throws {
        let place = try #require(
            values(SampleFile.xmp(attributes: "exif:GPSLatitude='\(latitude)' exif:GPSLongitude='\(longitude)'")).place)
        #expect(abs(place.latitude - north) < 1e-9 && abs(place.longitude - east) < 1e-9)
    }

    @Test(arguments: [
        ("73.5", "W", -73.5), ("73.5", "w", -73.5), ("73.5", "West", -73.5), ("73.5", "E", 73.5), ("-73.5", "E", -73.5),
        ("73,30E", "W", 73.5), ("73,30", "W", -73.5), ("73.5", "?", 73.5),
    ]) func `A number without a direction has that of its reference`(
        longitude: String, ref: String, east: Double
    ) throws {
        let attributes = "exif:GPSLatitude='40.5' exif:GPSLongitude='\(longitude)' exif:GPSLongitudeRef='\(ref)'"
        let xmp = values(SampleFile.xmp(attributes: attributes + " exif:GPSLatitudeRef='S'"))
        #expect(xmp.place == Coordinate(latitude: -40.5, longitude: east))
    }

    @Test func `0° N 0° E is no place without a height or a time`() {
        let zero = "exif:GPSLatitude='0,0.0N' exif:GPSLongitude='0,0.0E'"
        func place(_ more: String) -> Coordinate? { values(SampleFile.xmp(attributes: zero + more)).place }
        #expect(place("") == nil && place(" exif:GPSAltitude='0/1'") == nil)
        #expect(place(" exif:GPSAltitude='2/1'") == Coordinate(latitude: 0, longitude: 0))
        #expect(place(" exif:GPSTimeStamp='2023-04-19T10:11:12Z'") != nil)
    }

    @Test func `A packet cut anywhere gives what was read until there`() {
        let packet = Array(SampleFile.xmp(attributes: "xmp:Rating='5'", elements: "<dc:title>t</dc:title>").utf8)
        for length in packet.indices { #expect(XMPValues(packet: Array(packet[..<length])).rating ?? 5 == 5) }
    }

    @Test func `Files are equal if their packets are the same, at the same place`() throws {
        func metadata(_ rights: String, _ date: String = "2020") throws -> ImageMetadata {
            try ImageMetadata(
                SampleFile.jpeg(xmp: SampleFile.xmp(attributes: "dc:rights='\(rights)' xmp:CreateDate='\(date)'")))
        }
        #expect(try metadata("a") == metadata("a"))
        // Equally long, so that all positions are the same.
        #expect(try metadata("a", "2020") != metadata("a", "2021"))
        #expect(try metadata("a", "2020") != metadata("b", "2020"))
    }

    @Test func `Threads that ask for a packet's values at the same time all get them`() async {
        let xmp = SampleFile.xmp(attributes: "xmp:Rating='4'", elements: "<dc:rights>© Ana</dc:rights>")
        let packet = XMPPacket(Array(xmp.utf8), at: 0)
        let ratings = await withTaskGroup(of: Double?.self) { group in
            for _ in 0..<64 { group.addTask { packet.values.rating } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ratings == Array(repeating: 4, count: 64))
    }

    @Test func `Elements in elements without end are read to a limit`() {
        let xmp = values(String(repeating: "<a>", count: 100_000))
        #expect(!xmp.isWhole && xmp.nodes.count <= 64)
        #expect(values("<a " + String(repeating: "b='' ", count: 100_000) + "/>").nodes.count <= 8_192)
    }
}
