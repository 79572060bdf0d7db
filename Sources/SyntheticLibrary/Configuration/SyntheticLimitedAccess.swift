/// How a synthetic library behaves while the user allows some assets only, where reports of Photos differ.
public struct SyntheticLimitedAccess: Hashable, Sendable {
    /// Whether the user's albums, shared albums and folders are listed; by default not, as measured in Photos.
    public var showsUserAlbums: Bool
    /// Whether the history tells of the selected assets; by default everything has to be read again.
    public var tellsHistory: Bool
    /// Whether updates of fetch results come with details; by default they do not where anything changed.
    public var tellsDifferences: Bool
    /// Whether assets that the app creates join the selection; they do by default.
    public var createdAssetsJoin: Bool

    /// Behaviour as in Photos, unless told otherwise.
    public init(
        showsUserAlbums: Bool = false, tellsHistory: Bool = false, tellsDifferences: Bool = false,
        createdAssetsJoin: Bool = true
    ) {
        self.showsUserAlbums = showsUserAlbums
        self.tellsHistory = tellsHistory
        self.tellsDifferences = tellsDifferences
        self.createdAssetsJoin = createdAssetsJoin
    }
}
