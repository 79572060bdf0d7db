import Testing

@testable import CameraRoll

/// The events of a prompt: up to three callers join, canceled or not, and leave; and it is answered.
private enum PromptEvent: CaseIterable {
    case join, joinCancelled, leaveFirst, leaveLast, answer
}

/// The resumed callers, and the steps returned to those who joined; a copy of the run continues independently.
private struct PromptRun {
    let continuations: KnownContinuations<AuthorizationStatus?>
    private var state = PromptState()
    private var calls: [Int] = []
    private(set) var steps: [PromptState.Step] = []
    private(set) var resumed: [Int: Int] = [:]

    var isWaitedFor: Bool { state.isWaitedFor }

    init(_ continuations: KnownContinuations<AuthorizationStatus?>) {
        self.continuations = continuations
    }

    mutating func take(_ event: PromptEvent) {
        switch event {
        case .join, .joinCancelled:
            calls.append(state.newCall())
            let waiter = continuations.all[calls.count - 1]
            let step = state.join(calls[calls.count - 1], waiter, isCancelled: event == .joinCancelled)
            steps.append(step)
            if step == .giveUp { note(waiter) }
        case .leaveFirst: calls.first.flatMap { state.leave($0) }.map { note($0) }
        case .leaveLast: calls.last.flatMap { state.leave($0) }.map { note($0) }
        case .answer: state.answer().forEach { note($0) }
        }
    }

    private mutating func note(_ waiter: PromptState.Waiter) {
        resumed[continuations.number(of: waiter) ?? -1, default: 0] += 1
    }
}

/// The same, computed from all events.
private struct PromptModel {
    private var asked = 0
    private var isOnScreen = false
    private var waiting: Set<Int> = []
    private(set) var steps: [PromptState.Step] = []
    private(set) var resumed: [Int: Int] = [:]

    var isWaitedFor: Bool { !waiting.isEmpty }

    mutating func take(_ event: PromptEvent) {
        switch event {
        case .join:
            steps.append(isOnScreen ? .wait : .ask)
            waiting.insert(asked)
            (asked, isOnScreen) = (asked + 1, true)
        case .joinCancelled:
            steps.append(.giveUp)
            resumed[asked] = 1
            asked += 1
        case .leaveFirst: resume(0)
        case .leaveLast: resume(asked - 1)
        case .answer:
            waiting.forEach { resume($0) }
            isOnScreen = false
        }
    }

    private mutating func resume(_ number: Int) {
        if waiting.remove(number) != nil { resumed[number, default: 0] += 1 }
    }
}

@Suite struct PromptStateTests {
    @Test func `In every order of events the user is prompted once, and each waiting caller is resumed once`() async {
        await KnownContinuations<AuthorizationStatus?>.run(7, end: nil) { continuations in
            explore(PromptRun(continuations), PromptModel(), after: [], left: 7)
        }
    }

    private func explore(_ run: PromptRun, _ model: PromptModel, after events: [PromptEvent], left: Int) {
        guard left > 0 else { return }
        for event in PromptEvent.allCases {
            var (run, model) = (run, model)
            run.take(event)
            model.take(event)
            let isRight =
                run.steps == model.steps && run.resumed == model.resumed && run.isWaitedFor == model.isWaitedFor
                && run.resumed.values.allSatisfy { $0 == 1 }
            if isRight {
                explore(run, model, after: events + [event], left: left - 1)
            } else {
                Issue.record("\(run.steps), resumed \(run.resumed) after \(events + [event])")
            }
        }
    }
}
