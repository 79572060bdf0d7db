import CameraRoll
import Dispatch
import Foundation

/// What the library, readers and screens did during one run, for its timeline; other runs record nothing.
final class StallRecording: Sendable {
    typealias Interval = StallTimeline.Interval

    private struct State {
        var lanes: [String: [Interval]] = [:]
        var lastActivity: UInt64 = 0
        var isOver = false
    }

    private let state = Lock(State())

    func add(_ lane: String, _ label: String, from start: UInt64, to end: UInt64) {
        state.withLock { $0.lanes[lane, default: []].append(Interval(label: label, start: start, end: end)) }
    }

    /// The intervals of a lane, sorted by their starts.
    func intervals(of lane: String) -> [Interval] {
        state.withLock { $0.lanes[lane] ?? [] }.sorted { $0.start < $1.start }
    }

    var readers: [String] { state.withLock { $0.lanes.keys.filter { $0.hasPrefix("reader") } }.sorted() }

    // MARK: The executor's activities

    static let library = "library"
    static let screens = "screens"

    /// Follows an executor until ``stop()``, more often than its history is overwritten.
    func follow(_ executor: LibraryExecutor) {
        let begin = uptime()
        state.withLock { $0.lastActivity = begin }
        Thread.detachNewThread {
            while self.collect(from: executor) { Thread.sleep(forTimeInterval: 0.01) }
        }
    }

    func stop() {
        state.withLock { $0.isOver = true }
    }

    /// Returns whether to continue.
    private func collect(from executor: LibraryExecutor) -> Bool {
        let last = state.withLock(\.lastActivity)
        let activities = executor.activities(
            from: DispatchTime(uptimeNanoseconds: last), to: DispatchTime(uptimeNanoseconds: uptime()))
        return state.withLock { state in
            for activity in activities where activity.start > state.lastActivity {
                guard let end = activity.end else { continue }
                let label = activity.operation?.description ?? "a job of an actor"
                state.lanes[Self.library, default: []].append(Interval(label: label, start: activity.start, end: end))
                state.lastActivity = activity.start
            }
            return !state.isOver
        }
    }
}

extension StallTimeline.Panel {
    /// The part of a recorded run around the main actor's longest gap.
    ///
    /// - Parameter length: the length of that part in nanoseconds; a gap may be longer.
    init(_ result: StallResult, _ recording: StallRecording, start: UInt64, end: UInt64, length: UInt64) {
        let gaps = result.longGaps
        let longest = gaps.max { $0.end - $0.start < $1.end - $1.start }
        let middle = longest.map { $0.start + ($0.end - $0.start) / 2 } ?? start + (end - start) / 2
        let half = max(length, longest.map { ($0.end - $0.start) * 5 / 4 } ?? 0) / 2
        let from = min(max(middle - min(half, middle), start), end - min(2 * half, end - start))
        let to = min(from + 2 * half, end)
        func cut(_ intervals: [StallTimeline.Interval]) -> [StallTimeline.Interval] {
            intervals.filter { $0.start < to && $0.end > from }
        }
        let lanes = [
            (StallRecording.screens, StallRecording.screens), (StallRecording.library, StallRecording.library),
        ]
        self.init(
            name: result.name, isOwn: result.name == CameraRollBaseline.title, start: from, end: to, gaps: cut(gaps),
            lanes: (lanes + recording.readers.map { ($0, $0) }).map {
                Lane(name: $0.0, intervals: cut(recording.intervals(of: $0.1)))
            })
    }
}
