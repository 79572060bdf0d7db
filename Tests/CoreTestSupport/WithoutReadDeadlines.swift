import CameraRoll
package import Testing

/// Lets the reads of a test take as long as they need, for code that is shown to users and has the default deadline.
package struct WithoutReadDeadlines: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    @concurrent package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withReadDeadline(nil) { try await function() }
    }
}

extension Trait where Self == WithoutReadDeadlines {
    /// Lets the reads of a test take as long as they need.
    package static var withoutReadDeadlines: Self { WithoutReadDeadlines() }
}
