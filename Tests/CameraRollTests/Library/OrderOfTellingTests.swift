import CameraRollTesting
import Testing

@testable import CameraRoll

/// Those who are told of something together hear of it in the order in which they came, in every process the same.
@Suite(.timeLimit(.minutes(10))) struct OrderOfTellingTests {
    private static let all = Array(0..<40)
    private let notes = SharedNotes<Int>()

    @Test func `Handlers of an authorization`() {
        let handlers = AuthorizationHandlers()
        let observations = Self.all.map { number in handlers.add { notes.append(number) } }
        handlers.statusChanged()
        #expect(notes.all == Self.all)
        withExtendedLifetime(observations) {}
    }

    @Test func `Actions at the next change`() {
        let center = ChangeCenter(ChangeDelay(), clock: ElapsedClock(ManualClock()))
        for number in Self.all { _ = center.atNextChange { notes.append(number) } }
        center.libraryChanged()
        #expect(notes.all == Self.all)
    }

    // Subscribers                  Center
    // -----------                  ------
    // wait, one after the other
    //                              ends all
    // hear of it, one after the other
    @MainActor @Test(arguments: [false, true])
    func `Subscribers to changes`(ends: Bool) async throws {
        let center = ChangeCenter(ChangeDelay(), clock: ElapsedClock(ManualClock()))
        let readers = Self.all.map { number in
            let inbox = ChangeInbox(nil)
            _ = center.join(inbox)
            return Task { @MainActor in
                _ = try? await inbox.next()
                notes.append(number)
            }
        }
        // Behind all of them in the main actor's line.
        await Task { @MainActor in }.value
        if ends { center.end(.shutDown) } else { center.reload(.foreground) }
        for reader in readers { await reader.value }
        #expect(notes.all == Self.all)
    }
}
