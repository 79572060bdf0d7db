import Foundation

@testable package import CameraRoll

/// A turn that runs a closure.
package final class NotingTurn: LibraryJob {
    package let operation: LibraryOperation
    private let body: @Sendable () -> Void

    package init(_ operation: LibraryOperation = "note", body: @escaping @Sendable () -> Void = {}) {
        self.operation = operation
        self.body = body
    }

    package func run(from lane: ExecutorLane) { body() }
}

extension LibraryExecutor {
    /// Enqueues a turn, even after a shutdown.
    package func append(_ turn: NotingTurn, lane: ExecutorLane) { core.reenqueue(turn, lane: lane) }

    /// Enqueues a turn; returns false after a shutdown.
    package func accept(_ turn: NotingTurn, lane: ExecutorLane) -> Bool { core.accept(turn, lane: lane) }
}

/// A list that any thread may append to.
package final class Notes<Element: Sendable>: Sendable {
    private let elements = Lock<[Element]>([])

    package init() {}

    package var all: [Element] { elements.withLock(\.self) }

    package func append(_ element: Element) {
        elements.withLock { $0.append(element) }
    }
}

/// All sequences of a length.
package func sequences<Element>(of elements: [Element], count: Int) -> [[Element]] {
    guard count > 0 else { return [[]] }
    return sequences(of: elements, count: count - 1).flatMap { rest in elements.map { rest + [$0] } }
}

/// All permutations of some elements.
package func orders<Element>(of elements: [Element]) -> [[Element]] {
    guard !elements.isEmpty else { return [[]] }
    return elements.indices.flatMap { index in
        var rest = elements
        let first = rest.remove(at: index)
        return orders(of: rest).map { [first] + $0 }
    }
}

/// The threads of this process, as Linux shows them.
package enum ProcessThreads {
    private static let folder = "/proc/self/task"

    package static var names: [String] {
        // A thread may end while the list is read; then it no longer has a name.
        numbers.compactMap { try? String(contentsOfFile: "\(folder)/\($0)/comm", encoding: .utf8) }
            .map { $0.trimmingCharacters(in: .newlines) }
    }

    /// The system's numbers of the threads.
    ///
    /// Linux ends a list early if the thread ends at which it has arrived: only what two lists in a row agree on is
    /// complete.
    package static var numbers: [Int] {
        var (last, next) = (listed, listed)
        while last != next { (last, next) = (next, listed) }
        return next
    }

    /// A list, read entry by entry: `FileManager` returns none at all if a thread ends meanwhile.
    private static var listed: [Int] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var numbers: [Int] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let number = Int(name) { numbers.append(number) }
        }
        return numbers
    }

    package static func count(named name: String) -> Int {
        names.count { $0 == name }
    }

    /// Returns once no thread has a given name.
    ///
    /// The end of a thread can only be detected in this way, so it is polled, on a separate thread.
    package static func waitUntilNone(named name: String) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                while count(named: name) > 0 { sched_yield() }
                continuation.resume()
            }
        }
    }
}
