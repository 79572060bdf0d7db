/// Handlers that are called in the order in which they were added, each for as long as its observation is retained.
///
/// ```swift
/// let observation = observers.add { status in show(status) }
/// observers.tell(.denied)
/// ```
///
/// No lock is held while a handler is called or released. A handler that is removed while others are being called may
/// be called once more.
package final class ObserverList<Event>: Sendable {
    package typealias Handler = @Sendable (Event) -> Void

    /// Keeps a handler registered; releasing it removes the handler.
    package final class Observation: Sendable {
        private let number: Int
        private let list: ObserverList

        fileprivate init(_ number: Int, of list: ObserverList) {
            self.number = number
            self.list = list
        }

        deinit {
            list.remove(number)
        }
    }

    private struct Contents {
        var handlers: [Int: Handler] = [:]
        var last = 0
    }

    private let contents = Lock(Contents())

    /// The number of registered handlers.
    var count: Int { contents.withLock(\.handlers.count) }

    /// Registers a handler, which each ``tell(_:)`` calls on its own thread for as long as the result is retained.
    func add(_ handler: @escaping Handler) -> Observation {
        let number = contents.withLock { contents in
            contents.last += 1
            contents.handlers[contents.last] = handler
            return contents.last
        }
        return Observation(number, of: self)
    }

    /// Calls all handlers, in the order in which they were added, on the calling thread.
    ///
    /// - Complexity: O(n log n) in the number of handlers.
    func tell(_ event: Event) {
        let handlers = contents.withLock(\.handlers)
        for (_, handler) in handlers.sorted(by: { $0.key < $1.key }) { handler(event) }
    }

    private func remove(_ number: Int) {
        let handler = contents.withLock { $0.handlers.removeValue(forKey: number) }
        withExtendedLifetime(handler) {}
    }
}
