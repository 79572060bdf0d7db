/// Why a list is to be shown anew, rather than changed in places.
public enum ReloadReason: Hashable, Sendable {
    /// It is the first list of a stream.
    case first
    /// The app came to the foreground: much may have happened, and nobody watched (R44).
    case foreground
    /// The user allows some assets only, or allowed others before: the library tells no details (K56, P11).
    case limitedAccess
    /// The library's history no longer goes back to what was seen last, or tells no details.
    case history(ResyncReason)
    /// More changed than is worth working out or showing: so many assets, of which 10,000 at most may move.
    case tooManyChanges(Int)
    /// What the library told does not lead from the old list to the new one.
    case inconsistentDetails
}
