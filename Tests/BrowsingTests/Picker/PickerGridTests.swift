import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// The grid of a browser and of a picker, without a screen.
@Suite(.timeLimit(.hang)) @MainActor struct PickerGridTests {
    /// Reads the assets at the top of a session's grid.
    private func readTop(_ session: PickerSession, _ subject: PickerSubject) async {
        let cell = session.browser.grid.cell(at: 0)
        session.browser.grid.scrolled(to: 0..<20)
        await subject.run { cell.asset != nil }
    }

    @Test func `What is selected in the grid is selected in the session, and the other way round`() async throws {
        let subject = try PickerSubject()
        let ids = await subject.ids()
        let session = try await subject.openSession { $0.selectionLimit = 3 }
        let grid = session.browser.grid
        for position in [7, 3] { grid.toggle(position) }
        session.toggle(5)
        let refused = grid.toggle(9)
        #expect(Array(session.selection.positions) == [7, 3, 5] && refused.refusal == .maximum(3))
        #expect(grid.cell(at: 5).orderNumber == 3)
        #expect(try await subject.finish(session).get().items.map(\.id) == [7, 3, 5].map { ids[$0] })
    }

    @Test(arguments: PickerConfiguration.Selection.allCases)
    func `A cell says its order number if the picker shows numbers, and otherwise only that it is selected`(
        _ selection: PickerConfiguration.Selection
    ) async throws {
        let subject = try PickerSubject()
        let session = try await subject.openSession { $0.selection = selection }
        let cell = session.browser.grid.cell(at: 3)
        session.toggle(3)
        let description = GridPresenter(of: session.browser.grid).description(of: cell)
        #expect(cell.isSelected && description.orderNumber == (selection.isOrdered ? 1 : nil))
        #expect(description.label.contains { $0.key == .assetSelectedNumber } == selection.isOrdered)
    }

    @Test func `Nothing is selected in the grid before the session is open, and after its end`() async throws {
        let subject = try PickerSubject()
        let session = try subject.session()
        session.browser.start()
        await subject.run { session.browser.state == .ready }
        let early = session.browser.grid.toggle(1)
        session.open()
        session.browser.grid.toggle(2)
        session.cancel()
        let late = session.browser.grid.toggle(3)
        #expect(early.isEmpty && late.isEmpty && Array(session.selection.positions) == [2])
    }

    @Test(arguments: [1, 0])
    func `A tap does not select what the filter leaves out, and leaves what is selected`(_ limit: Int) async throws {
        let subject = try PickerSubject()
        let session = try await subject.openSession {
            // A query cannot say this, so the list has all assets.
            $0.filter = .not(.livePhotos)
            $0.selectionLimit = limit
        }
        await readTop(session, subject)
        let grid = session.browser.grid
        let assets: [MediaAsset?] = (0..<20).map { grid.asset(at: $0) }
        let first: Int? = assets.firstIndex { $0.map(session.isOffered) ?? false }
        let offered = try #require(first)
        let others = assets.indices.filter { !(assets[$0].map(session.isOffered) ?? true) }
        let presenter = GridPresenter(of: grid)
        for position in [offered] + others { presenter.tap(position) }
        #expect(!others.isEmpty && Array(session.selection.positions) == [offered])
    }

    /// A session over more assets than the grid reads, with a filter that no query can express.
    private func filteredSession(_ limit: Int) async throws -> (PickerSubject, PickerSession) {
        let subject = try PickerSubject(assets: 1_000)
        let session = try await subject.openSession {
            $0.filter = .not(.livePhotos)
            $0.selectionLimit = limit
        }
        await readTop(session, subject)
        return (subject, session)
    }

    /// The positions of a range whose assets the grid has read and the session offers.
    private func offered(_ range: Range<Int>, _ session: PickerSession) -> [Int] {
        range.filter { session.browser.grid.asset(at: $0).map(session.isOffered) ?? false }
    }

    @Test func `A drag skips what the filter leaves out, and the limit counts what it selects`() async throws {
        let (_, session) = try await filteredSession(5)
        let grid = session.browser.grid
        let offered = offered(0..<20, session)
        let first: Int? = (0..<20).first { !offered.contains($0) }
        let start = try #require(first)
        let begun = grid.beginDrag(at: start)
        let refused = grid.drag(to: 19)
        #expect(begun.isEmpty && begun.refusal == .notOffered(position: start))
        #expect(Array(session.selection.positions) == Array(offered.filter { $0 > start }.prefix(5)))
        #expect(refused.refusal == .maximum(5))
        grid.drag(to: 0)
        #expect(Array(session.selection.positions) == Array(offered.filter { $0 < start }.reversed().prefix(5)))
        grid.cancelDrag()
        #expect(session.selection.isEmpty)
    }

    @Test func `Selecting all selects what the filter offers of what was read, and everything is delivered`()
        async throws
    {
        let (subject, session) = try await filteredSession(0)
        let grid = session.browser.grid
        let known = offered(0..<grid.count, session)
        let change = GridPresenter(of: grid).selectAll()
        let left: Int? = (0..<grid.count).first { !known.contains($0) }
        #expect(change.refusal == left.map { .notOffered(position: $0) })
        #expect(Array(session.selection.positions) == known && known.count < grid.count)
        session.deselectAll()
        session.changeSelection { $0.select(0..<20) }
        #expect(Array(session.selection.positions) == offered(0..<20, session))
        let results = try await subject.finish(session).get()
        #expect(results.items.allSatisfy { session.isOffered($0.asset) })
    }

    @Test func `A section is selected as far as the filter offers it, and deselected with the next tap`() async throws {
        let (subject, session) = try await filteredSession(0)
        let grid = session.browser.grid
        grid.group(by: .year)
        await subject.run { grid.sections != nil }
        let presenter = GridPresenter(of: grid)
        let range = try #require(grid.sections?[0].range)
        let known = offered(range, session)
        presenter.toggleSection(0)
        #expect(Array(session.selection.positions) == known && known.count < range.count)
        presenter.toggleSection(0)
        #expect(session.selection.isEmpty)
    }

    @Test func `A selection that has what the filter leaves out is refused`() async throws {
        let (_, session) = try await filteredSession(0)
        let grid = session.browser.grid
        var selection = grid.selection
        selection.select(0..<20)
        #expect(throws: InvalidArgument.self) { try grid.setSelection(selection) }
        session.changeSelection { old in
            old = selection
            return AssetSelection.Change()
        }
        #expect(session.selection.isEmpty)
    }

    // the library        | the grid                       | the view
    // inserts an asset   | shows it                       | is animating
    // inserts another    |                                |
    //                    |                                | has finished showing the first
    //                    | shows the second               |
    @Test func `With a view, the list's next update waits until the view has shown the last`() async throws {
        let subject = try PickerSubject()
        let session = try await subject.openSession()
        let (browser, count) = (session.browser, session.browser.grid.count)
        var changes: [GridChange] = []
        browser.grid.onChange = { change, apply in
            apply()
            changes.append(change)
        }
        session.toggle(4)
        subject.store.insert()
        await subject.run { browser.list?.count == count + 1 }
        subject.store.insert()
        _ = await subject.ids()
        #expect(changes.count == 1 && browser.grid.count == count + 1)
        browser.grid.finishedShowing(changes[0])
        await subject.run { browser.list?.count == count + 2 }
        #expect(changes.count == 2 && session.selection.count == 1)
    }

    @Test func `Another album never shows an empty selection in between`() async throws {
        let subject = try PickerSubject()
        let ids = await subject.ids()
        let album = subject.store.change { $0.makeAlbum("Trip", [ids[2], ids[8]]) }
        let session = try await subject.openSession { $0.selection = .continuousAndOrdered }
        for position in [5, 8] { session.browser.grid.toggle(position) }
        var counts: [Int] = []
        session.onSelectionChange = { counts.append($0.count) }
        session.browser.choose(.album(album))
        await subject.run { session.browser.state == .ready && session.isSettled }
        #expect(!counts.isEmpty && counts.allSatisfy { $0 == 2 })
        #expect(session.browser.grid.selection.positions.count { _ in true } == 1)
    }

    @Test func `After a revocation the grid is empty in the same turn as the browser`() async throws {
        let subject = try PickerSubject()
        let session = try await subject.openSession()
        await readTop(session, subject)
        session.browser.grid.toggle(3)
        subject.authorization.status = .denied
        await subject.run { session.browser.state != .ready }
        let grid = session.browser.grid
        #expect(grid.count == 0 && grid.snapshot == nil && grid.selection.isEmpty && session.removedCount == 1)
        subject.authorization.status = .authorized
        await subject.run { session.browser.state == .ready }
        #expect(grid.count > 0 && grid.snapshot === session.browser.list)
    }

    @Test func `A browser's grid with impossible options is refused`() throws {
        let subject = try PickerSubject()
        var options = LibraryBrowser.Options()
        options.grid.pageSize = 0
        #expect(throws: InvalidArgument.self) {
            try LibraryBrowser(of: subject.manager, images: subject.images, options: options)
        }
    }
}
