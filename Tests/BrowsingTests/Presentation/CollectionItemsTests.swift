import CameraRoll
import CameraRollBrowsing
import CameraRollTesting
import Foundation
import SyntheticLibrary
import TestSupport
import Testing

/// A collection view over a grid: how it counts, where its items lie, and what a change tells it.
@MainActor @Suite(.timeLimit(.hang)) struct CollectionItemsTests {
    /// A grid with a collection view's presenter, which shows changes without an animation.
    private func presenter(
        _ subject: GridSubject, leadingItems: Int, _ unit: AssetSections.Unit?
    ) async -> GridPresenter {
        let presenter = GridPresenter(of: subject.grid, leadingItems: leadingItems)
        presenter.follow()
        presenter.resize(width: 390, headerHeight: 40)
        presenter.scrolled(top: 0, height: 844)
        await subject.open()
        if unit != nil { await subject.run { subject.grid.sections != nil } }
        return presenter
    }

    /// All index paths, by section.
    private func paths(_ presenter: GridPresenter) -> [[IndexPath]] {
        (0..<presenter.sectionCount).map { section in
            (0..<presenter.itemCount(inSection: section)).map { [section, $0] }
        }
    }

    /// What a data source shows: the names of leading items, and the identifiers of assets.
    private func shown(_ presenter: GridPresenter, _ ids: [AssetID]) -> [[String]] {
        paths(presenter).map { section in
            section.map { path in
                if let number = presenter.leadingItem(of: path) { return "leading \(number)" }
                return presenter.position(of: path).map { ids[$0].rawValue } ?? "none"
            }
        }
    }

    @Test(arguments: [nil, AssetSections.Unit.month], [0, 1, 4])
    func `Leading items are the first section, and every item has its frame`(
        unit: AssetSections.Unit?, leadingItems: Int
    ) async throws {
        let subject = try GridSubject(assets: 300) { $0.sectionUnit = unit }
        let presenter = await presenter(subject, leadingItems: leadingItems, unit)
        let geometry = try #require(presenter.geometry)
        let all = paths(presenter).joined()
        #expect(all.compactMap(presenter.leadingItem) == Array(0..<leadingItems))
        #expect(all.compactMap(presenter.position) == Array(0..<subject.grid.count))
        #expect((0..<subject.grid.count).compactMap(presenter.indexPath) == Array(all.dropFirst(leadingItems)))
        let frames = all.compactMap { presenter.collectionItem(at: $0)?.frame }
        #expect(
            frames
                == (0..<geometry.itemCount).compactMap { item in
                    item < leadingItems ? geometry.frame(ofLeadingItem: item) : geometry.frame(of: item - leadingItems)
                })
        let headers = (0..<presenter.sectionCount).compactMap { presenter.collectionHeader(at: [$0, 0]) }
        #expect(headers.map(\.frame) == (subject.grid.sections?.indices ?? 0..<0).compactMap(geometry.frame(ofHeader:)))
        #expect(headers.compactMap { presenter.label(ofHeader: $0.path, now: .now) }.count == headers.count)
    }

    @Test(arguments: [nil, AssetSections.Unit.month], [0, 2])
    func `A rectangle has all items that it touches, and few others`(
        unit: AssetSections.Unit?, leadingItems: Int
    ) async throws {
        let subject = try GridSubject(assets: 600) { $0.sectionUnit = unit }
        let presenter = await presenter(subject, leadingItems: leadingItems, unit)
        let geometry = try #require(presenter.geometry)
        let cells = paths(presenter).joined().compactMap(presenter.collectionItem)
        let headers = (0..<presenter.sectionCount).compactMap { presenter.collectionHeader(at: [$0, 0]) }
        var numbers = SeededNumbers(seed: 23)
        for _ in 0..<100 {
            let (top, height) = (
                Double.random(in: -300...geometry.height, using: &numbers), Double.random(in: 1...900, using: &numbers)
            )
            let found = presenter.collectionItems(top: top, height: height)
            let touched = (cells + headers).filter { item in
                item.frame.top < top + height && item.frame.top + item.frame.height > top
            }
            #expect(Set(found).isSuperset(of: touched))
            #expect(Set(found).count == found.count)
            // A row above and one below, with their headers, and the header above the first row that is touched.
            #expect(found.count <= touched.count + 2 * (geometry.layout.columns + 1) + 1)
        }
        #expect(presenter.collectionItems(top: .nan, height: 100).isEmpty)
    }

    //   for a collection view   what a change says         what it leads to
    //   ---------------------   -----------------------    -----------------------
    //   items before            deletions, insertions,     items after, as the data
    //                           moves, sections            source counts them
    @Test(arguments: [nil, AssetSections.Unit.month], [0, 2])
    func `The steps of any change lead from the old items to the new ones`(
        unit: AssetSections.Unit?, leadingItems: Int
    ) async throws {
        let subject = try GridSubject(assets: 150) { $0.sectionUnit = unit }
        let presenter = await presenter(subject, leadingItems: leadingItems, unit)
        var numbers = SeededNumbers(seed: 29)
        for round in 0..<25 {
            let ids = try await subject.shownIDs()
            var view = NaiveCollectionView(items: shown(presenter, ids))
            let gone = Set(
                (0..<Int.random(in: 0...4, using: &numbers)).compactMap { _ in
                    ids.randomElement(using: &numbers)
                })
            let days = (0..<Int.random(in: 1...4, using: &numbers)).map { _ in
                Double.random(in: 0...2_000, using: &numbers)
            }
            let moved = ids.randomElement(using: &numbers)
            let change = try #require(
                await subject.change { contents in
                    if let moved { contents.edit(moved) { $0.creationDate = .firstOf2000 } }
                    contents.delete(gone)
                    for day in days {
                        contents.insert(1) {
                            MediaAsset.plain(&$0)
                            $0.creationDate = .firstOf2000.addingTimeInterval(day * 86_400)
                        }
                    }
                })
            let new = shown(presenter, try await subject.shownIDs())
            let steps = try #require(presenter.steps(of: change))
            view.perform(steps, showing: new)
            #expect(view.items == new, "round \(round): \(steps)")
        }
    }

    @Test func `What has changed is drawn again after the animation, unless the list has changed since`() async throws {
        let subject = try GridSubject(assets: 100)
        let presenter = await presenter(subject, leadingItems: 1, nil)
        let ids = try await subject.shownIDs()
        let change = try #require(
            await subject.change { contents in contents.edit(ids[3]) { $0.isFavorite.toggle() } })
        #expect(presenter.reloads(after: change) == [[1, 3]])
        subject.authorization.status = .denied
        await subject.run { subject.grid.count == 0 }
        #expect(presenter.reloads(after: change).isEmpty)
        #expect(presenter.sectionCount == 2)
        #expect(presenter.itemCount(inSection: 0) == 1)
    }

    @Test func `Index paths of nothing`() async throws {
        let subject = try GridSubject(assets: 40) { $0.sectionUnit = .month }
        let presenter = await presenter(subject, leadingItems: 2, .month)
        for path in [[], [0], [0, 2], [0, -1], [-1, 0], [.min, 0], [9_999, 0], [1, .max], [1, 0, 0]] as [IndexPath] {
            #expect(presenter.collectionItem(at: path) == nil)
            #expect(presenter.position(of: path) == nil)
        }
        #expect(presenter.collectionHeader(at: [0, 0]) == nil)
        #expect(presenter.section(ofHeader: []) == nil)
        #expect([-1, 9_999, .min, .max].map(presenter.itemCount(inSection:)) == [0, 0, 0, 0])
        #expect(presenter.cell(of: [9_999, 0]).asset == nil)
        #expect([-1, 9_999].map(presenter.indexPath(of:)) == [nil, nil])
    }
}
