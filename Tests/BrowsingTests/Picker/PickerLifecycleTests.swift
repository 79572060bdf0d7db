import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

@Suite struct PickerLifecycleTests {
    /// What can happen to a session, in any order.
    private enum Event: CaseIterable {
        case open, beginFinishing, abandonFinishing, commitFinishing, cancel
    }

    /// Applies an event; returns whether it ended the session.
    private func apply(_ event: Event, to lifecycle: inout PickerLifecycle) -> Bool {
        switch event {
        case .open: _ = lifecycle.open()
        case .beginFinishing: if lifecycle.refusalToFinish == nil { lifecycle.beginFinishing() }
        case .abandonFinishing: lifecycle.abandonFinishing()
        case .commitFinishing: return lifecycle.commitFinishing()
        case .cancel: return lifecycle.cancel()
        }
        return false
    }

    /// Calls `body` with each sequence of events up to a length.
    private func forEachCourse(upTo length: Int, _ body: ([Event]) -> Void) {
        var courses: [[Event]] = [[]]
        for _ in 0..<length {
            courses = courses.flatMap { course in Event.allCases.map { course + [$0] } }
            courses.forEach(body)
        }
    }

    @Test func `In any order of calls, a session ends at most once, and its end stays`() {
        var wrong: [[Event]] = []
        forEachCourse(upTo: 6) { course in
            var lifecycle = PickerLifecycle()
            var ends = 0
            var end: PickerSession.Phase?
            for event in course {
                if apply(event, to: &lifecycle) { ends += 1 }
                if lifecycle.phase.isEnd { end = end ?? lifecycle.phase }
                if let end, lifecycle.phase != end { ends = .max }
                if ends == .max { break }
            }
            if ends > 1 || (ends == 1) != lifecycle.phase.isEnd { wrong.append(course) }
        }
        #expect(wrong.isEmpty)
    }

    @Test func `A session finishes only if it was open, and nothing canceled it before the commit`() {
        var wrong: [[Event]] = []
        forEachCourse(upTo: 6) { course in
            var lifecycle = PickerLifecycle()
            for event in course { _ = apply(event, to: &lifecycle) }
            guard lifecycle.phase == .finished else { return }
            let commit = course.lastIndex(of: .commitFinishing) ?? 0
            let before = course[..<commit]
            let isOrdered = before.firstIndex(of: .open) ?? .max < before.lastIndex(of: .beginFinishing) ?? -1
            if !isOrdered || course.first == .cancel { wrong.append(course) }
        }
        #expect(wrong.isEmpty)
    }

    @Test(
        arguments: [
            ([], PickerError.notOpen), ([.open], nil), ([.open, .beginFinishing], .isFinishing),
            ([.open, .beginFinishing, .abandonFinishing], nil),
            ([.open, .beginFinishing, .commitFinishing], .hasEnded(.finished)),
            ([.open, .beginFinishing, .cancel], .hasEnded(.cancelled)), ([.cancel], .hasEnded(.cancelled)),
        ] as [([PickerLifecycleTests.Event], PickerError?)])
    private func `Each phase refuses to finish with its own reason`(_ course: [Event], _ refusal: PickerError?) {
        var lifecycle = PickerLifecycle()
        for event in course { _ = apply(event, to: &lifecycle) }
        #expect(lifecycle.refusalToFinish == refusal)
    }
}
