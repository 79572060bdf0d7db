import Testing

@testable import CameraRoll

@Suite struct PrefetchMailboxTests {
    @Test func `A permission that is narrowed again and again leaves one command behind another`() {
        let mailbox = PrefetchMailbox()
        var sent = 0
        for _ in 0..<1_000 where mailbox.append(.narrowing) { sent += 1 }
        _ = mailbox.append(.calls)
        for _ in 0..<1_000 where mailbox.append(.narrowing) { sent += 1 }
        #expect(sent == 1)
        #expect(mailbox.takeAll().count == 3)
    }
}
