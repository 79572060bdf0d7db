import CameraRoll
import Foundation
import LibraryEditing

/// Performs edits of a store: a whole transaction on a copy first, which then replaces the contents.
struct SyntheticEditor: EditorBackend {
    private let store: SyntheticStore
    private let access: SyntheticAccess
    private let identity: LibraryIdentity

    init(_ store: SyntheticStore, _ access: SyntheticAccess, _ identity: LibraryIdentity) {
        self.store = store
        self.access = access
        self.identity = identity
    }

    /// Tries the edits, asks the user if required, and performs them; the lock is free while the user decides.
    func perform(_ transaction: EditTransaction) throws(EditError) -> EditReceipt {
        let failures = failures(of: transaction.edits)
        if store.configuration.consent.isNeeded(for: transaction.edits) {
            // The user is not asked about edits that would fail.
            try store.tryOut(transaction.edits, failures: failures, isLimited: access.isLimited)
            try store.consents.ask(for: transaction)
        }
        // Before the lock is taken: this checks the app's authorization, which may read the store.
        try transaction.commit()
        // Only now: the user may have changed the permission too.
        let isLimited = access.isLimited
        var (receipt, place) = try store.carryOut(transaction.edits, failures: failures, isLimited: isLimited)
        receipt.token = ChangeToken(library: identity, place: JournalPlace(number: place, isLimited: isLimited).data)
        for edit in transaction.edits { edit.removeMovedFiles() }
        return receipt
    }

    /// Whether the store's user wants to be asked about these edits.
    func mayAsk(_ edits: [LibraryEdit]) -> Bool { store.configuration.consent.isNeeded(for: edits) }

    /// The errors by edit that do not depend on the contents: faults, and missing files.
    private func failures(of edits: [LibraryEdit]) -> [Int: EditError] {
        var failures: [Int: EditError] = [:]
        for (position, edit) in edits.enumerated() {
            if let problem = edit.problemWithFiles { failures[position] = problem }
        }
        if let fault = store.faults.editFailure {
            failures[min(max(fault.edit, 1), edits.count + 1) - 1] = fault.error
        }
        return failures
    }
}

extension SyntheticStore {
    /// Performs edits on a copy that is discarded.
    fileprivate func tryOut(
        _ edits: [LibraryEdit], failures: [Int: EditError], isLimited: Bool
    ) throws(EditError) {
        var application = EditApplication(
            to: SyntheticEditStore(contents: withState { $0.contents(isLimited: isLimited) }))
        _ = try application.run(edits, failures: failures)
    }

    /// Performs edits; returns the receipt, and the place in the journal after them.
    fileprivate func carryOut(
        _ edits: [LibraryEdit], failures: [Int: EditError], isLimited: Bool
    ) throws(EditError) -> (EditReceipt, place: Int) {
        try withState { state throws(EditError) in
            var application = EditApplication(to: SyntheticEditStore(contents: state.contents(isLimited: isLimited)))
            let receipt = try application.run(edits, failures: failures)
            state.pay(state.costs.commit)
            state.contents = application.store.contents
            state.contents.limits = nil
            return (receipt, state.journal.end + state.contents.log.entries.count)
        }
    }
}

extension EditApplication<SyntheticEditStore> {
    /// Applies all edits, in their order.
    ///
    /// - Parameter failures: the errors to throw before edits, by their positions; a position past the last means after
    ///   all of them.
    fileprivate mutating func run(
        _ edits: [LibraryEdit], failures: [Int: EditError]
    ) throws(EditError) -> EditReceipt {
        do {
            for (position, edit) in edits.enumerated() {
                if let failure = failures[position] { throw failure }
                try apply(edit)
            }
            if let failure = failures[edits.count] { throw failure }
            return try receipt()
        } catch {
            throw error as? EditError ?? .failed(reason: ErrorReason(error))
        }
    }
}

// MARK: - Files

extension LibraryEdit {
    /// The reason why the files of an asset to be created are invalid; nil if they are valid.
    fileprivate var problemWithFiles: EditError? {
        guard case .createAsset(let placeholder, let asset) = self else { return nil }
        let reason = asset.resources.lazy.compactMap(\.contents.problem).first
        return reason.map { .missingResource(placeholder, reason: ErrorReason($0)) }
    }

    /// Removes the files that were moved into the library.
    fileprivate func removeMovedFiles() {
        guard case .createAsset(_, let asset) = self else { return }
        for case .file(let file, isMoved: true) in asset.resources.map(\.contents) {
            try? FileManager.default.removeItem(at: file)
        }
    }
}

extension NewAsset.Resource.Contents {
    /// The reason why it cannot be read; nil if it can.
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
