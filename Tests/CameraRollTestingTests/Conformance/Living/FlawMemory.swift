import CameraRoll
import CameraRollTesting
import Synchronization

/// What a broken library and its editor remember, also from one opening to the next.
final class FlawMemory: Sendable {
    /// Nil where the library is good.
    let flaw: LivingFlaw?
    /// What a signal that never comes, or an editor that never ends, waits for.
    let end: BlockingGate
    let openings = Atomic(0)
    let observations = Atomic(0)
    private let signals = Lock<[ChangeSignal]>([])
    private let firstToken = Lock<ChangeToken?>(nil)

    /// Whether the library has an editor.
    let isEditable: Bool

    init(_ flaw: LivingFlaw?, end: BlockingGate, isEditable: Bool = true) {
        self.flaw = flaw
        self.isEditable = isEditable
        self.end = end
    }

    func add(_ signal: ChangeSignal) {
        signals.withLock { $0.append(signal) }
    }

    /// Calls all signals there ever were.
    func signalAll() {
        for signal in signals.withLock(\.self) { signal.libraryChanged() }
    }

    /// The first token there was.
    func oldest(_ token: ChangeToken?) -> ChangeToken? {
        firstToken.withLock { first in
            first = first ?? token
            return first
        }
    }
}
