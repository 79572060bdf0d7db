/// What came of one check: the library keeps the promise, or has nothing that the promise is about.
///
/// A library that breaks the promise ends the check with ``ConformanceFailure``.
public enum ConformanceOutcome: Hashable, Sendable, CustomStringConvertible {
    /// The library keeps the promise.
    case passed
    /// The library, or the subject, has nothing that the promise is about, for a reason in one sentence.
    ///
    /// A check that could look at a part only counts as this too.
    case notApplicable(String)

    /// The outcome, with the reason of one that was not applicable.
    public var description: String {
        switch self {
        case .passed: "passed"
        case .notApplicable(let reason): "not applicable: \(reason)"
        }
    }
}

/// What came of several checks of one library.
///
/// ```swift
/// let report = try await ConformanceCheck.report(on: LibrarySubject { myFactory })
/// #expect(report.failures.isEmpty, "\(report)")
/// #expect(report.notApplicable.keys.sorted() == [])  // or the names of the checks that you know to be left out
/// ```
public struct ConformanceReport: Sendable, CustomStringConvertible {
    /// The names of the checks that passed, in the order in which they were made.
    public private(set) var passed: [String] = []
    /// The reasons why checks were not applicable, by the names of the checks.
    public private(set) var notApplicable: [String: String] = [:]
    /// What the library breaks, and its own errors, by the names of the checks.
    public private(set) var failures: [String: any Error] = [:]
    private var order: [String] = []

    /// A report of no check.
    init() {}

    mutating func add(_ check: ConformanceCheck, _ outcome: Result<ConformanceOutcome, any Error>) {
        order.append(check.name)
        switch outcome {
        case .success(.passed): passed.append(check.name)
        case .success(.notApplicable(let reason)): notApplicable[check.name] = reason
        case .failure(let error): failures[check.name] = error
        }
    }

    /// Whether all checks passed, and none was left out.
    public var isComplete: Bool { failures.isEmpty && notApplicable.isEmpty }

    /// A line of sums, and a line for each check that failed or was not applicable.
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
    /// Puts a library to several checks, one after the other, and reports what came of each.
    ///
    /// - Parameters:
    ///   - subject: the library to be checked.
    ///   - checks: the checks to be made; all by default.
    /// - Throws: `CancellationError` where the task is cancelled; failures stand in the report.
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

/// Ends a check where a library has nothing that the promise is about.
struct NotApplicable: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

extension Expectation {
    /// Something without which there is nothing to be checked.
    func needs<Value>(_ value: Value?, _ reason: String) throws -> Value {
        guard let value else { throw NotApplicable(reason) }
        return value
    }

    /// A list without whose elements there is nothing to be checked.
    func needsSome<List: Collection>(_ list: List, _ reason: String) throws -> List {
        guard !list.isEmpty else { throw NotApplicable(reason) }
        return list
    }
}
