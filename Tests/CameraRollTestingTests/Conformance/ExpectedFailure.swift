import CameraRollTesting
import Testing

extension ConformanceCheck {
    /// Expects that a library with a flaw fails the check: by itself, or in a wait that never ends.
    ///
    /// On a busy machine a wait before that may be late too, which says nothing about the flaw: the check is then run
    /// again with a longer deadline. A check that finds something wrong has noticed the flaw, wherever that is.
    ///
    /// - Parameters:
    ///   - waits: how the names of the waits begin that may be endless; empty where the check notices the flaw without
    ///     a deadline.
    ///   - subject: the library with the flaw, and a deadline.
    /// - Returns: how the check fails.
    @discardableResult
    func expectFailure(
        of waits: [String], _ flaw: String, _ subject: (_ deadline: Duration) -> LibrarySubject,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ConformanceFailure? {
        var failure: ConformanceFailure?
        for deadline in waits.isEmpty ? [600] : [0.3, 3, 30, 120] {
            failure = await #expect(
                throws: ConformanceFailure.self, "\(flaw) passes '\(self)'", sourceLocation: sourceLocation
            ) {
                try await run(subject(.seconds(deadline)))
            }
            guard let failure, !waits.isEmpty, !failure.isExplained(by: waits) else { break }
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
