import CameraRoll
import Testing

/// Lets the reads of a test take as long as they need, for code that is shown to users and has the default deadline.
struct WithoutReadDeadlines: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    @concurrent func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withReadDeadline(nil) { try await function() }
    }
}

extension Trait where Self == WithoutReadDeadlines {
    /// Lets the reads of a test take as long as they need.
    static var withoutReadDeadlines: Self { WithoutReadDeadlines() }
}
