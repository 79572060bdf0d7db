import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// A picker from its opening to its end, without a screen.
@Suite(.timeLimit(.hang)) @MainActor struct PickerSessionTests {
    @Test func `Results come in the order of selection`() async throws {
        let subject = try PickerSubject()
        let ids = await subject.ids()
        let session = try await subject.openSession()
        for position in [7, 3, 20, 4] { session.toggle(position) }
        session.toggle(3)
        let results = try await subject.finish(session).get()
        #expect(results.items.map(\.id) == [7, 20, 4].map { ids[$0] })
        #expect(results.items.map(\.orderNumber) == [1, 2, 3])
    }

    @Test func `Without permission nothing is read, and the session waits for it`() async throws {
        let subject = try PickerSubject(assets: 100, .notDetermined)
        let session = try subject.session()
        session.open()
        #expect(session.browser.state == .permissionNeeded && subject.authorization.prompts == 0)
        #expect(subject.store.statistics.reads == 0)
        subject.authorization.status = .authorized
        await subject.run { session.browser.state == .ready }
        let ids = await subject.ids()
        #expect(session.browser.list?.count == ids.count)
    }

    @Test func `Asking and opening prompts once, and a refusal is a state`() async throws {
        let subject = try PickerSubject(assets: 100, .notDetermined)
        let session = try subject.session()
        async let status = session.requestPermissionAndOpen()
        await subject.authorization.waitUntilPrompted()
        subject.authorization.answer(.denied)
        #expect(await status == .denied)
        #expect(session.phase == .open && session.browser.state == .permissionDenied(.denied))
        #expect(subject.store.statistics.reads == 0)
    }

    @Test func `Of finish and cancel, whichever comes first ends the session, once`() async throws {
        let subject = try PickerSubject()
        for cancelsFirst in [true, false] {
            let session = try await subject.openSession()
            var ends: [String] = []
            session.onEnd = { end in
                switch end {
                case .finished: ends.append("finished")
                case .cancelled: ends.append("cancelled")
                }
            }
            session.toggle(0)
            if cancelsFirst { session.cancel() }
            let first = await subject.finish(session)
            let second = await subject.finish(session)
            let isCancelled = session.cancel()
            session.dismissed()
            #expect(ends == [cancelsFirst ? "cancelled" : "finished"])
            #expect(first.failure == (cancelsFirst ? .hasEnded(.cancelled) : nil))
            #expect(second.failure == .hasEnded(cancelsFirst ? .cancelled : .finished))
            #expect(!isCancelled)
        }
    }

    // the app                                   | the library
    // finish() begins to read the selection     |
    // cancel() ends the session                 |
    //                                           | the selection is read
    // finish() throws: it was canceled          |
    @Test func `A cancellation while the selection is read is the end`() async throws {
        let subject = try PickerSubject()
        let session = try await subject.openSession()
        session.toggle(5)
        var ends = 0
        session.onEnd = { _ in ends += 1 }
        let finished = Task { await subject.finish(session) }
        await subject.run { session.phase != .open }
        let isCancelled = session.phase == .finishing && session.cancel()
        let error = await finished.value.failure
        #expect(ends == 1)
        #expect(isCancelled == (error == .hasEnded(.cancelled)))
    }

    // the app                                   | the library
    // finish() begins to read the selection     |
    //                                           | the permission is narrowed or withdrawn
    //                                           | the selection is read
    // finish() throws: the selection is lost    |
    @Test(arguments: [AuthorizationStatus.limited, .denied])
    func `What was selected before a revocation is not delivered`(_ status: AuthorizationStatus) async throws {
        let subject = try PickerSubject()
        let ids = await subject.ids()
        let album = subject.store.change { $0.makeAlbum("Trip", [ids[2], ids[8]]) }
        subject.store.select(ids)
        let session = try await subject.openSession()
        for position in [5, 8] { session.toggle(position) }
        session.browser.choose(.album(album))
        await subject.run { session.browser.state == .ready && session.isSettled }
        async let end = Task { () -> PickerError? in
            do throws(PickerError) {
                _ = try await session.finish()
                return nil
            } catch {
                return error
            }
        }.value
        await subject.wait { session.phase == .finishing }
        subject.authorization.status = status
        await subject.run { session.phase != .finishing }
        #expect(await end != nil)
        await subject.run { session.selection.isEmpty }
        #expect(session.phase == .open)
    }

    @Test func `A selection from before a revocation is refused, and other limits too`() async throws {
        let subject = try PickerSubject()
        let ids = await subject.ids()
        let album = subject.store.change { $0.makeAlbum("Trip", [ids[2]]) }
        let session = try await subject.openSession { $0.startingWith = .album(album) }
        session.toggle(0)
        session.browser.choose(.library)
        await subject.run { session.browser.list?.count == ids.count && session.isSettled }
        let grid = session.browser.grid
        var old = grid.selection
        old.preselect([ids[7]])
        subject.authorization.status = .denied
        await subject.run { session.selection.isEmpty }
        subject.authorization.status = .authorized
        await subject.run { session.browser.list?.count == ids.count }
        let before = session.selection
        #expect(throws: InvalidArgument.self) { try grid.setSelection(old) }
        #expect(grid.changeSelection { selection, _ in selection.become(old) }.isEmpty)
        #expect(session.changeSelection { $0.become(old) }.isEmpty)
        let limited = AssetSelection(listCount: grid.count, limits: try .init(maximum: 1))
        #expect(throws: InvalidArgument.self) { try grid.setSelection(limited) }
        #expect(session.selection == before)
        #expect(old.position(ofOrderNumber: old.count) == nil)
    }

    @Test func `A session that is not open, or has too few assets, does not finish`() async throws {
        let subject = try PickerSubject()
        let session = try subject.session { $0.minimumSelection = 2 }
        #expect(await subject.finish(session).failure == .notOpen)
        session.open()
        await subject.run { session.browser.state == .ready }
        session.toggle(1)
        #expect(!session.canFinish)
        #expect(await subject.finish(session).failure == .tooFewSelected(1, minimum: 2))
        session.toggle(2)
        #expect(session.canFinish && session.phase == .open)
    }

    @Test func `With a limit of one, another asset takes the place of the selected one`() async throws {
        let subject = try PickerSubject()
        let session = try await subject.openSession { $0.selectionLimit = 1 }
        session.toggle(3)
        let change = session.toggle(9)
        #expect(change.deselected == [3..<4] && change.selected == [9..<10])
        #expect(Array(session.selection.positions) == [9])
    }

    @Test func `An album keeps what was selected in others, with its order numbers`() async throws {
        let subject = try PickerSubject()
        let ids = await subject.ids()
        let album = subject.store.change { $0.makeAlbum("Trip", [ids[2], ids[8]]) }
        let members = await subject.ids(.album(album))
        let session = try await subject.openSession()
        for position in [5, 8, 2] { session.toggle(position) }
        session.browser.choose(.album(album))
        await subject.run { session.browser.state == .ready && session.isSettled }
        let places = [ids[8], ids[2]].compactMap(members.firstIndex)
        #expect(places.map(session.selection.orderNumber) == [2, 3])
        session.toggle(places[0])
        session.browser.choose(.library)
        await subject.run { session.browser.state == .ready && session.isSettled }
        #expect(Array(session.selection.positions) == [5, 2])
        let results = try await subject.finish(session).get()
        #expect(results.items.map(\.id) == [ids[5], ids[2]])
    }

    // the session                            | the library
    // looks in an album for what is selected | fails
    // looks again after a pause              | answers
    @Test func `Selected assets that could not be looked for in an album are looked for again`() async throws {
        let subject = try PickerSubject()
        let ids = await subject.ids()
        let album = subject.store.change { $0.makeAlbum("Trip", [ids[8]]) }
        let session = try await subject.openSession()
        session.toggle(8)
        let reads = subject.store.statistics.reads(of: .readIdentifiers)
        subject.store.faults.failingOperations = [.readIdentifiers: "broken"]
        session.browser.choose(.album(album))
        await subject.run {
            session.browser.state == .ready && subject.store.statistics.reads(of: .readIdentifiers) > reads
        }
        let due = subject.clock.now.advanced(by: session.browser.grid.options.retryDelay)
        await subject.clock.waitUntilSleeping(until: due)
        #expect(!session.isSettled && session.selection.orderNumber(of: 0) == nil)
        subject.store.faults = .none
        subject.clock.advance(to: due)
        await subject.run { session.isSettled }
        #expect(session.selection.orderNumber(of: 0) == 1 && session.selection.count == 1)
    }

    @Test func `A selected asset that is added to the album shown takes its position there`() async throws {
        let subject = try PickerSubject()
        let ids = await subject.ids()
        let album = subject.store.change { $0.makeAlbum("Trip", [ids[2]]) }
        let session = try await subject.openSession { $0.preselectedIdentifiers = ["nowhere"] }
        for position in [8, 2, 5] { session.toggle(position) }
        session.browser.choose(.album(album))
        await subject.run { session.browser.list?.count == 1 && session.isSettled }
        #expect(Array(session.selection.positions) == [0])
        subject.store.change { $0.add([ids[8]], to: album) }
        await subject.run { session.browser.list?.count == 2 && session.selection.positions.count { _ in true } == 2 }
        let members = await subject.ids(.album(album))
        #expect(session.selection.positions.map { members[$0] } == [ids[8], ids[2]])
        #expect(session.selection.count == 3 && session.removedCount == 0 && session.unresolved.count == 1)
        // It is selected once.
        session.toggle(try #require(members.firstIndex(of: ids[8])))
        let results = try await subject.finish(session).get()
        #expect(results.items.map(\.id) == [ids[2], ids[5]])
    }

    // the session                            | the library
    // looks in an album for what is selected | fails
    //                                        | adds assets to the album, one by one
    // looks again after a pause              | answers
    @Test func `In a list that grows selected assets are looked for after the pause, and not with each change`()
        async throws
    {
        let subject = try PickerSubject()
        let ids = await subject.ids()
        let album = subject.store.change { $0.makeAlbum("Trip", [ids[40]]) }
        let session = try await subject.openSession()
        for position in [40, 5] { session.toggle(position) }
        let reads = subject.store.statistics.reads(of: .readIdentifiers)
        subject.store.faults.failingOperations = [.readIdentifiers: "broken"]
        session.browser.choose(.album(album))
        await subject.run {
            session.browser.list?.count == 1 && subject.store.statistics.reads(of: .readIdentifiers) > reads
        }
        let due = subject.clock.now.advanced(by: session.browser.grid.options.retryDelay)
        await subject.clock.waitUntilSleeping(until: due)
        let attempts = subject.store.statistics.reads(of: .readIdentifiers)
        for (index, added) in [20, 60, 5].enumerated() {
            subject.store.change { $0.add([ids[added]], to: album) }
            await subject.run { session.browser.list?.count == index + 2 }
        }
        for _ in 0..<3 { _ = await subject.ids() }
        #expect(subject.store.statistics.reads(of: .readIdentifiers) == attempts)
        subject.store.faults = .none
        subject.clock.advance(to: due)
        await subject.run { session.isSettled }
        let members = await subject.ids(.album(album))
        #expect(session.selection.positions.map { members[$0] } == [ids[40], ids[5]])
        #expect(subject.store.statistics.reads(of: .readIdentifiers) == attempts + 1)
    }

    @Test func `Preselected assets come first, and those that cannot be selected are named`() async throws {
        let subject = try PickerSubject()
        let ids = await subject.ids(.photos)
        let video = try #require(await subject.ids(.videos).first)
        let session = try await subject.openSession { configuration in
            configuration.filter = .images
            configuration.selectionLimit = 4
            configuration.preselectedIdentifiers = [ids[6], "nowhere", video, ids[1], ids[6], ids[2]]
        }
        let expected: [UnresolvedIdentifier] = [
            UnresolvedIdentifier(ids[2], .beyondLimit), UnresolvedIdentifier("nowhere", .notFound),
            UnresolvedIdentifier(video, .notOffered),
        ]
        #expect(session.unresolved == expected)
        #expect(Array(session.selection.positions) == [6, 1])
        session.toggle(0)
        let results = try await subject.finish(session).get()
        #expect(results.items.map(\.id) == [ids[6], ids[1], ids[0]])
    }

    @Test func `Half of the selected assets are deleted, and the others keep their order`() async throws {
        let subject = try PickerSubject(assets: 400)
        let ids = await subject.ids()
        let session = try await subject.openSession()
        let order = Array((0..<200).reversed())
        for position in order { session.toggle(position) }
        subject.store.delete(order.filter { $0.isMultiple(of: 2) }.map { ids[$0] })
        await subject.run { session.removedCount == 100 }
        let results = try await subject.finish(session).get()
        #expect(results.items.map(\.id) == order.filter { !$0.isMultiple(of: 2) }.map { ids[$0] })
        #expect(results.missing.isEmpty)
    }

    @Test func `Preselected assets of a library that becomes readable later are selected then`() async throws {
        let subject = try PickerSubject(assets: 100, .notDetermined)
        let id = try #require(subject.store.contents.assets.first { !$0.isHidden && $0.burstIdentifier == nil }).id
        let session = try subject.session { $0.preselectedIdentifiers = [id, "gone"] }
        session.open()
        #expect(session.selection.count == 2 && subject.store.statistics.reads == 0)
        subject.authorization.status = .authorized
        await subject.run { session.browser.state == .ready && session.isSettled }
        #expect(session.selection.count == 1)
        #expect(session.unresolved == [UnresolvedIdentifier("gone", .notFound)])
    }

    @Test func `A revocation empties the selection, and nothing from before is delivered`() async throws {
        let subject = try PickerSubject()
        let session = try await subject.openSession()
        for position in 0..<5 { session.toggle(position) }
        subject.authorization.status = .denied
        await subject.run { session.browser.state == .permissionDenied(.denied) }
        #expect(session.selection.isEmpty && session.removedCount == 5)
        #expect(session.browser.list == nil && session.browser.albumSections.isEmpty)
        subject.authorization.status = .authorized
        await subject.run { session.browser.state == .ready }
        session.toggle(1)
        #expect(try await subject.finish(session).get().items.count == 1)
    }

    @Test func `Two sessions with different rules share one manager`() async throws {
        let subject = try PickerSubject()
        let photos = try await subject.openSession { $0.filter = .images }
        let videos = try await subject.openSession {
            $0.filter = .videos
            $0.selectionLimit = 2
        }
        for position in 0..<4 {
            photos.toggle(position)
            videos.toggle(position)
        }
        let (left, right) = (try await subject.finish(photos).get(), try await subject.finish(videos).get())
        #expect(left.items.count == 4 && left.items.allSatisfy { $0.asset.mediaType == .image })
        #expect(right.items.count == 2 && right.items.allSatisfy { $0.asset.mediaType == .video })
    }

    @Test func `A thousand changes under an open picker leave its selection with the same assets`() async throws {
        let subject = try PickerSubject(assets: 300)
        let ids = await subject.ids()
        let session = try await subject.openSession()
        let chosen = [40, 10, 90, 150]
        for position in chosen { session.toggle(position) }
        var random = SeededGenerator(seed: 7)
        let others = Set(ids).subtracting(chosen.map { ids[$0] })
        for step in 0..<1_000 {
            if step.isMultiple(of: 3) {
                subject.store.delete(others.randomElement(using: &random).map { [$0] } ?? [])
            } else {
                subject.store.insert()
            }
            if step.isMultiple(of: 50) { subject.manual.runAll() }
        }
        let results = try await subject.finish(session).get()
        #expect(results.items.map(\.id) == chosen.map { ids[$0] })
    }

    @Test func `The completion handler reports each result, and then the end, once`() async throws {
        let subject = try PickerSubject()
        let session = try await subject.openSession()
        for position in [4, 2, 9] { session.toggle(position) }
        var numbers: [Int] = []
        var ends: [Result<Int, PickerError>] = []
        let end = Gate()
        session.finish(eachResult: { numbers.append($0.item.orderNumber) }) {
            ends.append($0)
            end.open()
        }
        await subject.value { await end.wait() }
        #expect(numbers == [1, 2, 3] && ends == [.success(3)])
    }

    @Test func `A session that is released while the library hangs is gone at once`() async throws {
        let subject = try PickerSubject()
        weak var released: PickerSession?
        weak var browser: LibraryBrowser?
        do {
            let session = try subject.session { $0.preselectedIdentifiers = ["a"] }
            session.open()
            (released, browser) = (session, session.browser)
        }
        #expect(released == nil && browser == nil)
    }
}

extension AssetSelection {
    /// Takes the place of another selection, as a mistaken app does.
    fileprivate mutating func become(_ other: AssetSelection) -> Change {
        self = other
        var change = Change()
        change.selected = [0..<1]
        return change
    }
}
