extension MediaManager {
    /// What the user allows now; asks nobody and touches no library.
    ///
    /// - Parameter level: what the library is wanted for. To write and read is the default.
    public nonisolated func authorizationStatus(for level: AccessLevel = .readWrite) -> AuthorizationStatus {
        permission.authorization.status(for: level)
    }

    /// Asks the user where they have not decided yet, and returns what they allow.
    ///
    /// It always returns: at once where the user has decided before or the task is cancelled, and otherwise when the
    /// user answers or the status changes by other means. However many wait, the user is asked once; and never unless
    /// this is called, so call it when the feature is needed.
    @discardableResult
    public nonisolated func requestAuthorization(for level: AccessLevel = .readWrite) async -> AuthorizationStatus {
        await permission.request(level)
    }

    /// What the user allows, now and whenever it changes.
    ///
    /// A change of which the system tells nothing is heard of when a read notices it.
    public nonisolated func authorizationUpdates(for level: AccessLevel = .readWrite) -> AuthorizationUpdates {
        AuthorizationUpdates(permission: permission, level: level)
    }

    /// What to show where the user allows some assets only; nil where they allow all.
    ///
    /// - Throws: `.notAuthorized` where they allow none, or why nothing could be read.
    public nonisolated func limitedAccess() async throws(LibraryError) -> LimitedAccess? {
        guard authorizationStatus() != .authorized else { return nil }
        var selected = AssetQuery.recents
        (selected.hidden, selected.bursts) = (.included, .all)
        let count = try await photos.count(of: selected)
        return authorizationStatus() == .limited ? LimitedAccess(selectedAssets: count) : nil
    }

    /// Shows the picker in which the user selects more assets, and returns the newly selected ones.
    ///
    /// What they selected also arrives as a change. Shows nothing where access is not limited, and returns none then.
    public nonisolated func presentLimitedPicker() async -> [AssetID] {
        guard authorizationStatus() == .limited else { return [] }
        return await permission.authorization.presentLimitedPicker()
    }

    private nonisolated var permission: Permission { photos.access.permission }
}

extension MediaManager {
    /// Where in its history the library stands now; nil where it keeps none.
    ///
    /// Costs 2 ms of library time on a phone.
    public nonisolated func changeToken() async throws(LibraryError) -> ChangeToken? {
        try await photos.access.read("read change token") { library in try library.changeToken() }
    }

    /// What changed since a place in the library's history, also in an earlier launch.
    ///
    /// - Parameter token: from ``changeToken()``, from the answer before this one, or from an edit's outcome.
    /// - Returns: the changes, or why everything has to be read again.
    /// - Throws: `.foreignChangeToken` where the token is from another library, `.malformedChangeToken`, or why nothing
    ///   could be read.
    public nonisolated func changes(since token: ChangeToken) async throws(LibraryError) -> ChangeHistory {
        try await photos.access.history(since: token)
    }

    /// Says that the app has come to the foreground: what is on the screen is read anew.
    ///
    /// On iOS, tvOS and visionOS it need not be called: while somebody is subscribed, the system says so itself.
    public nonisolated func willEnterForeground() {
        photos.access.changes.reload(.foreground)
    }
}
