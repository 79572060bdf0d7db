/// What the user allows, with PhotoKit's raw values.
public enum AuthorizationStatus: Int, Hashable, Sendable, Codable, CaseIterable {
    /// The user was not asked yet.
    case notDetermined = 0
    /// Nobody may allow it on this device: parental controls, a profile.
    case restricted = 1
    /// The user refused.
    case denied = 2
    /// The whole library.
    case authorized = 3
    /// The assets that the user selected; to the app the others do not exist.
    case limited = 4

    /// Whether the library may be read.
    public var allowsReading: Bool {
        self == .authorized || self == .limited
    }
}

/// What an app wants to do, with PhotoKit's raw values.
public enum AccessLevel: Int, Hashable, Sendable, Codable, CaseIterable {
    /// Only add to the library, never read it.
    case addOnly = 1
    /// Read and edit.
    case readWrite = 2
}

/// What an app shows while the user allows some assets only: how many, what to say, what to offer.
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
