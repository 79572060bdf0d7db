import CameraRoll

/// Compares the library's results with the expected ones, for one check.
struct Expectation: Sendable {
    let check: String

    func fail(_ subject: String, expected: String, found: String) -> ConformanceFailure {
        ConformanceFailure(check: check, subject: subject, expected: expected, found: found)
    }

    func equal<Value: Equatable>(_ found: Value, _ expected: Value, _ subject: String) throws {
        guard found != expected else { return }
        throw fail(subject, expected: "\(expected)", found: "\(found)")
    }

    /// The result of a wait with a deadline; throws if it is nil, which means that the deadline has passed.
    func end<Value: Sendable>(
        of subject: String, within deadline: Duration, _ wait: (Duration) async -> Value?
    ) async throws -> Value {
        let value = await CheckDeadline.$subject.withValue(subject) { await wait(deadline) }
        try Task.checkCancellation()
        guard let value else { throw fail(subject, expected: "an end within \(deadline)", found: "none") }
        return value
    }

    /// Checks for the same assets in the same order; the message names the first difference.
    func equal(_ found: [MediaAsset], _ expected: [MediaAsset], _ subject: String) throws {
        guard found != expected else { return }
        let difference = zip(found, expected).enumerated().first { $0.element.0 != $0.element.1 }
        guard let (index, (left, right)) = difference else {
            throw fail(subject, expected: expected.count.counting("asset"), found: "\(found.count)")
        }
        let place = "\(subject) at position \(index)"
        // Different assets are described by their identifiers; the same asset with other values by all values.
        guard left.id == right.id else { throw fail(place, expected: "'\(right.id)'", found: "'\(left.id)'") }
        throw fail(place, expected: "\(right)", found: "\(left)")
    }

    /// Checks for the same assets in any order, each once.
    func sameSet(_ found: [MediaAsset], _ expected: [MediaAsset], _ subject: String) throws {
        try equal(found.sorted { $0.id < $1.id }, expected.sorted { $0.id < $1.id }, subject)
    }

    func throwsError(
        _ expected: LibraryError, _ subject: String, _ body: () throws(LibraryError) -> Void
    ) throws {
        do {
            try body()
        } catch {
            return try equal(error, expected, subject)
        }
        throw fail(subject, expected: "the error \(expected)", found: "no error")
    }
}
