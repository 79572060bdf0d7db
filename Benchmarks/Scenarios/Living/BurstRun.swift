import CameraRoll
import Foundation
import SyntheticLibrary

/// A burst of changes, each reported separately, with subscribers that read fast, rarely, or only at the end.
struct BurstRun {
    struct Subscriber: Sendable {
        var name: String
        /// The number of calls of `next`.
        var asked: Int
        /// The number of updates that it received.
        var updates: Int
        /// Whether its list equals the library's at the end.
        var isTrue: Bool
    }

    struct Outcome {
        var subscribers: [Subscriber]
        var elapsed: UInt64
        /// The growth of the process's memory since before the burst, in bytes; nil if the system does not report it.
        var growth: Int?
        /// The number of times the library computed an update.
        var reads: Int
        /// The number of jobs that waited at the library's executor, over time in seconds.
        var depths: [LineChart.Point]
        /// The number of changes that the library had reported.
        var reported: [LineChart.Point]

        var chart: LineChart {
            LineChart(
                name: "burst", title: "What waits during a burst of changes",
                reading: """
                    Grey is the number of changes reported so far, blue the jobs that wait at the library: it stays \
                    level and low, however many changes there are.
                    """, quantity: .count, isLogarithmic: true, values: "changes, waiting jobs (each and one more)",
                series: [
                    Series(name: "changes reported", values: reported.map { ($0.time, $0.value + 1) }),
                    Series(name: "jobs waiting", isOwn: true, values: depths.map { ($0.time, $0.value + 1) }),
                ])
        }
    }

    private let store: SyntheticStore
    private let photos: PhotoRepository
    private let seed: UInt64
    private let executor = LibraryExecutor(label: "bench.burst")

    init(assets: Int, seed: UInt64) {
        store = SyntheticStore(assets: assets, seed: seed)
        self.seed = seed
        photos = PhotoRepository(access: LibraryAccess(.synthetic(store), executor: executor))
    }

    func run(_ notifications: Int) async throws -> Outcome {
        let snapshot = try await photos.snapshot()
        let list = try await photos.identifiers(of: snapshot)
        // A first change, so that all are subscribed before the burst begins.
        store.insert()
        let pauses: [(String, Duration?)] = [
            ("asks at once", .zero), ("asks every 100 ms", .milliseconds(100)), ("asks once, at the end", nil),
        ]
        let last = Last()
        let tasks = pauses.map { name, pause in
            Task { try await follow(name, pause, snapshot, list, until: last) }
        }
        while last.subscribers < pauses.count { try await Task.sleep(for: .milliseconds(5)) }
        let (before, reads, start) = (residentBytes(), store.statistics.reads(of: .updateResult), uptime())
        let depth = DepthLog(executor, since: start)
        let marker = try await onThread { [store, seed] in
            store.burst(notifications, list, seed: seed) { depth.note($0) }
        }
        last.set(marker)
        var subscribers: [Subscriber] = []
        for task in tasks { subscribers.append(try await task.value) }
        let growth = before.flatMap { before in residentBytes().map { max(0, $0 - before) } }
        return Outcome(
            subscribers: subscribers, elapsed: uptime() - start, growth: growth,
            reads: store.statistics.reads(of: .updateResult) - reads, depths: depth.depths, reported: depth.reported)
    }

    /// Subscribes, and then follows the changes until the burst's last asset has arrived.
    private func follow(
        _ name: String, _ pause: Duration?, _ snapshot: AssetSnapshot, _ list: [AssetID], until last: Last
    ) async throws -> Subscriber {
        var subscriber = Subscriber(name: name, asked: 0, updates: 0, isTrue: false)
        var list = list
        var updates = photos.updates(of: snapshot).makeAsyncIterator()
        if let first = try await updates.next() { list = try await photos.list(list, after: first) }
        last.subscribe()
        if pause == nil { while last.marker == nil { try await Task.sleep(for: .milliseconds(20)) } }
        while true {
            if let marker = last.marker, list.contains(marker) { break }
            subscriber.asked += 1
            guard let update = try await updates.next() else { break }
            subscriber.updates += 1
            list = try await photos.list(list, after: update)
            if let pause, pause > .zero { try await Task.sleep(for: pause) }
        }
        let now = try await photos.snapshot()
        subscriber.isTrue = try await photos.identifiers(of: now) == list
        return subscriber
    }
}

/// The depth of an executor's queues and the number of changes, recorded by the burst itself.
private final class DepthLog: Sendable {
    private let executor: LibraryExecutor
    private let start: UInt64
    private let notes = Lock<[(time: Double, changes: Int, depth: Int)]>([])

    init(_ executor: LibraryExecutor, since start: UInt64) {
        (self.executor, self.start) = (executor, start)
    }

    func note(_ changes: Int) {
        let depth = executor.statistics.lanes.values.reduce(0) { $0 + $1.depth }
        let time = Double(uptime() - start) / 1e9
        notes.withLock { $0.append((time, changes, depth)) }
    }

    var depths: [LineChart.Point] { notes.withLock { $0.map { ($0.time, Double($0.depth)) } } }
    var reported: [LineChart.Point] { notes.withLock { $0.map { ($0.time, Double($0.changes)) } } }
}

/// The last asset of a burst.
private final class Last: Sendable {
    private let asset = Lock<AssetID?>(nil)
    private let subscribed = Lock(0)

    /// The number of subscribers.
    var subscribers: Int { subscribed.withLock(\.self) }

    func subscribe() {
        subscribed.withLock { $0 += 1 }
    }

    var marker: AssetID? { asset.withLock(\.self) }

    func set(_ marker: AssetID) {
        asset.withLock { $0 = marker }
    }
}

extension PhotoRepository {
    /// Returns a list of identifiers after an update.
    fileprivate func list(_ list: [AssetID], after update: AssetUpdate) async throws -> [AssetID] {
        guard let changes = update.indexChanges else {
            return try await assets(in: update.snapshot.indices, of: update.snapshot).map(\.id)
        }
        let new = try await assets(at: changes.newPositionsOfInserted + changes.changed, of: update.snapshot)
        // A missing asset makes the list differ from the library's, which is checked.
        return try changes.applied(to: list) { new[$0]?.id ?? "missing" }
    }
}

extension SyntheticStore {
    /// Changes one asset after another, each reported separately; blocks, and returns the asset created last.
    ///
    /// - Parameter note: called from time to time with the number of changes so far.
    fileprivate func burst(_ count: Int, _ ids: [AssetID], seed: UInt64, note: (Int) -> Void) -> AssetID {
        var numbers = SeededGenerator(seed: seed)
        for step in 1..<count {
            apply(1, to: [ids[Int.random(in: ids.indices, using: &numbers)]], &numbers)
            if step.isMultiple(of: 50) { note(step) }
            // Stretches the burst over two seconds.
            if step.isMultiple(of: 100) { Thread.sleep(forTimeInterval: 0.02) }
        }
        return insert().first ?? ids[0]
    }
}
