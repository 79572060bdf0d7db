extension MediaManager {
    /// Edits the library: the edits that the closure lists are carried out as one transaction, all of them or none.
    ///
    /// ```swift
    /// let outcome = try await manager.performChanges { changes in
    ///     let trip = changes.createAlbum("Trip")
    ///     changes.append(photos, to: trip)
    ///     return trip
    /// }
    /// let album = try outcome.id(of: outcome.value)
    /// ```
    ///
    /// The closure runs at once, on the caller's executor, and accesses nothing. The edits then wait in a separate
    /// queue, which blocks no read, even while the system asks the user for consent; there is no deadline for that.
    /// Transactions about which the user may be asked, such as deletions in Photos, wait for each other only; meanwhile
    /// all others are carried out one after the other. Transactions cannot be nested: the closure is synchronous.
    ///
    /// If the task is canceled before the library begins to carry out the edits, this function throws `.cancelled`,
    /// and nothing is changed; after that it waits for the outcome. Snapshots that are taken after it has returned
    /// contain the edits.
    ///
    /// Creating assets alone requires permission to add; all other edits require permission to read and edit.
    /// Revoking the permission ends the transaction, unless it is already being carried out.
    ///
    /// - Parameter body: lists the edits, and returns the values that the caller needs, such as placeholders.
    /// - Returns: the value of the closure, with the identifiers of the created objects.
    /// - Throws: `EditError`; the library is unchanged then. An error that the closure throws is wrapped in
    ///   `.closureFailed`, unless it is an `EditError`.
    @discardableResult
    public nonisolated func performChanges<Value>(
        _ body: (inout ChangeRequest) throws -> Value
    ) async throws(EditError) -> EditOutcome<Value> {
        var edits = ChangeRequest()
        let value: Value
        do {
            value = try body(&edits)
        } catch {
            throw error as? EditError ?? .closureFailed(reason: ErrorReason(error))
        }
        try edits.validate()
        return EditOutcome(value, try await photos.access.perform(edits), of: edits.transaction)
    }
}

/// Whether a library carries out some edits, and whether it asks the user about them itself.
public enum EditSupport: Hashable, Sendable {
    /// The library cannot be edited, the permission does not allow it, or the library did not answer.
    case unavailable
    /// The library carries them out without asking: the app should ask before it deletes anything.
    case silent
    /// The library may ask the user itself, as Photos does before it deletes: the app need not ask.
    case mayAsk
}

extension MediaManager {
    /// Whether the library would carry out some edits, and whether it would ask the user about them.
    ///
    /// Nothing is changed. A library may still refuse edits that it supports, such as those of a shared asset.
    ///
    /// ```swift
    /// if await manager.support(for: { $0.delete([asset]) }) != .mayAsk { askBeforeDeleting() }
    /// ```
    ///
    /// - Parameter body: lists the edits, as for ``performChanges(_:)``.
    public nonisolated func support(for body: (inout ChangeRequest) -> Void) async -> EditSupport {
        var edits = ChangeRequest()
        body(&edits)
        return await photos.access.support(for: edits.edits)
    }
}

extension LibraryAccess {
    /// Whether the library's editor carries out edits, and whether it may ask the user.
    fileprivate func support(for edits: [LibraryEdit]) async -> EditSupport {
        let level = level(toEdit: edits.allSatisfy(\.onlyAdds))
        guard permission.authorization.status(for: level).allowsReading,
            let found = try? await editor(for: edits, level)
        else { return .unavailable }
        return found.0.mayAsk(edits) ? .mayAsk : .silent
    }
}

extension LibraryAccess {
    /// Carries out validated edits.
    fileprivate func perform(_ edits: ChangeRequest) async throws(EditError) -> EditReceipt {
        guard !Task.isCancelled else { throw .cancelled }
        guard !edits.edits.isEmpty else { return EditReceipt() }
        let onlyAdds = edits.edits.allSatisfy(\.onlyAdds)
        let (editor, resolved) = try await editor(for: edits.edits, level(toEdit: onlyAdds))
        let transaction = EditTransaction(edits.edits, resolved: resolved) { [weak self] in
            guard let self else { return nil }
            let status = permission.authorization.status(for: level(toEdit: onlyAdds))
            return status.allowsReading ? nil : .library(.notAuthorized(status))
        }
        let receipt = try await self.edits.perform(transaction, by: editor)
        invalidatePreload()
        return receipt
    }

    /// The required access level: adding assets is allowed by either permission.
    private func level(toEdit onlyAdds: Bool) -> AccessLevel {
        guard onlyAdds else { return .readWrite }
        return permission.authorization.status(for: .readWrite).allowsReading ? .readWrite : .addOnly
    }

    /// The library's editor, and what the library resolved for the edits.
    private func editor(
        for edits: [LibraryEdit], _ level: AccessLevel
    ) async throws(EditError) -> (any EditorBackend, resolved: (any Sendable)?) {
        do throws(LibraryError) {
            guard !Task.isCancelled else { throw .cancelled }
            // Without the permission check of other reads: adding requires no permission to read, and the commit
            // checks again.
            let read = SingleRead { libraryState throws(LibraryError) in
                let library = try libraryState.openLibrary(for: level)
                guard let editor = try library.editor() else { return ResolvedEditor?.none }
                return ResolvedEditor(editor: editor, resolved: try library.resolve(edits))
            }
            if let found = try await start(read, as: "find editor").value() { return (found.editor, found.resolved) }
        } catch {
            switch error {
            case .cancelled: throw .cancelled
            default: throw .library(error)
            }
        }
        throw .notSupported(reason: "the library cannot be edited")
    }
}

/// A library's editor, and what the library resolved for a transaction.
private struct ResolvedEditor: Sendable {
    let editor: any EditorBackend
    let resolved: (any Sendable)?
}
