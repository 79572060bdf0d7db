#if os(iOS) || os(tvOS) || os(visionOS)
    import Foundation

    /// Hears from the system that the app comes to the foreground, until it is let go.
    final class ForegroundObservation: Sendable {
        // By name: the core knows no UI framework (R1).
        private static let name = Notification.Name("UIApplicationWillEnterForegroundNotification")
        private let observer: Lock<(any NSObjectProtocol)?>

        init(_ handler: @escaping @Sendable () -> Void) {
            observer = Lock(
                NotificationCenter.default.addObserver(forName: Self.name, object: nil, queue: nil) { @Sendable _ in
                    handler()
                })
        }

        deinit {
            if let observer = observer.withLock({ $0.take() }) { NotificationCenter.default.removeObserver(observer) }
        }
    }
#else
    /// Hears nothing: on this system the app says itself that it comes to the foreground.
    struct ForegroundObservation {
        init(_ handler: @escaping @Sendable () -> Void) {}
    }
#endif
