import CameraRoll
import CameraRollTesting
import Synchronization

/// The state of a broken library and its editor, kept across openings.
final class FlawMemory: Sendable {
    /// Nil for a correct library.
    let flaw: LivingFlaw?
    /// The gate that a missing signal, or an editor that never ends, waits for.
    let end: BlockingGate
    let openings = Atomic(0)
    let observations = Atomic(0)
    /// Whether the user is being asked, for an editor that forgets other edits meanwhile.
    let isAsking = Atomic(false)
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

    /// Calls all signals that were ever registered.
    func signalAll() {
        for signal in signals.withLock(\.self) { signal.libraryChanged() }
    }

    /// Returns the first token that was ever created.
    func oldest(_ token: ChangeToken?) -> ChangeToken? {
        firstToken.withLock { first in
            first = first ?? token
            return first
        }
    }
}
