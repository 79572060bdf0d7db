import CoreTestSupport
import Testing

@testable import CameraRoll

/// The events of the caller, the editor and the library access.
private enum EditEvent: CaseIterable {
    case wait, commit, succeed, fail, cancel, close, listen

    var outcome: EditState.Outcome? {
        switch self {
        case .succeed: .success(EditReceipt(assets: [:], albums: [:], token: nil))
        case .fail: .failure(.volumeOffline)
        case .cancel: .failure(.cancelled)
        case .close: .failure(.shutDown)
        default: nil
        }
    }
}

/// A transaction that is driven through events; a copy continues independently.
private struct EditRun {
    private let continuation: EditState.Waiter
    private let actions: Notes<Int>
    private var state = EditState()
    private var listeners = 0
    /// The outcomes that the waiting callers received.
    private(set) var heard: [EditState.Outcome] = []
    private(set) var commits: [EditError?] = []
    /// The actions that are to be called: at once, or by the cancellation.
    private(set) var called: [Int] = []

    init(_ continuation: EditState.Waiter) {
        self.continuation = continuation
        actions = Notes()
    }

    mutating func take(_ event: EditEvent) {
        switch event {
        case .wait: if let outcome = state.wait(continuation) { heard.append(outcome) }
        case .commit: commits.append(state.commit())
        case .succeed, .fail: if let outcome = event.outcome { hear(outcome, state.finish(outcome).waiter) }
        case .cancel, .close: giveUp(event)
        case .listen: listen()
        }
    }

    private mutating func giveUp(_ event: EditEvent) {
        guard let outcome = event.outcome, case .failure(let error) = outcome else { return }
        let (waiter, action) = state.giveUp(error)
        hear(outcome, waiter)
        let before = actions.all.count
        action?()
        called += actions.all.dropFirst(before)
    }

    private mutating func listen() {
        listeners += 1
        if !state.onCancel({ [actions, listeners] in actions.append(listeners) }) { called.append(listeners) }
    }

    private mutating func hear(_ outcome: EditState.Outcome, _ waiter: EditState.Waiter?) {
        if waiter != nil { heard.append(outcome) }
    }
}

/// The same, computed from all events.
private struct EditModel {
    private var isWaiting = false
    private var isCommitted = false
    private var end: EditState.Outcome?
    private var listeners: [Int] = []
    private(set) var heard: [EditState.Outcome] = []
    private(set) var commits: [EditError?] = []
    private(set) var called: [Int] = []

    private var refusal: EditError? {
        if case .failure(let error) = end { error } else { nil }
    }

    mutating func take(_ event: EditEvent) {
        switch event {
        case .wait: isWaiting = true
        case .commit: commit()
        case .succeed, .fail: end = end ?? event.outcome
        case .cancel, .close:
            guard end == nil, !isCommitted else { return }
            end = event.outcome
            called += listeners.suffix(1)
        case .listen:
            if refusal != nil { called.append(listeners.count + 1) }
            listeners.append(listeners.count + 1)
            // An action that is registered after the commit is never called.
            if isCommitted { listeners[listeners.count - 1] = listeners.dropLast().last ?? 0 }
        }
        if isWaiting, heard.isEmpty, let end { heard = [end] }
    }

    private mutating func commit() {
        if end == nil { isCommitted = true }
        let isOver = if case .success = end { true } else { false }
        commits.append(isOver ? .failed(reason: "the transaction is over") : refusal)
    }
}

@Suite struct EditStateTests {
    @Test func `In every order of events the caller is resumed once, by a cancellation only before the commit`() async {
        await KnownContinuations<EditState.Outcome>.run(1, end: .failure(.cancelled)) { continuations in
            explore(EditRun(continuations.all[0]), EditModel(), after: [], left: 6)
        }
    }

    private func explore(_ run: EditRun, _ model: EditModel, after events: [EditEvent], left: Int) {
        guard left > 0 else { return }
        for event in EditEvent.allCases where event != .wait || !events.contains(.wait) {
            var (run, model) = (run, model)
            run.take(event)
            model.take(event)
            let isRight = run.heard == model.heard && run.commits == model.commits && run.called == model.called
            if isRight {
                explore(run, model, after: events + [event], left: left - 1)
            } else {
                Issue.record("\(run.heard), commits \(run.commits), calls \(run.called) after \(events + [event])")
            }
        }
    }
}
