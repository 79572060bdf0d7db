import CameraRoll
import Foundation
import Testing

@testable import CameraRollBrowsing

/// What one prints of sections.
struct SectionDescriptionTests {
    @Test func `A section of assets says its period, and how many it has from which on`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let april = try #require(MetadataDate("2023-04-19T10:11:12Z")).date()
        let sections = try AssetSections(of: [april, april, nil], by: .month, in: calendar)
        let texts = sections.map { "\($0)" }
        #expect(
            texts == [
                "2023-04-01 00:00:00 +0000 to 2023-05-01 00:00:00 +0000: 2 assets from 0", "no date: 1 asset from 2",
            ])
    }

    @Test func `A section of albums says the titles with their counts`() {
        let albums = [
            Album(id: "a", title: "Trip", count: .exact(31)), Album(id: "b", title: nil, count: .estimated(4)),
        ]
        #expect(AlbumTable(albums) { true }?.sections.first?.description == "user: Trip (31), untitled (about 4)")
    }
}
