import CameraRollTesting

@testable import CameraRoll

/// An editor that does what a test says, and notes which edits have reached it.
struct ScriptedEditor: LibraryEditor {
    let reached = Notes<LibraryEdit>()
    private let body: @Sendable (EditTransaction) throws(EditError) -> EditReceipt

    /// - Parameter body: what it does; by default it commits and gives an empty receipt.
    init(
        _ body: @escaping @Sendable (EditTransaction) throws(EditError) -> EditReceipt = {
            (transaction: EditTransaction) throws(EditError) in
            try transaction.commit()
            return EditReceipt()
        }
    ) {
        self.body = body
    }

    func perform(_ transaction: EditTransaction) throws(EditError) -> EditReceipt {
        for edit in transaction.edits { reached.append(edit) }
        return try body(transaction)
    }
}

extension EditTransaction {
    /// A transaction that a test knows by its title.
    convenience init(_ title: String) {
        self.init([.rename(.existing("album"), title: title)])
    }
}

/// The error that edits end with; nil where they end well.
func editFailure<Value>(_ body: () async throws(EditError) -> Value) async -> EditError? {
    do throws(EditError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
