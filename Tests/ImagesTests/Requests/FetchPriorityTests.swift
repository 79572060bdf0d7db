import CameraRollTesting
import CoreTestSupport
import Foundation
import TestSupport
import Testing

@testable import CameraRoll

/// Fetches whose priority two threads change at a time.
@Suite(.timeLimit(.hang)) struct FetchPriorityTests {
    /// Prefetches x and b, which are at the source; canceling x blocks its thread.
    private static func subject(_ gate: BlockingGate) async throws -> ImageSubject {
        let source = ScriptedSource(onCancel: { if $0 == "x" { gate.pass() } })
        let subject = try ImageSubject(decodes: 1, source: source)
        try subject.images.startCaching(["x", "b"].map { ImageSubject.request($0) })
        await subject.run { _ in source.asked.count == 2 }
        return subject
    }

    /// Requests an image, and returns its sink.
    private static func ask(
        _ id: AssetID, priority: ImagePriority, _ subject: ImageSubject
    ) async throws -> ImageSink {
        let request = ImageSubject.request(id, priority: priority)
        subject.images.requests.join(ImageWaiter(), request, since: 0)
        await subject.run { _ in subject.source.asked.contains { $0.request.asset == id } }
        return try #require(subject.source.asked.last { $0.request.asset == id }).sink
    }

    // Thread 1                   Thread 2                  Thread of the pool
    // --------                   --------                  ------------------
    // stops x and b: b is in the background
    // (is canceling x)
    //                            requests b: it is visible
    // tells the fetch of b
    //                            hands over c, p and b
    //                                                      decodes c, then b, then p
    @Test func `Of two changes of a priority the later counts, whichever thread tells the fetch first`() async throws {
        let (canceling, decoding, stopped) = (BlockingGate(), BlockingGate(), Gate())
        let subject = try await Self.subject(canceling)
        _ = try await Self.ask("b", priority: .background, subject)
        let keys = ["x", "b"].map { ImageSubject.request($0).key }
        Thread.detachNewThread { [images = subject.images] in
            images.requests.stopCaching(keys, by: .calls)
            stopped.open()
        }
        await canceling.waitUntilReached()
        let visible = try await Self.ask("b", priority: .visible, subject)
        canceling.open()
        await stopped.wait()

        let begun = SharedNotes<String>()
        let first = try await Self.ask("c", priority: .visible, subject)
        let prefetch = try await Self.ask("p", priority: .prefetch, subject)
        for (name, sink) in [("c", first), ("p", prefetch), ("b", visible)] {
            sink.final(decoding: { () throws(ImageError) in
                begun.append(name)
                if name == "c" { decoding.pass() }
                return try ImageSubject.picture(1)
            })
            if name == "c" { await decoding.waitUntilReached() }
        }
        decoding.open()
        await subject.run { $0.finished == 3 }
        #expect(begun.all == ["c", "b", "p"])
    }
}
