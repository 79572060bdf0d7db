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
