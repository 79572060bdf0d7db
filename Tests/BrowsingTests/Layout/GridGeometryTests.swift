import CameraRoll
import CameraRollBrowsing
import Foundation
import TestSupport
import Testing

/// A geometry equals a naive layout, for any sections, columns, spacing and leading items.
@Suite struct GridGeometryTests {
    /// Sections of days, with some numbers of assets, newest first.
    static func sections(_ counts: [Int]) throws -> AssetSections {
        let dates = counts.enumerated().flatMap { index, count in
            Array(repeating: Date.firstOf2000.addingTimeInterval(Double(-index) * 86_400 * 9), count: count)
        }
        return try AssetSections(of: dates, by: .day, in: SampleCalendars.calendar(.gregorian, "GMT"))
    }

    @Test(arguments: Effort.seeds(1...3 as ClosedRange<UInt64>))
    func `Rows, frames, headers and points are those of a naive layout`(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        for _ in 0..<60 {
            // Multiples of a quarter, so that sums are exact in any order.
            func length(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &numbers)) / 4 }
            let layout = try GridLayout(
                columns: .random(in: 1...6, using: &numbers), cellWidth: length(1...400), cellHeight: length(1...400),
                spacing: length(0...12), headerHeight: length(0...200))
            let leading = [0, 0, 1, 7].randomElement(using: &numbers) ?? 0
            let counts = (0..<Int.random(in: 0...8, using: &numbers)).map { _ in Int.random(in: 1...14, using: &numbers)
            }
            let total = counts.reduce(0, +)
            let isSectioned = Bool.random(using: &numbers)
            let geometry =
                isSectioned
                ? GridGeometry(sections: try Self.sections(counts), layout: layout, leadingItems: leading)
                : GridGeometry(assetCount: total, layout: layout, leadingItems: leading)
            let naive = NaiveGrid(isSectioned ? counts : nil, total: total, layout, leading: leading)
            compare(geometry, naive, layout, leading, using: &numbers)
        }
    }

    private func compare(
        _ geometry: GridGeometry, _ naive: NaiveGrid, _ layout: GridLayout, _ leading: Int,
        using numbers: inout SeededNumbers
    ) {
        #expect(geometry.rowCount == naive.rows.count)
        #expect(geometry.height == naive.height)
        #expect(
            (0...naive.rows.count).map { geometry.row($0)?.items.map(\.self) } == naive.rows.map { $0.items as [Int]? }
                + [nil])
        #expect((0..<naive.rows.count).map { geometry.row($0)?.top } == naive.rows.map(\.top))
        #expect((0..<naive.rows.count).map { geometry.row($0)?.section } == naive.rows.map(\.section))
        #expect((0...naive.headers.count).map { geometry.frame(ofHeader: $0)?.top } == naive.headers + [nil])
        for row in naive.rows {
            for (column, item) in row.items.enumerated() {
                let frame = item < leading ? geometry.frame(ofLeadingItem: item) : geometry.frame(of: item - leading)
                #expect(frame?.top == row.top)
                #expect(frame?.left == Double(column) * (layout.cellWidth + layout.spacing))
            }
        }
        for _ in 0..<40 {
            let first = Double.random(in: -200...naive.height + 200, using: &numbers)
            let visible = first..<first + .random(in: 0...500, using: &numbers)
            let rows = naive.rows(in: visible)
            #expect(Array(geometry.rows(in: visible)) == rows)
            let items = rows.flatMap { naive.rows[$0].items }
            #expect(Array(geometry.positions(in: visible)) == items.filter { $0 >= leading }.map { $0 - leading })
            let left = Double.random(in: -20...geometry.width + 20, using: &numbers)
            let item = naive.item(atLeft: left, top: first).flatMap { $0 >= leading ? $0 - leading : nil }
            #expect(geometry.position(atLeft: left, top: first) == item)
        }
    }

    @Test func `A change of density keeps the first visible asset in its place`() throws {
        let sections = try Self.sections([40, 3, 17, 200])
        let wide = GridGeometry(
            sections: sections, layout: try GridLayout(squaresFilling: 390, columns: 3, spacing: 2, headerHeight: 44))
        let dense = GridGeometry(
            sections: sections, layout: try GridLayout(squaresFilling: 390, columns: 7, spacing: 1, headerHeight: 44))
        let anchor = try #require(wide.anchor(at: 4_321))
        let distance = try #require(dense.distance(of: anchor))
        #expect(dense.frame(of: anchor.position)?.top == distance - anchor.offset * (dense.layout.cellHeight + 1))
        #expect(abs((wide.distance(of: anchor) ?? 0) - 4_321) < 0.001)
    }

    @Test func `A change of density keeps a header in its place`() throws {
        let sections = try Self.sections([40, 3, 17, 200])
        let geometries = try [3, 5, 7].map { columns in
            GridGeometry(
                sections: sections,
                layout: try GridLayout(squaresFilling: 390, columns: columns, spacing: 2, headerHeight: 44))
        }
        for geometry in geometries {
            for other in geometries {
                #expect(other.distance(of: try #require(geometry.anchor(at: 0))) == 0)
                let header = try #require(geometry.frame(ofHeader: 3))
                let anchor = try #require(geometry.anchor(at: header.top + 11))
                let distance = try #require(other.distance(of: anchor))
                #expect(abs(distance - (try #require(other.frame(ofHeader: 3)).top + 11)) < 0.001)
            }
        }
    }

    @Test func `A million assets on 7,300 days and 50,000 on one have exact places`() throws {
        let layout = try GridLayout(columns: 5, cellWidth: 10, cellHeight: 10, headerHeight: 30)
        let one = GridGeometry(assetCount: 1_000_000, layout: layout)
        #expect(one.height == 2_000_000)
        #expect(one.rows(in: 999_995..<1_000_005) == 99_999..<100_001)
        let day = GridGeometry(sections: try Self.sections([50_000]), layout: layout)
        #expect(day.height == 100_030)
        #expect(day.frame(of: 49_999)?.top == 100_020)
    }

    @Test func `Zero columns, negative sizes and absurd heights are refused`() throws {
        #expect(throws: InvalidArgument.self) { try GridLayout(columns: 0, cellWidth: 1, cellHeight: 1) }
        #expect(throws: InvalidArgument.self) { try GridLayout(columns: 3, cellWidth: 0, cellHeight: 1) }
        #expect(throws: InvalidArgument.self) { try GridLayout(columns: 3, cellWidth: 1, cellHeight: .nan) }
        #expect(throws: InvalidArgument.self) { try GridLayout(columns: 3, cellWidth: 1, cellHeight: 1e300) }
        #expect(throws: InvalidArgument.self) { try GridLayout(columns: 3, cellWidth: 1, cellHeight: 1, spacing: -1) }
        #expect(throws: InvalidArgument.self) { try GridLayout(squaresFilling: 10, columns: 9, spacing: 5) }
        #expect(throws: InvalidArgument.self) { try GridLayout(squaresFilling: 10, columns: .min) }
        for spacing in [Double.nan, .infinity, -1] {
            let mistake = #expect(throws: InvalidArgument.self) {
                try GridLayout(squaresFilling: 390, columns: 3, spacing: spacing)
            }
            #expect(mistake?.name == "spacing")
        }
    }

    @Test func `Places outside of a grid have defined results`() throws {
        let layout = try GridLayout(columns: 3, cellWidth: 10, cellHeight: 10)
        let none = GridGeometry(assetCount: -5, layout: layout, leadingItems: -1)
        #expect(none.height == 0 && none.rows(in: -1e300..<1e300).isEmpty && none.anchor(at: 3) == nil)
        #expect(none.distance(of: .init(position: 0)) == nil)
        let huge = GridGeometry(assetCount: .max, layout: layout, leadingItems: .max)
        #expect(huge.height.isFinite)
        #expect(huge.rows(in: -.infinity..<0).isEmpty)
        #expect(huge.rows(in: huge.height..<(.infinity)).isEmpty)
        let few = GridGeometry(assetCount: 7, layout: layout)
        #expect(few.frame(of: -1) == nil && few.frame(of: 7) == nil && few.row(.max) == nil)
        #expect(few.position(atLeft: .nan, top: 0) == nil && few.position(atLeft: 0, top: .infinity) == nil)
        #expect(few.anchor(at: .infinity)?.position == 6)
        #expect(few.distance(of: .init(position: .max)) == 20)
        #expect(few.frame(ofHeader: 0) == nil && few.frame(ofLeadingItem: 0) == nil)
    }
}
