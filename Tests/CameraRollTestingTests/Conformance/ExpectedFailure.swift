import CameraRollTesting
import Testing

extension ConformanceCheck {
    /// Expects that a library with a flaw fails the check: by itself, or in a wait that never ends.
    ///
    /// No deadline passes but that of such a wait, however busy the machine is: it passes soon, or once the wait is
    /// known to have no end. A check that finds something wrong has noticed the flaw, wherever that is.
    ///
    /// - Parameters:
    ///   - waits: how the names of the waits begin that may be endless; empty where the check notices the flaw without
    ///     a deadline.
    ///   - end: returns if the wait of a name has no end; it is called by such waits only.
    ///   - subject: the library with the flaw, and its deadline.
    /// - Returns: how the check fails.
    @discardableResult
    func expectFailure(
        of waits: [String], _ flaw: String,
        unending end: @escaping @Sendable (_ wait: String) async throws -> Void = { _ in
            try await Task.sleep(for: .milliseconds(300))
        },
        _ subject: (_ deadline: Duration) -> LibrarySubject,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ConformanceFailure? {
        let subject = subject(.seconds(3_600))
        let failure = await CheckDeadline.$pass.withValue({ wait, deadline in
            guard waits.contains(where: wait.hasPrefix) else { return try await Task.sleep(for: deadline) }
            try await end(wait)
        }) {
            await #expect(
                throws: ConformanceFailure.self, "\(flaw) passes '\(self)'", sourceLocation: sourceLocation
            ) {
                try await run(subject)
            }
        }
        #expect(failure?.check == name, sourceLocation: sourceLocation)
        if !waits.isEmpty {
            let found = failure?.description ?? "none"
            #expect(failure?.isExplained(by: waits) == true, "\(flaw): \(found)", sourceLocation: sourceLocation)
        }
        return failure
    }
}

extension ConformanceFailure {
    /// Whether the check has found something wrong, or one of these waits had no end by its deadline.
    fileprivate func isExplained(by waits: [String]) -> Bool {
        found != "none" || waits.contains(where: subject.hasPrefix)
    }
}
