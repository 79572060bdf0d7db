import Testing

@testable import CameraRoll

private typealias Message = LatestMessageState.Message

/// The events of a subscriber.
private enum InboxEvent: CaseIterable {
    case ask, askCancelled, change, foreground, limited, end, endAgain, cancelFirst, cancelLast

    var message: Message? {
        switch self {
        case .change: Message()
        case .foreground: Message(reload: .foreground)
        case .limited: Message(reload: .limitedAccess)
        default: nil
        }
    }

    var error: LibraryError? {
        switch self {
        case .end: .shutDown
        case .endAgain: .notAuthorized(.denied)
        default: nil
        }
    }
}

/// The results of all callers; a copy of the run continues independently.
private struct InboxRun {
    private let continuations: KnownContinuations<LatestMessageState.Step>
    private var state: LatestMessageState
    private var calls: [Int] = []
    private(set) var heard: [Int: [LatestMessageState.Step]] = [:]

    init(_ message: Message?, _ continuations: KnownContinuations<LatestMessageState.Step>) {
        self.continuations = continuations
        state = LatestMessageState(message)
    }

    mutating func take(_ event: InboxEvent) {
        switch event {
        case .ask: ask(isCancelled: false)
        case .askCancelled: ask(isCancelled: true)
        case .change, .foreground, .limited: hear(event.message.flatMap { state.receive($0) })
        case .end, .endAgain: hear(event.error.flatMap { state.end($0) })
        case .cancelFirst: hear(calls.first.flatMap { state.cancel($0) })
        case .cancelLast: hear(calls.last.flatMap { state.cancel($0) })
        }
    }

    private mutating func ask(isCancelled: Bool) {
        let continuation = continuations.all[calls.count]
        calls.append(state.newCall())
        let (step, displaced) = state.next(calls[calls.count - 1], continuation, isCancelled: isCancelled)
        hear(displaced.map { ($0, .success(nil)) })
        hear(step.map { (continuation, $0) })
    }

    private mutating func hear(_ told: (waiter: LatestMessageState.Waiter, step: LatestMessageState.Step)?) {
        guard let told else { return }
        heard[continuations.number(of: told.waiter) ?? -1, default: []].append(told.step)
    }
}

/// The same, computed from all events: the undelivered messages, and the waiting caller.
private struct InboxModel {
    private var untold: [Message]
    private var end: LibraryError?
    private var isOver = false
    private var asked = 0
    private var waiting: Int?
    private(set) var heard: [Int: [LatestMessageState.Step]] = [:]

    init(_ message: Message?) {
        untold = [message].compactMap(\.self)
    }

    mutating func take(_ event: InboxEvent) {
        switch event {
        case .ask, .askCancelled: ask(isCancelled: event == .askCancelled)
        case .change, .foreground, .limited: if end == nil, let message = event.message { untold.append(message) }
        case .end, .endAgain: end = end ?? event.error
        case .cancelFirst: if waiting == 0 { tell(.failure(.cancelled)) }
        case .cancelLast: if waiting == asked - 1 { tell(.failure(.cancelled)) }
        }
        tellWhatThereIs()
    }

    private mutating func ask(isCancelled: Bool) {
        let (before, number) = (waiting, asked)
        asked += 1
        if isOver || isCancelled {
            heard[number] = [isOver ? .success(nil) : .failure(.cancelled)]
        } else {
            waiting = number
            if let before { heard[before, default: []].append(.success(nil)) }
        }
    }

    private mutating func tellWhatThereIs() {
        guard waiting != nil else { return }
        if let end {
            isOver = true
            tell(.failure(end))
        } else if !untold.isEmpty {
            tell(.success(Message(reload: untold.compactMap(\.reload).last)))
            untold = []
        }
    }

    private mutating func tell(_ step: LatestMessageState.Step) {
        guard let waiting else { return }
        heard[waiting, default: []].append(step)
        self.waiting = nil
    }
}

@Suite struct LatestMessageStateTests {
    @Test(arguments: [true, false])
    func `In every order of events each waiting caller is resumed once, with one message for any number of changes`(
        isNew: Bool
    ) async {
        let first = isNew ? Message() : nil
        await KnownContinuations<LatestMessageState.Step>.run(6, end: .success(nil)) { continuations in
            explore(InboxRun(first, continuations), InboxModel(first), after: [], left: isNew ? 4 : 5)
        }
    }

    /// Applies every event to this state, and every event to the results: common prefixes are run once.
    private func explore(_ run: InboxRun, _ model: InboxModel, after events: [InboxEvent], left: Int) {
        guard left > 0 else { return }
        for event in InboxEvent.allCases {
            var (run, model) = (run, model)
            run.take(event)
            model.take(event)
            if run.heard == model.heard, run.heard.values.allSatisfy({ $0.count == 1 }) {
                explore(run, model, after: events + [event], left: left - 1)
            } else {
                Issue.record("\(run.heard), not \(model.heard) after \(events + [event])")
            }
        }
    }
}
