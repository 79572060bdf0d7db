import CameraRoll
import CameraRollBrowsing
import TestSupport
import Testing

/// Density, keys and the speed near an edge, by arithmetic.
@Suite struct GridInputTests {
    @Test func `Every width from one point on has a layout that fills it`() throws {
        for density in GridDensity.allCases {
            for width in [1.0, 2, 43, 320, 390, 744, 1_024, 3_000] {
                let layout = try #require(density.layout(filling: width, headerHeight: 44))
                #expect(abs(GridGeometry(assetCount: 1, layout: layout).width - width) < 1e-6)
            }
        }
        #expect(GridDensity.standard.layout(filling: 390)?.columns == 3)
        #expect(GridDensity.standard.layout(filling: 430)?.columns == 3)
    }

    @Test func `No width, an absurd one, and what is not a number have no layout`() {
        for width in [0, -1, .nan, .infinity] { #expect(GridDensity.standard.layout(filling: width) == nil) }
        #expect(GridDensity.standard.layout(filling: 1e12) == nil)
        #expect(GridDensity.standard.layout(filling: 100, spacing: -3, headerHeight: -1)?.spacing == 0)
    }

    @Test func `Steps of density end at both ends, and a pinch takes one for each doubling`() {
        let all = GridDensity.allCases
        #expect(all == all.sorted())
        #expect(all.first?.denser == all.first)
        #expect(all.last?.larger == all.last)
        #expect(all[1].larger == all[2])
        #expect(all[2].magnified(by: 2) == all[3])
        #expect(all[2].magnified(by: 4) == all[4])
        #expect(all[2].magnified(by: 0.5) == all[1])
        #expect([1.49, 1.2, 0.68].allSatisfy { all[2].magnified(by: $0) == all[2] })
        #expect(all[2].magnified(by: 1.5) == all[3] && all[2].magnified(by: 0.67) == all[1])
        #expect(all[2].magnified(by: 1e300) == all[4])
        for factor in [0, -1, .nan, .infinity] { #expect(all[2].magnified(by: factor) == all[2]) }
    }

    @Test func `Near an edge the speed grows, beyond it is the greatest, and in the middle it is none`() {
        let scroll = DragAutoscroll(margin: 80, fastest: 1_000)
        #expect(scroll.speed(at: 400, of: 800) == 0)
        #expect(scroll.speed(at: 80, of: 800) == 0)
        #expect(scroll.speed(at: 40, of: 800) == -250)
        #expect(scroll.speed(at: -500, of: 800) == -1_000)
        #expect(scroll.speed(at: 760, of: 800) == 250)
        #expect(scroll.speed(at: 9_000, of: 800) == 1_000)
        // On a low screen a quarter at each edge scrolls.
        #expect(scroll.speed(at: 50, of: 100) == 0)
        for height in [0, -1, .nan] { #expect(scroll.speed(at: 1, of: height) == 0) }
        #expect(DragAutoscroll(margin: .nan, fastest: .infinity).speed(at: 0, of: 100) == 0)
    }

    @Test func `Scrolling by itself ends at the ends of the grid`() {
        func top(_ top: Double, _ speed: Double, _ seconds: Double) -> Double {
            DragAutoscroll.top(after: top, at: speed, seconds: seconds, height: 100, contentHeight: 1_000)
        }
        #expect(top(500, 100, 0.5) == 550)
        #expect(top(880, 1_000, 1) == 900)
        #expect(top(10, -1_000, 1) == 0)
        #expect(top(10, .nan, 1) == 10)
        #expect(DragAutoscroll.top(after: 0, at: 5, seconds: 1, height: 100, contentHeight: 20) == 0)
    }

    @Test func `Arrow keys stay in the grid, and up and down keep the column across sections`() throws {
        let sections = try GridGeometryTests.sections([4, 1, 5])
        let layout = try GridLayout(columns: 3, cellWidth: 10, cellHeight: 10, headerHeight: 5)
        let geometry = GridGeometry(sections: sections, layout: layout, leadingItems: 2)
        // Rows: leading items, 0 1 2, 3, 4, 5 6 7, 8 9.
        func after(_ position: Int, _ direction: GridCursor.Direction) -> Int? {
            var cursor = GridCursor()
            cursor.place(at: position)
            cursor.move(direction, in: geometry)
            return cursor.position
        }
        #expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map { after($0, .down) } == [3, 3, 3, 4, 5, 8, 9, 9, 8, 9])
        #expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map { after($0, .up) } == [0, 1, 2, 0, 3, 4, 4, 4, 5, 6])
        #expect([after(0, .left), after(9, .right), after(4, .left), after(4, .right)] == [0, 9, 3, 5])
        #expect([after(5, .first), after(5, .last)] == [0, 9])
    }

    @Test func `Keys are mirrored from right to left, and shift extends a range both ways`() throws {
        let geometry = GridGeometry(
            assetCount: 20, layout: try GridLayout(columns: 4, cellWidth: 10, cellHeight: 10))
        var cursor = GridCursor()
        #expect(cursor.range.isEmpty)
        cursor.move(.down, in: geometry)
        #expect(cursor.position == 0)
        cursor.move(.left, in: geometry, isRightToLeft: true)
        #expect(cursor.range == 1..<2)
        cursor.move(.down, in: geometry, extending: true)
        cursor.move(.right, in: geometry, extending: true)
        #expect(cursor.range == 1..<7)
        cursor.move(.first, in: geometry, extending: true)
        #expect(cursor.range == 0..<2)
        cursor.move(.right, in: geometry)
        #expect(cursor.range == 1..<2)
        cursor.extend(to: 9)
        #expect(cursor.range == 1..<10)
    }

    @Test func `A cursor of a longer list stays within a shorter one`() throws {
        let layout = try GridLayout(columns: 4, cellWidth: 10, cellHeight: 10)
        var cursor = GridCursor()
        cursor.place(at: 900)
        cursor.move(.left, in: GridGeometry(assetCount: 3, layout: layout))
        #expect(cursor.position == 1)
        cursor.move(.left, in: GridGeometry(assetCount: 0, layout: layout))
        #expect(cursor.position == nil)
    }
}
