import CameraRoll
import CameraRollBrowsing
import SyntheticLibrary

/// What "Permission and limited access" shows.
enum PermissionSnippets {
    static func ask(
        _ manager: MediaManager, showGrid: () -> Void, showHint: (LimitedAccess?) -> Void,
        showNoAccess: (AuthorizationStatus.Offer?) -> Void
    ) async throws {
        let status = await manager.requestAuthorization()
        switch status {
        case .authorized: showGrid()
        case .limited: showGrid(); showHint(try await manager.limitedAccess())
        default: showNoAccess(status.offer)
        }
    }

    static func follow(
        _ manager: MediaManager, showGrid: () -> Void, showNoAccess: (AuthorizationStatus.Offer?) -> Void
    ) async {
        for await status in manager.authorizationUpdates() {
            if status.allowsReading { showGrid() } else { showNoAccess(status.offer) }
        }
    }

    static func selectMore(in manager: MediaManager) async throws {
        if let access = try await manager.limitedAccess() {
            print(access.explanation)
            let added = await manager.presentLimitedPicker()
            print("\(added.count) more")
        }
    }

    static func answer() async throws -> AuthorizationStatus {
        let authorization = MockAuthorization(.notDetermined)
        let manager = MediaManager(.synthetic(assets: 1_000, authorization: authorization))
        let asked = Task { await manager.requestAuthorization() }
        await authorization.waitUntilPrompted()
        authorization.answer(.limited)
        let status = await asked.value
        return status
    }
}
