import CameraRollTesting
import Testing

@testable import CameraRoll
@testable import SyntheticLibrary

struct SyntheticImageRunTests {
    private static let holds: [(SyntheticHold, SyntheticFaults)] = [
        (.late, SyntheticFaults(imageFault: .late)), (.never, SyntheticFaults(imageFault: .never)),
        (.download, SyntheticFaults(download: .stalls(after: 0.5))),
    ]

    @Test(arguments: holds)
    func `After a cancellation nothing is said, and nothing is held`(
        hold: SyntheticHold, faults: SyntheticFaults
    ) throws {
        let subject = SourceSubject(faults: faults, cloud: true)
        let asset = try subject.picture(inCloud: true)
        let cancel = try #require(subject.ask(asset, mode: .highQuality, network: true))
        #expect(subject.store.heldBack(hold) == 1)
        cancel()
        cancel()
        #expect(subject.store.heldBack(hold) == 0)
        #expect(subject.store.callBackLate() == 0 && subject.store.endDownloads() == 0)
        #expect(!subject.line.contains("f"))
        #expect(
            subject.store.imageStatistics == SyntheticImageStatistics(started: 1, cancelled: 1, mostInFlight: 1))
    }

    @Test(arguments: holds)
    func `Held answers do not retain the store`(hold: SyntheticHold, faults: SyntheticFaults) throws {
        weak var store: SyntheticStore?
        var cancel: (@Sendable () -> Void)?
        do {
            let subject = SourceSubject(faults: faults, cloud: true)
            store = subject.store
            cancel = subject.ask(try subject.picture(inCloud: true), network: true)
        }
        #expect(store == nil)
        cancel?()
    }

    @Test func `A cancellation after the end has no effect`() throws {
        let subject = SourceSubject(faults: SyntheticFaults(imageFault: .late))
        let cancel = subject.ask(try subject.picture())
        subject.store.callBackLate()
        cancel?()
        #expect(subject.line == "df")
        #expect(
            subject.store.imageStatistics == SyntheticImageStatistics(started: 1, mostInFlight: 1, decodes: 1))
    }

    @Test func `Requests in flight are counted, and the most of them`() throws {
        let subject = SourceSubject(faults: SyntheticFaults(imageFault: .late))
        let assets = subject.store.contents.assets.prefix(4)
        let cancels = assets.map { subject.ask($0) }
        cancels[0]?()
        #expect(subject.store.imageStatistics.inFlight == 3)
        subject.store.callBackLate()
        let statistics = subject.store.imageStatistics
        #expect((statistics.started, statistics.cancelled, statistics.inFlight) == (4, 1, 0))
        #expect((statistics.mostInFlight, statistics.decodes) == (4, 3))
    }

    @Test(arguments: [ImageLane.library, .main])
    func `In the other lanes the source only starts something`(lane: ImageLane) async throws {
        let subject = SourceSubject(lane: lane) { $0.imageRequestLimit = 3 }
        #expect(subject.source.lane == lane && subject.source.requestLimit == 3)
        let asset = try subject.picture()
        let hold = await subject.store.hold()
        #expect(subject.ask(asset) != nil)
        #expect(subject.line.isEmpty)
        hold.release()
        await subject.ended.wait()
        #expect(subject.line == "df")
        #expect(subject.store.imageStatistics.inFlight == 0)
    }

    @Test func `An early callback comes before the request returns, also in the other lanes`() throws {
        let subject = SourceSubject(faults: SyntheticFaults(imageFault: .early), lane: .main)
        #expect(subject.ask(try subject.picture()) == nil)
        #expect(subject.line == "df")
    }

    @Test func `In the other lanes too a request is held back, and cancelled`() async throws {
        let subject = SourceSubject(faults: SyntheticFaults(imageFault: .late), lane: .library)
        let assets = subject.store.contents.assets.prefix(2)
        let cancels = assets.map { subject.ask($0, mode: .highQuality) }
        await subject.store.waitUntilHeldBack(.late, 2)
        cancels[0]?()
        #expect(subject.store.callBackLate() == 1)
        #expect(subject.images.values.map(SyntheticPainter.identify) == [assets[1].id])
    }

    @Test func `What waits for a thread is cancelled before it begins`() async throws {
        let subject = SourceSubject(lane: .library)
        let assets = subject.store.contents.assets.prefix(6)
        let hold = await subject.store.hold()
        let cancels = assets.map { subject.ask($0, mode: .highQuality) }
        await subject.store.waitUntilThreadsBlock(2)
        for cancel in cancels { cancel?() }
        #expect(subject.store.imageStatistics.inFlight == 0 && subject.store.imageStatistics.cancelled == 6)
        hold.release()
        subject.ask(assets[0], mode: .highQuality)
        await subject.ended.wait()
        #expect(subject.images.values.map(SyntheticPainter.identify) == [assets[0].id])
    }

    @Test func `Memory gets short once so many pictures were painted, and not again`() throws {
        let subject = SourceSubject(faults: SyntheticFaults(memoryPressureAfterDecodes: 3))
        let raised = Recorder<Int>()
        let store = subject.store
        let observation = store.memoryPressure.observe { [weak store] in
            raised.append(store?.imageStatistics.decodes ?? 0)
        }
        for asset in store.contents.assets.prefix(7) { subject.ask(asset) }
        withExtendedLifetime(observation) {}
        #expect(raised.values == [3])
    }
}
