#if canImport(Darwin)
    import Dispatch
#endif

/// Says when memory is short; image managers then let go of what they can get again.
///
/// ```swift
/// let pressure = MemoryPressure()
/// let images = try CachingImageManager(of: manager, memoryPressure: pressure)
/// pressure.raise()                       // a test, or a system that tells the app by other means
/// ```
public final class MemoryPressure: Sendable {
    typealias Observation = ObserverList<Void>.Observation

    /// What the system says, on Apple platforms; on others it says nothing, and the app raises it.
    public static let system = MemoryPressure(listening: true)

    private let observers = ObserverList<Void>()
    #if canImport(Darwin)
        /// Kept, since a source that nobody keeps says nothing.
        private let listener = Lock<(any DispatchSourceMemoryPressure)?>(nil)
    #endif

    /// A pressure that only `raise` makes.
    public convenience init() {
        self.init(listening: false)
    }

    /// Says that memory is short, to all who listen, in the order in which they came, on the calling thread.
    public func raise() {
        observers.tell(())
    }

    /// Has `handler` called on whatever thread the pressure is raised on, for as long as the result is kept.
    func observe(_ handler: @escaping @Sendable () -> Void) -> Observation { observers.add { _ in handler() } }

    private init(listening: Bool) {
        #if canImport(Darwin)
            guard listening else { return }
            let source = DispatchSource.makeMemoryPressureSource(eventMask: [.warning, .critical], queue: .global())
            source.setEventHandler { @Sendable [weak self] in self?.raise() }
            source.activate()
            listener.withLock { $0 = source }
        #endif
    }
}

#if os(iOS) || os(tvOS) || os(visionOS)
    import Foundation

    /// Hears from the system that the app comes to the foreground, until it is let go.
    final class ForegroundObservation: Sendable {
        // By name: the core knows no UI framework.
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
