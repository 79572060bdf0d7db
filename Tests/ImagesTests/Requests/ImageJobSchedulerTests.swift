import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

/// The state machine of the image jobs, without manager, source or time.
@Suite struct ImageJobSchedulerTests {
    /// The state machine, and its actions in words.
    private struct Subject {
        var jobs: ImageJobScheduler
        var runs: [ImageJobScheduler.RunID] = []
        var said: [String] = []
        /// Retained, so that their identities are distinct.
        var waiters: [ImageWaiter] = []

        init(limit: Int = 10) {
            jobs = ImageJobScheduler(limit: limit)
        }

        mutating func perform(_ actions: [ImageJobScheduler.Action]) {
            for action in actions {
                if case .start(let run, _) = action { runs.append(run) }
                said.append(word(action))
                // A source that ends canceled requests at once.
                if case .cancel(let run) = action { perform(jobs.left(run)) }
            }
        }

        mutating func join(_ waiter: ImageWaiter, _ request: AssetImageRequest) {
            perform(jobs.join(waiter, for: request, key: request.key))
        }

        mutating func startCaching(_ request: AssetImageRequest) {
            perform(jobs.startCaching(request, key: request.key))
        }

        mutating func say(_ event: ImageSourceEvent, of run: Int) {
            perform(jobs.receive(event, of: runs[run]))
        }

        /// The assets of all fetches that were started.
        var started: [String] {
            said.filter { $0.hasPrefix("start") }.map { String($0.split(separator: " ")[1]) }
        }

        /// The actions since the last call.
        mutating func takeWords() -> [String] {
            defer { said = [] }
            return said
        }

        private func word(_ action: ImageJobScheduler.Action) -> String {
            switch action {
            case .start(_, let request):
                "start \(request.asset) \(request.priority) \(request.deliveryMode)"
                    + (request.isNetworkAccessAllowed ? " network" : "")
            case .setPriority(let run): "run \(run.number) \(jobs.request(of: run).map { "\($0.priority)" } ?? "ended")"
            case .cancel(let run): "cancel \(run.number)"
            case .deliver(_, let delivery): "deliver \(delivery.name)"
            case .fail(_, let error): "fail \(error)"
            case .failAll(let ended, let error): "fail \(ended.waiters.count) \(error)"
            case .store(let key, _, _): "store \(key.asset)"
            }
        }
    }

    private let visible = ImageSubject.request("a", mode: .highQuality)
    private let prefetch = ImageSubject.request("a", priority: .prefetch)

    @Test func `A prefetch becomes as urgent as the cell that joins it, and less again when the cell goes`() {
        var subject = Subject()
        let cell = ImageWaiter()
        subject.startCaching(prefetch)
        subject.join(cell, visible)
        subject.perform(subject.jobs.leave(cell, key: visible.key))
        #expect(subject.takeWords() == ["start a prefetch highQuality", "run 0 visible", "run 0 prefetch"])
    }

    // Scheduler                       Pool (two threads, first in, first out)
    // ---------                       ------
    // starts w, x
    //                                 runs w, x
    // a visible request starts a
    //                                 runs w, x, then a
    // a second visible request starts b
    //                                 w ends: runs x, a, then b
    // x ends: two run, so y waits
    // a ends
    //                                 runs b, y
    @Test func `Prefetches start only on a free thread of the pool, visible ones up to the limit`() {
        var subject = Subject(limit: 10)
        subject.perform(subject.jobs.setLimit(10, threads: 2))
        for id in ["w", "x", "y"] { subject.startCaching(ImageSubject.request(AssetID(id), priority: .prefetch)) }
        for id in ["a", "b"] { subject.join(ImageWaiter(), ImageSubject.request(AssetID(id))) }
        #expect(subject.started == ["w", "x", "a", "b"])
        for run in 0..<2 { subject.say(.finished, of: run) }
        #expect(subject.started == ["w", "x", "a", "b"])
        subject.say(.finished, of: 2)
        #expect(subject.started == ["w", "x", "a", "b", "y"])
    }

    @Test func `A waiting prefetch that becomes visible overtakes those that came before it`() {
        var subject = Subject(limit: 1)
        for id in ["w", "x", "a"] { subject.startCaching(ImageSubject.request(AssetID(id), priority: .prefetch)) }
        subject.join(ImageWaiter(), visible)
        subject.say(.finished, of: 0)
        subject.say(.finished, of: 1)
        #expect(subject.said.filter { $0.hasPrefix("start") }.map { $0.split(separator: " ")[1] } == ["w", "a", "x"])
    }

    @Test func `Queued jobs end once their time is over since the last event, the most urgent first`() {
        var subject = Subject(limit: 1)
        let ids: [(AssetID, ImagePriority)] = [
            ("run", .visible), ("b", .background), ("p", .prefetch), ("v", .visible), ("w", .visible),
        ]
        for (id, priority) in ids { subject.join(ImageWaiter(), ImageSubject.request(id, priority: priority)) }
        subject.jobs.now = .seconds(10)
        subject.join(ImageWaiter(), ImageSubject.request("late"))
        subject.jobs.now = .seconds(20)
        subject.jobs.noteEvent()
        subject.jobs.now = .seconds(49)
        let early = subject.jobs.takeStalled(after: .seconds(30), most: 10)
        #expect(early.isEmpty)
        subject.jobs.now = .seconds(50)
        #expect(subject.jobs.waiters == 6)
        var stalled = subject.jobs.takeStalled(after: .seconds(30), most: 2)
        #expect(stalled.map(\.request.asset) == ["b", "p"] && subject.jobs.waiters == 4)
        stalled += subject.jobs.takeStalled(after: .seconds(30), most: 10)
        #expect(subject.jobs.count == 1 && subject.jobs.queuedSince == nil)
        let ended = subject.jobs.end(stalled, after: .seconds(30)).count
        #expect(ended == 5 && subject.jobs.waiters == 1)
        #expect(stalled.map(\.request.asset) == ["b", "p", "v", "w", "late"])
    }

    @Test func `Of queued jobs that end at a moment the most urgent callers are told first`() throws {
        var subject = Subject(limit: 1)
        let waiters = (0..<4).map { _ in ImageWaiter() }
        subject.join(waiters[0], ImageSubject.request("run"))
        for (number, priority) in [(1, ImagePriority.background), (2, .prefetch), (3, .visible)] {
            subject.join(waiters[number], ImageSubject.request(AssetID("\(number)"), priority: priority))
        }
        subject.jobs.now = .seconds(30)
        let stalled = subject.jobs.takeStalled(after: .seconds(30), most: 10)
        let told = subject.jobs.end(stalled, after: .seconds(30)).compactMap { action -> ImageWaiter? in
            if case .fail(let waiter, .timedOut(after: .seconds(30))) = action { waiter } else { nil }
        }
        #expect(told.map(ObjectIdentifier.init) == [3, 2, 1].map { ObjectIdentifier(waiters[$0]) })
    }

    @Test func `A download that is restarted without the network has its full time again`() {
        var subject = Subject(limit: 1)
        let (downloader, other) = (ImageWaiter(), ImageWaiter())
        let free = ImageSubject.request("a", network: true)
        subject.join(downloader, free)
        subject.join(other, ImageSubject.request("a"))
        subject.jobs.now = .seconds(25)
        _ = subject.jobs.leave(downloader, key: free.key)
        #expect(subject.jobs.queuedSince == .seconds(25))
    }

    @Test func `Callers that leave together start no job in between`() {
        var subject = Subject(limit: 1)
        let waiters = ["a", "b", "c"].map { id in (ImageWaiter(), ImageSubject.request(AssetID(id))) }
        for (waiter, request) in waiters { subject.join(waiter, request) }
        for (waiter, request) in waiters.dropFirst() {
            subject.perform(subject.jobs.leave(waiter, key: request.key, startsOthers: false))
        }
        #expect(subject.started == ["a"] && subject.jobs.count == 1 && subject.jobs.waiters == 1)
    }

    @Test func `Waiting callers are served in the order of their requests`() throws {
        var subject = Subject()
        for _ in 0..<3 { subject.join(ImageWaiter(), visible) }
        subject.say(.end(.success(try ImageSubject.picture(1))), of: 0)
        #expect(subject.takeWords().dropFirst() == ["store a", "deliver final", "deliver final", "deliver final"])
        #expect(subject.jobs.count == 0 && subject.jobs.running == 0)
    }

    @Test func `An image that came too late for the cache is got once more where it is wanted there`() throws {
        var subject = Subject()
        let image = try ImageSubject.picture(1)
        subject.startCaching(prefetch)
        subject.join(ImageWaiter(), visible)
        (subject.jobs.generation, subject.jobs.revocation) = (1, 1)
        _ = subject.takeWords()
        subject.say(.end(.success(image.got(at: 0))), of: 0)
        #expect(subject.takeWords() == ["store a", "deliver final", "start a prefetch highQuality"])
        subject.say(.end(.success(image.got(at: 1))), of: 1)
        #expect(subject.takeWords() == ["store a"])
        #expect(subject.jobs.count == 0 && subject.jobs.running == 0)
        subject.join(ImageWaiter(), visible)
        _ = subject.takeWords()
        subject.say(.end(.success(image.got(at: 0))), of: 2)
        #expect(subject.takeWords() == ["store a", "deliver final"])
    }

    @Test func `Only requests that allow the network run once more with it`() {
        var subject = Subject()
        subject.join(ImageWaiter(), visible)
        subject.join(ImageWaiter(), ImageSubject.request("a", mode: .highQuality, network: true))
        subject.say(.end(.failure(.networkRequired("a"))), of: 0)
        #expect(
            subject.takeWords() == [
                "start a visible highQuality", "fail \(ImageError.networkRequired("a"))",
                "start a visible highQuality network",
            ])
        subject.say(.end(.failure(.networkRequired("a"))), of: 1)
        #expect(subject.takeWords() == ["fail \(ImageError.networkRequired("a"))"])
        #expect(subject.jobs.count == 0)
    }

    @Test func `A request that accepts a fallback runs once more if the first run was for the final image only`()
        throws
    {
        var subject = Subject()
        subject.join(ImageWaiter(), visible)
        subject.join(ImageWaiter(), ImageSubject.request("a", mode: .highQuality, fallback: true))
        subject.say(.end(.failure(.networkFailed("a", reason: "away"))), of: 0)
        #expect(subject.takeWords().last == "start a visible opportunistic")
        subject.say(.degraded(try ImageSubject.picture(1)), of: 1)
        subject.say(.end(.failure(.networkFailed("a", reason: "away"))), of: 1)
        #expect(subject.takeWords() == ["store a", "deliver fallback"])
    }

    @Test func `A download allowed only by a cancelled caller ends, and the others continue without the network`() {
        var subject = Subject()
        let patient = ImageSubject.request("a", mode: .highQuality, network: true)
        let allowing = ImageWaiter()
        subject.join(allowing, patient)
        subject.join(ImageWaiter(), visible)
        subject.perform(subject.jobs.leave(allowing, key: patient.key))
        #expect(
            subject.takeWords() == [
                "start a visible highQuality network", "cancel 0", "start a visible highQuality",
            ])
    }

    @Test func `A download allowed only by a window ends when that moves on, and a caller continues without`() {
        var subject = Subject()
        subject.startCaching(ImageSubject.request("a", network: true, priority: .prefetch))
        subject.join(ImageWaiter(), visible)
        _ = subject.takeWords()
        subject.perform(subject.jobs.stopCaching([visible.key]))
        #expect(subject.takeWords() == ["cancel 0", "start a visible highQuality"])
    }

    @Test func `A download allowed only by a caller who has its first image ends, and the others continue without`()
        throws
    {
        var subject = Subject()
        subject.join(ImageWaiter(), ImageSubject.request("a", mode: .fast, network: true))
        subject.join(ImageWaiter(), visible)
        _ = subject.takeWords()
        subject.say(.degraded(try ImageSubject.picture(1)), of: 0)
        #expect(subject.takeWords() == ["deliver final", "cancel 0", "start a visible highQuality"])
    }

    @Test func `A prefetch that allows the network runs once more with it if the first run was a caller's without`() {
        var subject = Subject()
        subject.join(ImageWaiter(), visible)
        subject.startCaching(ImageSubject.request("a", network: true, priority: .prefetch))
        _ = subject.takeWords()
        subject.say(.end(.failure(.networkRequired("a"))), of: 0)
        #expect(
            subject.takeWords() == [
                "fail \(ImageError.networkRequired("a"))", "start a prefetch highQuality network",
            ])
        subject.say(.end(.failure(.networkRequired("a"))), of: 1)
        #expect(subject.takeWords().isEmpty && subject.jobs.count == 0)
    }

    @Test func `Of two windows that need an image, each keeps what it allows`() {
        var subject = Subject(limit: 1)
        subject.startCaching(ImageSubject.request("w", priority: .prefetch))
        subject.startCaching(ImageSubject.request("a", network: true, priority: .prefetch))
        subject.startCaching(ImageSubject.request("a", fallback: true, priority: .background))
        subject.say(.finished, of: 0)
        #expect(subject.takeWords().last == "start a prefetch opportunistic network")
    }

    @Test func `Callers receive the end in the order of their requests`() {
        var subject = Subject(limit: 2)
        let ids = (0..<20).map { AssetID("\($0)") }
        var order: [ObjectIdentifier: Int] = [:]
        for (number, id) in ids.enumerated() {
            let waiter = ImageWaiter()
            order[ObjectIdentifier(waiter)] = number
            subject.waiters.append(waiter)
            subject.join(waiter, ImageSubject.request(id))
        }
        let told = subject.jobs.endAll(.shutDown).flatMap { action -> [Int?] in
            guard case .failAll(let ended, _) = action else { return [] }
            return ended.waiters.map { order[ObjectIdentifier($0)] }
        }
        #expect(told == Array(0..<20))
    }

    @Test func `A caller that joins after the degraded image gets it at once`() throws {
        var subject = Subject()
        let request = ImageSubject.request("a")
        subject.join(ImageWaiter(), request)
        subject.say(.degraded(try ImageSubject.picture(1)), of: 0)
        _ = subject.takeWords()
        subject.join(ImageWaiter(), request)
        #expect(subject.takeWords() == ["deliver degraded"])
        subject.join(ImageWaiter(), ImageSubject.request("a", mode: .fast))
        #expect(subject.takeWords() == ["deliver final"])
    }

    @Test func `A caller that joins a download learns at once how much of it has arrived`() throws {
        var subject = Subject()
        let request = ImageSubject.request("a")
        subject.join(ImageWaiter(), request)
        subject.say(.progress(0.25), of: 0)
        _ = subject.takeWords()
        subject.join(ImageWaiter(), request)
        #expect(subject.takeWords() == ["deliver progress"])
        // Another fetch begins anew.
        subject.say(.end(.failure(.networkRequired("a"))), of: 0)
        subject.join(ImageWaiter(), request)
        #expect(!subject.takeWords().contains("deliver progress"))
    }

    @Test(arguments: [ImageContentMode.fit, .fill])
    func `An exact size that the source does not keep to is an error, and is not stored`(mode: ImageContentMode) throws
    {
        let request = AssetImageRequest(
            for: MediaAsset(id: "a"), size: .pixels(2, 2), contentMode: mode, resizeMode: .exact)
        for side in 1...3 {
            var subject = Subject()
            subject.join(ImageWaiter(), request)
            let bytes = [UInt8](repeating: 0, count: side * side * 4)
            let size = PixelSize(width: side, height: side)
            let image = try DecodedImage(size: size, bytesPerRow: side * 4, pixels: bytes)
            subject.say(.end(.success(image)), of: 0)
            let isRight = mode == .fit ? side <= 2 : side >= 2
            #expect(subject.said.contains("store a") == isRight)
            #expect(subject.said.contains { $0.hasPrefix("fail") } != isRight)
        }
    }

    @Test func `A degraded image answers a request for an exact size too, since there is no other`() throws {
        var subject = Subject()
        subject.join(
            ImageWaiter(),
            AssetImageRequest(for: MediaAsset(id: "a"), size: .pixels(2, 2), contentMode: .fill, resizeMode: .exact))
        _ = subject.takeWords()
        subject.say(.end(.success(try ImageSubject.picture(1).degraded)), of: 0)
        #expect(subject.takeWords() == ["store a", "deliver final"])
    }

    @Test func `What an earlier run says is not taken for a later one's`() throws {
        var subject = Subject()
        let cell = ImageWaiter()
        subject.join(cell, visible)
        subject.perform(subject.jobs.leave(cell, key: visible.key))
        subject.join(ImageWaiter(), visible)
        _ = subject.takeWords()
        subject.say(.end(.success(try ImageSubject.picture(1))), of: 0)
        #expect(subject.takeWords().isEmpty)
        subject.say(.end(.success(try ImageSubject.picture(2))), of: 1)
        #expect(subject.takeWords() == ["store a", "deliver final"])
    }

    @Test(arguments: Effort.seeds(0..<40 as Range<UInt64>))
    func `For events in every order, no more jobs run than allowed, and each caller is served once`(
        seed: UInt64
    ) throws {
        var random = SeededNumbers(seed: seed)
        var subject = Subject(limit: 2)
        var waiting: [(waiter: ImageWaiter, key: ImageKey)] = []
        var served = 0
        for _ in 0..<300 {
            let id = AssetID("\(Int.random(in: 0..<5, using: &random))")
            let request = ImageSubject.request(
                id, priority: ImagePriority.allCases.randomElement(using: &random) ?? .visible)
            switch Int.random(in: 0..<7, using: &random) {
            case 0, 1:
                let waiter = ImageWaiter()
                waiting.append((waiter, request.key))
                subject.join(waiter, request)
            case 2 where !waiting.isEmpty:
                let gone = waiting.remove(at: Int.random(in: 0..<waiting.count, using: &random))
                subject.perform(subject.jobs.leave(gone.waiter, key: gone.key))
            case 3: subject.startCaching(request)
            case 4: subject.perform(subject.jobs.stopCaching([request.key]))
            default:
                guard !subject.runs.isEmpty else { continue }
                let run = Int.random(in: 0..<subject.runs.count, using: &random)
                subject.say(
                    Bool.random(using: &random) ? .finished : .end(.success(try ImageSubject.picture(1))), of: run)
            }
            let ends = subject.takeWords().count { $0.hasPrefix("fail") || $0 == "deliver final" }
            served += ends
            #expect(subject.jobs.running <= 2)
            waiting.removeAll { item in !subject.jobs.isWaiting(item.waiter, for: item.key) }
            #expect(subject.jobs.waiters == waiting.count)
        }
        #expect(served > 0)
    }
}

extension ImageJobScheduler {
    /// Whether a waiter waits for a key.
    fileprivate func isWaiting(_ waiter: ImageWaiter, for key: ImageKey) -> Bool {
        var copy = self
        let before = copy.waiters
        _ = copy.leave(waiter, key: key)
        return copy.waiters < before
    }
}

extension ImageDelivery {
    fileprivate var name: String {
        switch self {
        case .progress: "progress"
        case .degraded: "degraded"
        case .final: "final"
        case .fallback: "fallback"
        }
    }
}
