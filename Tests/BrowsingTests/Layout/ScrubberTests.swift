import CameraRoll
import CameraRollBrowsing
import Foundation
import Testing

/// A scrubber's places, marks, counts and phases.
@Suite struct ScrubberTests {
    /// Three hundred days, nine days apart, with 20 assets each.
    private static func scrubber() throws -> Scrubber {
        let sections = try GridGeometryTests.sections(Array(repeating: 20, count: 300))
        let layout = try GridLayout(columns: 4, cellWidth: 10, cellHeight: 10, spacing: 2, headerHeight: 20)
        return Scrubber(sections: sections, geometry: GridGeometry(sections: sections, layout: layout))
    }

    @Test func `A fraction leads to an asset, and the asset back to its row`() throws {
        let scrubber = try Self.scrubber()
        for position in stride(from: 0, to: 6_000, by: 37) {
            let fraction = try #require(scrubber.fraction(of: position))
            let found = try #require(scrubber.position(atFraction: fraction))
            #expect(found == position / 4 * 4)
            #expect(scrubber.section(atFraction: fraction) == position / 20)
        }
        #expect(scrubber.position(atFraction: -3) == 0)
        #expect(scrubber.position(atFraction: 7) == 5_996)
        #expect(scrubber.position(atFraction: .nan) == nil)
        #expect(scrubber.fraction(of: 6_000) == nil)
    }

    @Test(arguments: [0.0, 1.0, 2.0, 7.3])
    func `Each row's fraction leads back to it`(spacing: Double) throws {
        for cell in [90.0, 33.3, 130.0] {
            let layout = try GridLayout(columns: 1, cellWidth: cell, cellHeight: cell, spacing: spacing)
            let sections = try GridGeometryTests.sections([300])
            let scrubber = Scrubber(sections: sections, geometry: GridGeometry(assetCount: 300, layout: layout))
            let found = (0..<300).map { scrubber.fraction(of: $0).flatMap(scrubber.position(atFraction:)) }
            #expect(found == (0..<300).map(\.self))
        }
    }

    @Test func `A thumb snaps to the start of a section`() throws {
        let scrubber = try Self.scrubber()
        let middle = try #require(scrubber.fraction(of: 1_012))
        #expect(scrubber.snapped(middle) == scrubber.fraction(of: 1_000))
    }

    @Test func `Marks of years keep their distance and count their assets`() throws {
        let scrubber = try Self.scrubber()
        let all = scrubber.marks(by: .year, barHeight: 600)
        #expect(all.reduce(0) { $0 + $1.count } == 6_000)
        #expect(all.first?.fraction == scrubber.fraction(of: 0))
        let few = scrubber.marks(by: .year, barHeight: 600, minimumDistance: 100)
        #expect(few.count < all.count && few.count > 1)
        for (above, below) in zip(few, few.dropFirst()) {
            #expect((below.fraction - above.fraction) * 600 >= 100)
        }
    }

    @Test func `A histogram divides all dated assets among its bars`() throws {
        let dates = [nil, 0, 0, 400, 401, 402].map { $0.map { Date.firstOf2000.addingTimeInterval($0 * 86_400) } }
        let calendar = SampleCalendars.calendar(.gregorian, "GMT")
        let days = try AssetSections(of: dates, by: .day, in: calendar, isOldestFirst: true)
        let layout = try GridLayout(columns: 1, cellWidth: 1, cellHeight: 1)
        let scrubber = Scrubber(sections: days, geometry: GridGeometry(assetCount: 6, layout: layout))
        let histogram = try scrubber.histogram(bars: 4)
        #expect(histogram.map { ($0 * 1_000).rounded() / 1_000 } == [2, 0, 0, 3])
        #expect(throws: InvalidArgument.self) { try scrubber.histogram(bars: 0) }
        let none = Scrubber(
            sections: try AssetSections(of: [nil], by: .day), geometry: GridGeometry(assetCount: 1, layout: layout))
        #expect(try none.histogram(bars: 3) == [])
        #expect(none.marks(by: .day, barHeight: 100).isEmpty)
    }

    @Test func `Nothing is read while a finger moves, and what it rests on is`() throws {
        var scrubber = try Self.scrubber()
        scrubber.rest()
        #expect(scrubber.phase == .idle && scrubber.allowsReading)
        scrubber.drag(to: 0.3)
        scrubber.drag(to: .nan)
        #expect(scrubber.phase == .dragging(0.3) && !scrubber.allowsReading)
        scrubber.rest()
        #expect(scrubber.phase == .resting(0.3) && scrubber.allowsReading)
        scrubber.drag(to: 4)
        #expect(scrubber.moved(to: scrubber.sections, scrubber.geometry).phase == .dragging(1))
        #expect(scrubber.end() == 1)
        #expect(scrubber.end() == nil)
    }
}
