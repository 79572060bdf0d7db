import TestSupport
import Testing

@testable import PhotoMetadata
@testable import PhotoMetadataEditing

/// Edits of files made to be expensive: counts the bytes read, the directories and the unpacked bytes.
@Suite struct BoundedEditTests {
    private func directories(_ count: Int, _ tags: [UInt8] = []) -> [UInt8] {
        let builder = TIFFBuilder()
        var file = Array("MM\0*".utf8) + builder.number(8, 4)
        for number in 1...count {
            let next = number == count ? 0 : file.count + 6 + tags.count
            file += builder.number(tags.count / 12, 2) + tags + builder.number(next, 4)
        }
        return file
    }

    @Test func `Every directory of a structure is read once`() throws {
        let file = directories(500)
        for edit in SampleSet.edits {
            let source = CountingBytes(file)
            let editor = try TIFFEditor(source)
            #expect(editor.directories.count == 500 && source.bytesRead <= 2 * file.count + 3 * ByteReader.headLength)
            _ = try MetadataEditor(edit).plan(of: source)
            #expect(source.bytesRead <= 8 * file.count + 12 * ByteReader.headLength)
        }
    }

    @Test func `More directories than any file has are refused`() {
        let file = directories(TIFFStructure.mostDirectories + 1)
        #expect(throws: MetadataEditError.tooMany(.exif, limit: TIFFStructure.mostDirectories)) {
            try MetadataEditor(.removeLocation).edited(file)
        }
    }

    @Test func `Values that thousands of tags share are searched once, or not at all`() {
        let builder = TIFFBuilder()
        let tag = builder.number(0xC000, 2) + builder.number(7, 2) + builder.number(30_000, 4) + builder.number(200, 4)
        let file = directories(1_000, tag + tag) + [UInt8](repeating: 0, count: 30_000)
        let source = CountingBytes(file)
        #expect(throws: MetadataEditError.self) { try MetadataEditor(.removeLocation).plan(of: source) }
        #expect(source.bytesRead <= 4 * file.count)
    }

    @Test func `Lists and packets that hundreds of directories share are read a few times, or refused`() throws {
        let builder = TIFFBuilder()
        func tag(_ id: Int, _ type: Int, _ count: Int, _ position: Int) -> [UInt8] {
            builder.number(id, 2) + builder.number(type, 2) + builder.number(count, 4) + builder.number(position, 4)
        }
        let ids = [257, 258, 259, 262, 277, 278, 284]
        let lists = ids.flatMap { tag($0, 4, 20_000, 50_000) } + tag(273, 4, 1, 50_000)
        let values = [700, 33_723, 34_377, 0x927C, 347].map { tag($0, 7, 60_000, 50_000) }
        for (tags, edits) in [(lists, SampleSet.edits)] + values.map({ ($0, [.removeLocation, .removeSensitive]) }) {
            var file = directories(100, tags)
            file += [UInt8](repeating: 0, count: 120_000 - file.count)
            for edit in edits {
                let source = CountingBytes(file)
                _ = try? MetadataEditor(edit).plan(of: source)
                #expect(source.bytesRead <= 12 * file.count + 100 * 16 * ByteReader.windowLength, "\(edit)")
            }
        }
    }

    @Test(arguments: [[], [273]]) func `JPEG pictures that lie in each other are refused, and one twice is read once`(
        others: [Int]
    ) throws {
        let builder = TIFFBuilder()
        func file(_ starts: [Int], _ length: Int) -> [UInt8] {
            func tag(_ id: Int, _ count: Int, _ value: Int) -> [UInt8] {
                builder.number(id, 2) + builder.number(4, 2) + builder.number(count, 4) + builder.number(value, 4)
            }
            let strips = others.flatMap { tag($0, 1, 75_000) + tag($0 + 6, 1, 10) }
            var file = directories(1, strips + tag(513, starts.count, 1_000) + tag(514, starts.count, 3_000))
            file += [UInt8](repeating: 0, count: 80_000 - file.count)
            for (index, start) in starts.enumerated() {
                file.replaceSubrange(1_000 + 4 * index..<1_004 + 4 * index, with: builder.number(start, 4))
                file.replaceSubrange(3_000 + 4 * index..<3_004 + 4 * index, with: builder.number(length, 4))
            }
            return file
        }
        for edit in [MetadataEdit.removeLocation, .removeSensitive] {
            let source = CountingBytes(file((0..<500).map { 10_000 + $0 }, 60_000))
            let error = #expect(throws: MetadataEditError.self) { try MetadataEditor(edit).plan(of: source) }
            guard case .overlapping = error else { return #expect(Bool(false), "\(String(describing: error))") }
            #expect(source.bytesRead <= 20 * source.byteCount)
            let repeated = CountingBytes(file([Int](repeating: 10_000, count: 500), 60_000))
            _ = try MetadataEditor(edit).plan(of: repeated)
            #expect(repeated.bytesRead <= 20 * repeated.byteCount)
        }
    }

    @Test func `A packet of more than is read has too many parts, and is not damaged`() {
        let many = String(repeating: "<xmp:A/>", count: 9_000)
        let names = (0..<600).map { "xmlns:a\($0)='u\($0)' " }.joined()
        let packets = [
            (SampleFile.xmp(elements: many), 8_192), (SampleFile.xmp(attributes: names), 512),
            (SampleFile.xmp(elements: String(repeating: "<xmp:A>", count: 100)), 64),
            (SampleFile.xmp(elements: String(repeating: "<!---->", count: 9_000)), 8_192),
        ]
        for (packet, limit) in packets {
            #expect(throws: MetadataEditError.tooMany(.xmp, limit: limit)) {
                try MetadataEditor(.removeLocation).edited(SampleFile.png(xmp: packet))
            }
        }
    }

    /// Took minutes when each name was compared with each declaration byte for byte.
    @Test(.timeLimit(.hang)) func `Long namespaces and prefixes cost what they are long`() throws {
        let uri = String(repeating: "u", count: 300_000)
        let elements = String(repeating: "<a:b/>", count: 3_000)
        let stem = String(repeating: "p", count: 100)
        let declarations = (1_000..<1_500).map { "xmlns:\(stem)\($0)=\"\(stem)\($0)\"" }.joined(separator: " ")
        for packet in [
            SampleFile.xmp(attributes: "xmlns:a='\(uri)'", elements: elements),
            SampleFile.xmp(
                attributes: declarations, elements: String(repeating: "<\(stem)1000:x/>", count: 2_000)),
        ] {
            var editor = try XMPEditor(Array(packet.utf8))
            editor.removeLocation()
            #expect(try editor.packet() == Array(packet.utf8))
        }
    }

    @Test func `More datasets, resources and bytes of them than any file has are refused`() {
        let datasets = (0..<IPTCValues.mostDatasets).flatMap { _ in [0x1C, 2, 25, 0, 0] as [UInt8] }
        #expect(throws: MetadataEditError.tooMany(.iptc, limit: IPTCValues.mostDatasets)) {
            try IPTCEditor(datasets + [0x1C, 2, 25, 0, 0])
        }
        let resource = Array("8BIM".utf8) + [3, 0xED, 0, 0, 0, 0, 0, 0]
        let resources = (0...PhotoshopEditor.mostResources).flatMap { _ in resource }
        #expect(throws: MetadataEditError.tooMany(.iptc, limit: PhotoshopEditor.mostResources)) {
            try PhotoshopEditor(resources)
        }
    }

    @Test func `Picture data with a marker in every few bytes are read a few times, not once for each`() throws {
        let scans = (0..<20_000).flatMap { _ in [0xFF, 0xDA, 0, 2, 7, 7] as [UInt8] }
        let file = Array(SampleFile.jpeg().dropLast(2)) + scans + [0xFF, 0xD9]
        let source = CountingBytes(file + SampleFile.jpeg())
        _ = try MetadataEditor(.removeLocation).plan(of: source)
        #expect(source.bytesRead <= 4 * file.count)
    }

    @Test func `What begins like a picture thousands of times is looked at a few times`() throws {
        let fakes = (0..<20_000).flatMap { _ in [0xFF, 0xD8, 0xFF, 0xE0, 0, 1] as [UInt8] }
        let source = CountingBytes(SampleFile.jpeg() + fakes)
        let plan = try MetadataEditor(.removeSensitive).plan(of: source)
        #expect(plan.byteCount == SampleFile.jpeg().count && source.bytesRead <= 40 * fakes.count)
    }

    @Test func `More pictures behind a picture than any camera writes are refused`() {
        let file = SampleFile.jpeg() + (0..<80).flatMap { _ in SampleFile.jpeg() }
        #expect(throws: MetadataEditError.tooMany(.container, limit: 64)) {
            try MetadataEditor(.removeLocation).edited(file)
        }
    }

    @Test func `The texts of a PNG are unpacked within one budget`() throws {
        // 64 KB of zeros for each hundred bytes: the longest possible copies.
        let bomb = Array("Raw profile type exif\0\0".utf8) + Self.packedZeros(1 << 16)
        let file = SampleFile.png(chunks: (0..<40).map { _ in ("zTXt", bomb) })
        var editor = try PNGEditor(MemoryBytes(file), .removeLocation, remainder: nil, mostMetadataBytes: 1 << 18)
        #expect(throws: MetadataEditError.self) { try editor.plan() }
        #expect((1 << 17...1 << 18).contains(editor.metadataBytes))
        var other = try PNGEditor(MemoryBytes(file), .removeSensitive, remainder: nil)
        #expect(try other.plan().byteCount > 0 && other.metadataBytes == 0)
    }

    /// Zeros as zlib packs them: one literal, and copies of 258 bytes at distance one, with the fixed codes.
    private static func packedZeros(_ count: Int) -> [UInt8] {
        var (bytes, bits, length) = ([0x78, 0x9C] as [UInt8], 0, 0)
        func add(_ value: Int, _ width: Int) {
            bits |= value << length
            length += width
            while length >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: bits))
                (bits, length) = (bits >> 8, length - 8)
            }
        }
        add(0b011, 3)
        add(0b0000_1100, 8)
        // Length 258 is symbol 285, 11000101; the distance 1 is five zeros.
        for _ in 0..<count / 258 { add(0b1010_0011, 8 + 5) }
        add(0, 7 + 7)
        return bytes
    }

    @Test func `A PNG of more chunks than are read has too many, and is not damaged`() {
        let file = SampleFile.png(chunks: (0...TIFFEditor.limits.parts).map { _ in ("tIME", [7]) })
        #expect(throws: MetadataEditError.tooMany(.container, limit: TIFFEditor.limits.parts)) {
            try MetadataEditor(.setOrientation(.up)).edited(file)
        }
    }
}
