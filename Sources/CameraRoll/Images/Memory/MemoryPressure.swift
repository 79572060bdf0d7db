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
    /// Has a handler called until it goes.
    final class Observation: Sendable {
        private let number: Int
        private let pressure: MemoryPressure

        fileprivate init(_ number: Int, of pressure: MemoryPressure) {
            self.number = number
            self.pressure = pressure
        }

        deinit {
            let handler = pressure.contents.withLock { $0.handlers.removeValue(forKey: number) }
            withExtendedLifetime(handler) {}
        }
    }

    private struct Contents {
        var handlers: [Int: @Sendable () -> Void] = [:]
        var next = 0
    }

    /// What the system says, on Apple platforms; on others it says nothing, and the app raises it.
    public static let system = MemoryPressure(listening: true)

    private let contents = Lock(Contents())
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
        let handlers = contents.withLock(\.handlers)
        for (_, handler) in handlers.sorted(by: { $0.key < $1.key }) { handler() }
    }

    /// Has `handler` called on whatever thread the pressure is raised on, for as long as the result is kept.
    func observe(_ handler: @escaping @Sendable () -> Void) -> Observation {
        let number = contents.withLock { contents in
            contents.next += 1
            contents.handlers[contents.next] = handler
            return contents.next
        }
        return Observation(number, of: self)
    }

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
