/// One transaction from being handed in to its one end: a pure state machine (*Ends Exactly Once*).
///
/// Three parties meet here: the caller, who waits or gives up; the editor, which carries the edits out; and the door,
/// which may close. Up to the commit whoever gives up ends it, and nothing is changed; from then on only the editor
/// does.
struct EditState {
    typealias Outcome = Result<EditReceipt, EditError>
    typealias Waiter = CheckedContinuation<Outcome, Never>

    private enum Phase {
        /// In line, or with the editor, which has changed nothing yet.
        case pending
        /// The editor is doing what cannot be undone.
        case committing
        case over(Outcome)
    }

    private var phase = Phase.pending
    private var waiter: Waiter?
    private var onCancel: (@Sendable () -> Void)?

    /// Why it is not to be carried out; nil where it is.
    var refusal: EditError? {
        if case .over(.failure(let error)) = phase { error } else { nil }
    }

    /// The caller has come to wait; returns the outcome where there is one already.
    mutating func wait(_ continuation: Waiter) -> Outcome? {
        if case .over(let outcome) = phase { return outcome }
        waiter = continuation
        return nil
    }

    /// The editor is about to do what cannot be undone; returns why it must not, if so.
    mutating func commit() -> EditError? {
        switch phase {
        case .pending:
            phase = .committing
            return nil
        case .committing: return nil
        case .over(.failure(let error)): return error
        case .over(.success): return .failed(reason: "the transaction is over")
        }
    }

    /// The editor waits for something, such as the user, and is to be told where nobody wants the edits any more.
    ///
    /// Returns false where that is so already.
    mutating func onCancel(_ action: @escaping @Sendable () -> Void) -> Bool {
        guard case .pending = phase else { return refusal == nil }
        onCancel = action
        return true
    }

    /// The editor is done.
    mutating func finish(_ outcome: Outcome) -> (waiter: Waiter?, action: (@Sendable () -> Void)?) {
        if case .over = phase { return (nil, nil) }
        return end(outcome)
    }

    /// The caller or the door gives up; has no effect from the commit on.
    mutating func giveUp(_ error: EditError) -> (waiter: Waiter?, action: (@Sendable () -> Void)?) {
        guard case .pending = phase else { return (nil, nil) }
        return end(.failure(error))
    }

    private mutating func end(_ outcome: Outcome) -> (waiter: Waiter?, action: (@Sendable () -> Void)?) {
        phase = .over(outcome)
        return (waiter.take(), onCancel.take())
    }
}
