import CameraRoll

/// What a check has done before and after a library's editor carries a transaction out, on the thread of the edits.
final class EditHooks: Sendable {
    typealias Outcome = Result<EditReceipt, EditError>

    private struct Contents {
        var before: (@Sendable () -> Void)?
        var after: (@Sendable (EditTransaction, Outcome) -> Void)?
    }

    private let contents = Lock(Contents())

    /// Says what is to be done from now on; both may block.
    func set(
        before: @escaping @Sendable () -> Void = {}, after: @escaping @Sendable (EditTransaction, Outcome) -> Void
    ) {
        contents.withLock { contents in
            contents.before = before
            contents.after = after
        }
    }

    fileprivate var before: (@Sendable () -> Void)? { contents.withLock { $0.before } }
    fileprivate var after: (@Sendable (EditTransaction, Outcome) -> Void)? { contents.withLock { $0.after } }
}

/// A library's editor with something in front of it.
struct HookedEditor: LibraryEditor {
    let base: any LibraryEditor
    let hooks: EditHooks

    func perform(_ transaction: EditTransaction) throws(EditError) -> EditReceipt {
        hooks.before?()
        let outcome: EditHooks.Outcome
        do throws(EditError) {
            outcome = .success(try base.perform(transaction))
        } catch {
            outcome = .failure(error)
        }
        hooks.after?(transaction, outcome)
        return try outcome.get()
    }
}
