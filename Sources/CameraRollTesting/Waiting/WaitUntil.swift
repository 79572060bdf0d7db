import Observation

/// Waits until a condition on observed models is true, such as the state of an `AssetGrid` or of an app's own model.
///
/// ```swift
/// grid.show(.photos)
/// await waitUntil { grid.state == .ready }
/// ```
///
/// The condition is evaluated at once, and again after each change of a property that it has read. It reads properties
/// of `@Observable` models of the main actor: other changes are not noticed.
///
/// A canceled task stops waiting, so that a test that exceeds its time limit ends instead of hanging.
@MainActor public func waitUntil(_ condition: @MainActor () -> Bool) async {
    while !Task.isCancelled {
        let changed = Gate()
        let isTrue = withObservationTracking {
            condition()
        } onChange: {
            changed.open()
        }
        if isTrue { return }
        await changed.wait()
    }
}
