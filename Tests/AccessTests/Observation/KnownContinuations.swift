import CameraRoll
import CoreTestSupport

/// Continuations that a state machine receives and returns, so that a test can identify them.
///
/// A state machine resumes no continuation: they are resumed once, at the end of the test.
struct KnownContinuations<Value: Sendable> {
    typealias Continuation = CallerContinuation<Value>

    let all: [Continuation]
    private let bits: [[UInt8]]

    private init(_ all: [Continuation]) {
        self.all = all
        bits = all.map(Self.bits)
    }

    /// Runs a test with a number of continuations.
    static func run(_ count: Int, end value: Value, _ body: (Self) -> Void) async {
        let (notes, activity) = (Notes<Continuation>(), Activity())
        let tasks = (0..<count).map { _ in
            Task {
                await withCallerContinuation { continuation in
                    notes.append(continuation)
                    activity.note()
                }
            }
        }
        await activity.wait { notes.all.count == count }
        body(Self(notes.all))
        for continuation in notes.all { continuation.resume(returning: value) }
        for task in tasks { _ = await task.value }
    }

    /// The number of a continuation.
    func number(of continuation: Continuation) -> Int? {
        bits.firstIndex(of: Self.bits(of: continuation))
    }

    private static func bits(of continuation: Continuation) -> [UInt8] {
        withUnsafeBytes(of: continuation, Array.init)
    }
}
