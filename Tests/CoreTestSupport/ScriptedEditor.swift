package import CameraRoll
import CameraRollTesting

/// An editor that does what a test says, and records the edits that have reached it.
package struct ScriptedEditor: EditorBackend {
    package let reached = Notes<LibraryEdit>()
    private var asks: @Sendable ([LibraryEdit]) -> Bool = { _ in false }
    private let body: @Sendable (EditTransaction) throws(EditError) -> EditReceipt

    /// - Parameter body: the script; by default it commits and returns an empty receipt.
    package init(
        _ body: @escaping @Sendable (EditTransaction) throws(EditError) -> EditReceipt = {
            (transaction: EditTransaction) throws(EditError) in
            try transaction.commit()
            return EditReceipt()
        }
    ) {
        self.body = body
    }

    /// The same editor, which may ask the user about some edits; otherwise it asks about none.
    package func asking(about asks: @escaping @Sendable ([LibraryEdit]) -> Bool) -> ScriptedEditor {
        var editor = self
        editor.asks = asks
        return editor
    }

    package func perform(_ transaction: EditTransaction) throws(EditError) -> EditReceipt {
        for edit in transaction.edits { reached.append(edit) }
        return try body(transaction)
    }

    package func mayAsk(_ edits: [LibraryEdit]) -> Bool { asks(edits) }
}

extension EditTransaction {
    /// A transaction that a test recognizes by its title.
    package convenience init(_ title: String) {
        self.init([.rename(.existing("album"), title: title)])
    }
}

/// The error of edits; nil if they succeed.
package func editFailure<Value>(_ body: () async throws(EditError) -> Value) async -> EditError? {
    do throws(EditError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}

extension Result where Failure == any Error {
    /// The error of an edit.
    package var editError: EditError? {
        switch self {
        case .success: nil
        case .failure(let error): error as? EditError
        }
    }
}
