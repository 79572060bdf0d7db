import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

/// Which images a source is told to prepare and to release, and in which order.
struct PreparationStateTests {
    private static func request(_ number: Int, isFromCloud: Bool = false) -> AssetImageRequest {
        ImageSubject.request(AssetID("\(number)"), network: isFromCloud)
    }

    @Test func `Nothing is told before the source is known, and then the images in order`() {
        var state = PreparationState()
        for number in 0..<3 { state.start(Self.request(number)) }
        #expect(!state.hasWork)
        state.setLimit(10)
        #expect(state.takeWanted(2) == [Self.request(0), Self.request(1)])
        #expect(state.takeWanted(2) == [Self.request(2)])
        #expect(!state.hasWork)
    }

    @Test func `A source that prepares nothing leaves nothing behind`() {
        var state = PreparationState()
        for number in 0..<1_000 { state.start(Self.request(number)) }
        state.setLimit(0)
        #expect(!state.hasWork)
        for number in 0..<1_000 { state.start(Self.request(number)) }
        #expect(state.capacity < 16)
    }

    @Test func `What is stopped before it was told is never told, and takes no memory`() {
        var state = PreparationState()
        state.setLimit(10)
        for number in 0..<100_000 {
            state.start(Self.request(number))
            state.stop(Self.request(number).key)
        }
        #expect(!state.hasWork)
        #expect(state.capacity < 2_000)
    }

    @Test func `What is stopped and started again is neither released nor prepared again`() {
        var state = PreparationState()
        state.setLimit(10)
        state.start(Self.request(1))
        #expect(state.takeWanted(10).count == 1)
        state.stop(Self.request(1).key)
        state.start(Self.request(1))
        #expect(!state.hasWork)
    }

    @Test func `An image that is asked for by other means is released first`() {
        var state = PreparationState()
        state.setLimit(10)
        state.start(Self.request(1))
        #expect(state.takeWanted(10).count == 1)
        state.start(Self.request(1, isFromCloud: true))
        #expect(state.takeWanted(10) == [])
        #expect(state.takeReleased(10) == [Self.request(1)])
        #expect(state.takeWanted(10) == [Self.request(1, isFromCloud: true)])
    }

    @Test func `An image beyond the limit is prepared when another is released`() {
        var state = PreparationState()
        state.setLimit(1)
        state.start(Self.request(1))
        state.start(Self.request(2))
        #expect(state.takeWanted(10) == [Self.request(1)])
        #expect(!state.hasWork)
        state.stop(Self.request(1).key)
        #expect(state.takeReleased(10) == [Self.request(1)])
        #expect(state.takeWanted(10) == [Self.request(2)])
    }

    /// A source that records what it is told, and what is wrong with it.
    private struct Source {
        var prepared: [ImageKey: AssetImageRequest] = [:]
        var mistakes = 0

        mutating func tell(_ state: inout PreparationState, most: Int) {
            release(state.takeReleased(most))
            for request in state.takeWanted(most) where prepared.updateValue(request, forKey: request.key) != nil {
                mistakes += 1
            }
        }

        mutating func release(_ requests: [AssetImageRequest]) {
            for request in requests where prepared.removeValue(forKey: request.key) != request { mistakes += 1 }
        }
    }

    @Test(arguments: Effort.seeds(0..<200 as Range<UInt64>))
    func `In any order of starts and stops, images are prepared and released in turn`(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        var (state, source) = (PreparationState(), Source())
        var wanted: [ImageKey: AssetImageRequest] = [:]
        let limit = [3, 100].randomElement(using: &random) ?? 3
        if seed % 2 == 0 { state.setLimit(limit) }
        for _ in 0..<200 {
            let request = Self.request(Int.random(in: 0..<12, using: &random), isFromCloud: .random(using: &random))
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<8:
                state.start(request)
                wanted[request.key] = request
            case 8..<14:
                state.stop(request.key)
                wanted[request.key] = nil
            case 14..<18: source.tell(&state, most: Int.random(in: 1..<6, using: &random))
            case 18:
                state.stopAll()
                wanted = [:]
            default:
                // The library goes away: what was prepared is not prepared again by itself.
                let gone = state.takePrepared()
                source.release(gone)
                for request in gone where wanted[request.key] == request { wanted[request.key] = nil }
            }
            #expect(source.prepared.count <= limit)
        }
        state.setLimit(limit)
        while state.hasWork { source.tell(&state, most: 4) }
        #expect(source.mistakes == 0)
        if limit == 100 { #expect(source.prepared == wanted) }
        #expect(Set(source.prepared.keys).isSubset(of: wanted.keys))
    }
}
