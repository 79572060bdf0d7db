/// What an app shows while the user allows some assets only: how many, what to say, what to offer (R58).
public struct LimitedAccess: Hashable, Sendable {
    /// What can be offered to the user.
    public enum Offer: String, Hashable, Sendable, CaseIterable {
        /// The picker in which they select more: `MediaManager.presentLimitedPicker()`.
        case selectMore
        /// The settings, in which they can allow everything.
        case openSettings
    }

    /// How many assets the app may see.
    public let selectedAssets: Int
    /// What can be offered, the nearer at hand first.
    public let offers = Offer.allCases

    /// The state of an app that may see so many assets.
    public init(selectedAssets: Int) {
        self.selectedAssets = selectedAssets
    }

    /// What to tell the user, in English; an app that speaks other languages words it itself.
    public var explanation: String {
        switch selectedAssets {
        case ...0: "You have given access to no photos. Select some, or allow access to all of them in Settings."
        case 1: "You have given access to one photo only. Select more, or allow access to all of them in Settings."
        default:
            "You have given access to \(selectedAssets) photos only. "
                + "Select more, or allow access to all of them in Settings."
        }
    }
}
