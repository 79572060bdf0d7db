#if PhotosDouble || canImport(Photos)
import CameraRoll

/// The user's permission to read as it was read last, and a number that changes with the assets that it shows.
///
/// Photos does not report that the user has selected other assets: it reports a change of the library, of any kind. The
/// selection can change in Settings, after which the app becomes active again, and in the picker of limited access.
/// Each of these may have changed it, and so may a new status.
final class PhotosPermission: Sendable {
    private struct State {
        var status: AuthorizationStatus?
        var selection: UInt64 = 0
    }

    private let state = Lock(State())

    /// Asks Photos for the current permission, as the core does before every access to the library.
    func read() -> AuthorizationStatus {
        let status = AuthorizationStatus.ofPhotos
        state.withLock { state in
            if state.status != status { state.selection &+= 1 }
            state.status = status
        }
        return status
    }

    /// Whether the user lets the app see only some assets, as of the last check.
    var isLimited: Bool { (state.withLock(\.status) ?? read()) == .limited }

    /// Equal as long as all assets that the app could see can still be seen.
    var selection: UInt64 { state.withLock(\.selection) }

    /// Notes that the user may have selected other assets, unless the app may read all of them.
    func selectionMayHaveChanged() {
        state.withLock { state in
            if state.status != .authorized { state.selection &+= 1 }
        }
    }
}
#endif
