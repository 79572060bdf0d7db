import CameraRollTesting
import Testing

extension ConformanceCheck {
    /// Expects that a library with a flaw fails the check: by itself, or in one wait that never ends.
    ///
    /// On a busy machine a wait before that may be late too, which says nothing about the flaw: the check is then run
    /// again with a longer deadline.
    ///
    /// - Parameters:
    ///   - wait: how the name of the endless wait begins; nil where the check notices the flaw without a deadline.
    ///   - subject: the library with the flaw, and a deadline.
    /// - Returns: how the check fails.
    @discardableResult
    func expectFailure(
        of wait: String?, _ flaw: String, _ subject: (_ deadline: Duration) -> LibrarySubject,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ConformanceFailure? {
        var failure: ConformanceFailure?
        for deadline in wait == nil ? [600] : [0.3, 3, 30, 120] {
            failure = await #expect(
                throws: ConformanceFailure.self, "\(flaw) passes '\(self)'", sourceLocation: sourceLocation
            ) {
                try await run(subject(.seconds(deadline)))
            }
            if wait == nil || failure == nil || failure?.isEndless(wait) == true { break }
        }
        #expect(failure?.check == name, sourceLocation: sourceLocation)
        if wait != nil {
            let found = failure?.description ?? "none"
            #expect(failure?.isEndless(wait) == true, "\(flaw): \(found)", sourceLocation: sourceLocation)
        }
        return failure
    }
}

extension ConformanceFailure {
    /// Whether this wait had no end by its deadline.
    fileprivate func isEndless(_ wait: String?) -> Bool {
        found == "none" && wait.map(subject.hasPrefix) ?? false
    }
}
