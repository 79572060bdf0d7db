extension MediaManager {
    /// Edits the library: all that the closure writes down is carried out as one transaction, or nothing of it.
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
    /// The closure runs at once, on the caller's executor, and touches nothing. The edits then wait in a line of their
    /// own, which holds up no read, also while the system asks the user for consent; there is no deadline for that.
    /// A transaction cannot be begun within another: the closure cannot wait.
    ///
    /// Who cancels the task before the library begins to carry the edits out gets `.cancelled`, and nothing is changed;
    /// from then on the outcome is waited for. Snapshots that are taken after this has returned have what was edited.
    ///
    /// To create assets and nothing else takes permission to add; everything else takes permission to read and edit. A
    /// permission that is withdrawn meanwhile ends the transaction, up to the moment at which it is carried out.
    ///
    /// - Parameter body: writes the edits down, and returns what the caller wants to have of them: placeholders.
    /// - Returns: what the closure returned, with the identifiers of what was created.
    /// - Throws: `EditError`; the library is as it was then. What the closure throws comes as `.closureFailed`, or as
    ///   it is where it is an `EditError`.
    @discardableResult
    public nonisolated func performChanges<Value>(
        _ body: (inout LibraryEdits) throws -> Value
    ) async throws(EditError) -> EditOutcome<Value> {
        var edits = LibraryEdits()
        let value: Value
        do {
            value = try body(&edits)
        } catch {
            throw error as? EditError ?? .closureFailed(reason: LibraryError.reason(of: error))
        }
        try edits.validate()
        return EditOutcome(value, try await photos.access.perform(edits), of: edits.transaction)
    }
}

extension LibraryAccess {
    /// Carries out edits that are valid in themselves.
    fileprivate func perform(_ edits: LibraryEdits) async throws(EditError) -> EditReceipt {
        guard !Task.isCancelled else { throw .cancelled }
        guard !edits.edits.isEmpty else { return EditReceipt() }
        let onlyAdds = edits.edits.allSatisfy(\.onlyAdds)
        let editor = try await editor(for: level(toEdit: onlyAdds))
        let transaction = EditTransaction(edits.edits) { [weak self] in
            guard let self else { return nil }
            let status = permission.authorization.status(for: level(toEdit: onlyAdds))
            return status.allowsReading ? nil : .library(.notAuthorized(status))
        }
        let receipt = try await self.edits.perform(transaction, by: editor)
        coolDown()
        return receipt
    }

    /// Who only adds may do so by either permission.
    private func level(toEdit onlyAdds: Bool) -> AccessLevel {
        guard onlyAdds else { return .readWrite }
        return permission.authorization.status(for: .readWrite).allowsReading ? .readWrite : .addOnly
    }

    private func editor(for level: AccessLevel) async throws(EditError) -> any LibraryEditor {
        do throws(LibraryError) {
            guard !Task.isCancelled else { throw .cancelled }
            // Without the last look of other reads: to add takes no permission to read, and the commit looks once more.
            let read = SingleRead { libraryState throws(LibraryError) in
                try libraryState.openLibrary(for: level).editor()
            }
            if let editor = try await start(read, as: "find editor").value() { return editor }
        } catch {
            switch error {
            case .cancelled: throw .cancelled
            case .shutDown: throw .shutDown
            default: throw .library(error)
            }
        }
        throw .notSupported(reason: "the library cannot be edited")
    }
}
