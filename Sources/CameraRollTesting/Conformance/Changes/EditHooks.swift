import CameraRoll

/// Callbacks before and after a library's editor performs a transaction, on the thread of the edits.
final class EditHooks: Sendable {
    typealias Outcome = Result<EditReceipt, EditError>

    private struct Contents {
        var before: (@Sendable () -> Void)?
        var after: (@Sendable (EditTransaction, Outcome) -> Void)?
    }

    private let contents = Lock(Contents())

    /// Sets the callbacks; both may block.
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

/// A library's editor wrapped with callbacks.
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
