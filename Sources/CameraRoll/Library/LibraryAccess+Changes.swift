import Synchronization

extension LibraryAccess {
    /// Has the library tell of its changes, where it does not yet.
    func observeChanges() async throws(LibraryError) {
        try await perform("observe changes") { room throws(LibraryError) in try room.observe() }
    }

    /// Takes away somebody who wanted to hear of changes; the last one ends the observation.
    func leaveChanges(_ number: Int) {
        guard changes.leave(number) else { return }
        stopObservingUnlessWanted()
    }

    /// Decides on the executor, where starts and stops have an order: whoever joined meanwhile keeps the observation.
    func stopObservingUnlessWanted() {
        post("stop observing") { [changes] room in
            if !changes.isWanted { room.stopObserving() }
        }
    }

    /// What changed since a place in the history.
    func history(since token: ChangeToken) async throws(LibraryError) -> ChangeHistory {
        try await perform("read history") { room throws(LibraryError) in try room.history(since: token) }
    }
}

extension LibraryRoom {
    /// What changed since a place in the library's history.
    func history(since token: ChangeToken) throws(LibraryError) -> ChangeHistory {
        let library = try openLibrary()
        let identity = library.identity
        guard token.library == identity else { throw .foreignChangeToken(from: token.library, usedIn: identity) }
        return try library.changes(since: token)
    }
}
