import CameraRoll

/// The life cycle of a picker session: a pure state machine in which finishing and canceling exclude each other.
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
    /// A phase of a session.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// The session was created but not opened.
        case idle
        /// The user selects.
        case open
        /// The user has finished, and the selected assets are being read.
        case finishing
        /// The session has ended with results.
        case finished
        /// The session has ended without results.
        case cancelled

        /// Whether the session has ended.
        public var isEnd: Bool { self == .finished || self == .cancelled }
    }
}

/// Ends a picker's session when the state of its presenting view is released.
///
/// A view also disappears when another one covers it, such as a pushed view, a tab or a full-screen cover. Its state is
/// kept then, and is released once the view is no longer presented: keep this object in the state.
@MainActor public final class PresentationEnd {
    /// The session; nil until it is known, and once it has been notified.
    public var session: PickerSession?

    /// Creates an object without a session.
    public init() {}

    /// Tells the session that it is no longer presented; call it in a sheet's `onDismiss`, for example.
    public func end() {
        session?.dismissed()
        session = nil
    }

    deinit {
        guard let session else { return }
        Task { @MainActor in session.dismissed() }
    }
}
