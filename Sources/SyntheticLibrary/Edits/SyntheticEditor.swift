import CameraRoll
import Foundation

/// Carries out edits of a store: all of a transaction on a copy first, which then takes the place of the contents.
struct SyntheticEditor: LibraryEditor {
    private let store: SyntheticStore
    private let access: SyntheticAccess
    private let identity: LibraryIdentity

    init(_ store: SyntheticStore, _ access: SyntheticAccess, _ identity: LibraryIdentity) {
        self.store = store
        self.access = access
        self.identity = identity
    }

    /// Tries the edits, asks the user where that is due, and carries them out; the lock is free while the user thinks.
    func perform(_ transaction: EditTransaction) throws(EditError) -> EditReceipt {
        let failures = failures(of: transaction.edits)
        if store.configuration.consent.isNeeded(for: transaction.edits) {
            // Nobody is asked about what cannot be done.
            try store.tryOut(transaction.edits, failures: failures, isLimited: access.isLimited)
            try store.consents.ask(for: transaction)
        }
        // Before the lock is taken: this asks the app's authorization, which may look at the store.
        try transaction.commit()
        // Only now: the user may have thought of the permission too.
        let isLimited = access.isLimited
        var (receipt, place) = try store.carryOut(transaction.edits, failures: failures, isLimited: isLimited)
        receipt.token = ChangeToken(library: identity, place: JournalPlace(number: place, isLimited: isLimited).data)
        for edit in transaction.edits { edit.removeMovedFiles() }
        return receipt
    }

    /// What goes wrong before which edit, apart from what the contents say: faults, and files that are not there.
    private func failures(of edits: [LibraryEdit]) -> [Int: EditError] {
        var failures: [Int: EditError] = [:]
        for (position, edit) in edits.enumerated() {
            if let problem = edit.problemWithFiles { failures[position] = problem }
        }
        if let fault = store.faults.editFailure { failures[fault.edit - 1] = fault.error }
        return failures
    }
}

extension SyntheticStore {
    /// Carries edits out on a copy that nobody keeps.
    fileprivate func tryOut(
        _ edits: [LibraryEdit], failures: [Int: EditError], isLimited: Bool
    ) throws(EditError) {
        var application = EditApplication(to: withState { $0.contents(isLimited: isLimited) })
        try application.run(edits, failures: failures)
    }

    /// Carries edits out; returns what was created, and the place in the journal behind it.
    fileprivate func carryOut(
        _ edits: [LibraryEdit], failures: [Int: EditError], isLimited: Bool
    ) throws(EditError) -> (EditReceipt, place: Int) {
        try withState { state throws(EditError) in
            var application = EditApplication(to: state.contents(isLimited: isLimited))
            try application.run(edits, failures: failures)
            state.pay(state.costs.commit)
            state.contents = application.contents
            state.contents.limits = nil
            return (application.receipt, state.journal.end + state.contents.log.entries.count)
        }
    }
}

// MARK: - Files

extension LibraryEdit {
    /// What is wrong with the files of an asset to be created, if anything is.
    fileprivate var problemWithFiles: EditError? {
        guard case .createAsset(let placeholder, let asset) = self else { return nil }
        let reason = asset.resources.lazy.compactMap(\.contents.problem).first
        return reason.map { .missingResource(placeholder, reason: $0) }
    }

    /// Removes the files that were to be moved into the library.
    fileprivate func removeMovedFiles() {
        guard case .createAsset(_, let asset) = self else { return }
        for case .file(let file, isMoved: true) in asset.resources.map(\.contents) {
            try? FileManager.default.removeItem(at: file)
        }
    }
}

extension NewAsset.Resource.Contents {
    /// Why it cannot be read, if that is so.
    fileprivate var problem: String? {
        switch self {
        case .data(let data): data.isEmpty ? "it is empty" : nil
        case .file(let file, _): Self.canRead(file) ? nil : "\(file.path) cannot be opened"
        }
    }

    private static func canRead(_ file: URL) -> Bool {
        guard let handle = try? FileHandle(forReadingFrom: file) else { return false }
        // A directory can be opened, but not read.
        return (try? handle.read(upToCount: 1)) != nil
    }
}
