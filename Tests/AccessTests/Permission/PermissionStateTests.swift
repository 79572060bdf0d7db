import CoreTestSupport
import Testing

@testable import CameraRoll

/// The state of the permission, for every order of its events.
@Suite struct PermissionStateTests {
    private enum Event: CaseIterable {
        case notDetermined, denied, authorized, limited, tellLimited, libraryChange

        var status: AuthorizationStatus? {
            switch self {
            case .notDetermined: .notDetermined
            case .denied: .denied
            case .authorized: .authorized
            case .limited, .tellLimited: .limited
            case .libraryChange: nil
            }
        }
    }

    /// The data that may be delivered of each read, computed from all events.
    private struct Model {
        /// The statuses; true for each change of the library under limited access.
        private var story: [(status: AuthorizationStatus, isSelection: Bool)] = []

        mutating func take(_ event: Event) {
            let before = story.last?.status
            if let status = event.status {
                story.append((status, event == .tellLimited && before == .limited))
            } else if before == .limited {
                story.append((.limited, true))
            }
        }

        var count: Int { story.count }

        func wasForbidden(since moment: Int) -> Bool {
            story[moment...].dropFirst().contains { !$0.status.allowsReading }
        }

        func wasNarrowed(since moment: Int) -> Bool {
            let rest = story[moment...]
            return wasForbidden(since: moment)
                || zip(rest, rest.dropFirst()).contains { $0.status == .authorized && $1.status == .limited }
        }

        func wasChanged(since moment: Int) -> Bool {
            wasNarrowed(since: moment) || story[moment...].dropFirst().contains { $0.isSelection }
        }

        func mayBeRead(at moment: Int) -> Bool { story[moment].status.allowsReading }
    }

    @Test func `In every order of events, what was read tells by its generation what was taken back since`() {
        for events in sequences(of: Event.allCases, count: 6) {
            var (state, model) = (PermissionState(), Model())
            var moments: [Int: UInt64] = [:]
            for event in events {
                if let status = event.status {
                    _ = state.note(status, after: state.looks, isReported: event == .tellLimited)
                } else {
                    _ = state.noteLibraryChange()
                }
                model.take(event)
                if model.count > 0 { moments[model.count - 1] = state.permit.generation }
            }
            for (moment, generation) in moments where model.mayBeRead(at: moment) {
                let permit = state.permit
                let isRight =
                    (generation < permit.withdrawal) == model.wasForbidden(since: moment)
                    && (generation < permit.revocation) == model.wasNarrowed(since: moment)
                    && (generation < permit.generation) == model.wasChanged(since: moment)
                if !isRight { Issue.record("\(permit) for what was read at \(moment) after \(events)") }
            }
        }
    }

    @Test func `A note says what it led to`() {
        var state = PermissionState()
        let statuses: [AuthorizationStatus] = [
            .authorized, .authorized, .limited, .authorized, .denied, .restricted, .limited,
        ]
        let notes = statuses.map { state.note($0, after: state.looks) }
        #expect(notes.map { $0?.isRevocation } == [false, false, true, false, true, false, false])
        #expect(notes.map { $0?.concernsStatus } == [false, false, true, true, true, true, true])
        #expect(notes.map { $0?.concernsAssets } == [false, false, true, true, true, true, true])
        #expect(state.permit.refusal == .denied)
        let change = state.noteLibraryChange()
        #expect(change?.isRevocation == true && change?.concernsStatus == false)
    }

    @Test func `A status that is reported again concerns assets only under limited access`() {
        var state = PermissionState()
        let statuses: [AuthorizationStatus] = [.authorized, .authorized, .limited, .limited]
        let notes = statuses.map { state.note($0, after: state.looks, isReported: true) }
        #expect(notes.map { $0?.concernsStatus } == [true, true, true, true])
        #expect(notes.map { $0?.concernsAssets } == [false, false, true, true])
    }

    // one thread               another                  the user
    // ----------               -------                  --------
    // begins a check
    // sees: denied
    //                                                   allows it
    //                          checks, records: authorized
    // records: too late
    // checks again
    @Test func `A status that was looked up before another was noted does not count`() {
        var state = PermissionState()
        let early = state.looks
        #expect(state.note(.authorized, after: state.looks) != nil)
        #expect(state.note(.denied, after: early) == nil)
        #expect(state.permit == Permit(status: .authorized))
    }

    /// A thread that checks: it reads the number of checks, then the status, then records it; again if it was late.
    private struct Looker {
        private enum Step { case begin, see, note }
        private var step = Step.begin
        private var looks: UInt64 = 0
        private var status = AuthorizationStatus.notDetermined
        private var time = 0
        private(set) var isDone = false

        /// - Parameters:
        ///   - time: how often the user has decided.
        ///   - noted: the times of the recorded statuses.
        mutating func advance(
            _ state: inout PermissionState, _ now: AuthorizationStatus, at time: Int, noted: inout [Int]
        ) {
            switch step {
            case .begin: (looks, step) = (state.looks, .see)
            case .see: (status, self.time, step) = (now, time, .note)
            case .note:
                isDone = state.note(status, after: looks) != nil
                if isDone { noted.append(self.time) }
                step = .begin
            }
        }
    }

    // Each decision of the user is followed by a check of a separate thread. In every order of their steps the
    // statuses are recorded in the order in which they were true, and the last one is the current one.
    @Test func `In every interleaving of three threads the statuses stand in the order in which they were true`() {
        let statuses: [AuthorizationStatus] = [.denied, .authorized, .limited]
        var ends = 0
        func explore(_ state: PermissionState, _ lookers: [Looker], _ time: Int, _ noted: [Int]) {
            if time == statuses.count, lookers.allSatisfy(\.isDone) {
                ends += 1
                if state.permit.status != .limited || noted != noted.sorted() { Issue.record("\(state), \(noted)") }
                return
            }
            let now = time == 0 ? AuthorizationStatus.authorized : statuses[time - 1]
            if time < statuses.count { explore(state, lookers + [Looker()], time + 1, noted) }
            for index in lookers.indices where !lookers[index].isDone {
                var (state, lookers, noted) = (state, lookers, noted)
                lookers[index].advance(&state, now, at: time, noted: &noted)
                explore(state, lookers, time, noted)
            }
        }
        var state = PermissionState()
        _ = state.note(.authorized, after: 0)
        explore(state, [], 0, [])
        #expect(ends > 1_000)
    }
}
