import CameraRollTesting
import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

/// The changes that calls of `startCaching` and `stopCaching` leave to the manager, however many there are.
@Suite struct CachingCallsTests {
    @Test func `What is started again is not stopped, and what is replaced is`() {
        var wishes = CachingWishes()
        wishes.start([Self.small], shortage: 0)
        let first = wishes.take(10)
        #expect(first.started == [Self.small])
        wishes.start([Self.small], shortage: 0)
        let again = wishes.take(10)
        #expect(again.stopped.isEmpty && again.started == [Self.small])
        wishes.stop([Self.small], shortage: 0)
        wishes.start([Self.large], shortage: 0)
        let replaced = wishes.take(10)
        #expect(replaced.stopped == [Self.small.key] && replaced.started == [Self.large])
    }

    private enum Step: CaseIterable {
        case startSmall, startLarge, stopSmall, stopLarge, stopAll, shortage, take
    }

    private static let small = ImageSubject.request(side: 100)
    private static let large = ImageSubject.request(side: 300)

    /// The calls, the manager's registry, and a model registry that receives each call.
    private struct Subject {
        var calls = CachingWishes()
        var registry = PrefetchRegistry()
        var model = PrefetchRegistry()
        var modelMismatches = 0
        var mismatches = 0
        var shortages: UInt64 = 0
        var isAnnounced = false
        var complaint: String?

        mutating func take(_ step: Step) {
            switch step {
            case .startSmall: start(small)
            case .startLarge: start(large)
            case .stopSmall: stop(small)
            case .stopLarge: stop(large)
            case .stopAll:
                calls.stopAll()
                note(calls.announce())
                _ = model.stopAll(by: .calls)
            case .shortage:
                shortages += 1
                _ = model.stopAll(by: .calls)
            case .take: apply()
            }
        }

        mutating func start(_ request: AssetImageRequest) {
            calls.start([request], shortage: shortages)
            note(calls.announce())
            if case .mismatch = model.start(request.key, by: .calls) { modelMismatches += 1 }
        }

        mutating func stop(_ request: AssetImageRequest) {
            calls.stop([request], shortage: shortages)
            note(calls.announce())
            if model.mismatch(of: request.key, by: .calls) != nil { modelMismatches += 1 }
            _ = model.stop(request.key, by: .calls)
        }

        mutating func note(_ announces: Bool) {
            if announces, isAnnounced { complaint = "told twice" }
            if announces { isAnnounced = true }
        }

        /// The manager's part.
        mutating func apply() {
            calls.follow(shortages)
            let batch = calls.take(1)
            isAnnounced = batch.isMore
            mismatches += batch.mismatches
            if batch.stopsAll { _ = registry.stopAll(by: .calls) }
            for key in batch.stopped { _ = registry.stop(key, by: .calls) }
            for request in batch.started {
                if case .mismatch = registry.start(request.key, by: .calls) { complaint = "a mismatch in the ledger" }
            }
        }

        mutating func settle() {
            let isToldOf = isAnnounced
            let before = calls.changes.count
            if before > 0, !isToldOf { complaint = "\(before) changes, and the manager was not told" }
            apply()
            while isAnnounced { apply() }
        }
    }

    @Test func `For calls applied in every order, the manager ends in the state of the calls applied one by one`() {
        for steps in sequences(of: Step.allCases, count: 5) {
            var subject = Subject()
            for step in steps { subject.take(step) }
            subject.settle()
            let (own, model) = (subject.registry.stopAll(by: .calls), subject.model.stopAll(by: .calls))
            if own != model { Issue.record("\(steps): \(own), not \(model)") }
            if subject.mismatches != subject.modelMismatches { Issue.record("\(steps): other mismatches") }
            if let complaint = subject.complaint { Issue.record("\(steps): \(complaint)") }
        }
    }

    @Test func `A burst of starts and stops of rows leaves no more than what is started`() throws {
        let calls = PrefetchMailbox()
        let rows = Effort.of(30_000, full: 300_000)
        var (told, most) = (0, 0)
        for row in 0..<rows {
            if try calls.start([ImageSubject.request(AssetID("\(row)"))], shortage: 0) { told += 1 }
            if row >= 10, calls.stop([ImageSubject.request(AssetID("\(row - 10)"))], shortage: 0) { told += 1 }
            most = max(most, calls.waiting)
        }
        #expect(told == 1)
        #expect(calls.waiting == 10)
        #expect(most == 10)
        let batch = calls.takeCalls(256, shortage: 0)
        #expect(batch.started.map(\.asset.rawValue) == (rows - 10..<rows).map { "\($0)" })
    }

    @Test func `Stopping what was not started leaves nothing`() {
        let calls = PrefetchMailbox()
        for row in 0..<10_000 {
            let isToldOf = calls.stop([ImageSubject.request(AssetID("\(row)"))], shortage: 0)
            if isToldOf { Issue.record("told of \(row)") }
        }
        #expect(calls.waiting == 0)
    }

    @Test func `No more images are started than the limit, by name and all or nothing`() throws {
        let calls = PrefetchMailbox()
        let most = (0..<CachingWishes.limit).map { ImageSubject.request(AssetID("\($0)")) }
        _ = try calls.start(most, shortage: 0)
        #expect(throws: ImageError.tooMuchWork(limit: 100_000)) {
            try calls.start([most[0], ImageSubject.request("one more")], shortage: 0)
        }
        // An image that is already started needs no additional place.
        _ = try calls.start([most[0]], shortage: 0)
        _ = calls.stop([most[7]], shortage: 0)
        // Named twice, it needs one place, and those of a refused call are free again.
        let more = ImageSubject.request("one more")
        _ = try calls.start([more, more], shortage: 0)
        #expect(throws: ImageError.tooMuchWork(limit: 100_000)) { try calls.start([most[7]], shortage: 0) }
        #expect(calls.waiting == CachingWishes.limit)
    }

    // App                          Manager
    // ---                          -------
    // starts the first two of four
    //                              (memory is short)
    // starts the other two
    @Test func `Of what is started across a shortage of memory nothing is left, and no place is kept`() {
        var wishes = CachingWishes()
        let requests = (0..<4).map { ImageSubject.request(AssetID("\($0)")) }
        let before = wishes.reserve(4, shortage: 0)
        wishes.start(requests[..<2], shortage: 0)
        wishes.follow(1)
        wishes.start(requests[2...], shortage: 0)
        wishes.release(4)
        #expect(before == 0 && wishes.changes.isEmpty)
        let others = wishes.reserve(4, shortage: 1)
        wishes.start(requests[...], shortage: 1)
        wishes.stop(requests[..<1], shortage: 0)
        #expect(others == 0 && wishes.changes.count == 4)
    }

    // A call                       Others
    // ------                       ------
    // starts a and b again
    //                              stop a
    //                              start c: both places are taken
    // has started a and b
    @Test func `An image that is stopped while a call starts it again leaves no place to others`() {
        var wishes = CachingWishes()
        let requests = ["a", "b"].map { ImageSubject.request(AssetID($0)) }
        wishes.start(requests[...], shortage: 0)
        let others = wishes.reserve(2, shortage: 0)
        let missing = wishes.missing(requests.map(\.asset)[...])
        #expect(others + missing == 2)
        wishes.stop(requests[..<1], shortage: 0)
        let taken = wishes.reserve(1, shortage: 0)
        #expect(taken >= 2)
    }

    @Test func `A burst of images that were started and stopped leaves no storage`() {
        let requests = (0..<10_000).map { ImageSubject.request(AssetID("\($0)")) }
        var (wishes, registry, jobs) = (CachingWishes(), PrefetchRegistry(), ImageJobScheduler(limit: 1))
        wishes.start(requests[...], shortage: 0)
        for request in requests {
            _ = registry.start(request.key, by: .calls)
            _ = jobs.startCaching(request, key: request.key)
        }
        wishes.stop(requests[...], shortage: 0)
        for request in requests { _ = registry.stop(request.key, by: .calls) }
        _ = jobs.stopCaching(requests.map(\.key))
        #expect(wishes.capacity <= 512)
        #expect(registry.capacity <= 512)
        #expect(jobs.capacity <= 512)
    }

    @Test func `A waiting command is small, regardless of its contents`() {
        #expect(MemoryLayout<PrefetchCommand>.stride <= 16)
    }
}
