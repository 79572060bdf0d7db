import CameraRoll
import CameraRollBrowsing
import Foundation
import TestSupport
import Testing

/// A view places the rows on the screen and a few beside them, whatever the length of the list.
@Suite struct VisibleRowsTests {
    private func layout(_ columns: Int, headerHeight: Double = 0) throws -> GridLayout {
        try GridLayout(columns: columns, cellWidth: 90, cellHeight: 90, spacing: 2, headerHeight: headerHeight)
    }

    private func id(_ position: Int) -> AssetID { AssetID("\(position)") }

    /// Drives a grid as its view does: by the scroll position, from the same value.
    @Test func `In a grid of a million, the identities alive are those of visible rows and the overscan`() throws {
        let geometry = GridGeometry(assetCount: 1_000_000, layout: try layout(4))
        let height = 844.0
        let onScreen = Int((height / 92).rounded(.up)) + 1
        var numbers = SeededNumbers(seed: 17)
        var (alive, most) = (Set<PlacedItem.ID>(), 0)
        var top = 0.0
        for _ in 0..<2_000 {
            // A fling, a slow drag, and jumps of a scrubber.
            switch Int.random(in: 0..<10, using: &numbers) {
            case 0: top = .random(in: 0...geometry.height - height, using: &numbers)
            case 1...4: top += .random(in: -3_000...3_000, using: &numbers)
            default: top += .random(in: -40...40, using: &numbers)
            }
            top = min(max(top, 0), geometry.height - height)
            let rows = VisibleRows(in: geometry, top: top, height: height)
            alive = Set(geometry.items(in: rows, asset: id).map(\.id))
            most = max(most, alive.count)
            let expected = rows.placed.reduce(0) { $0 + (geometry.row($1)?.items.count ?? 0) }
            #expect(alive.count == expected)
            #expect(geometry.rows(in: top..<top + height).allSatisfy(rows.placed.contains))
        }
        #expect(most == (onScreen + 2 * VisibleRows.overscan) * 4)
    }

    @Test func `A step of one row makes and removes one row of identities`() throws {
        let geometry = GridGeometry(assetCount: 1_000_000, layout: try layout(5))
        let before = geometry.items(in: VisibleRows(in: geometry, top: 460_000, height: 800), asset: id)
        let after = geometry.items(in: VisibleRows(in: geometry, top: 460_092, height: 800), asset: id)
        #expect(Set(after.map(\.id)).subtracting(before.map(\.id)).count == 5)
        #expect(Set(before.map(\.id)).subtracting(after.map(\.id)).count == 5)
    }

    @Test func `The value changes when a row comes or goes, so that a view draws twice for each row`() throws {
        let geometry = GridGeometry(assetCount: 1_000, layout: try layout(3))
        let values = (0..<91).map { VisibleRows(in: geometry, top: 920.5 + Double($0), height: 642) }
        // One row comes at the lower edge, and one goes at the upper one.
        #expect(Set(values).count == 3)
        #expect(VisibleRows(in: geometry, top: 0, height: 92).positions == 0..<3)
    }

    @Test func `Headers have the identity of their section, and cells that of their asset`() throws {
        let sections = try GridGeometryTests.sections([3, 50_000, 1])
        let geometry = GridGeometry(sections: sections, layout: try layout(2, headerHeight: 40), leadingItems: 1)
        let items = geometry.items(in: VisibleRows(in: geometry, top: 0, height: 400), sections: sections) {
            $0 < 2 ? self.id($0) : nil
        }
        #expect(
            items.prefix(6).map(\.id) == [
                .leading(0), .section(sections[0].id), .asset("0"), .asset("1"), .position(2), .section(sections[1].id),
            ])
        #expect(items.dropFirst(2).first?.frame.top == 132)
        #expect(Set(items.map(\.id)).count == items.count)
        #expect(items.count < 20)
        // Without the sections there are no headers.
        let cells = geometry.items(in: VisibleRows(in: geometry, top: 0, height: 400)) { _ in nil }
        #expect(cells.count == items.filter { if case .section = $0.id { false } else { true } }.count)
    }

    @Test func `An asset that a list has twice has one identity of an asset`() throws {
        let geometry = GridGeometry(assetCount: 4, layout: try layout(2))
        let items = geometry.items(in: VisibleRows(in: geometry, top: 0, height: 100)) { _ in "same" }
        #expect(items.map(\.id) == [.asset("same"), .position(1), .position(2), .position(3)])
    }

    @Test func `An empty grid, no height and what is not a number place nothing`() throws {
        let empty = GridGeometry(assetCount: 0, layout: try layout(2))
        #expect(VisibleRows(in: empty, top: 0, height: 800).placed.isEmpty)
        let one = GridGeometry(assetCount: 1, layout: try layout(2))
        #expect(VisibleRows(in: one, top: 0, height: 800).positions == 0..<1)
        for (top, height) in [(0, 0), (0, -5), (.nan, 800), (0, .infinity), (-.infinity, 5), (1e18, 5)] {
            #expect(VisibleRows(in: one, top: top, height: height).positions.isEmpty)
        }
        #expect(VisibleRows(in: one, top: 0, height: 800, overscan: -3).placed == 0..<1)
        #expect(VisibleRows(in: one, top: 0, height: 800, overscan: .max).placed == 0..<1)
        #expect(VisibleRows.velocity(of: .nan, in: one) == 0)
        #expect(VisibleRows.velocity(of: -920, in: one) == -20)
    }
}
