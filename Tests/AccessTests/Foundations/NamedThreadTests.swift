#if os(Linux)
    import Foundation
    import Testing

    @testable import CameraRoll

    @Suite struct NamedThreadTests {
        @Test(arguments: [
            ("named-thread.a", "named-thread.a"), ("named-thread.long-label", "named-thread.lo"),
        ])
        func `The system shows the first 15 bytes of a thread's name`(name: String, expected: String) async {
            let shown = await withCheckedContinuation { continuation in
                NamedThread.start(name, .utility) {
                    let shown = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
                    continuation.resume(returning: shown)
                }
            }
            #expect(shown == expected + "\n")
        }
    }
#endif
