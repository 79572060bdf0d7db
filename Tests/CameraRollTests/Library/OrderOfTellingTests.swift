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
}
