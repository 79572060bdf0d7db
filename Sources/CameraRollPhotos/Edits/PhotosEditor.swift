#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

/// Carries out transactions in Photos' change blocks.
///
/// The edits are first checked against the library, in turns of the library executor: Photos raises exceptions, which
/// Swift cannot catch, for a position beyond an album or an album that cannot be edited. Photos then carries them out
/// in one block, on a queue of its own, while the thread of the edits waits for as long as the user takes to answer.
final class PhotosEditor: EditorBackend {
    private let library: PHPhotoLibrary
    private let tokens: PhotosTokens
    private let known: KnownAssets
    private let availability: PhotosAvailability
    private let turns: LibraryTurns

    init(
        _ library: PHPhotoLibrary, _ tokens: PhotosTokens, _ known: KnownAssets, _ availability: PhotosAvailability,
        _ turns: LibraryTurns
    ) {
        self.library = library
        self.tokens = tokens
        self.known = known
        self.availability = availability
        self.turns = turns
    }

    /// Carries out a transaction, and commits it before Photos asks the user.
    ///
    /// Photos asks after its block has returned, when the edits can no longer be undone.
    func perform(_ transaction: EditTransaction) throws(EditError) -> EditReceipt {
        let validator = EditValidator(for: transaction.edits, known)
        // Its objects are released on the executor, as fetch results must be.
        defer { turns.post("release objects of edits") { validator.releaseObjects() } }
        try prepare(validator, transaction)
        try transaction.commit()
        let work = ChangeBlock(validator)
        do {
            // Formed in nonisolated code, since Photos calls it on a queue of its own.
            try library.performChangesAndWait { @Sendable in work.run() }
        } catch {
            throw EditError(photos: error, in: transaction.edits)
        }
        let receipt = try? turns.performAlways("read receipt of edits") { [library, tokens, availability] in
            var receipt = work.receipt
            // Nil unless the app may read the whole library.
            if availability.permission.read() == .authorized {
                receipt.token = tokens.token(at: library.currentChangeToken)
            }
            return receipt
        }
        // The edits have been carried out, even if the executor has been shut down meanwhile.
        return receipt ?? work.receipt
    }

    /// Whether Photos asks the user, as it does before it deletes or hides; the alert holds up no other change block.
    func mayAsk(_ edits: [LibraryEdit]) -> Bool {
        edits.contains { edit in
            switch edit {
            case .deleteAssets, .deleteCollections, .setHidden: true
            default: false
            }
        }
    }

    /// Checks the edits one after another, each in turns of its own, since the list of a long album takes many.
    private func prepare(_ validator: EditValidator, _ transaction: EditTransaction) throws(EditError) {
        for edit in transaction.edits {
            if transaction.isCancelled { throw .cancelled }
            if edit.onlyAdds {
                // Adding to the library needs no permission to read it.
                try validator.prepare(edit)
            } else {
                while try !advance(validator, edit) {}
            }
        }
    }

    /// Checks an edit in one turn, as far as possible; returns whether the edit is done.
    private func advance(_ validator: EditValidator, _ edit: LibraryEdit) throws(EditError) -> Bool {
        let isDone: Result<Bool, EditError>
        do throws(LibraryError) {
            isDone = try turns.perform("check edit") { [availability] () throws(LibraryError) in
                // If the library is away, nothing is found, which must not be mistaken for deleted assets.
                try availability.read { () throws(LibraryError) in
                    Result { () throws(EditError) in try validator.advance(edit) }
                }
            }
        } catch {
            throw .library(error)
        }
        return try isDone.get()
    }
}
#endif
