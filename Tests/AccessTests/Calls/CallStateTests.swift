import CoreTestSupport
import Testing

@testable import CameraRoll

/// The events of a call's three parties.
private enum CallEvent: CaseIterable, Sendable {
    case wait, turn, anotherTurn, cancel, deadline
}

/// The result of a turn.
private enum TurnResult: CaseIterable, Sendable {
    case done, failed, more

    var result: Result<Int?, LibraryError> {
        switch self {
        case .done: .success(7)
        case .failed: .failure(.assetNotFound("x"))
        case .more: .success(nil)
        }
    }
}

@Suite struct CallStateTests {
    @Test(arguments: TurnResult.allCases)
    fileprivate func `In every order of events the caller is resumed exactly once, by the first event`(
        first: TurnResult
    ) async {
        for events in orders(of: CallEvent.allCases) {
            let run = await CallRun.run(events, turns: [first, .done])
            #expect(run.outcomes.count == 1, "\(events)")
            #expect(run.outcomes.first == expected(of: events, turns: [first, .done]), "\(events)")
            #expect(run.hasEnded)
        }
    }

    @Test(arguments: [CallEvent.cancel, .deadline])
    fileprivate func `A call that ends during a turn drops the turn's result`(end: CallEvent) async {
        for result in TurnResult.allCases {
            let events = [CallEvent.wait, .turn, .anotherTurn]
            let run = await CallRun.run(events, turns: [result, .done], duringTurn: end)
            #expect(run.outcomes == [.failure(end == .cancel ? .cancelled : .shutDown)])
            #expect(run.turns == 1)
            #expect(run.hasEnded)
        }
    }

    @Test func `A call whose effect is being applied is ended by its turn only`() {
        var state = CallState(NotedSlices(1), lane: .standard)
        var read: NotedSlices?
        _ = state.beginTurn(from: .standard, taking: &read)
        let begins = state.beginCommit()
        _ = state.end(.failure(.cancelled))
        #expect(begins && !state.hasEnded)
        guard case .finish(_, let outcome) = state.endTurn(&read, .success(1)) else {
            return #expect(Bool(false), "the turn ends the call")
        }
        #expect(outcome == .success(1) && state.hasEnded)
        let beginsAgain = state.beginCommit()
        #expect(!beginsAgain)
    }

    @Test func `A call that is over takes no turn`() async {
        let run = await CallRun.run([.cancel, .turn, .wait], turns: [.done])
        #expect(run.turns == 0)
    }

    @Test func `A read that is not gone on with is handed out once`() {
        var state = CallState(NotedSlices(2), lane: .standard)
        #expect(state.end(.failure(.cancelled)).abandoned != nil)
        #expect(state.end(.failure(.cancelled)).abandoned == nil)
        var inTurn = CallState(NotedSlices(2), lane: .standard)
        var taken: NotedSlices?
        _ = inTurn.beginTurn(from: .standard, taking: &taken)
        #expect(inTurn.end(.failure(.cancelled)).abandoned == nil)
    }

    @Test func `A turn that comes while another one has the read belongs to a stale lane`() {
        var state = CallState(NotedSlices(2), lane: .standard)
        var (read, other): (NotedSlices?, NotedSlices?)
        let (first, second) = (
            state.beginTurn(from: .standard, taking: &read), state.beginTurn(from: .standard, taking: &other)
        )
        #expect(first.isRun && second.isStaleLane)
        #expect(read != nil && other == nil)
    }

    // Otherwise the call would be queued twice from then on, and take the turns of others.
    @Test func `A call that was raised takes no turn from its old lane, and ends in the new one`() {
        var state = CallState(NotedSlices(2), lane: .background)
        var read: NotedSlices?
        let isRaised = state.raise(to: .interactive)
        #expect(isRaised && !state.raise(to: .standard))
        let old = state.beginTurn(from: .background, taking: &read)
        #expect(old.isStaleLane && read == nil)
        let new = state.beginTurn(from: .interactive, taking: &read)
        #expect(new.isRun && read != nil)
    }

    @Test func `An outcome is kept for a late caller, and handed over once`() async {
        let outcome = await withCallerContinuation { continuation in
            var state = CallState(NotedSlices(1), lane: .standard)
            _ = state.end(.failure(.shutDown))
            let (first, second) = (state.wait(continuation), state.wait(continuation))
            #expect(second == .failure(.cancelled))
            continuation.resume(returning: first ?? .success(0))
        }
        #expect(outcome == .failure(.shutDown))
    }

    /// The model: the first event that can end a call decides its outcome.
    private func expected(of events: [CallEvent], turns: [TurnResult]) -> Result<Int, LibraryError>? {
        var turns = turns
        for event in events {
            switch event {
            case .wait: break
            case .cancel: return .failure(.cancelled)
            case .deadline: return .failure(.shutDown)
            case .turn, .anotherTurn:
                switch turns.removeFirst() {
                case .done: return .success(7)
                case .failed: return .failure(.assetNotFound("x"))
                case .more: break
                }
            }
        }
        return nil
    }
}

extension CallState.TurnStart {
    fileprivate var isRun: Bool { if case .run = self { true } else { false } }
    fileprivate var isStaleLane: Bool { if case .staleLane = self { true } else { false } }
}

/// A call that is driven through events, with a continuation that is resumed for it.
private struct CallRun {
    private var state = CallState(NotedSlices(1), lane: .standard)
    private let continuation: CallerContinuation<Result<Int, LibraryError>>
    private(set) var outcomes: [Result<Int, LibraryError>] = []
    private(set) var turns = 0

    var hasEnded: Bool { state.hasEnded }

    static func run(
        _ events: [CallEvent], turns: [TurnResult], duringTurn: CallEvent? = nil
    ) async -> CallRun {
        let notes = Notes<CallRun>()
        _ = await withCallerContinuation { continuation in
            var run = CallRun(continuation: continuation)
            var turns = turns
            for event in events { run.apply(event, &turns, duringTurn) }
            // A call whose caller is never resumed must fail the test, and not hang it.
            if run.outcomes.isEmpty { continuation.resume(returning: .failure(.shutDown)) }
            notes.append(run)
        }
        return notes.all[0]
    }

    private init(continuation: CallerContinuation<Result<Int, LibraryError>>) {
        self.continuation = continuation
    }

    private mutating func apply(_ event: CallEvent, _ results: inout [TurnResult], _ duringTurn: CallEvent?) {
        switch event {
        case .wait: if let outcome = state.wait(continuation) { hear(outcome) }
        case .cancel: end(.cancelled)
        case .deadline: end(.shutDown)
        case .turn, .anotherTurn: takeTurn(results.removeFirst(), duringTurn)
        }
    }

    private mutating func takeTurn(_ result: TurnResult, _ duringTurn: CallEvent?) {
        var read: NotedSlices?
        guard case .run = state.beginTurn(from: .standard, taking: &read) else { return }
        turns += 1
        if let duringTurn { end(duringTurn == .cancel ? .cancelled : .shutDown) }
        if case .finish(_?, let outcome) = state.endTurn(&read, result.result) { hear(outcome) }
    }

    private mutating func end(_ error: LibraryError) {
        if state.end(.failure(error)).waiter != nil { hear(.failure(error)) }
    }

    private mutating func hear(_ outcome: Result<Int, LibraryError>) {
        outcomes.append(outcome)
        if outcomes.count == 1 { continuation.resume(returning: outcome) }
    }
}
