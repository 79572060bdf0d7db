import CoreTestSupport
import Testing

@testable import CameraRoll

/// What may happen to a completion.
private enum CompletionEvent: CaseIterable, Sendable {
    case wait, result, cancellation, deadline

    /// What it ends the completion with.
    var value: Int? {
        switch self {
        case .wait: nil
        case .result: 1
        case .cancellation: 2
        case .deadline: 3
        }
    }
}

@Suite struct CompletionTests {
    @Test
    func `In every order of result, cancellation, deadline and wait the caller is resumed once, by the first end`()
        async
    {
        await KnownContinuations<Int>.run(1, end: 0) { continuations in
            for events in orders(of: CompletionEvent.allCases) {
                var state = CompletionState<Int>()
                let heard = events.compactMap { state.hear(of: $0, continuations.all[0]) }
                let ends = events.compactMap(\.value)
                #expect(heard == Array(ends.prefix(1)), "\(events)")
            }
        }
    }

    @Test func `In every order one end counts, and it is over from then on`() async {
        await KnownContinuations<Int>.run(1, end: 0) { continuations in
            for events in orders(of: CompletionEvent.allCases) {
                var state = CompletionState<Int>()
                var firsts: [CompletionEvent] = []
                for event in events {
                    guard let value = event.value else {
                        _ = state.wait(continuations.all[0], otherwise: 0)
                        continue
                    }
                    if state.end(value).isFirst { firsts.append(event) }
                    #expect(state.hasEnded, "\(events)")
                }
                let ends = events.filter { $0 != .wait }
                #expect(firsts == Array(ends.prefix(1)), "\(events)")
            }
        }
    }

    @Test func `A value that was handed over is not kept`() async {
        await KnownContinuations<Tracked>.run(1, end: Tracked()) { continuations in
            weak var handedOver: Tracked?
            var state = CompletionState<Tracked>()
            do {
                let value = Tracked()
                handedOver = value
                _ = state.end(value)
                _ = state.wait(continuations.all[0], otherwise: Tracked())
            }
            #expect(handedOver == nil)
            let other = Tracked()
            #expect(state.wait(continuations.all[0], otherwise: other) === other)
        }
    }

    @Test func `A value that comes while its caller waits is not kept`() async {
        await KnownContinuations<Tracked>.run(1, end: Tracked()) { continuations in
            weak var resumed: Tracked?
            var state = CompletionState<Tracked>()
            do {
                let value = Tracked()
                resumed = value
                _ = state.wait(continuations.all[0], otherwise: value)
                _ = state.end(value)
            }
            #expect(resumed == nil)
        }
    }

    @Test func `A task that is cancelled waits no longer`() async {
        let completion = Completion<Int>()
        let waiting = Task { await completion.value(ifCancelled: -1) }
        waiting.cancel()
        #expect(await waiting.value == -1)
        #expect(!completion.end(1))
    }

    @Test func `What ended before a cancellation is handed over all the same`() async {
        let completion = Completion<Int>()
        #expect(completion.end(7))
        let waiting = Task { await completion.value(ifCancelled: -1) }
        waiting.cancel()
        #expect(await waiting.value == 7)
    }

    @Test func `Of ends on many threads one counts, and the caller receives that one`() async {
        for _ in 0..<200 {
            let completion = Completion<Int>()
            async let heard = completion.value(ifCancelled: -1)
            let counted = await withTaskGroup(of: Int?.self) { group in
                for number in 0..<4 { group.addTask { completion.end(number) ? number : nil } }
                return await group.reduce(into: [Int]()) { if let number = $1 { $0.append(number) } }
            }
            let first = await heard
            #expect(counted == [first])
        }
    }
}

extension CompletionState<Int> {
    /// What the caller hears by an event, if anything.
    fileprivate mutating func hear(of event: CompletionEvent, _ continuation: Waiter) -> Int? {
        if let value = event.value { return end(value).waiter == nil ? nil : value }
        return wait(continuation, otherwise: 0)
    }
}

private final class Tracked: Sendable {}
