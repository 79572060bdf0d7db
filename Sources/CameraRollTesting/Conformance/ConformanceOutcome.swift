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

    /// Whether all checks were applicable and passed.
    public var isComplete: Bool { failures.isEmpty && notApplicable.isEmpty }

    /// A line of totals, a line for each check that failed, and one for each reason why checks were not applicable.
    public var description: String {
        let sums = "\(failures.count) failed, \(passed.count) passed, \(notApplicable.count) not applicable"
        let failed = order.compactMap { name in
            // A violation names its check.
            failures[name].map { $0 is ConformanceFailure ? "failed: \($0)" : "failed: '\(name)': \($0)" }
        }
        return ([sums] + failed + inapplicable).joined(separator: "\n")
    }

    /// A line for each reason, in the order of the first check with it; with the names of up to three checks.
    private var inapplicable: [String] {
        var names: [String: [String]] = [:]
        var reasons: [String] = []
        for name in order {
            guard let reason = notApplicable[name] else { continue }
            if names[reason] == nil { reasons.append(reason) }
            names[reason, default: []].append("'\(name)'")
        }
        return reasons.map { reason in
            let checks = names[reason] ?? []
            let shown = checks.count > 3 ? "\(checks.count) checks" : checks.joined(separator: ", ")
            return "not applicable: \(reason) (\(shown))"
        }
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
