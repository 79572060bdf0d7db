import CameraRoll

/// The course of a picker session: a pure state machine, in which finishing and canceling exclude each other.
///
/// Finishing takes time, since the selected assets have to be read: it begins, and is then committed or abandoned.
/// Until it is committed, canceling wins; from then on nothing changes the end.
struct PickerLifecycle: Hashable {
    /// The current phase.
    private(set) var phase = PickerSession.Phase.idle

    /// Opens the session; returns false if it was opened before, or has ended.
    mutating func open() -> Bool { move(from: .idle, to: .open) }

    /// Why the session cannot begin to finish; nil if it can.
    var refusalToFinish: PickerError? {
        switch phase {
        case .idle: .notOpen
        case .open: nil
        case .finishing: .isFinishing
        case .finished, .cancelled: .hasEnded(phase)
        }
    }

    /// Begins to finish the open session.
    mutating func beginFinishing() { _ = move(from: .open, to: .finishing) }

    /// Goes back to the open session, after the selected assets could not be read.
    mutating func abandonFinishing() { _ = move(from: .finishing, to: .open) }

    /// Finishes the session; returns false if it was canceled meanwhile.
    mutating func commitFinishing() -> Bool { move(from: .finishing, to: .finished) }

    /// Cancels the session; returns false if it has ended.
    mutating func cancel() -> Bool {
        guard !phase.isEnd else { return false }
        phase = .cancelled
        return true
    }

    private mutating func move(from old: PickerSession.Phase, to new: PickerSession.Phase) -> Bool {
        guard phase == old else { return false }
        phase = new
        return true
    }
}

extension PickerSession {
    /// A part of a session's course.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// It was created, and not opened yet.
        case idle
        /// The user selects.
        case open
        /// The user has finished, and the selected assets are read.
        case finishing
        /// It has ended with results.
        case finished
        /// It has ended without results.
        case cancelled

        /// Whether the session has ended.
        public var isEnd: Bool { self == .finished || self == .cancelled }
    }
}

/// Ends a picker's session with the state of the view that presents it.
///
/// A view disappears also when another one covers it: one that is pushed, a tab, a full-screen cover. Its state stays
/// then, and is released once the view is presented no more: keep this object in the state.
@MainActor public final class PresentationEnd {
    /// The session; nil before it is known, and once it was told of the end.
    public var session: PickerSession?

    /// Creates an end without a session.
    public init() {}

    /// Tells the session that it is presented no more, as a sheet's `onDismiss` does at once.
    public func end() {
        session?.dismissed()
        session = nil
    }

    deinit {
        guard let session else { return }
        Task { @MainActor in session.dismissed() }
    }
}
