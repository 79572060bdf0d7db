import PhotoMetadata
import TestSupport
import Testing

/// The limits of reading and keeping metadata of excessive files, and that exceeding them is reported.
@Suite struct MetadataLimitTests {
    private func problems(
        _ file: [UInt8], _ limits: MetadataLimits = MetadataLimits()
    ) throws -> [MetadataProblem.Kind] {
        try ImageMetadata(file, limits: limits).problems.map(\.kind)
    }

    @Test func `HEIF's table of places is read once, however many items ask for theirs`() throws {
        // 16 metadata items, whose locations follow those of 5,000 others.
        let file = SampleBoxes.heic(items: 16, others: 5_000)
        let source = CountingBytes(file)
        let metadata = try ImageMetadata(reading: source)
        #expect(metadata.make == "Example" && metadata.problems.isEmpty)
        #expect(source.bytesRead <= 2 * file.count && source.bytesRead == metadata.bytesRead)
    }

    @Test func `Items, and the parts of items, are counted`() throws {
        let limits = MetadataLimits(parts: 200)
        #expect(try problems(SampleBoxes.heic(items: 1, others: 500), limits) == [.overLimit(.parts)])
        #expect(try problems(SampleBoxes.heic(items: 1, others: 1, parts: 500), limits) == [.overLimit(.parts)])
        #expect(try problems(SampleBoxes.heic(items: 17, others: 0)).contains(.overLimit(.items)))
    }

    @Test func `Boxes in each other are read a few times at most, and counted all together`() throws {
        let entries = (0..<200).flatMap { _ in SampleBoxes.box("free", []) }
        let lists = SampleBoxes.box("meta", SampleBoxes.box("hdlr", [UInt8](repeating: 0, count: 8)) + entries)
        let data = SampleBoxes.box("udta", (0..<40).flatMap { _ in lists })
        let movie = SampleBoxes.box("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0]) + SampleBoxes.box("moov", data)
        let source = CountingBytes(movie)
        let metadata = try ImageMetadata(reading: source)
        #expect(source.bytesRead <= 3 * movie.count && metadata.problems.isEmpty)
        #expect(try problems(movie, MetadataLimits(parts: 1_000)).contains(.overLimit(.parts)))
    }

    @Test func `A packet of XMP with more than is read says so`() throws {
        let many = SampleFile.xmp(elements: String(repeating: "<xmp:A/>", count: 4_000))
        let more = SampleFile.xmp(elements: String(repeating: "<xmp:A/>", count: 9_000))
        #expect(try problems(SampleFile.png(xmp: many)) == [])
        #expect(try problems(SampleFile.png(xmp: more)) == [.overLimit(.elements)])
        let deep = SampleFile.xmp(elements: String(repeating: "<xmp:A>", count: 100))
        #expect(try problems(SampleFile.png(xmp: deep)) == [.overLimit(.elements)])
        let names = (0..<600).map { "xmlns:a\($0)='u\($0)' " }.joined()
        #expect(try problems(SampleFile.png(xmp: SampleFile.xmp(attributes: names))) == [.overLimit(.elements)])
    }

    @Test func `A packet that ends too early is damaged, and what stands before counts`() throws {
        let packet = SampleFile.xmp(attributes: "xmp:Rating='5'", elements: "<dc:title>t</dc:title>")
        let metadata = try ImageMetadata(SampleFile.png(xmp: String(packet.dropLast(60))))
        #expect(metadata.xmp.rating == 5 && metadata.problems.map(\.kind) == [.malformed])
    }

    @Test func `Problems of a packet are within the limit, too`() throws {
        let file = SampleFile.png(xmp: "<a", chunks: [("zTXt", [0]), ("zTXt", [0])])
        #expect(try problems(file).count == 3)
        #expect(try problems(file, MetadataLimits(problems: 2)).count == 2)
    }

    @Test func `Blocks longer than the limit are not taken, however short they are`() throws {
        let limits = MetadataLimits(blockBytes: 100)
        let xmp = SampleFile.xmp(attributes: "dc:rights='x'")
        let long = SampleFile.photoshop([(116, String(repeating: "x", count: 200))])
        for file in [
            SampleFile.jpeg(xmp: xmp), SampleFile.png(xmp: xmp), SampleFile.webP(xmp: xmp),
            SampleFile.tiff(TIFFBuilder(), xmp: xmp), SampleFile.jpeg(photoshop: long),
            SampleFile.tiff(TIFFBuilder(), iptc: SampleFile.iptc([(116, String(repeating: "x", count: 200))])),
        ] {
            #expect(try ImageMetadata(file).copyright != nil)
            let metadata = try ImageMetadata(file, limits: limits)
            #expect(metadata.copyright == nil && metadata.problems.map(\.kind) == [.overLimit(.blockBytes)])
        }
    }

    @Test func `Directories at both ends in turns are read up to a limit, which is reported`() throws {
        let (count, half) = (4_000, 40_000)
        var file = Array("MM\0*".utf8) + [UInt8](repeating: 0, count: 2 * half)
        func place(_ index: Int) -> Int { 16_384 + index / 2 * 6 + index % 2 * half }
        file.replaceSubrange(4..<8, with: TIFFBuilder().number(place(0), 4))
        for index in 0..<count {
            file.replaceSubrange(place(index) + 2..<place(index) + 6, with: TIFFBuilder().number(place(index + 1), 4))
        }
        let source = CountingBytes(file)
        let metadata = try ImageMetadata(reading: source)
        #expect(metadata.problems.map(\.kind) == [.overLimit(.bytesRead)])
        #expect(source.bytesRead <= 1 << 20 + 4 * file.count && source.bytesRead == metadata.bytesRead)
    }

    @Test func `Texts are unpacked up to a limit, which is reported`() throws {
        var text: [UInt8] = [0x78, 1, 1]
        text.append(60, bytes: 2, .little)
        text.append(~60 & 0xFFFF, bytes: 2, .little)
        let chunk = Array("Comment\0\0".utf8) + text + [UInt8](repeating: 65, count: 60)
        let file = SampleFile.png(chunks: [("zTXt", chunk), ("zTXt", chunk)])
        #expect(try ImageMetadata(file).texts.count == 2)
        let metadata = try ImageMetadata(file, limits: MetadataLimits(blockBytes: 100))
        #expect(metadata.texts.count == 1 && metadata.problems.map(\.kind) == [.overLimit(.blockBytes)])
    }

    @Test(arguments: [0, 20]) func `Tags without room for their values keep their places`(bytes: Int) throws {
        let file = SampleFile.jpeg(exif: TIFFBuilder.camera().bytes())
        let whole = try ImageMetadata(file)
        let metadata = try ImageMetadata(file, limits: MetadataLimits(allValueBytes: bytes))
        #expect(metadata.tags.all.map(\.range) == whole.tags.all.map(\.range))
        #expect(metadata.problems.map(\.kind) == [.overLimit(.allValueBytes)])
    }

    @Test func `More chunks than are walked over are named so`() throws {
        let chunks = [(StaticString, [UInt8])](repeating: ("free", []), count: 50)
        let limits = MetadataLimits(parts: 40)
        #expect(try problems(SampleFile.png(chunks: chunks), limits) == [.overLimit(.parts)])
        #expect(MetadataProblem(kind: .overLimit(.parts), position: 7).description.contains("'parts'"))
    }

    @Test func `What is wrong is within the file, and what was packed is wrong where it is packed`() throws {
        for file in SampleSet.all.map(\.bytes) {
            for length in stride(from: 12, to: file.count, by: 17) {
                let cut = Array(file[..<length])
                guard let metadata = try? ImageMetadata(cut) else { continue }
                #expect(metadata.problems.allSatisfy { (0...length).contains($0.position) })
            }
        }
        var exif = Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1]
        exif += [0x01, 0x0F, 0, 2, 0, 0, 0, 99, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0]
        let metadata = try ImageMetadata(SampleFile.png(chunks: [("zTXt", PackedProfile.chunk(exif))]))
        #expect(metadata.problems == [MetadataProblem(kind: .valueOutside(tag: 0x010F), position: 33)])
        #expect(metadata.problems[0].description.contains("0x010F"))
    }

    @Test func `What was packed lies nowhere in the file`() throws {
        var builder = TIFFBuilder.camera()
        builder.thumbnail = [0xFF, 0xD8, 1, 2, 0xFF, 0xD9]
        let metadata = try ImageMetadata(SampleFile.png(chunks: [("zTXt", PackedProfile.chunk(builder.bytes()))]))
        #expect(metadata.make == "Example" && metadata.place != nil && metadata.thumbnail == nil)
        #expect(metadata.tags.all.count > 20 && metadata.tags.all.allSatisfy { $0.range == nil })
        let heic = try ImageMetadata(SampleBoxes.heic(exif: builder.bytes(), storage: .twoParts))
        #expect(heic.make == "Example" && heic.thumbnail == nil && heic.tags.all.allSatisfy { $0.range == nil })
        let whole = try ImageMetadata(SampleBoxes.heic(exif: builder.bytes()))
        #expect(whole.thumbnail != nil && whole.tags.all.allSatisfy { $0.range != nil })
    }
}

/// EXIF as ImageMagick writes it into a PNG: in hexadecimal, packed.
private enum PackedProfile {
    static func chunk(_ exif: [UInt8]) -> [UInt8] {
        let digits = exif.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let text = Array("\nexif\n    \(exif.count)\n\(digits)\n".utf8)
        var stored: [UInt8] = [0x78, 1, 1]
        stored.append(text.count, bytes: 2, .little)
        stored.append(~text.count & 0xFFFF, bytes: 2, .little)
        return Array("Raw profile type exif\0\0".utf8) + stored + text + [0, 0, 0, 0]
    }
}
