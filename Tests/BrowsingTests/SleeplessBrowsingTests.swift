import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// Attempts that are repeated after a pause, with a clock that cannot wait: they never follow each other at once.
@MainActor @Suite(.timeLimit(.hang)) struct SleeplessBrowsingTests {
    /// The options of a grid that waits for an hour after each error.
    private static var patient: GridOptions {
        var options = GridOptions(cellSize: PixelSize(width: 8, height: 8))
        options.retryDelay = .seconds(3_600)
        return options
    }

    private func subject(_ flaw: SleeplessClock.Flaw, retryDelay: Duration) throws -> GridSubject {
        try GridSubject(SyntheticConfiguration(assets: 100, seed: 5), flaw: flaw) { $0.retryDelay = retryDelay }
    }

    @Test(arguments: SleeplessClock.Flaw.allCases)
    func `A list that cannot be opened is not opened again at once`(_ flaw: SleeplessClock.Flaw) async throws {
        let subject = try subject(flaw, retryDelay: .seconds(3_600))
        let grid = subject.grid
        subject.store.faults.failingOperations[.fetch] = "disk error"
        grid.show(.all)
        await subject.run { if case .failed = grid.state { true } else { false } }
        let attempts = subject.store.statistics.reads(of: .fetch)
        try await subject.takeTurns(10)
        #expect(subject.store.statistics.reads(of: .fetch) == attempts)
    }

    @Test(arguments: SleeplessClock.Flaw.allCases)
    func `A page that fails is not read again at once`(_ flaw: SleeplessClock.Flaw) async throws {
        let subject = try subject(flaw, retryDelay: .seconds(3_600))
        let grid = subject.grid
        grid.show(.all)
        await subject.run { grid.snapshot != nil }
        subject.store.faults.failingOperations[.readAssets] = "disk error"
        grid.scrolled(to: 0..<20)
        await subject.run { grid.isPaused && grid.pageTasks.isEmpty }
        let reads = subject.reads
        try await subject.takeTurns(10)
        #expect(subject.reads == reads)
    }

    @Test(arguments: SleeplessClock.Flaw.allCases)
    func `A page that has failed is read again after the pause`(_ flaw: SleeplessClock.Flaw) async throws {
        let subject = try subject(flaw, retryDelay: .milliseconds(1))
        let grid = subject.grid
        grid.show(.all)
        await subject.run { grid.snapshot != nil }
        subject.store.faults.failingOperations[.readAssets] = "disk error"
        grid.scrolled(to: 0..<20)
        await subject.run { grid.isPaused }
        subject.store.faults = .none
        await subject.run { grid.asset(at: 0) != nil && grid.state == .ready }
    }

    @Test(arguments: SleeplessClock.Flaw.allCases)
    func `Selected assets that could not be looked for are not looked for again at once`(
        _ flaw: SleeplessClock.Flaw
    ) async throws {
        let subject = try PickerSubject(SyntheticConfiguration(assets: 100), flaw: flaw)
        let ids = await subject.ids()
        let album = subject.store.change { $0.makeAlbum("Trip", [ids[8]]) }
        let session = try await subject.openSession(grid: Self.patient)
        session.toggle(8)
        let before = subject.store.statistics.reads(of: .readIdentifiers)
        subject.store.faults.failingOperations = [.readIdentifiers: "broken"]
        session.browser.choose(.album(album))
        await subject.run {
            session.browser.state == .ready && subject.store.statistics.reads(of: .readIdentifiers) > before
        }
        let attempts = subject.store.statistics.reads(of: .readIdentifiers)
        for _ in 0..<10 { _ = await subject.ids(.all.prefix(1)) }
        #expect(subject.store.statistics.reads(of: .readIdentifiers) == attempts)
        #expect(!session.isSettled)
    }
}
