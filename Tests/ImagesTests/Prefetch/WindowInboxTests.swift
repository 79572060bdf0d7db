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

    @Test func `In motion the manager is notified when a quarter of what the window reaches ahead is used up`() throws {
        var inbox = try Self.inbox(count: 1_000)
        // 100 items ahead at 200 items per second.
        let first = try inbox.show(100..<120, speed: 200)
        #expect(first && inbox.take()?.plan?.wanted.upperBound == 220)
        let steps = try (101...126).map { try inbox.show($0..<$0 + 20, speed: 200) }
        #expect(steps == Array(repeating: false, count: 25) + [true])
        let taken = inbox.take()
        #expect(taken?.plan?.visible == 126..<146)
    }

    @Test func `However long its lead, a slow window follows with each screen`() throws {
        let planner = try WindowPlanner(WindowLimits(maximumItemCount: 10_000, minimumLead: 4_000))
        var inbox = WindowInbox(planner, count: 100_000)
        _ = try inbox.show(20_000..<20_028, speed: 5)
        _ = inbox.take()
        let isNear = try (1...28).allSatisfy { try !inbox.show(20_000 + $0..<20_028 + $0, speed: 5) }
        let isNotified = try inbox.show(20_029..<20_057, speed: 5)
        #expect(isNear && isNotified)
    }

    @Test func `A turn, a jump, another speed and a rest are no small moves`() throws {
        let shown: [(Range<Int>, Double)] = [(100..<120, -200), (300..<320, 200), (100..<120, 80), (101..<121, 0)]
        for (visible, speed) in shown {
            var inbox = try Self.inbox(count: 1_000)
            _ = try inbox.show(100..<120, speed: 200)
            _ = inbox.take()
            let isNotified = try inbox.show(visible, speed: speed)
            #expect(isNotified, "\(visible) at \(speed)")
        }
    }

    @Test func `A range that is applied already counts again after a shortage, a failure or a stop`() throws {
        for again in [{ _ in }, { $0.expectRange() }, { _ = ($0.empty(), $0.take()) }] as [(inout WindowInbox) -> Void]
        {
            var inbox = try Self.inbox()
            _ = try inbox.show(10..<20, speed: 0, shortage: 1)
            _ = inbox.take()
            let isNotified = try inbox.show(10..<20, speed: 0, shortage: 1)
            #expect(!isNotified)
            again(&inbox)
            let isNotifiedAgain = try inbox.show(10..<20, speed: 0, shortage: 1)
            let isNotifiedOfShortage = try inbox.show(10..<20, speed: 0, shortage: 2)
            #expect(isNotifiedAgain != isNotifiedOfShortage)
        }
    }

    @Test func `What was shown without a notification is applied with the next command`() throws {
        var inbox = try Self.inbox(count: 1_000)
        _ = try inbox.show(100..<120, speed: 200)
        _ = inbox.take()
        let isNotified = try inbox.show(101..<121, speed: 200)
        let isNotifiedOfList = inbox.rebase(on: Self.snapshot(500))
        let taken = inbox.take()
        #expect(!isNotified && isNotifiedOfList && taken?.planBefore?.visible == 101..<121)
    }
}
