#if PhotosDouble
import CameraRoll
@testable import CameraRollPhotos
import Testing

struct ImageRequestStateTests {
    private typealias Answer = ImageRequestState.Answer

    private enum Event: Hashable {
        case started
        case answer(Answer)
        case cancel
    }

    private static let answers: [Answer] = [true, false].flatMap { hasImage in
        [true, false].flatMap { isDegraded in
            [true, false].flatMap { isCancelled in
                [true, false].flatMap { isInCloud in
                    [nil, ImageError.networkFailed("a", reason: "")].map { error in
                        Answer(
                            hasImage: hasImage, isDegraded: isDegraded, isCancelled: isCancelled,
                            isInCloud: isInCloud, error: error)
                    }
                }
            }
        }
    }

    /// All sequences of three answers and cancellations, with the start at every place among them.
    private static func sequences(_ answers: [Answer]) -> [[Event]] {
        let events = answers.map(Event.answer) + [.cancel]
        let triples = events.flatMap { first in events.flatMap { second in events.map { [first, second, $0] } } }
        return triples.flatMap { triple in
            (0...triple.count).map { place in
                var sequence = triple
                sequence.insert(.started, at: place)
                return sequence
            }
        }
    }

    // Asynchronous only so that it runs beside others: synchronous tests share the main thread.
    @Test(arguments: ImageDeliveryMode.allCases)
    func `Every sequence of answers ends a request at most once, and nothing is delivered after its end`(
        mode: ImageDeliveryMode
    ) async {
        for sequence in Self.sequences(Self.answers) {
            var state = ImageRequestState("a", mode)
            var (ends, isLate) = (0, false)
            for event in sequence {
                let hadEnded = state.hasEnded
                let end = Self.apply(event, to: &state)
                ends += end.isEnd ? 1 : 0
                if hadEnded, end.isEnd || end.isDelivery { isLate = true }
            }
            if ends > 1 || isLate || (ends == 1) != state.hasEnded {
                Issue.record("\(ends) ends\(isLate ? ", late" : ""): \(sequence)")
                return
            }
        }
    }

    @Test(arguments: ImageDeliveryMode.allCases)
    func `A request that is canceled while it runs is canceled at Photos once, whenever its number becomes known`(
        mode: ImageDeliveryMode
    ) {
        let degraded = Answer(hasImage: true, isDegraded: true)
        for sequence in Self.sequences(mode == .fast ? [] : [degraded]) where sequence.contains(.cancel) {
            var state = ImageRequestState("a", mode)
            var numbers: [Int32] = []
            for event in sequence { numbers += Self.apply(event, to: &state).numbers }
            if numbers != [7] {
                Issue.record("canceled \(numbers): \(sequence)")
                return
            }
        }
    }

    @Test(arguments: ImageDeliveryMode.allCases)
    func `A request that has ended is not canceled at Photos`(mode: ImageDeliveryMode) {
        var state = ImageRequestState("a", mode)
        _ = state.started(7)
        _ = state.take(Answer(hasImage: true))
        #expect(state.cancel() == ImageRequestState.Cancellation(number: nil, endsRequest: false))
    }

    @Test func `A degraded image is the final one where only one is delivered`() {
        var state = ImageRequestState("a", .fast)
        #expect(state.take(Answer(hasImage: true, isDegraded: true)) == .deliverFinal)
    }

    @Test func `A degraded image that slips through is never the final one of high quality`() {
        var state = ImageRequestState("a", .highQuality)
        #expect(state.take(Answer(hasImage: true, isDegraded: true)) == .deliverDegraded)
    }

    @Test func `An answer with neither an image nor an error finishes the request`() {
        var state = ImageRequestState("a", .opportunistic)
        #expect(state.take(Answer(hasImage: false)) == .finish)
    }

    @Test func `An image in the cloud needs the network`() {
        var state = ImageRequestState("a", .opportunistic)
        #expect(state.take(Answer(hasImage: false, isInCloud: true)) == .fail(.networkRequired("a")))
    }

    private static func apply(
        _ event: Event, to state: inout ImageRequestState
    ) -> (isEnd: Bool, isDelivery: Bool, numbers: [Int32]) {
        switch event {
        case .started: return (false, false, [state.started(7)].compactMap(\.self))
        case .cancel:
            let cancellation = state.cancel()
            return (cancellation.endsRequest, false, [cancellation.number].compactMap(\.self))
        case .answer(let answer):
            switch state.take(answer) {
            case .ignore: return (false, false, [])
            case .deliverDegraded: return (false, true, [])
            case .deliverFinal, .fail, .finish: return (true, true, [])
            }
        }
    }
}
#endif
