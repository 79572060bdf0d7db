import Testing

@testable import CameraRoll

@Suite struct CallTableTests {
    private var table = CallTable()

    @Test mutating func `The first deadline sets the timer, and an earlier one sets it anew`() {
        #expect(admit(.seconds(10), at: 0) == .seconds(10))
        #expect(admit(.seconds(10), at: 1) == nil)
        #expect(admit(nil, at: 1) == nil)
        #expect(admit(.seconds(2), at: 3) == .seconds(5))
        #expect(admit(.seconds(2), at: 3) == nil)
        #expect(table.count == 5)
    }

    @Test mutating func `Calls whose time is over end once but still count, and the timer goes to the next`() {
        for seconds in [5, 1, 3, 1] { _ = admit(.seconds(seconds), at: 0) }
        let first = table.expire(now: .seconds(1))
        #expect(first.expired.count == 2)
        #expect(first.timer == .seconds(3))
        let second = table.expire(now: .seconds(60))
        #expect(second.expired.count == 2)
        #expect(second.timer == nil)
        #expect(table.count == 4)
        #expect(table.expire(now: .seconds(60)).expired.isEmpty)
        #expect(admit(.seconds(1), at: 61) == .seconds(62))
    }

    @Test mutating func `Deadlines close together share one look at the table`() {
        _ = admit(.milliseconds(1_000), at: 0)
        _ = admit(.milliseconds(1_001), at: 0)
        let expiry = table.expire(now: .milliseconds(1_000))
        #expect(expiry.timer == .milliseconds(1_002))
        #expect(table.expire(now: .milliseconds(1_002)).expired.count == 1)
    }

    @Test mutating func `A call that has left does not expire, and makes room`() {
        let call = SilentCall()
        #expect(
            table.admit(call, deadline: ReadDeadline(.seconds(1), isRenewedByProgress: false), now: .zero, limit: 1)
                .isAdmitted)
        #expect(
            !table.admit(SilentCall(), deadline: ReadDeadline(nil, isRenewedByProgress: false), now: .zero, limit: 1)
                .isAdmitted)
        table.leave(call)
        #expect(table.expire(now: .seconds(2)).expired.isEmpty)
        #expect(
            table.admit(SilentCall(), deadline: ReadDeadline(nil, isRenewedByProgress: false), now: .zero, limit: 1)
                .isAdmitted)
    }

    @Test mutating func `A call whose time is over takes up room until it leaves`() {
        let call = SilentCall()
        _ = table.admit(call, deadline: ReadDeadline(.seconds(1), isRenewedByProgress: false), now: .zero, limit: 1)
        #expect(table.expire(now: .seconds(1)).expired.count == 1)
        #expect(
            !table.admit(
                SilentCall(), deadline: ReadDeadline(nil, isRenewedByProgress: false), now: .seconds(1), limit: 1
            ).isAdmitted)
        table.leave(call)
        #expect(
            table.admit(
                SilentCall(), deadline: ReadDeadline(nil, isRenewedByProgress: false), now: .seconds(1), limit: 1
            ).isAdmitted)
    }

    private mutating func admit(_ deadline: Duration?, at seconds: Int) -> Duration? {
        table.admit(
            SilentCall(), deadline: ReadDeadline(deadline, isRenewedByProgress: false), now: .seconds(seconds),
            limit: 100
        ).timer
    }
}

private final class SilentCall: EndableCall {
    let operation: LibraryOperation = "silent"
    func end(_ error: LibraryError) {}
}
