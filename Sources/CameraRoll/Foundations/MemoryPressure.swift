#if canImport(Darwin)
    import Dispatch
#endif

/// Notifies its observers that memory is short; image managers then release what they can load again.
///
/// ```swift
/// let pressure = MemoryPressure()
/// let images = try CachingImageManager(of: manager, memoryPressure: pressure)
/// pressure.raise()                       // a test, or a system that tells the app by other means
/// ```
public final class MemoryPressure: Sendable {
    typealias Observation = ObserverList<Void>.Observation

    /// The system's memory pressure on Apple platforms; on others the system reports none, and the app raises it.
    public static let system = MemoryPressure(listening: true)

    private let observers = ObserverList<Void>()
    #if canImport(Darwin)
        /// Retained, since a released source reports nothing.
        private let listener: Listener?
    #endif

    /// Creates a memory pressure that only `raise` triggers.
    public convenience init() {
        self.init(listening: false)
    }

    /// Notifies all observers that memory is short, in the order in which they were added, on the calling thread.
    public func raise() {
        observers.tell(())
    }

    /// Calls `handler`, on the thread that raises the pressure, for as long as the result is retained.
    func observe(_ handler: @escaping @Sendable () -> Void) -> Observation { observers.add { _ in handler() } }

    private init(listening: Bool) {
        #if canImport(Darwin)
            listener = listening ? Listener() : nil
            listener?.source.setEventHandler { @Sendable [weak self] in self?.raise() }
            listener?.source.activate()
        #endif
    }
}

#if canImport(Darwin)
    extension MemoryPressure {
        /// The system's source of memory pressure.
        private final class Listener: @unchecked Sendable {  // Used by its owner's initializer alone, then only kept.
            let source = DispatchSource.makeMemoryPressureSource(
                eventMask: [.warning, .critical], queue: .global())
        }
    }
#endif

#if os(iOS) || os(tvOS) || os(visionOS)
    import Foundation

    /// Observes the app entering the foreground, until it is released.
    final class ForegroundObservation: Sendable {
        // By name, since the core imports no UI framework.
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
    /// Observes nothing: on this system the app itself reports that it enters the foreground.
    struct ForegroundObservation {
        init(_ handler: @escaping @Sendable () -> Void) {}
    }
#endif
