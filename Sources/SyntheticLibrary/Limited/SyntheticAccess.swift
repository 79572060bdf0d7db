import CameraRoll

/// Who reads a store: what the user allows decides what there is.
struct SyntheticAccess: Sendable {
    let authorization: any LibraryAuthorization

    /// Whether the reader sees the selected assets only; asked anew for each read.
    var isLimited: Bool { authorization.status(for: .readWrite) == .limited }
}
