/// The outcome of one check: the library keeps the guarantee, or the check is not applicable.
///
/// A violation ends the check with ``ConformanceFailure``.
public enum ConformanceOutcome: Hashable, Sendable, CustomStringConvertible {
    /// The library keeps the guarantee.
    case passed
    /// The library, or the subject, lacks what the check needs, for a reason in one sentence.
    ///
    /// Also the outcome of a check that could run only in part.
    case notApplicable(String)

    /// The outcome, with the reason if it was not applicable.
    public var description: String {
        switch self {
        case .passed: "passed"
        case .notApplicable(let reason): "not applicable: \(reason)"
        }
    }
}

/// The outcomes of several checks of one library.
///
/// ```swift
/// let report = try await ConformanceCheck.report(on: LibrarySubject { myFactory })
/// #expect(report.failures.isEmpty, "\(report)")
/// #expect(report.notApplicable.keys.sorted() == [])  // or the names of the checks that do not apply
/// ```
public struct ConformanceReport: Sendable, CustomStringConvertible {
    /// The names of the checks that passed, in the order in which they ran.
    public private(set) var passed: [String] = []
    /// The reasons of checks that were not applicable, by the names of the checks.
    public private(set) var notApplicable: [String: String] = [:]
    /// The violations, and the library's own errors, by the names of the checks.
    public private(set) var failures: [String: any Error] = [:]
    private var order: [String] = []

    /// Creates an empty report.
    init() {}

    mutating func add(_ check: ConformanceCheck, _ outcome: Result<ConformanceOutcome, any Error>) {
        order.append(check.name)
        switch outcome {
        case .success(.passed): passed.append(check.name)
        case .success(.notApplicable(let reason)): notApplicable[check.name] = reason
        case .failure(let error): failures[check.name] = error
        }
    }

    /// Whether all checks passed, and none was not applicable.
    public var isComplete: Bool { failures.isEmpty && notApplicable.isEmpty }

    /// A line of totals, and a line for each check that failed or was not applicable.
    public var description: String {
        let sums = "\(passed.count) passed, \(notApplicable.count) not applicable, \(failures.count) failed"
        let lines = order.compactMap { name -> String? in
            if let error = failures[name] { return "failed: '\(name)': \(error)" }
            return notApplicable[name].map { "not applicable: '\(name)': \($0)" }
        }
        return ([sums] + lines).joined(separator: "\n")
    }
}

extension ConformanceCheck {
    /// Runs several checks on a library, one after the other, and reports their outcomes.
    ///
    /// - Parameters:
    ///   - subject: the library to check.
    ///   - checks: the checks to run; all by default.
    /// - Throws: `CancellationError` if the task is canceled; failures are in the report.
    public static func report(
        on subject: LibrarySubject, checks: [ConformanceCheck] = ConformanceCheck.all
    ) async throws -> ConformanceReport {
        var report = ConformanceReport()
        for check in checks {
            try Task.checkCancellation()
            do {
                report.add(check, .success(try await check.run(subject)))
            } catch {
                try Task.checkCancellation()
                report.add(check, .failure(error))
            }
        }
        return report
    }
}

/// Ends a check that is not applicable.
struct NotApplicable: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

extension Expectation {
    /// Returns a value; without it the check is not applicable.
    func needs<Value>(_ value: Value?, _ reason: String) throws -> Value {
        guard let value else { throw NotApplicable(reason) }
        return value
    }

    /// Returns a list; if it is empty the check is not applicable.
    func needsSome<List: Collection>(_ list: List, _ reason: String) throws -> List {
        guard !list.isEmpty else { throw NotApplicable(reason) }
        return list
    }
}
