import Foundation
import TestSupport
import Testing

@testable import SyntheticLibrary

struct RowIndexTests {
    @Test(arguments: Effort.seeds(0..<6))
    func `A row index holds what a plain array holds, after every insertion and removal`(seed: Int) {
        var chance = SeededGenerator(seed: seed)
        var plain = (0..<UInt32(seed * 700)).map { $0 }
        var index = RowIndex(plain)
        for step in 0..<3000 {
            let isInsertion = Int.random(in: 0..<8, using: &chance) < (step < 2000 ? 6 : 1)
            if isInsertion || plain.isEmpty {
                let position = Int.random(in: 0...plain.count, using: &chance)
                plain.insert(UInt32(step), at: position)
                index.insert(UInt32(step), at: position)
            } else {
                let position = Int.random(in: 0..<plain.count, using: &chance)
                plain.remove(at: position)
                index.remove(at: position)
            }
        }
        #expect(index.count == plain.count)
        #expect(index.rows(in: 0..<plain.count) == plain)
    }

    @Test func `Emptied from the front, a row index stays right`() {
        var index = RowIndex(0..<3000)
        for row in 0..<UInt32(3000) {
            #expect(index[0] == row && index.count == 3000 - Int(row))
            index.remove(at: 0)
        }
        index.insert(7, at: 0)
        #expect(index.rows(in: 0..<1) == [7])
    }

    @Test func `A copy does not see what is changed later`() {
        var index = RowIndex(0..<5000)
        let copy = index
        index.remove(at: 2500)
        index.insert(9999, at: 0)
        #expect(copy.rows(in: 0..<5000) == Array(0..<5000))
    }

    @Test(arguments: [0, 1, 1023, 1024, 1025, 4000])
    func `The partition point is where the second part begins`(count: Int) {
        let index = RowIndex(0..<UInt32(count))
        for limit in [0, 1, 1000, 1023, 1024, 1025, 3999, 5000] {
            #expect(index.partitionPoint { $0 >= UInt32(limit) } == min(limit, count))
        }
    }

    @Test(arguments: [0, 1, 2, 1024, 1025, 9000])
    func `The places of many dates are those of each, with ties and far dates too`(count: Int) {
        var chance = SeededGenerator(seed: count)
        for spread in [2.0, 50, 1e6, 1e300] {
            var dates = (0..<count).map { _ in Double.random(in: -spread...spread, using: &chance).rounded() }
            for place in dates.indices.prefix(3) { dates[place] = [CreationDates.none, 1e308, -1e308][place] }
            dates.sort()
            let key = { (row: UInt32) in RowKey(date: dates[Int(row)], row: row) }
            let index = RowIndex(0..<UInt32(count), key: key)
            let some = (0..<200).map { _ in Double.random(in: -spread...spread, using: &chance).rounded() }
            let limits = some + dates.suffix(5) + dates.prefix(5) + [CreationDates.earliest, 1e308, .infinity]
            for limits in [limits, limits.sorted()] {
                let expected = limits.map { limit in index.partitionPoint { dates[Int($0)] >= limit } }
                #expect(index.places(of: limits.map { RowKey(date: $0) }, key: key) == expected)
            }
        }
    }

    @Test func `Equal dates in an order of their own are counted together, across the border of a chunk too`() {
        // Row 0 begins the second chunk: by date and row it would come before the equal dates of the first one.
        let dates = CreationDates(count: 2_100) { (1...1_000).contains($0) ? 500 : 1_000 }
        let rows = Array(1...1_024) + [0] + Array(1_025..<2_100)
        let dating = RowSequence.Dating(dates: dates, isOldestFirst: true)
        let sequence = RowSequence(rows.map(UInt32.init), dating: dating)
        let limits = [500, 501, 1_000, 1_001].map(Date.init(timeIntervalSinceReferenceDate:))
        #expect(sequence.counts(olderThan: limits) == [0, 1_000, 1_000, 2_100])
    }

    // Few dates, whose rows fill whole chunks, or many.
    @Test(arguments: [1, 3, 40, 100_000], Effort.seeds(0..<10))
    func `Rows are where a sorted array has them, after insertions and removals with any dates`(dates: Int, seed: Int) {
        var chance = SeededGenerator(seed: seed)
        let keys = (0..<UInt32(6000)).map {
            RowKey(date: Double(Int.random(in: 0..<dates, using: &chance)), row: $0)
        }
        let key = { (row: UInt32) in keys[Int(row)] }
        var plain = keys.map(\.row).filter { _ in Bool.random(using: &chance) }.sorted { key($0) < key($1) }
        var index = RowIndex(plain, key: key)
        // Grows by whole chunks, and shrinks to nearly nothing.
        for isGrowing in [true, true, false, false, false, true, false] {
            let before = Set(plain)
            let changed = keys.map(\.row).shuffled(using: &chance).prefix(5000)
                .filter { before.contains($0) != isGrowing }
            for row in changed { if isGrowing { index.insert(row, key: key) } else { index.remove(row, key: key) } }
            plain = before.symmetricDifference(changed).sorted { key($0) < key($1) }
            #expect(index.rows(in: 0..<index.count) == plain)
            let places = Dictionary(uniqueKeysWithValues: zip(plain, plain.indices))
            let rows = (0..<1000).map { $0 % 7 == 0 ? nil : UInt32.random(in: 0..<6000, using: &chance) }
            for rows in [rows, rows.sorted { $0 ?? 0 < $1 ?? 0 }] {
                #expect(index.positions(of: rows, key: key) == rows.map { $0.flatMap { places[$0] } })
            }
        }
    }

    @Test func `Parts and single rows are read across chunks`() {
        let index = RowIndex(0..<4000)
        #expect(index.rows(in: 1000..<3100) == Array(1000..<3100))
        #expect(index.rows(in: 4000..<4000) == [])
        #expect([0, 1023, 1024, 3999].allSatisfy { index[$0] == UInt32($0) })
        #expect(index.firstPosition(of: 2048) == 2048 && index.firstPosition(of: 4000) == nil)
    }
}
