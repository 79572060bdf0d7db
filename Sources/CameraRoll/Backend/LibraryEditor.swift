/// What a library offers for edits: handed out behind the door, and used on a thread of its own (*Never Blocked*).
///
/// Reads go on meanwhile, so a library may wait for the user's consent for as long as it takes.
public protocol LibraryEditor: Sendable {
    /// Carries out the edits of a transaction: all of them, in their order, or none.
    ///
    /// May block; one transaction is carried out at a time. Before it does what cannot be undone, and after it asked
    /// the user, it calls ``EditTransaction/commit()``, once.
    ///
    /// - Throws: why nothing was changed.
    func perform(_ transaction: EditTransaction) throws(EditError) -> EditReceipt
}

/// Edits on their way through a library's editor, from being handed in to their one end (*Ends Exactly Once*).
public final class EditTransaction: Sendable {
    /// The edits, in their order; they fit each other, as far as that can be told without the library.
    public let edits: [LibraryEdit]
    private let state = Lock(EditState())
    /// What the user may have to say against it; nothing where nil.
    private let refusal: @Sendable () -> EditError?

    /// A transaction that somebody else waits for, or nobody; for tests of editors.
    public convenience init(_ edits: [LibraryEdit]) {
        self.init(edits, refusal: { nil })
    }

    init(_ edits: [LibraryEdit], refusal: @escaping @Sendable () -> EditError?) {
        self.edits = edits
        self.refusal = refusal
    }

    /// Whether nobody wants the edits any more.
    public var isCancelled: Bool { state.withLock { $0.refusal != nil } }

    /// The point of no return: called by the editor right before it does what cannot be undone.
    ///
    /// From here on the caller waits for the outcome, also where its task is cancelled: so whoever reads `.cancelled`
    /// knows that nothing was changed.
    ///
    /// - Throws: `.cancelled` or `.shutDown`, where nobody wants the edits any more, and `.library(.notAuthorized)`
    ///   where the user does not allow them any more; the editor passes it on.
    public func commit() throws(EditError) {
        giveUpUnlessAllowed()
        if let error = state.withLock({ $0.commit() }) { throw error }
    }

    /// Has something done when nobody wants the edits any more; at once where that is so already.
    ///
    /// For an editor that waits for the user: it ends its wait here. The last action counts; from the commit on none is
    /// called any more.
    public func onCancel(_ action: @escaping @Sendable () -> Void) {
        if !state.withLock({ $0.onCancel(action) }) { action() }
    }

    /// Ends it where the permission was withdrawn meanwhile, unless its end has begun.
    func giveUpUnlessAllowed() {
        if let refusal = refusal() { giveUp(refusal) }
    }

    /// Carries the edits out, unless nobody wants them any more.
    func run(by editor: any LibraryEditor) {
        guard !isCancelled else { return }
        do throws(EditError) {
            finish(.success(try editor.perform(self)))
        } catch {
            finish(.failure(error))
        }
    }

    /// Ends it, unless its end has begun.
    func giveUp(_ error: EditError) {
        let (waiter, action) = state.withLock { $0.giveUp(error) }
        // First: whoever reads the error finds the editor waiting no more.
        action?()
        waiter?.resume(returning: .failure(error))
    }

    /// Waits for the end; a task that is cancelled gives up.
    func receipt() async throws(EditError) -> EditReceipt {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let outcome = state.withLock({ $0.wait(continuation) }) { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            giveUp(.cancelled)
        }
        return try outcome.get()
    }

    private func finish(_ outcome: EditState.Outcome) {
        let (waiter, action) = state.withLock { $0.finish(outcome) }
        waiter?.resume(returning: outcome)
        withExtendedLifetime(action) {}
    }
}

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
