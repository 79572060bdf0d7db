#if os(Linux)
    import Foundation
    import Testing

    @testable import CameraRoll

    @Suite struct ThreadNameTests {
        @Test(arguments: [
            ("thread-name.a", "thread-name.a"), ("thread-name.long-label", "thread-name.lon"),
        ])
        func `The system shows the first 15 bytes of a thread's name`(name: String, expected: String) async {
            let shown = await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    ThreadName.applyToCurrentThread(name)
                    let shown = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
                    continuation.resume(returning: shown)
                }
            }
            #expect(shown == expected + "\n")
        }
    }
#endif
