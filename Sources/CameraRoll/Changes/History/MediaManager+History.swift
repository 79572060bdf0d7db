extension MediaManager {
    /// Where in its history the library stands now; nil where it keeps none.
    ///
    /// Costs 2 ms of library time on a phone.
    public nonisolated func changeToken() async throws(LibraryError) -> ChangeToken? {
        try await photos.access.read("read change token") { library in try library.changeToken() }
    }

    /// What changed since a place in the library's history, also in an earlier launch (K29 to K33).
    ///
    /// - Parameter token: from ``changeToken()``, from the answer before this one, or from an edit's outcome.
    /// - Returns: the changes, or why everything has to be read again.
    /// - Throws: `.foreignChangeToken` where the token is from another library, `.malformedChangeToken`, or why nothing
    ///   could be read.
    public nonisolated func changes(since token: ChangeToken) async throws(LibraryError) -> ChangeHistory {
        try await photos.access.history(since: token)
    }

    /// Says that the app has come to the foreground: what is on the screen is read anew (R44).
    ///
    /// On iOS, tvOS and visionOS it need not be called: while somebody is subscribed, the system says so itself.
    public nonisolated func willEnterForeground() {
        photos.access.changes.reload(.foreground)
    }
}
