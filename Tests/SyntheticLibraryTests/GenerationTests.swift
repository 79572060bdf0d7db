import CameraRoll
import Testing

@testable import SyntheticLibrary

struct GenerationTests {
    @Test func `The same seed makes the same library`() {
        let configuration = SyntheticConfiguration(assets: 500, seed: 4)
        let (one, other) = (SyntheticStore(configuration).contents, SyntheticStore(configuration).contents)
        #expect(one.assets == other.assets)
        #expect(one.albums() == other.albums())
        #expect(one.albumTree == other.albumTree)
    }

    @Test func `Another seed makes another library`() {
        let libraries = [1, 2].map { SyntheticStore(assets: 50, seed: $0).contents.assets }
        #expect(libraries[0] != libraries[1])
    }

    @Test func `Dates rise with the rows, but for the assets that have none`() {
        let dates = SyntheticStore(assets: 5000).contents.assets.map(\.creationDate)
        let known = dates.compactMap { $0 }
        #expect(known == known.sorted())
        #expect((1...40).contains(dates.count - known.count))
    }

    @Test func `Each kind of asset has about its share`() {
        let assets = SyntheticStore(assets: 20_000).contents.assets
        func share(_ isCounted: (MediaAsset) -> Bool) -> Double { Double(assets.count(where: isCounted)) / 20_000 }
        #expect((0.06...0.09).contains(share { $0.mediaType == .video }))
        #expect((0.025...0.035).contains(share(\.isFavorite)))
        #expect((0.007...0.013).contains(share(\.isHidden)))
        #expect((0.02...0.07).contains(share { $0.burstIdentifier != nil }))
        #expect((0.05...0.12).contains(share { $0.mediaSubtypes.contains(.screenshot) }))
        #expect((0.2...0.5).contains(share { $0.mediaSubtypes.contains(.livePhoto) }))
    }

    @Test(arguments: [3, 100, 5003])
    func `A burst has 3 to 12 pictures of one date, and one of them stands for it`(count: Int) {
        let assets = SyntheticStore(assets: count).contents.assets.filter { $0.burstIdentifier != nil }
        for burst in Dictionary(grouping: assets, by: \.burstIdentifier).values {
            #expect((3...12).contains(burst.count))
            #expect(burst.count(where: \.representsBurst) == 1)
            #expect(Set(burst.map(\.creationDate)).count == 1)
            #expect(burst.allSatisfy { $0.mediaType == .image })
        }
    }

    @Test func `Originals have all eight orientations, and some are in the cloud`() {
        let contents = SyntheticStore(assets: 1000).contents
        let ids = contents.assets.map(\.id)
        #expect(Set(ids.compactMap(contents.storedOrientation)) == Set(1...8))
        #expect((200...400).contains(ids.count { contents.isCloudOnly($0) == true }))
        #expect(contents.storedOrientation(of: "nobody") == nil)
    }

    @Test(arguments: [0, 9, 10, 123_456_789, UInt32.max])
    func `An identifier names its row`(row: UInt32) {
        let id = RowName.asset(row)
        #expect(id.rawValue.utf8.count == 11)
        #expect(RowName.row(of: id) == row)
    }

    @Test(arguments: ["", "A", "A12", "B0000000001", "A000000000x", "A9999999999", "A00000000001", "Ä000000001"])
    func `A text of another library names no row`(text: String) {
        #expect(RowName.row(of: AssetID(text)) == nil)
    }

    @Test func `An asset takes at most 48 bytes, also once others were inserted`() {
        let store = SyntheticStore(assets: 50_000)
        #expect(store.memoryFootprint <= 48 * 50_000)
        store.insert(10)
        #expect(store.memoryFootprint <= 48 * 50_000)
    }
}
