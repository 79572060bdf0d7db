import PhotoMetadata
import TestSupport
import Testing

/// The walks over containers, compared with readers that are as plain as they can be.
struct ContainerWalkTests {
    /// A sample and seeded damages of it.
    private static func damaged(_ sample: [UInt8], seed: Int) -> [[UInt8]] {
        var random = SeededNumbers(seed: UInt64(seed))
        return [sample] + (0..<Effort.of(1_500, full: 30_000)).map { _ in MutationTests.mutated(sample, &random) }
    }

    /// A reader with the windows and the limits of a metadata reader.
    private func windowed(_ file: [UInt8], parts: Int = 16_384) throws -> ByteReader {
        try ByteReader(CountingBytes(file), limits: MetadataLimits(parts: parts))
    }

    private func walk<Walk: ContainerWalk>(_ walk: Walk, _ part: (Walk.Part) -> PlainPart) throws -> PlainWalk {
        var walk = walk
        let parts = try walk.rest().map(part)
        #expect(try walk.next() == nil)
        return PlainWalk(parts: parts, end: walk.end)
    }

    private func jpeg(_ reader: ByteReader) throws -> PlainWalk {
        try walk(JPEGSegments(reader)) { PlainPart(kind: Int($0.marker), range: $0.range, isWhole: $0.isWhole) }
    }

    private func png(_ reader: ByteReader) throws -> PlainWalk {
        try walk(PNGChunks(reader)) { PlainPart(kind: $0.type, range: $0.range, isWhole: $0.isWhole) }
    }

    private func webP(_ reader: ByteReader) throws -> PlainWalk {
        try walk(WebPChunks(reader)) { PlainPart(kind: $0.type, range: $0.range, isWhole: $0.isWhole) }
    }

    private func boxes(_ reader: ByteReader, limit: Int = .max) throws -> PlainWalk {
        try walk(MediaBoxes(ByteBlock(reader), limit: limit)) {
            PlainPart(kind: $0.type, range: $0.range, isWhole: $0.isWhole)
        }
    }

    @Test func `The segments of a JPEG are those that a plain reader finds, also of damaged files`() throws {
        for file in Self.damaged(SampleSet.jpeg, seed: 1) {
            let expected = PlainReader.jpeg(file)
            #expect(try jpeg(ByteReader(file)) == expected)
            #expect(try jpeg(windowed(file)) == expected)
        }
    }

    @Test func `The chunks of a PNG are those that a plain reader finds, also of damaged files`() throws {
        for file in Self.damaged(SampleSet.png, seed: 2) {
            let expected = PlainReader.png(file)
            #expect(try png(ByteReader(file)) == expected)
            #expect(try png(windowed(file)) == expected)
        }
    }

    @Test func `The chunks of a WebP are those that a plain reader finds, also of damaged files`() throws {
        for file in Self.damaged(SampleSet.webP, seed: 3) {
            let expected = PlainReader.webP(file)
            #expect(try webP(ByteReader(file)) == expected)
            #expect(try webP(windowed(file)) == expected)
        }
    }

    @Test func `The boxes of a HEIC and of a movie are those that a plain reader finds, also of damaged files`() throws
    {
        for file in Self.damaged(SampleSet.heic, seed: 4) + Self.damaged(SampleSet.movie, seed: 5) {
            let expected = PlainReader.boxes(file, in: 0..<file.count)
            #expect(try boxes(ByteReader(file)) == expected)
            #expect(try boxes(windowed(file)) == expected)
        }
    }

    @Test func `A sound file is walked over completely`() throws {
        #expect(try jpeg(ByteReader(SampleSet.jpeg)).end == .complete)
        #expect(try png(ByteReader(SampleSet.png)).end == .complete)
        #expect(try webP(ByteReader(SampleSet.webP)).end == .complete)
        #expect(try boxes(ByteReader(SampleSet.heic)).end == .complete)
        #expect(try boxes(ByteReader(SampleSet.movie)).end == .complete)
    }

    @Test func `A walk ends at the limit of parts, and says so`() throws {
        for limit in 0...2 {
            #expect(try jpeg(windowed(SampleSet.jpeg, parts: limit)) == PlainReader.jpeg(SampleSet.jpeg, limit: limit))
            #expect(try png(windowed(SampleSet.png, parts: limit)) == PlainReader.png(SampleSet.png, limit: limit))
            #expect(try webP(windowed(SampleSet.webP, parts: limit)) == PlainReader.webP(SampleSet.webP, limit: limit))
            let (file, all) = (SampleSet.heic, 0..<SampleSet.heic.count)
            #expect(try boxes(windowed(file, parts: limit)) == PlainReader.boxes(file, in: all, limit: limit))
            #expect(try boxes(ByteReader(file), limit: limit) == PlainReader.boxes(file, in: all, limit: limit))
        }
    }

    @Test func `As many parts as the limit allows end completely`() throws {
        let count = try boxes(ByteReader(SampleSet.heic)).parts.count
        #expect(try boxes(ByteReader(SampleSet.heic), limit: count).end == .complete)
        #expect(try boxes(ByteReader(SampleSet.heic), limit: count - 1).end == .limitReached)
    }

    @Test func `Each cut through a file is truncated or has a cut part`() throws {
        for count in 2..<SampleSet.png.count {
            let walk = try png(ByteReader(Array(SampleSet.png.prefix(count))))
            #expect(walk.end == .truncated || walk.parts.last?.isWhole == false)
        }
    }

    @Test func `The header of a JPEG's scan follows its segments, unless it is cut off`() throws {
        let start = try #require(jpeg(ByteReader(SampleSet.jpeg)).parts.last).range.upperBound
        let length = PlainReader.number(SampleSet.jpeg, start + 2, 2)
        for (count, isThere) in [(SampleSet.jpeg.count, true), (start + 2 + length, true), (start + 1 + length, false)]
        {
            var segments = JPEGSegments(ByteReader(Array(SampleSet.jpeg.prefix(count))))
            _ = try segments.rest()
            #expect(try segments.scanHeader()?.range == (isThere ? start..<start + 2 + length : nil))
        }
    }

    @Test func `A segment of an impossible length is damage, and not a cut off end`() throws {
        let file = [0xFF, 0xD8, 0xFF, 0xE1, 0, 1] + SampleSet.jpeg.dropFirst(2)
        #expect(try jpeg(ByteReader(file)) == PlainWalk(end: .damaged))
        #expect(try jpeg(ByteReader(Array(file.prefix(5)))) == PlainWalk(end: .truncated))
        #expect(try ImageMetadata(file).problems.map(\.kind) == [.malformed])
        #expect(try ImageMetadata(Array(file.prefix(5))).problems.map(\.kind) == [.truncated])
    }
}
