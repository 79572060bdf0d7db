/// What the user allows, with PhotoKit's raw values (K52).
public enum AuthorizationStatus: Int, Hashable, Sendable, Codable, CaseIterable {
    /// The user was not asked yet.
    case notDetermined = 0
    /// Nobody may allow it on this device: parental controls, a profile.
    case restricted = 1
    /// The user refused.
    case denied = 2
    /// The whole library.
    case authorized = 3
    /// The assets that the user selected; to the app the others do not exist (R58, K54).
    case limited = 4

    /// Whether the library may be read.
    public var allowsReading: Bool {
        self == .authorized || self == .limited
    }
}

/// What an app wants to do, with PhotoKit's raw values (K52).
public enum AccessLevel: Int, Hashable, Sendable, Codable, CaseIterable {
    /// Only add to the library, never read it.
    case addOnly = 1
    /// Read and edit.
    case readWrite = 2
}
