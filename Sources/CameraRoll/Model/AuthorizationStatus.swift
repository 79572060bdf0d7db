/// The user's permission, with PhotoKit's raw values.
public enum AuthorizationStatus: Int, Hashable, Sendable, Codable, CaseIterable {
    /// The user has not been asked yet.
    case notDetermined = 0
    /// Access cannot be allowed on this device, for example because of parental controls or a profile.
    case restricted = 1
    /// The user denied access.
    case denied = 2
    /// The user allowed access to the whole library.
    case authorized = 3
    /// The user allowed access to selected assets; for the app the others do not exist.
    case limited = 4

    /// Whether the library may be read.
    public var allowsReading: Bool {
        self == .authorized || self == .limited
    }
}

/// The kind of access that an app requests, with PhotoKit's raw values.
public enum AccessLevel: Int, Hashable, Sendable, Codable, CaseIterable {
    /// Adds to the library, and never reads it.
    case addOnly = 1
    /// Reads and edits the library.
    case readWrite = 2
}

/// What an app shows under limited access: the number of assets, an explanation and the available offers.
public struct LimitedAccess: Hashable, Sendable {
    /// An action that the app can offer to the user.
    public enum Offer: Hashable, Sendable, CaseIterable {
        /// The picker in which the user selects more assets: `MediaManager.presentLimitedPicker()`.
        case selectMore
        /// The settings, in which the user can allow full access.
        case openSettings
    }

    /// The number of assets that the app can see.
    public let selectedAssetCount: Int
    /// The actions to offer, the most direct one first.
    public let offers: [Offer]

    /// Creates the state of an app that can see a number of assets.
    ///
    /// - Parameters:
    ///   - selectedAssetCount: the number of assets.
    ///   - hasPicker: whether the app can show the picker in which the user selects more assets.
    public init(selectedAssetCount: Int, hasPicker: Bool = true) {
        self.selectedAssetCount = selectedAssetCount
        offers = hasPicker ? [.selectMore, .openSettings] : [.openSettings]
    }

    /// An explanation for the user, in English; an app in another language writes its own.
    public var explanation: String {
        switch selectedAssetCount {
        case ...0: "You have given access to no photos. Select some, or allow access to all of them in Settings."
        case 1: "You have given access to one photo only. Select more, or allow access to all of them in Settings."
        default:
            "You have given access to \(selectedAssetCount) photos only. "
                + "Select more, or allow access to all of them in Settings."
        }
    }
}
