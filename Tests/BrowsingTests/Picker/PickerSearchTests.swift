import CameraRollTesting
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// Searches for selected assets that have failed, wait, and end.
@MainActor @Suite(.timeLimit(.hang)) struct PickerSearchTests {
    /// A session over an album of one of its two selected assets, whose search for them has failed and waits.
    private func sessionThatWaits(
        of subject: PickerSubject, _ ids: [AssetID]
    ) async throws -> (session: PickerSession, album: AlbumID, attempts: Int, due: ManualClock.Instant) {
        let album = subject.store.change { $0.makeAlbum("Trip", [ids[40]]) }
        let session = try await subject.openSession { $0.selection = .continuousAndOrdered }
        for position in [40, 5] { session.toggle(position) }
        let reads = subject.store.statistics.reads(of: .readIdentifiers)
        subject.store.faults.failingOperations = [.readIdentifiers: "broken"]
        session.browser.choose(.album(album))
        await subject.run {
            session.browser.list?.count == 1 && subject.store.statistics.reads(of: .readIdentifiers) > reads
        }
        let due = subject.clock.now.advanced(by: session.browser.grid.options.retryDelay)
        await subject.clock.waitUntilSleeping(until: due)
        return (session, album, subject.store.statistics.reads(of: .readIdentifiers), due)
    }

    // the session                            | the library
    // waits after an error                   | adds assets to the album
    // does not look again
    // looks again after the pause            | answers
    @Test func `Changes of the library do not cut the pause of a search short`() async throws {
        let subject = try PickerSubject()
        let ids = await subject.ids()
        let (session, album, attempts, due) = try await sessionThatWaits(of: subject, ids)
        for count in 1...20 {
            subject.store.change { $0.add([ids[40 + count]], to: album) }
            await subject.run { session.browser.list?.count == count + 1 }
        }
        for _ in 0..<3 { _ = await subject.ids() }
        #expect(subject.store.statistics.reads(of: .readIdentifiers) == attempts)
        subject.store.faults = .none
        // Beyond the pause of any further attempt, which there should not have been.
        subject.clock.advance(to: due.advanced(by: .seconds(100)))
        await subject.run { session.isSettled }
        let members = await subject.ids(.album(album))
        #expect(session.selection.positions.map { members[$0] } == [ids[40]])
        #expect(session.selection.count == 2)
    }

    @Test func `Where the last asset is deselected that a search looks for, the search ends`() async throws {
        let subject = try PickerSubject()
        let (session, _, attempts, due) = try await sessionThatWaits(of: subject, await subject.ids())
        session.deselectAll()
        #expect(session.isSettled && session.browser.grid.asking == nil)
        subject.clock.advance(to: due)
        for _ in 0..<3 { _ = await subject.ids() }
        #expect(subject.store.statistics.reads(of: .readIdentifiers) == attempts)
    }

    // the session                            | the app
    // has looked for what is selected        |
    // reports the selection                  | cancels the session
    // does not look once more
    @Test func `A session that its own handler ends looks for nothing more`() async throws {
        let subject = try PickerSubject()
        let ids = await subject.ids()
        let (session, album, attempts, due) = try await sessionThatWaits(of: subject, ids)
        subject.store.change { $0.add([ids[20]], to: album) }
        await subject.run { session.browser.list?.count == 2 }
        subject.store.faults = .none
        session.onSelectionChange = { [weak session] _ in session?.cancel() }
        subject.clock.advance(to: due)
        await subject.run { session.phase == .cancelled }
        for _ in 0..<3 { _ = await subject.ids() }
        #expect(subject.store.statistics.reads(of: .readIdentifiers) == attempts + 1)
    }
}
