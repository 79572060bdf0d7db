/// A library's answer to what changed since a place in its history.
public enum ChangeHistory: Hashable, Sendable {
    /// This did.
    case changes(LibraryChanges)
    /// It cannot say: read everything again, and begin at `from`; nil where the library keeps no history.
    case resyncRequired(ResyncReason, from: ChangeToken?)
}

/// Why a library cannot say what changed.
public enum ResyncReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// The history no longer goes back so far (K31, PhotoKit's 3105).
    case tokenExpired
    /// What changed cannot be told from the history (K31, PhotoKit's 3210).
    case detailsUnavailable
    /// The user allows some assets only, or allowed others then (K32, K33).
    case limitedAccess
    /// The library keeps no history.
    case noHistory
}
