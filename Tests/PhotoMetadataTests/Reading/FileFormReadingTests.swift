import PhotoMetadata
import PhotoMetadataEditing
import TestSupport
import Testing

/// Values in the forms that standards allow and few programs write.
@Suite struct FileFormReadingTests {
    /// EXIF with texts in UTF-8 (type 129), as EXIF 3.0 has them.
    static func unicode() -> TIFFBuilder {
        var builder = TIFFBuilder.camera()
        func text(_ id: UInt16, _ text: String) -> TIFFBuilder.Tag {
            .init(id: id, type: 129, count: text.utf8.count + 1, bytes: Array(text.utf8) + [0])
        }
        builder.primary = [
            text(0x010E, "Die Brücke"), text(0x010F, "Kamera"), text(0x0110, "Größe 1"), text(0x8298, "© Änne"),
        ]
        builder.exif.removeAll { $0.id == 0xA434 }
        builder.exif += [text(0xA434, "Weitwinkel für Ü"), text(0xA43B, "Größe bearbeitet")]
        builder.gps += [text(27, "Satelliten über Köln"), text(28, "Köln-Süd")]
        return builder
    }

    @Test func `EXIF 3.0's texts in UTF-8 are read in every format`() throws {
        let exif = Self.unicode().bytes()
        let files = [
            SampleFile.jpeg(exif: exif), SampleFile.png(exif: exif), SampleFile.webP(exif: exif),
            SampleFile.tiff(Self.unicode()), SampleBoxes.heic(exif: exif),
        ]
        for file in files {
            let metadata = try ImageMetadata(file)
            #expect(metadata.problems.isEmpty)
            #expect(metadata.model == "Größe 1" && metadata.copyright == "© Änne")
            #expect(metadata.tiff.imageDescription == "Die Brücke" && metadata.lensModel == "Weitwinkel für Ü")
        }
    }

    private static func xmp(_ elements: String) throws -> XMPValues {
        try ImageMetadata(SampleFile.jpeg(xmp: SampleFile.xmp(elements: elements))).xmp
    }

    @Test func `A text in several languages is read in its default one, wherever that stands`() throws {
        func rights(_ items: String) throws -> String? {
            try Self.xmp("<dc:rights><rdf:Alt>\(items)</rdf:Alt></dc:rights>").copyright
        }
        let (german, other) = (
            "<rdf:li xml:lang='de'>deutsch</rdf:li>", "<rdf:li xml:lang=\"x-default\">other</rdf:li>"
        )
        #expect(try rights(german + other) == "other" && rights(other + german) == "other")
        #expect(try rights(german) == "deutsch" && rights(german + "<rdf:li xml:lang='x-default'/>") == "deutsch")
    }

    @Test func `CDATA is text, and comments are none`() throws {
        let xmp = try Self.xmp(
            "<dc:title><![CDATA[A < B & C]]></dc:title><dc:description>one<!-- no --> &amp; two</dc:description>"
                + "<dc:subject><rdf:Bag><rdf:li>a<![CDATA[&amp;]]>&amp;</rdf:li></rdf:Bag></dc:subject>")
        #expect(xmp.title == "A < B & C" && xmp.caption == "one & two" && xmp.keywords == ["a&amp;&"])
    }

    @Test func `A value with qualifiers is its value, and a resource is its name`() throws {
        let xmp = try Self.xmp(
            """
            <dc:creator><rdf:Seq><rdf:li rdf:parseType="Resource"><rdf:value>Ana</rdf:value><xmp:role>x</xmp:role>
            </rdf:li><rdf:li><rdf:Description><rdf:value>Bo</rdf:value></rdf:Description></rdf:li></rdf:Seq>
            </dc:creator>
            <dc:subject><rdf:Bag><rdf:li rdf:resource="urn:sea"/><rdf:li>sky</rdf:li></rdf:Bag></dc:subject>
            <dc:rights rdf:parseType="Resource"><rdf:value>© Ana</rdf:value></dc:rights>
            <xmp:CreateDate rdf:resource="2020-01-02"/>
            """)
        #expect(xmp.creators == ["Ana", "Bo"] && xmp.keywords == ["urn:sea", "sky"])
        #expect(xmp.copyright == "© Ana" && xmp.fileCreated?.year == 2020)
    }

    @Test func `A height without a reference is one above sea level, in EXIF as in XMP`() throws {
        var builder = TIFFBuilder.camera()
        builder.gps.removeAll { $0.id == 5 }
        #expect(try ImageMetadata(SampleFile.jpeg(exif: builder.bytes())).altitude == 35.2)
        for (ref, height) in [("0", 7.0), ("1", -7), ("2", 7), ("3", -7)] {
            let packet = SampleFile.xmp(attributes: "exif:GPSAltitude='7/1' exif:GPSAltitudeRef='\(ref)'")
            #expect(try ImageMetadata(SampleFile.jpeg(xmp: packet)).altitude == height)
        }
    }

    @Test func `The height is that of the block that has the place`() throws {
        var builder = TIFFBuilder.camera()
        builder.gps.removeAll { $0.id == 5 || $0.id == 6 }
        let place = "exif:GPSLatitude='10,0N' exif:GPSLongitude='20,0E' "
        let packet = SampleFile.xmp(attributes: place + "exif:GPSAltitude='4000/1'")
        let both = try ImageMetadata(SampleFile.jpeg(exif: builder.bytes(), xmp: packet))
        #expect((both.place?.latitude ?? 0) > 37 && both.altitude == nil)
        builder.gps = [builder.byte(5, 0), builder.rational(6, (35, 1))]
        let height = try ImageMetadata(SampleFile.jpeg(exif: builder.bytes(), xmp: SampleFile.xmp(attributes: place)))
        #expect(height.place?.latitude == 10 && height.altitude == nil)
        #expect(try ImageMetadata(SampleFile.jpeg(exif: builder.bytes())).altitude == 35)
    }

    @Test func `A movie's size and rotation are those of the first track that is shown`() throws {
        func track(_ flags: UInt8, _ width: UInt8, _ matrix: [Int]) -> [UInt8] {
            var header: [UInt8] = [0, 0, 0, flags] + [UInt8](repeating: 0, count: 36)
            for number in [matrix[0], matrix[1], 0, matrix[2], matrix[3], 0, 0, 0, 1] {
                header.append(number << 16, bytes: 4)
            }
            return SampleBoxes.box("trak", SampleBoxes.box("tkhd", header + [0, width, 0, 0, 0, 20, 0, 0]))
        }
        func movie(_ tracks: [UInt8]) throws -> ImageMetadata {
            try ImageMetadata(SampleBoxes.box("ftyp", Array("qt  \0\0\0\0".utf8)) + SampleBoxes.box("moov", tracks))
        }
        let (hidden, shown) = (track(6, 160, [0, 1, -1, 0]), track(7, 64, [1, 0, 0, 1]))
        for tracks in [hidden + shown, shown + hidden, hidden + shown + track(7, 99, [0, 1, -1, 0])] {
            let metadata = try movie(tracks)
            #expect(metadata.pixelSize == PixelSize(width: 64, height: 20) && metadata.orientation == .up)
        }
        #expect(try movie(hidden).orientation == .right)
    }

    @Test func `The time of the receiver keeps its fraction`() throws {
        for (seconds, text) in [((25, 2), "12.5"), ((12, 1), "12"), ((12_000_375, 1_000_000), "12.000375")] {
            var builder = TIFFBuilder.camera()
            builder.gps += [builder.rational(7, (1, 1), (2, 1), seconds), builder.ascii(29, "2024:02:29")]
            let metadata = try ImageMetadata(SampleFile.jpeg(exif: builder.bytes()))
            #expect(metadata.gps.time?.description == "2024-02-29T01:02:\(text)+00:00")
        }
    }

    @Test(arguments: [0x8831, 0x8832, 0x8833] as [UInt16])
    func `A sensitivity above what two bytes hold is read from its own tag`(id: UInt16) throws {
        var builder = TIFFBuilder()
        builder.exif = [builder.short(0x8827, 65_535), builder.long(id, 102_400)]
        #expect(try ImageMetadata(SampleFile.jpeg(exif: builder.bytes())).iso == 102_400)
        builder.exif = [builder.short(0x8827, 65_535)]
        #expect(try ImageMetadata(SampleFile.jpeg(exif: builder.bytes())).iso == 65_535)
        builder.exif = [builder.short(0x8827, 200), builder.long(id, 100)]
        #expect(try ImageMetadata(SampleFile.jpeg(exif: builder.bytes())).iso == 200)
    }

    @Test func `A movie's values in UTF-16 are read`() throws {
        let (key, text) = ("com.apple.quicktime.creationdate", "2020-01-02T03:04:05+0200")
        let plain = SampleBoxes.movie([(key, text)])
        let start = try #require(plain.firstRange(of: Array("data\0\0\0\u{1}".utf8))).lowerBound
        let wide = SampleBoxes.movie([(key, text + text)])
        var file = wide
        file[start + 7] = 2
        file.replaceSubrange(start + 12..<start + 12 + 2 * text.utf8.count, with: text.utf8.flatMap { [0, $0] })
        #expect(try ImageMetadata(file).captureDate == MetadataDate("2020-01-02T03:04:05+02:00"))
        #expect(try ImageMetadata(plain).captureDate == ImageMetadata(file).captureDate)
    }

    @Test func `XMP in front of a GIF's pictures is read, wherever the file is cut`() throws {
        func gif(_ packet: String, colors: Bool) -> [UInt8] {
            let picture: [UInt8] = [0x2C, 0, 0, 0, 0, 48, 0, 32, 0, 0, 2, 3, 1, 2, 3, 1, 7, 0]
            let trailer: [UInt8] = [1] + stride(from: 255, through: 0, by: -1).map { UInt8($0) } + [0]
            return Array("GIF89a".utf8) + [48, 0, 32, 0, colors ? 0x80 : 0, 0, 0] + (colors ? [0, 0, 0, 9, 9, 9] : [])
                + [0x21, 0xF9, 4, 0, 0, 0, 0, 0, 0x21, 0xFF, 11] + "XMP DataXMP".utf8 + packet.utf8
                + trailer + picture + [0x3B]
        }
        let packet = SampleFile.xmp(elements: "<dc:title>" + String(repeating: "Sea ", count: 100) + "</dc:title>")
        for colors in [false, true] {
            let metadata = try ImageMetadata(gif(packet, colors: colors))
            #expect(metadata.xmp.title?.hasPrefix("Sea Sea") == true && metadata.problems.isEmpty)
        }
        let whole = gif(packet, colors: true)
        for length in 13..<whole.count { _ = try ImageMetadata(Array(whole.prefix(length))).xmp.title }
    }

    @Test func `The parts of a GIF are read up to their limit, which is reported`() throws {
        // Each byte may begin an extension, and be a part's length.
        let marks = [UInt8](repeating: 0x21, count: 400_000)
        let file = Array("GIF89a".utf8) + [48, 0, 32, 0, 0, 0, 0] + marks
        let metadata = try ImageMetadata(file, limits: MetadataLimits(parts: 200))
        #expect(metadata.problems.map(\.kind) == [.overLimit(.parts)] && metadata.pixelSize != nil)
        #expect(metadata.bytesRead < file.count / 2)
    }

    @Test func `Bytes behind a WebP's end damage nothing`() throws {
        let whole = SampleFile.webP(exif: TIFFBuilder.camera().bytes())
        for behind in [[10], [0, 0, 0, 0], Array("EXIF\u{4}\0\0\0abcd".utf8)] as [[UInt8]] {
            let metadata = try ImageMetadata(whole + behind)
            #expect(metadata.problems.isEmpty && !metadata.hasDamagedPicture && metadata.make == "Example")
        }
        #expect(try !ImageMetadata(Array(whole.dropLast(9))).problems.isEmpty)
    }
}
