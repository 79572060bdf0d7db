extension MediaManager {
    /// The user's current permission; shows no prompt and does not access the library.
    ///
    /// - Parameter level: the kind of access; reading and writing by default.
    public nonisolated func authorizationStatus(for level: AccessLevel = .readWrite) -> AuthorizationStatus {
        permission.authorization.status(for: level)
    }

    /// Prompts the user if the status is not determined, and returns the resulting status.
    ///
    /// It always returns: at once if the user has decided before or the task is canceled, and otherwise when the user
    /// answers or the status changes by other means. The user is prompted once, however many callers wait, and only
    /// by this function, so call it when the feature is needed.
    @discardableResult
    public nonisolated func requestAuthorization(for level: AccessLevel = .readWrite) async -> AuthorizationStatus {
        await permission.request(level)
    }

    /// The user's permission, now and whenever it changes.
    ///
    /// A change that the system does not report is delivered when a read notices it.
    public nonisolated func authorizationUpdates(for level: AccessLevel = .readWrite) -> AuthorizationUpdates {
        AuthorizationUpdates(permission: permission, level: level)
    }

    /// What to show under limited access; nil under full access.
    ///
    /// - Throws: `.notAuthorized` without access, or the reason why nothing could be read.
    public nonisolated func limitedAccess() async throws(LibraryError) -> LimitedAccess? {
        guard authorizationStatus() != .authorized else { return nil }
        var selected = AssetQuery.all
        (selected.hidden, selected.bursts) = (.included, .all)
        let count = try await photos.count(of: selected)
        guard authorizationStatus() == .limited else { return nil }
        return LimitedAccess(selectedAssetCount: count, hasPicker: permission.authorization.hasLimitedPicker)
    }

    /// Shows the picker in which the user selects more assets, and returns the newly selected ones.
    ///
    /// The selection also arrives as a change. Without limited access it shows nothing and returns an empty list.
    public nonisolated func presentLimitedPicker() async -> [AssetID] {
        guard authorizationStatus() == .limited else { return [] }
        return await permission.authorization.presentLimitedPicker()
    }

    private nonisolated var permission: Permission { photos.access.permission }
}

extension MediaManager {
    /// The current place in the library's history; nil if the library keeps no history.
    ///
    /// Takes 2 ms of library time on a phone.
    public nonisolated func changeToken() async throws(LibraryError) -> ChangeToken? {
        try await photos.access.read("read change token") { library in try library.changeToken() }
    }

    /// The changes since a place in the library's history, even one of an earlier launch.
    ///
    /// - Parameter token: a token from ``changeToken()``, from the previous answer, or from the outcome of an edit.
    /// - Returns: the changes, or the reason why everything has to be read again.
    /// - Throws: `.invalidToken` if the token belongs to another library or is malformed, or the reason
    ///   why nothing could be read.
    public nonisolated func changes(since token: ChangeToken) async throws(LibraryError) -> ChangeHistory {
        try await photos.access.history(since: token)
    }

    /// Reports that the app entered the foreground: update streams then deliver a reload.
    ///
    /// Not needed on iOS, tvOS and visionOS, where the system reports it while there is a subscriber.
    public nonisolated func reloadAfterForeground() {
        photos.access.changes.reload(.foreground)
    }
}
