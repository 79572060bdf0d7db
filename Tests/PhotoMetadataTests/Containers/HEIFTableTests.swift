import PhotoMetadata
import TestSupport
import Testing

/// The walks over a HEIF file's tables, compared with readers that are as plain as they can be.
struct HEIFTableTests {
    /// The bytes of a table's content, and seeded damages of them.
    private static func damaged(_ content: [UInt8], seed: Int) -> [[UInt8]] {
        var random = SeededNumbers(seed: UInt64(seed))
        return [content] + (0..<Effort.of(60, full: 5_000)).map { _ in MutationTests.mutated(content, &random) }
    }

    private func block(_ content: [UInt8]) -> ByteBlock {
        ByteBlock(ByteReader(content))
    }

    /// Numbers that are taken from the front; nil at the end, or if one exceeds `Int.max`.
    private struct Numbers {
        var bytes: ArraySlice<UInt8>

        mutating func take(_ count: Int) -> Int? {
            guard count <= 8, bytes.count >= count else { return nil }
            defer { bytes = bytes.dropFirst(count) }
            return Int(exactly: bytes.prefix(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
    }

    private struct Place: Hashable {
        let id: Int
        let method: Int
        var starts: [Int?] = []
        var lengths: [Int] = []
    }

    private func places(_ content: [UInt8]) -> [Place] {
        var numbers = Numbers(bytes: content[...])
        guard let version = numbers.take(1), numbers.take(3) != nil, let sizes = numbers.take(2),
            let count = numbers.take(version < 2 ? 2 : 4),
            [12, 8, 4, version == 0 ? 16 : 0].allSatisfy({ sizes >> $0 & 15 <= 8 })
        else { return [] }
        var places: [Place] = []
        for _ in 0..<count {
            guard let id = numbers.take(version < 2 ? 2 : 4), let method = version == 0 ? 0 : numbers.take(2),
                numbers.take(2) != nil, let base = numbers.take(sizes >> 4 & 15), let parts = numbers.take(2)
            else { break }
            var place = Place(id: id, method: method & 15)
            for _ in 0..<parts {
                guard version == 0 || numbers.take(sizes & 15) != nil, let start = numbers.take(sizes >> 12),
                    let length = numbers.take(sizes >> 8 & 15)
                else { return places + [place] }
                let sum = base.addingReportingOverflow(start)
                place.starts.append(sum.overflow ? nil : sum.partialValue)
                place.lengths.append(length)
            }
            places.append(place)
        }
        return places
    }

    private static func table(_ version: UInt8, offset: Int, length: Int, base: Int, index: Int) -> [UInt8] {
        var table: [UInt8] = [version, 0, 0, 0, UInt8(offset << 4 | length), UInt8(base << 4 | index)]
        table.append(4, bytes: version < 2 ? 2 : 4)
        for id in 1...4 {
            table.append(id, bytes: version < 2 ? 2 : 4)
            if version > 0 { table += [0, UInt8(id % 3)] }
            table += [0, 0]
            table.append(id * 100, bytes: base)
            table.append(id, bytes: 2)
            for part in 0..<id {
                if version > 0 { table.append(part, bytes: index) }
                table.append(part * 10, bytes: offset)
                table.append(10, bytes: length)
            }
        }
        return table
    }

    @Test(arguments: [0, 1, 2, 3] as [UInt8]) func `The positions of items are those that a plain reader finds`(
        version: UInt8
    ) throws {
        for (offset, length, base, index) in [(4, 4, 0, 0), (8, 8, 8, 8), (4, 4, 4, 4), (0, 4, 8, 0)] {
            let table = Self.table(version, offset: offset, length: length, base: base, index: index)
            for content in Self.damaged(table, seed: Int(version)) {
                #expect(try walkedPlaces(content) == places(content))
            }
        }
        // Damaged, it would have parts without number.
        let empty = Self.table(version, offset: 0, length: 0, base: 4, index: 0)
        #expect(try walkedPlaces(empty) == places(empty))
    }

    private func walkedPlaces(_ content: [UInt8]) throws -> [Place] {
        guard var locations = try HEIFLocations(block(content)) else { return [] }
        var found: [Place] = []
        while let item = locations.next() {
            var place = Place(id: item.id, method: item.method)
            while let part = locations.nextPart() {
                place.starts.append(part.start)
                place.lengths.append(part.length)
            }
            found.append(place)
        }
        #expect(locations.end == .complete || locations.end == .truncated)
        return found
    }

    @Test func `Parts that are not asked for are passed over`() throws {
        let table = Self.table(1, offset: 4, length: 4, base: 4, index: 4)
        var locations = try #require(try HEIFLocations(block(table)))
        #expect(try locations.rest().map(\.id) == [1, 2, 3, 4])
        #expect(locations.end == .complete)
    }

    @Test func `The positions of items end at the reader's limit of parts`() throws {
        let table = Self.table(1, offset: 4, length: 4, base: 4, index: 4)
        let reader = try ByteReader(MemoryBytes(table), limits: MetadataLimits(parts: 4))
        var locations = try #require(try HEIFLocations(ByteBlock(reader)))
        // Two items with their parts, of which there are one and two.
        #expect(try locations.rest().map(\.id) == [1, 2])
        #expect(locations.end == .limitReached)
    }

    @Test(arguments: [0, 1] as [UInt8], [0, 1] as [UInt8]) func `Each item's properties are those of the table`(
        version: UInt8, flags: UInt8
    ) throws {
        var table: [UInt8] = [version, 0, 0, flags, 0, 0, 0, 3]
        for id in 1...3 {
            table.append(id, bytes: version == 0 ? 2 : 4)
            table.append(id, bytes: 1)
            for use in 0..<id { table.append((flags == 0 ? 0x80 : 0x8000) | (use + 1), bytes: flags == 0 ? 1 : 2) }
        }
        for content in Self.damaged(table, seed: 7) {
            var found: [[Int]] = []
            if var uses = try HEIFPropertyUses(block(content)) {
                while let id = uses.next() {
                    var properties = [id]
                    while let property = uses.nextProperty() { properties.append(property) }
                    found.append(properties)
                }
            }
            #expect(found == properties(content))
        }
        var uses = try #require(try HEIFPropertyUses(block(table)))
        #expect(try uses.rest() == [1, 2, 3])
        #expect(uses.end == .complete)
    }

    private func properties(_ content: [UInt8]) -> [[Int]] {
        var numbers = Numbers(bytes: content[...])
        guard let version = numbers.take(1), let flags = numbers.take(3), let count = numbers.take(4) else { return [] }
        var items: [[Int]] = []
        for _ in 0..<count {
            guard let id = numbers.take(version == 0 ? 2 : 4), let uses = numbers.take(1) else { break }
            var item = [id]
            for _ in 0..<uses {
                guard let use = numbers.take(flags & 1 == 0 ? 1 : 2) else { return items + [item] }
                item.append(use & (flags & 1 == 0 ? 0x7F : 0x7FFF))
            }
            items.append(item)
        }
        return items
    }

    @Test(arguments: [0, 1] as [UInt8]) func `Items and references are those of the boxes`(version: UInt8) throws {
        let width = version == 0 ? 2 : 4
        func id(_ number: Int) -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(number, bytes: width)
            return bytes
        }
        let entries = (1...3).flatMap { number in
            SampleBoxes.box("infe", [version + 2, 0, 0, 0] + id(number) + [0, 0] + Array("hvc1\0".utf8))
        }
        var items = try #require(try HEIFItemEntries(block([version, 0, 0, 0] + id(3) + entries)))
        let found = try items.rest()
        #expect(found.map(\.id) == [1, 2, 3])
        #expect(found.allSatisfy { $0.type == FourCC.number("hvc1") })

        let lists =
            SampleBoxes.box("dimg", id(1) + [0, 2] + id(2) + id(3)) + SampleBoxes.box("cdsc", id(4) + [0, 9] + id(1))
        var references = try #require(try HEIFReferences(block([version, 0, 0, 0] + lists)))
        let read = try references.rest().map { try $0.items().map { [$0.from] + Array($0.to) } }
        // A list ends with its box.
        #expect(read == [[1, 2, 3], [4, 1]])
        var limited = try #require(try HEIFReferences(block([version, 0, 0, 0] + lists), limit: 1))
        #expect(try limited.rest().count == 1)
        #expect(limited.end == .limitReached)
    }
}
