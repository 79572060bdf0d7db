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
