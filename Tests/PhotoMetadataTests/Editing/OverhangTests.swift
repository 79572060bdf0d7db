import TestSupport
import Testing

@testable import PhotoMetadata
@testable import PhotoMetadataEditing

/// Structures that end before the data that they locate: files cut short, thumbnails with a wrong length.
@Suite struct OverhangTests {
    /// What extends behind the end.
    enum Part: CaseIterable { case strip, tile, thumbnail, value, directory }

    enum Container: CaseIterable {
        case tiff, jpeg, png, webP

        func file(_ block: [UInt8]) -> [UInt8] {
            switch self {
            case .tiff: block
            case .jpeg: SampleFile.jpeg(exif: block)
            case .png: SampleFile.png(exif: block)
            case .webP: SampleFile.webP(exif: block)
            }
        }

        func block(of file: [UInt8]) throws -> [UInt8] {
            func start(_ text: String) throws -> Int {
                try #require(file.indices.first { file[$0...].starts(with: text.utf8) })
            }
            switch self {
            case .tiff: return file
            case .jpeg:
                let start = try start("Exif\0\0")
                return Array(file[(start + 6)...].prefix((file.uint16(at: start - 2) ?? 0) - 8))
            case .png:
                let start = try start("eXIf")
                return Array(file[(start + 4)...].prefix(file.uint32(at: start - 4) ?? 0))
            case .webP:
                let start = try start("EXIF")
                return Array(file[(start + 8)...].prefix(file.uint32(at: start + 4, .little) ?? 0))
            }
        }
    }

    private static let builder = TIFFBuilder()
    private static let data = [UInt8](repeating: 0xAB, count: 40)
    private static let copyrights = [10, 1_500, 6_000].map { String(repeating: "x", count: $0) }

    private static func entry(_ id: Int, _ type: Int, _ number: Int, _ count: Int = 1) -> [UInt8] {
        let value = builder.number(number, type == 3 ? 2 : 4)
        return builder.number(id, 2) + builder.number(type, 2) + builder.number(count, 4) + value
            + [UInt8](repeating: 0, count: 4 - value.count)
    }

    private static func directory(_ entries: [[UInt8]], next: Int = 0) -> [UInt8] {
        builder.number(entries.count, 2) + entries.joined() + builder.number(next, 4)
    }

    private static func padded(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: count - bytes.count)
    }

    private static let size = [entry(256, 3, 100), entry(257, 3, 100), entry(258, 3, 8), entry(259, 3, 5)]

    /// A block of 240 bytes, the last 40 of them data, with a part of so many bytes at a position.
    private static func block(_ part: Part, at start: Int, _ length: Int) -> [UInt8] {
        var (first, second) = (size, size)
        switch part {
        case .strip: first += [entry(273, 4, start), entry(279, 4, length)]
        case .tile: first += [entry(324, 4, start), entry(325, 4, length)]
        case .thumbnail: second = [entry(513, 4, start), entry(514, 4, length)]
        case .value: first.append(entry(0x9C9C, 1, start, length))
        case .directory: first.append(entry(0x8825, 4, start))
        }
        let head = padded(Array("MM\0*".utf8) + builder.number(8, 4) + directory(first, next: 128), 128)
        return padded(head + directory(second), 200) + data
    }

    /// Checks that no two owners share bytes, and that a part which is there as a whole has nothing but zeros where
    /// it was cut off.
    private func check(_ block: [UInt8], _ container: Container, _ claim: Range<Int>, _ comment: Comment) throws {
        let reader = try ByteReader(MemoryBytes(block), limits: TIFFEditor.limits)
        let structure = try #require(try TIFFStructure(ByteBlock(reader)))
        let owners = try TIFFByteOwnership(of: structure, block.count, isFile: container == .tiff)
        #expect(!owners.claims.contains { owners.isShared($0.owner) }, comment)
        #expect(block[200..<240].elementsEqual(Self.data), comment)
        if claim.upperBound <= block.count || container == .tiff && claim.lowerBound < 240 {
            #expect(claim.upperBound <= block.count, comment)
            let added = block[max(claim.lowerBound, 240)..<min(claim.upperBound, block.count)]
            #expect(added.allSatisfy { $0 == 0 }, comment)
        }
    }

    /// Sets ever longer texts; returns how many of these edits were made before one was refused.
    private func edit(_ file: [UInt8], _ container: Container, _ claim: Range<Int>, _ part: Part) throws -> Int {
        var edited = file
        for (round, text) in Self.copyrights.enumerated() {
            let comment: Comment = "\(part), \(claim), round \(round)"
            do throws(MetadataEditError) {
                edited = try MetadataEditor(.setCopyright(text)).edited(edited)
            } catch {
                guard case .damaged(.exif, _) = error, round == 0 else {
                    Issue.record("\(comment): \(error)" as Comment)
                    return round
                }
                return 0
            }
            let again = try? MetadataEditor(.setCopyright(text)).edited(edited)
            #expect(again == edited, comment)
            #expect(try ImageMetadata(edited).copyright == text, comment)
            if container != .tiff { #expect(PictureData(of: edited) == PictureData(of: file), comment) }
            try check(container.block(of: edited), container, claim, comment)
        }
        return Self.copyrights.count
    }

    // Asynchronous, as some below, only so that it runs beside others: synchronous tests share the main thread.
    @Test(arguments: Container.allCases, [0, 1, 2, 100, 1_023, 1_024, 1_025, 5_000, 60_000])
    func `What was edited once can be edited again, however much is missing, and nothing becomes picture data`(
        container: Container, missing: Int
    ) async throws {
        for part in Part.allCases {
            // A part that is cut, and one behind the end; an empty directory has 6 bytes.
            if part != .directory {
                let cut = Self.block(part, at: 200, 40 + missing)
                #expect(try edit(container.file(cut), container, 200..<240 + missing, part) == 3)
            }
            let behind = Self.block(part, at: 240 + missing, 40)
            let claim = 240 + missing..<(part == .directory ? 246 : 280) + missing
            #expect(try edit(container.file(behind), container, claim, part) == 3)
        }
    }

    @Test(arguments: Container.allCases, [66_000, 1 << 30])
    func `A file that lacks more than is filled is refused at once, and a block is not filled for nothing`(
        container: Container, missing: Int
    ) throws {
        for part in Part.allCases where part != .directory {
            let file = container.file(Self.block(part, at: 200, 40 + missing))
            let claim = 200..<240 + missing
            #expect(try edit(file, container, claim, part) == (container == .tiff ? 0 : 3))
            guard container == .tiff else { continue }
            #expect(throws: MetadataEditError.damaged(.exif, at: 200)) {
                try MetadataEditor(.setCopyright("Ana")).edited(file)
            }
        }
    }

    /// Two entries of twenty, an entry and a part of the next, a part of an entry, a part of the count.
    @Test(arguments: Container.allCases, [26, 19, 5, 1])
    func `A directory that is cut off is refused before appended bytes become its entries`(
        container: Container, length: Int
    ) throws {
        let first = Self.directory(Self.size, next: 240)
        let second = Self.builder.number(20, 2) + Self.entry(0x0103, 3, 6) + Self.entry(0x0112, 3, 6)
        let head = Self.padded(Array("MM\0*".utf8) + Self.builder.number(8, 4) + first, 200)
        let file = container.file(head + Self.data + second.prefix(length))
        let claim = 240..<240 + length
        #expect(try edit(file, container, claim, .directory) == 0)
        // What needs no room is set.
        #expect(try MetadataEditor(.removeCopyright).edited(file) == file)
    }

    /// A camera's block with its thumbnail, and a file with a strip, cut at many lengths.
    @Test(arguments: Container.allCases, [false, true])
    func `Wherever a file was cut, nothing is refused once an edit has appended something`(
        container: Container, isBig: Bool
    ) async throws {
        var camera = TIFFBuilder.camera(.little, isBig: isBig)
        camera.thumbnail = SampleFile.picture
        let whole = container == .tiff ? SampleFile.tiff(camera, xmp: SampleSet.xmp) : camera.bytes()
        let moment = try #require(MetadataDate("2024-02-29T12:34:56.123456+01:00"))
        let edits = Self.copyrights.map(MetadataEdit.setCopyright) + [.setCaptureDate(moment)]
        for length in stride(from: 16, to: whole.count, by: Effort.of(23, full: 1)) {
            for order in [edits, edits.reversed()] {
                var file = container.file(Array(whole.prefix(length)))
                var hasGrown = false
                for edit in order {
                    do throws(MetadataEditError) {
                        file = try MetadataEditor(edit).edited(file)
                    } catch {
                        if !hasGrown, case .damaged(.exif, _) = error { continue }
                        Issue.record("cut at \(length): \(error)" as Comment)
                    }
                    hasGrown = try hasGrown || container.block(of: file).count > length
                }
            }
        }
    }

    @Test(arguments: [273, 324, 513]) func `A picture without a length is refused before anything follows it`(
        id: Int
    ) throws {
        let first = Self.directory(Self.size + [Self.entry(id, 4, 200)])
        let file = Self.padded(Array("MM\0*".utf8) + Self.builder.number(8, 4) + first, 200) + Self.data
        #expect(throws: MetadataEditError.damaged(.exif, at: 200)) {
            try MetadataEditor(.setCopyright("Ana")).edited(file)
        }
    }

    /// A thumbnail with too great a length, and EXIF's directory behind its data.
    @Test(arguments: Container.allCases.dropFirst(), [100, 2_000, 5_000])
    func `What stands within a wrong length is never made a part of it`(container: Container, missing: Int) throws {
        let first = Self.directory([Self.entry(0x8769, 4, 240)], next: 128)
        var block = Self.block(.thumbnail, at: 200, 100 + missing)
        block.replaceSubrange(8..<128, with: Self.padded(first, 120))
        block += Self.padded(Self.directory([Self.entry(0x9000, 7, 0x3032_3332, 4)]), 60)
        let moment = try #require(MetadataDate("2024-02-29T12:34:56"))
        for text in Self.copyrights {
            do throws(MetadataEditError) {
                let once = try MetadataEditor(.setCopyright(text)).edited(container.file(block))
                #expect(try MetadataEditor(.setCopyright(text)).edited(once) == once)
                _ = try MetadataEditor(.setCaptureDate(moment)).edited(once)
            } catch {
                guard case .damaged(.exif, _) = error else {
                    Issue.record("\(text.count): \(error)" as Comment)
                    continue
                }
            }
        }
    }
}
