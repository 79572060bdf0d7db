import TestSupport
import Testing

@testable import PhotoMetadata

/// Rare forms of values and containers.
@Suite struct FurtherFormsTests {
    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] { SampleBoxes.box(type, content) }

    private func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(value, bytes: count)
        return bytes
    }

    // MARK: - Movies

    /// A movie with 3GPP user data.
    private func movie(_ userData: [UInt8], brand: String = "3gp4") -> [UInt8] {
        box("ftyp", Array(brand.utf8) + [0, 0, 0, 0]) + box("moov", box("udta", userData))
    }

    private func location(_ name: [UInt8], role: UInt8 = 0) -> [UInt8] {
        // 122.4194 degrees west, 37.7749 degrees north, 52 meters.
        let place = number(-8_022_878) + number(2_475_616) + number(52 << 16)
        return box("loci", [0, 0, 0, 0, 0x15, 0xC7] + name + [role] + place + Array("earth\0\0".utf8))
    }

    @Test func `A movie's place of 3GPP's is read, with a name in either encoding`() throws {
        for name in [Array("Home\0".utf8), [0], [0xFE, 0xFF, 0, 72, 0, 111, 0, 0]] {
            let metadata = try ImageMetadata(movie(location(name)))
            let place = try #require(metadata.place)
            #expect(abs(place.latitude - 37.7749) < 1e-4 && abs(place.longitude + 122.4194) < 1e-4)
            #expect(metadata.altitude == 52 && metadata.problems.isEmpty)
        }
        #expect(try ImageMetadata(movie(location([0], role: 2))).place == nil)
        let whole = location([0])
        for length in 8..<whole.count {
            _ = try ImageMetadata(movie(Array(whole.prefix(length)))).touch()
        }
    }

    @Test func `A movie's date and copyright of 3GPP's are read, with and without their heads`() throws {
        let head: [UInt8] = [0, 0, 0, 0, 0x15, 0xC7]
        for head in [[], head] {
            let date = box("date", head + Array("2024-02-29T12:34:56+0100\0".utf8))
            let rights = box("cprt", head + Array("Ana".utf8) + [0])
            let metadata = try ImageMetadata(movie(date + rights))
            #expect(metadata.captureDate?.description == "2024-02-29T12:34:56+01:00" && metadata.copyright == "Ana")
        }
    }

    @Test func `A movie's text of the longest length is read, and a longer one is not`() throws {
        var limits = MetadataLimits()
        limits.valueBytes = 40
        for (length, isRead) in [(40, true), (41, false)] {
            let text = [UInt8](repeating: UInt8(ascii: "a"), count: length)
            let maker = number(length, 2) + [0x15, 0xC7] + text
            let entry = number(maker.count + 8) + [0xA9] + Array("mak".utf8) + maker
            #expect((try ImageMetadata(movie(entry), limits: limits).make != nil) == isRead, "\(length)")
        }
    }

    @Test func `A movie whose length is unknown has none`() throws {
        func movie(_ header: [UInt8]) -> [UInt8] {
            box("ftyp", Array("isom".utf8) + [0, 0, 0, 0]) + box("moov", box("mvhd", header))
        }
        let unknown = [UInt8](repeating: 0xFF, count: 8)
        let short = number(0) + number(0, 8) + number(600)
        #expect(try ImageMetadata(movie(short + unknown.prefix(4))).movie.duration == nil)
        #expect(try ImageMetadata(movie(short + number(1_200))).movie.duration == 2)
        let long = number(1 << 24) + number(0, 16) + number(600)
        #expect(try ImageMetadata(movie(long + unknown)).movie.duration == nil)
        #expect(try ImageMetadata(movie(long + number(0xFFFF_FFFF, 8))).movie.duration == Double(0xFFFF_FFFF) / 600)
    }

    @Test(arguments: ["free", "skip"]) func `A movie that begins with free bytes is what stands behind them`(
        type: String
    ) throws {
        let movie = SampleSet.movie
        for free in [[], [UInt8](repeating: 0, count: 40), [UInt8](repeating: 0, count: 9_000)] {
            let metadata = try ImageMetadata(box(type, free) + movie)
            #expect(metadata.format == .quickTime && metadata.make == "Apple" && metadata.place != nil)
        }
        let old = box(type, [0]) + box("mdat", [1, 2, 3]) + movie[88...]
        #expect(try ImageMetadata(old).make == "Apple")
        #expect(try ImageMetadata(box(type, []) + SampleSet.heic).format == .heic)
        #expect(throws: MetadataError.self) { try ImageMetadata(Array("feelfree to read".utf8)) }
        #expect(throws: MetadataError.self) { try ImageMetadata([0, 0, 0, 7] + Array("free and no box".utf8)) }
    }

    // MARK: - HEIF

    @Test(arguments: ["msf1", "hevc", "avis"]) func `A sequence of pictures is read like a movie`(brand: String) throws
    {
        let movie = Array(SampleBoxes.movie(created: 3_646_801_557, brand: brand))
        let metadata = try ImageMetadata(movie)
        #expect(metadata.format == (brand == "avis" ? .avif : .heic) && metadata.pixelSize == SampleFile.size)
        #expect(metadata.captureDate?.year == 2019 && metadata.movie.duration == 2 && metadata.problems.isEmpty)
        let both = SampleBoxes.heic(exif: TIFFBuilder.camera().bytes(), brand: brand) + movie[16...]
        #expect(try ImageMetadata(both).movie.duration == 2 && ImageMetadata(both).exif.taken != nil)
        #expect(try ImageMetadata(both).orientation == ImageMetadata(SampleSet.heic).orientation)
    }

    @Test func `A HEIF picture has the size that its clean aperture leaves, turned or not`() throws {
        func aperture(_ numbers: [Int]) -> [UInt8] { numbers.flatMap { number($0) } }
        func file(_ numbers: [Int], turnsFirst: Bool = false) -> [UInt8] {
            let turn = box("irot", [1])
            let clean = box("clap", aperture(numbers))
            let properties =
                box("ispe", number(0) + number(48) + number(32)) + (turnsFirst ? turn + clean : clean + turn)
            let table = box("ipma", [0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 3, 0x81, 0x82, 0x83])
            let meta = box("pitm", [0, 0, 0, 0, 0, 1]) + box("iprp", box("ipco", properties) + table)
            return box("ftyp", Array("heic".utf8) + [0, 0, 0, 0]) + box("meta", number(0) + meta)
        }
        let size = PixelSize(width: 40, height: 30)
        #expect(try ImageMetadata(file([40, 1, 60, 2, 0, 1, 0, 1])).pixelSize == size)
        #expect(try ImageMetadata(file([30, 1, 40, 1, 0, 1, 0, 1], turnsFirst: true)).pixelSize == size)
        for wrong in [[49, 1, 30, 1], [40, 0, 30, 1], [0, 1, 30, 1], [40, 1]] {
            #expect(try ImageMetadata(file(wrong + [0, 1, 0, 1])).pixelSize == SampleFile.size)
        }
    }

    // MARK: - PNG

    @Test(arguments: [
        ("Tue, 15 Nov 1994 08:12:31 GMT", "1994-11-15T08:12:31+00:00"),
        ("15 Nov 94 08:12 EST", "1994-11-15T08:12:00-05:00"),
        ("Thu,29 February 2024 12:34:56 +0130", "2024-02-29T12:34:56+01:30"), ("1 May 2024", "2024-05-01T00:00:00"),
        ("2024-02-29T12:34:56Z", "2024-02-29T12:34:56+00:00"), ("2024:02:29 12:34:56", "2024-02-29T12:34:56"),
        ("Tue Nov 15 08:12:31 1994", nil), ("30 Feb 2024", nil), ("1 May 2024 25:00", nil), ("", nil), (",,,", nil),
        ("1 2 3 4 5", nil), ("99999999999999999999 May 2024", nil),
    ]) func `A PNG's date is read in the form that the standard asks for, and in others`(
        text: String, date: String?
    ) throws {
        for keyword in ["Creation Time", "CreationTime"] {
            let file = SampleFile.png(chunks: [("tEXt", Array("\(keyword)\0\(text)".utf8))])
            #expect(try ImageMetadata(file).captureDate?.description == date)
        }
    }

    @Test func `A packed text is unpacked as far as texts are kept, and no farther`() throws {
        func file(_ keyword: String, _ count: Int) -> [UInt8] {
            let stored = stride(from: 0, to: count, by: 60_000).flatMap { start in
                let length = min(60_000, count - start)
                let isLast: UInt8 = start + length == count ? 1 : 0
                let head = [isLast, UInt8(length & 255), UInt8(length >> 8), ~UInt8(length & 255), ~UInt8(length >> 8)]
                return head + [UInt8](repeating: 0xE9, count: length)
            }
            return SampleFile.png(chunks: [("zTXt", Array("\(keyword)\0\0".utf8) + [0x78, 1] + stored)])
        }
        let limits = MetadataLimits(allValueBytes: 200_000)
        let short = try ImageMetadata(file("Comment", 100_000), limits: limits)
        #expect(short.texts.first?.text == String(repeating: "é", count: 100_000) && short.problems.isEmpty)
        let long = try ImageMetadata(file("Comment", 200_001), limits: limits)
        #expect(long.texts.isEmpty && long.problems.map(\.kind) == [.unreadableText])
        #expect(MetadataText.latin((0...255).map { UInt8($0) }[...]).unicodeScalars.map(\.value) == Array(0...255))
    }

    // MARK: - Values

    @Test(arguments: [(1, 391, "1/391 s"), (1, 8_000, "1/8000 s"), (3, 1_000, "1/333 s"), (10, 1_250, "1/125 s")])
    func `The shutter's line is that of the whole numbers`(numerator: Int, denominator: Int, line: String) throws {
        var builder = TIFFBuilder()
        builder.exif = [builder.rational(0x829A, (numerator, denominator))]
        let metadata = try ImageMetadata(SampleFile.jpeg(exif: builder.bytes()))
        #expect(MetadataFormatter(.english).text(of: .shutter, in: metadata) == line)
    }

    @Test func `Photoshop's resources may continue in a second segment`() throws {
        let resources = SampleFile.photoshop([(116, "rights"), (80, "Ana")])
        for cut in [5, 20, resources.count - 3] {
            let parts = [resources[..<cut], resources[cut...]].map { (UInt8(0xED), Array("Photoshop 3.0\0".utf8) + $0) }
            let metadata = try ImageMetadata(SampleFile.jpeg(segments: parts))
            #expect(metadata.iptc.copyright == "rights" && metadata.iptc.creators == ["Ana"])
        }
    }

    @Test func `Empty creators and keywords are left out`() throws {
        let photoshop = SampleFile.photoshop([(80, ""), (25, ""), (80, "Ana"), (25, "sea")])
        let xmp = SampleFile.xmp(
            elements: "<dc:creator><rdf:Seq><rdf:li/><rdf:li> </rdf:li><rdf:li>Bo</rdf:li></rdf:Seq></dc:creator>")
        let metadata = try ImageMetadata(SampleFile.jpeg(xmp: xmp, photoshop: photoshop))
        #expect(metadata.iptc.creators == ["Ana"] && metadata.iptc.keywords == ["sea"])
        #expect(metadata.xmp.creators == ["Bo"])
        #expect(try ImageMetadata(SampleFile.jpeg(photoshop: SampleFile.photoshop([(80, "")]))).iptc.creators.isEmpty)
    }
}
