#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

/// The user's permission for the photo library.
final class PhotosAuthorization: LibraryAuthorization {
    private let handlers = AuthorizationHandlers()
    private let permission: PhotosPermission
    private let limitedPicker: (@MainActor @Sendable () async -> [AssetID])?

    init(_ permission: PhotosPermission, limitedPicker: (@MainActor @Sendable () async -> [AssetID])?) {
        self.permission = permission
        self.limitedPicker = limitedPicker
    }

    func status(for level: AccessLevel) -> AuthorizationStatus {
        switch level {
        case .addOnly: AuthorizationStatus(PHPhotoLibrary.authorizationStatus(for: .addOnly))
        case .readWrite: permission.read()
        }
    }

    func requestAuthorization(for level: AccessLevel) async -> AuthorizationStatus {
        let status = await PHPhotoLibrary.requestAuthorization(for: PHAccessLevel(level))
        handlers.statusChanged()
        return AuthorizationStatus(status)
    }

    /// Observes the app instead, since Photos does not report changes of the status: the user changes it in Settings,
    /// and returns.
    func observe(_ handler: @escaping @Sendable () -> Void) -> AuthorizationObservation? {
        let own = handlers.add(handler)
        let activation = ActivationObserver { [permission] in
            permission.selectionMayHaveChanged()
            handler()
        }
        return AuthorizationObservation {
            activation.end()
            withExtendedLifetime(own) {}
        }
    }

    var hasLimitedPicker: Bool { limitedPicker != nil }

    func presentLimitedPicker() async -> [AssetID] {
        // Other reads may come before Photos reports the change.
        defer { permission.selectionMayHaveChanged() }
        return await limitedPicker?() ?? []
    }
}

/// Calls a handler whenever the app becomes active.
private final class ActivationObserver: Sendable {
    #if os(macOS)
    private static let name = Notification.Name("NSApplicationDidBecomeActiveNotification")
    #else
    private static let name = Notification.Name("UIApplicationDidBecomeActiveNotification")
    #endif

    private let token: Lock<(any NSObjectProtocol)?>

    init(_ handler: @escaping @Sendable () -> Void) {
        token = Lock(
            NotificationCenter.default.addObserver(forName: Self.name, object: nil, queue: nil) { @Sendable _ in
                handler()
            })
    }

    func end() {
        if let token = token.withLock({ $0.take() }) { NotificationCenter.default.removeObserver(token) }
    }
}

extension PHAccessLevel {
    init(_ level: AccessLevel) {
        switch level {
        case .addOnly: self = .addOnly
        case .readWrite: self = .readWrite
        }
    }
}

extension AuthorizationStatus {
    init(_ status: PHAuthorizationStatus) {
        switch status {
        case .notDetermined: self = .notDetermined
        case .restricted: self = .restricted
        case .denied: self = .denied
        case .authorized: self = .authorized
        case .limited: self = .limited
        default: self = .denied
        }
    }

    /// The user's current permission to read and edit.
    static var ofPhotos: AuthorizationStatus {
        AuthorizationStatus(PHPhotoLibrary.authorizationStatus(for: .readWrite))
    }
}
#endif
