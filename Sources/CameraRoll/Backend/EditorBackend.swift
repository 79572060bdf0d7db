/// Carries out the edits of a library: obtained on the library executor, and used on its own thread (*Never
/// Blocked*).
///
/// Reads continue meanwhile, so an editor may wait for the user's consent for as long as it takes.
public protocol EditorBackend: Sendable {
    /// Carries out the edits of a transaction: all of them, in order, or none.
    ///
    /// May block. Transactions are carried out one at a time; those about which the editor ``mayAsk(_:)`` form a second
    /// queue beside the others. The editor calls ``EditTransaction/commit()`` once: after it asked the user, and before
    /// it does anything that cannot be undone. An editor whose library asks by itself, as Photos does within its own
    /// change block, commits before that question, which can then no longer be withdrawn; if the user refuses, it
    /// throws `EditError.refusedByUser`, and nothing was changed.
    ///
    /// - Throws: the reason why nothing was changed.
    func perform(_ transaction: EditTransaction) throws(EditError) -> EditReceipt

    /// Whether the user may be asked about a transaction of these edits.
    ///
    /// Such transactions wait for each other only, on a thread of their own, so that an open question delays no other
    /// edit. An editor that returns true is called by two threads at a time. It decides by the edits alone, on the
    /// caller's thread, and must not block. It is called once for each transaction, and by
    /// ``MediaManager/support(for:)`` for edits that may be refused later.
    func mayAsk(_ edits: [LibraryEdit]) -> Bool
}

extension EditorBackend {
    /// Returns false: the user is never asked.
    public func mayAsk(_ edits: [LibraryEdit]) -> Bool { false }
}

/// The edits of one transaction, from their submission to their single end (*Ends Exactly Once*).
public final class EditTransaction: Sendable {
    /// The edits, in order; they are consistent, as far as that can be checked without the library.
    public let edits: [LibraryEdit]
    /// What the library returned for the edits on its executor; nil if it returned nothing.
    ///
    /// See ``PhotoLibraryBackend/resolve(_:)-([LibraryEdit])``.
    public let resolved: (any Sendable)?
    private let state = Lock(EditState())
    /// Returns the error if the user's permission no longer allows the edits; otherwise nil.
    private let refusal: @Sendable () -> EditError?

    /// Creates a transaction without a waiting caller, for tests of editors.
    ///
    /// - Parameters:
    ///   - edits: the edits.
    ///   - resolved: what the library returned for them.
    public convenience init(_ edits: [LibraryEdit], resolved: (any Sendable)? = nil) {
        self.init(edits, resolved: resolved, refusal: { nil })
    }

    init(
        _ edits: [LibraryEdit], resolved: (any Sendable)? = nil, refusal: @escaping @Sendable () -> EditError?
    ) {
        self.edits = edits
        self.resolved = resolved
        self.refusal = refusal
    }

    /// Whether the transaction was canceled or refused.
    public var isCancelled: Bool { state.withLock { $0.refusal != nil } }

    /// The point of no return: called by the editor directly before it does what cannot be undone.
    ///
    /// From then on the caller waits for the outcome, even if its task is canceled: a caller that receives
    /// `.cancelled` therefore knows that nothing was changed.
    ///
    /// - Throws: `.cancelled` or `.shutDown` if the transaction was canceled, and `.library(.notAuthorized)` if the
    ///   user's permission no longer allows it; the editor rethrows the error.
    public func commit() throws(EditError) {
        giveUpUnlessAllowed()
        if let error = state.withLock({ $0.commit() }) { throw error }
    }

    /// Calls an action when the transaction is canceled; at once if it already was.
    ///
    /// An editor that waits for the user ends its wait in this action. It is called on any thread, even the main one
    /// or the library's, and must not block. Only the last action is kept, and none is called after the commit.
    public func onCancel(_ action: @escaping @Sendable () -> Void) {
        if !state.withLock({ $0.onCancel(action) }) { action() }
    }

    /// Ends the transaction if the permission was revoked meanwhile, unless it is committed or has ended.
    func giveUpUnlessAllowed() {
        if let refusal = refusal() { giveUp(refusal) }
    }

    /// Carries out the edits, unless the transaction was canceled.
    func run(by editor: any EditorBackend) {
        guard !isCancelled else { return }
        do throws(EditError) {
            finish(.success(try editor.perform(self)))
        } catch {
            finish(.failure(error))
        }
    }

    /// Ends the transaction with an error, unless it is committed or has ended.
    func giveUp(_ error: EditError) {
        abandon(error)()
    }

    /// Ends the transaction as ``giveUp(_:)`` does; returns a closure that notifies the editor and the caller, to be
    /// called once.
    func abandon(_ error: EditError) -> () -> Void {
        let (waiter, action) = state.withLock { $0.giveUp(error) }
        return {
            // The action first: a caller that receives the error must find that the editor no longer waits.
            action?()
            waiter?.resume(returning: .failure(error))
        }
    }

    /// Waits for the end; a canceled task cancels the transaction.
    func receipt() async throws(EditError) -> EditReceipt {
        let outcome = await withCancellableContinuation { continuation in
            if let outcome = state.withLock({ $0.wait(continuation) }) { continuation.resume(returning: outcome) }
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

/// The state of one transaction, from its submission to its single end: a pure state machine (*Ends Exactly Once*).
///
/// Three parties meet here: the caller, who waits or cancels; the editor, which carries out the edits; and
/// `LibraryAccess`, which may close. Up to the commit, any cancellation ends the transaction, and nothing is changed;
/// after the commit only the editor ends it.
struct EditState {
    typealias Outcome = Result<EditReceipt, EditError>
    typealias Waiter = CompletionState<Outcome>.Waiter

    private enum Phase {
        /// Queued, or with the editor, which has changed nothing yet.
        case pending
        /// The editor does what cannot be undone.
        case committing
        /// Ended; with the reason not to carry it out, if any.
        case over(EditError?)
    }

    private var phase = Phase.pending
    private var completion = CompletionState<Outcome>()
    private var onCancel: (@Sendable () -> Void)?

    /// The error that ended the transaction; nil if it may be carried out, or has succeeded.
    var refusal: EditError? {
        if case .over(let error) = phase { error } else { nil }
    }

    /// Registers the caller that waits; returns the outcome if there is one already.
    mutating func wait(_ continuation: Waiter) -> Outcome? {
        completion.wait(continuation, otherwise: .failure(.cancelled))
    }

    /// Handles the editor's commit; returns an error if the editor must not continue.
    mutating func commit() -> EditError? {
        switch phase {
        case .pending:
            phase = .committing
            return nil
        case .committing: return nil
        case .over(let error): return error ?? .failed(reason: "the transaction is over")
        }
    }

    /// Registers an action for the cancellation, for an editor that waits, for example for the user.
    ///
    /// Returns false if the transaction was already canceled.
    mutating func onCancel(_ action: @escaping @Sendable () -> Void) -> Bool {
        guard case .pending = phase else { return refusal == nil }
        onCancel = action
        return true
    }

    /// Handles the editor's end.
    mutating func finish(_ outcome: Outcome) -> (waiter: Waiter?, action: (@Sendable () -> Void)?) {
        if case .over = phase { return (nil, nil) }
        return end(outcome)
    }

    /// Handles the cancellation by the caller or by `LibraryAccess`; has no effect after the commit.
    mutating func giveUp(_ error: EditError) -> (waiter: Waiter?, action: (@Sendable () -> Void)?) {
        guard case .pending = phase else { return (nil, nil) }
        return end(.failure(error))
    }

    private mutating func end(_ outcome: Outcome) -> (waiter: Waiter?, action: (@Sendable () -> Void)?) {
        if case .failure(let error) = outcome { phase = .over(error) } else { phase = .over(nil) }
        return (completion.end(outcome).waiter, onCancel.take())
    }
}
