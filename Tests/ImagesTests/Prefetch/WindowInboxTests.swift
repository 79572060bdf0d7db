import CoreTestSupport
import Testing

@testable import CameraRoll

/// The requests of a window before the manager applies them.
@Suite struct WindowInboxTests {
    private static func inbox(count: Int = 100) throws -> WindowInbox {
        WindowInbox(try WindowPlanner(), count: count)
    }

    private static func snapshot(_ count: Int) -> AssetSnapshot {
        let opened = OpenedSnapshot(id: SnapshotID(number: 1), count: count, library: LibraryIdentity(rawValue: "i"))
        return AssetSnapshot(opened, of: .all, behind: ManualSetup().access)
    }

    @Test func `However often something is shown, one command waits, and the manager is notified once`() throws {
        var inbox = try Self.inbox()
        let told = try (0..<50).map { try inbox.show($0..<$0 + 10, speed: 0) }
        #expect(told.first == true && !told.dropFirst().contains(true))
        let (wish, none) = (inbox.take(), inbox.take())
        #expect(wish?.plan?.visible == 49..<59)
        #expect(none == nil)
        let isToldAgain = try inbox.show(0..<1, speed: 0)
        #expect(isToldAgain)
    }

    @Test func `What was shown before a new snapshot belongs to the old one, what is shown later to the new one`()
        throws
    {
        var inbox = try Self.inbox()
        _ = try inbox.show(90..<100, speed: 0)
        _ = inbox.rebase(on: Self.snapshot(50))
        #expect(throws: InvalidArgument.range(90..<100, count: 50)) {
            try inbox.show(90..<100, speed: 0)
        }
        _ = try inbox.show(10..<20, speed: 0)
        let taken = inbox.take()
        let wish = try #require(taken)
        #expect(wish.planBefore?.visible == 90..<100 && wish.plan?.visible == 10..<20 && wish.snapshot?.count == 50)
    }

    @Test func `Emptying forgets what was shown before it, and not what is shown after it`() throws {
        var inbox = try Self.inbox()
        _ = try inbox.show(0..<10, speed: 0)
        _ = inbox.empty()
        _ = try inbox.show(20..<30, speed: 0)
        let taken = inbox.take()
        let wish = try #require(taken)
        #expect(wish.empties && wish.planBefore == nil && wish.plan?.visible == 20..<30)
    }

    @Test func `What was shown between two new snapshots keeps its positions, as far as the list has them`() throws {
        var inbox = try Self.inbox()
        _ = inbox.rebase(on: Self.snapshot(50))
        _ = try inbox.show(40..<44, speed: 0)
        _ = inbox.rebase(on: Self.snapshot(42))
        let taken = inbox.take()
        let wish = try #require(taken)
        #expect(wish.plan?.visible == 38..<42 && wish.snapshot?.count == 42)
    }
}
