import TestSupport
import Testing

@testable import PhotoMetadata
@testable import PhotoMetadataEditing

/// Files with false claims: readable values are returned, nothing traps, and memory stays within the limits.
@Suite(.timeLimit(.hang)) struct DamagedFileTests {
    private func jpeg(_ change: (inout TIFFBuilder) -> Void) -> [UInt8] {
        var builder = TIFFBuilder()
        change(&builder)
        return SampleFile.jpeg(exif: builder.bytes())
    }

    /// Every eleventh position, or all of them.
    private static let step = Effort.of(11, full: 1)

    @Test(arguments: SampleSet.all) func `A file cut anywhere gives what is left, or says what it is not`(
        sample: NamedBytes
    ) {
        let file = sample.bytes
        for length in stride(from: 0, to: file.count, by: Self.step) {
            do throws(MetadataError) {
                _ = try ImageMetadata(Array(file[..<length])).touch()
            } catch {
                switch error {
                case .empty: #expect(length == 0)
                case .unknownFormat: #expect(length < 12)
                default: Issue.record("\(error) at \(length)")
                }
            }
        }
    }

    @Test(arguments: SampleSet.all) func `A file with any byte set to 0, to 255, or to another value is read`(
        sample: NamedBytes
    ) {
        let file = sample.bytes
        for index in stride(from: 0, to: file.count, by: Self.step) {
            var changed = file
            changed[index] = [0, 255, file[index] ^ 0x80, file[index] &+ 1][index % 4]
            _ = try? ImageMetadata(changed).touch()
        }
    }

    @Test func `Directories that lead to each other end`() throws {
        // Two directories that each reference the other as the next one; EXIF's pointer leads back to the first.
        let builder = TIFFBuilder()
        let entry = builder.number(0x8769, 2) + builder.number(4, 2) + builder.number(1, 4) + builder.number(8, 4)
        let exif =
            Array("MM\0*".utf8) + builder.number(8, 4) + builder.number(1, 2) + entry + builder.number(26, 4)
            + builder.number(0, 2) + builder.number(8, 4)
        let metadata = try ImageMetadata(SampleFile.jpeg(exif: exif))
        #expect(metadata.problems.map(\.kind) == [.loop, .loop])
    }

    @Test func `A count of four thousand million values is a lie, and the other tags are read`() throws {
        let file = jpeg { builder in
            builder.primary = [
                TIFFBuilder.Tag(id: 0x010E, type: 12, count: 0xFFFF_FFFF, bytes: [0, 0, 0, 8]),
                builder.ascii(0x010F, "A"),
            ]
        }
        let metadata = try ImageMetadata(file)
        #expect(metadata.make == "A" && metadata.problems.map(\.kind) == [.valueOutside(tag: 0x010E)])
    }

    @Test func `A value that lies outside is left out, for every offset`() throws {
        for offset in [0xFFFF_FFFF, 0x7FFF_FFFF, 10_000] {
            let builder = TIFFBuilder()
            var exif = Array("MM\0*".utf8) + builder.number(8, 4) + builder.number(2, 2)
            exif +=
                builder.number(0x010F, 2) + builder.number(2, 2) + builder.number(100, 4) + builder.number(offset, 4)
            exif += builder.number(0x0112, 2) + builder.number(3, 2) + builder.number(1, 4) + [0, 3, 0, 0, 0, 0, 0, 0]
            let metadata = try ImageMetadata(SampleFile.jpeg(exif: exif))
            #expect(metadata.make == nil && metadata.orientation == .down && metadata.problems.count == 1)
        }
    }

    @Test func `A directory that claims 65,535 entries gives those that are there`() throws {
        let builder = TIFFBuilder()
        var exif = Array("MM\0*".utf8) + builder.number(8, 4) + builder.number(65_535, 2)
        exif += builder.number(0x0112, 2) + builder.number(3, 2) + builder.number(1, 4) + [0, 8, 0, 0]
        let metadata = try ImageMetadata(SampleFile.jpeg(exif: exif))
        #expect(metadata.orientation == .left && metadata.problems.first?.kind == .truncated)
    }

    @Test func `BigTIFF's offsets beyond all numbers are outside`() throws {
        var file = Array("II+\0".utf8) + [8, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8)
        #expect(try ImageMetadata(file).problems.isEmpty == false)
        file = Array("MM\0+".utf8) + [0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16] + [UInt8](repeating: 0xFF, count: 100)
        _ = try ImageMetadata(file).touch()
    }

    @Test func `A box of four gigabytes in a kilobyte is cut`() throws {
        var file = SampleBoxes.box("ftyp", Array("heic".utf8) + [0, 0, 0, 0])
        file += [0xFF, 0xFF, 0xFF, 0xFF] + Array("meta".utf8) + [UInt8](repeating: 0, count: 1_000)
        #expect(try ImageMetadata(file).problems.contains { $0.kind == .truncated })
        file = SampleBoxes.box("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0])
        file += [0, 0, 0, 1] + Array("moov".utf8) + [UInt8](repeating: 0xFF, count: 1_000)
        #expect(try !ImageMetadata(file).problems.isEmpty)
    }

    @Test(
        arguments: [
            ([(Int.max, 0)], .truncated), ([(Int.max - 16, 8)], .truncated), ([(0, 4), (Int.max - 16, 8)], .truncated),
            ([(0, 4), (Int.max - 6_000_000, 5_000_000)], .overLimit(.blockBytes)),
        ] as [([(Int, Int)], MetadataProblem.Kind)])
    func `A part of an item at the end of all numbers is noted within the file`(
        parts: [(Int, Int)], problem: MetadataProblem.Kind
    ) throws {
        let entry = SampleBoxes.box("infe", [2, 0, 0, 0, 0, 2, 0, 0] + Array("Exif\0".utf8))
        var table: [UInt8] = [1, 0, 0, 0, 0x88, 0, 0, 1, 0, 2, 0, 1, 0, 0]
        table.append(parts.count, bytes: 2)
        for (start, length) in parts {
            table.append(start, bytes: 8)
            table.append(length, bytes: 8)
        }
        let boxes =
            SampleBoxes.box("iinf", [0, 0, 0, 0, 0, 1] + entry) + SampleBoxes.box("iloc", table)
            + SampleBoxes.box("idat", [0, 0, 0, 0] + TIFFBuilder.camera().bytes())
        let head = SampleBoxes.box("ftyp", Array("heic".utf8) + [0, 0, 0, 0])
        let file = head + SampleBoxes.box("meta", [0, 0, 0, 0] + boxes)
        let metadata = try ImageMetadata(file)
        #expect(metadata.problems.map(\.kind) == [problem] && metadata.make == nil)
        #expect(metadata.problems.allSatisfy { $0.position <= file.count })
    }

    @Test func `Boxes in boxes and boxes without end are walked to a limit`() throws {
        var nested: [UInt8] = []
        for _ in 0..<2_000 { nested = SampleBoxes.box("moov", nested) }
        _ = try ImageMetadata(SampleBoxes.box("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0]) + nested).touch()
        let many = [UInt8](repeating: 0, count: 0) + (0..<20_000).flatMap { _ in SampleBoxes.box("free", []) }
        let metadata = try ImageMetadata(SampleBoxes.box("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0]) + many)
        #expect(metadata.problems.map(\.kind) == [.overLimit(.parts)])
        // More than is read is no damage of the picture.
        #expect(!metadata.hasDamagedPicture)
    }

    @Test func `Work that grows with the square of what a file has is cut off`() throws {
        let declarations = (0..<20_000).map { "xmlns:a\($0)='u\($0)' " }.joined()
        #expect(!XMPValues(packet: Array("<a \(declarations)/>".utf8)).isWhole)
        let starts = (0..<60_000).flatMap { _ in [0xFF, 0xD8, 0xFF, 0xD8] as [UInt8] }
        #expect(try MetadataEditor(.removeLocation).edited(SampleFile.jpeg(trailer: starts)) == SampleFile.jpeg())
    }

    // Asynchronous only so that it runs beside others: synchronous tests share the main thread.
    @Test func `Texts that are packed to nothing come out within the limits`() async throws {
        // Stored blocks of the maximal size; in total a hundred times the limit.
        let block: [UInt8] = [1, 0xFF, 0xFF, 0, 0] + [UInt8](repeating: 65, count: 65_535)
        let chunks = [(StaticString, [UInt8])](
            repeating: ("zTXt", Array("Comment\0\0".utf8) + [0x78, 1] + block), count: 100)
        let metadata = try ImageMetadata(SampleFile.png(chunks: chunks))
        #expect(metadata.texts.count <= 4 && metadata.keptBytes <= MetadataLimits().allValueBytes)
        #expect(metadata.problems.contains { $0.kind == .overLimit(.allValueBytes) } && metadata.problems.count == 32)
    }

    @Test func `What is kept stays within the limits`() throws {
        let limits = MetadataLimits(blockBytes: 64 << 10, valueBytes: 64, allValueBytes: 256, tags: 20, parts: 64)
        let file = jpeg { builder in
            builder.primary = (0..<200).map { builder.ascii(UInt16($0 + 0x0200), String(repeating: "x", count: 50)) }
        }
        let metadata = try ImageMetadata(file, limits: limits)
        let kept = metadata.tags.all.compactMap { metadata.tags.bytes(of: $0)?.count }.reduce(0, +)
        #expect(metadata.tags.all.count == 20 && kept <= 256 && kept > 200)
        #expect(Set(metadata.problems.map(\.kind)) == [.overLimit(.allValueBytes), .overLimit(.tags)])
        #expect(metadata.problems.count { $0.kind == .overLimit(.allValueBytes) } == 1)
        let tag = try #require(metadata.tags.all.last)
        #expect(metadata.tags.bytes(of: tag) == nil && tag.range?.count == 51)
    }

    @Test func `Limits of nothing at all read nothing, and say so`() throws {
        let none = MetadataLimits(blockBytes: 0, valueBytes: -1, allValueBytes: 0, tags: 0, parts: 0, problems: 3)
        for file in SampleSet.all.map(\.bytes) {
            let metadata = try ImageMetadata(file, limits: none)
            #expect(metadata.tags.all.isEmpty && metadata.problems.count <= 3)
        }
    }

    @Test func `A source that ends early, or that fails, is reported`() throws {
        struct Liar: ByteSource {
            let bytes: MemoryBytes
            var byteCount: Int
            var failsAt = Int.max
            func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) throws(MetadataError) -> Int {
                if position >= failsAt { throw .cannotRead(at: position, code: 5) }
                return try bytes.read(at: position, into: buffer)
            }
        }
        for file in SampleSet.all.map(\.bytes) {
            _ = try ImageMetadata(reading: Liar(bytes: MemoryBytes(file), byteCount: 1 << 40)).touch()
        }
        #expect(throws: MetadataError.cannotRead(at: 0, code: 5)) {
            try ImageMetadata(reading: Liar(bytes: MemoryBytes(SampleSet.jpeg), byteCount: 100, failsAt: 0))
        }
        #expect(throws: MetadataError.empty) { try ImageMetadata([]) }
        #expect(throws: MetadataError.unknownFormat(firstBytes: [1, 2, 3])) { try ImageMetadata([1, 2, 3]) }
        #expect(throws: MetadataError.cannotOpen(path: "/no/such", code: 2)) {
            try ImageMetadata(contentsOfFile: "/no/such")
        }
        #expect(throws: MetadataError.self) { try ImageMetadata(contentsOfFile: "/") }
    }
}
