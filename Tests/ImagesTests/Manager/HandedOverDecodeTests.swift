import CameraRoll
import CameraRollTesting
import CoreTestSupport
import Foundation
import TestSupport
import Testing

/// Decodes that a source hands over to the manager.
@Suite(.timeLimit(.hang)) struct HandedOverDecodeTests {
    /// A manager with one decoding thread, and a source that is called on the library executor and answers nothing.
    private let subject = try? ImageSubject(decodes: 1)
    /// The decodes that have begun, in their order.
    private let begun = Lock<[String]>([])

    private func images() throws -> ImageSubject { try #require(subject) }

    /// Requests an image, and waits until the source has the request.
    private func ask(
        _ id: AssetID, priority: ImagePriority = .visible
    ) async throws -> (reader: Task<Result<DecodedImage, ImageError>, Never>, sink: ImageSink) {
        let images = try images()
        let count = images.source.asked.count
        let reader = Task {
            await images.images.outcome(of: ImageSubject.request(id, priority: priority))
        }
        await images.run { _ in images.source.asked.count > count }
        return (reader, try #require(images.source.asked.last).sink)
    }

    /// A decode that notes its name, and passes a gate if there is one.
    private func decode(
        _ name: String, _ number: UInt8 = 1, gate: BlockingGate? = nil
    ) -> @Sendable () throws(ImageError) -> DecodedImage {
        { [begun] () throws(ImageError) in
            begun.withLock { $0.append(name) }
            gate?.pass()
            return try ImageSubject.picture(number)
        }
    }

    @Test func `A decode runs on a thread of the decode pool, and ends its request`() async throws {
        let (reader, sink) = try await ask("a")
        let thread = Lock<String?>(nil)
        sink.final(decoding: { () throws(ImageError) in
            thread.withLock { $0 = Thread.current.name }
            return try ImageSubject.picture(7)
        })
        #expect(try await reader.value.get().number == 7)
        #expect(thread.withLock(\.self) == "cameraroll.dec")
    }

    @Test func `The error of a decode ends its request, and that of a preliminary one is ignored`() async throws {
        let (reader, sink) = try await ask("a")
        sink.degraded(decoding: { () throws(ImageError) in throw .noImage("degraded") })
        sink.final(decoding: { () throws(ImageError) in throw .noImage("final") })
        #expect(await reader.value.failure == .noImage("final"))
    }

    @Test func `A decode that was handed over is the end, and nothing counts behind it`() async throws {
        let gate = BlockingGate()
        let (reader, sink) = try await ask("a")
        sink.final(decoding: decode("first", 1, gate: gate))
        await gate.waitUntilReached()
        sink.final(decoding: decode("second", 2))
        sink.final(try ImageSubject.picture(3))
        sink.fail(.noImage("a"))
        sink.finish()
        gate.open()
        #expect(try await reader.value.get().number == 1)
        #expect(begun.withLock(\.self) == ["first"])
    }

    // Source                     Thread of the pool
    // ------                     ------------------
    // hands over a
    //                            decodes a
    // hands over b, a prefetch
    // hands over c, visible
    //                            decodes c
    //                            decodes b
    @Test func `The most urgent decode comes first`() async throws {
        let gate = BlockingGate()
        let first = try await ask("a")
        first.sink.final(decoding: decode("a", gate: gate))
        await gate.waitUntilReached()
        let prefetch = try await ask("b", priority: .prefetch)
        prefetch.sink.final(decoding: decode("b"))
        let visible = try await ask("c")
        visible.sink.final(decoding: decode("c"))
        gate.open()
        for reader in [first.reader, prefetch.reader, visible.reader] { _ = try await reader.value.get() }
        #expect(begun.withLock(\.self) == ["a", "c", "b"])
    }

    @Test func `Of decodes that are equally urgent the one that was handed over first comes first`() async throws {
        let gate = BlockingGate()
        let first = try await ask("a")
        first.sink.final(decoding: decode("a", gate: gate))
        await gate.waitUntilReached()
        var readers = [first.reader]
        for id in ["b", "c", "d"] {
            let next = try await ask(AssetID(id))
            next.sink.final(decoding: decode(id))
            readers.append(next.reader)
        }
        gate.open()
        for reader in readers { _ = try await reader.value.get() }
        #expect(begun.withLock(\.self) == ["a", "b", "c", "d"])
    }

    // Readers                    Source                    Thread of the pool
    // -------                    ------                    ------------------
    //                            hands over a, b and c
    //                                                      decodes a
    // those of a and b leave
    //                                                      (a ends)
    //                                                      decodes c
    @Test func `A decode that no caller needs any more is dropped, and its request ends`() async throws {
        let gate = BlockingGate()
        var readers: [Task<Result<DecodedImage, ImageError>, Never>] = []
        for id in ["a", "b", "c"] {
            let (reader, sink) = try await ask(AssetID(id))
            sink.final(decoding: decode(id, gate: id == "a" ? gate : nil))
            if id == "a" { await gate.waitUntilReached() }
            readers.append(reader)
        }
        for reader in readers.prefix(2) {
            reader.cancel()
            #expect(await reader.value.failure == .cancelled)
        }
        // The running decode still counts, the dropped one does not.
        let images = try images()
        await images.run { $0.running == 2 }
        gate.open()
        _ = try await readers[2].value.get()
        await images.run { $0.running == 0 }
        #expect(begun.withLock(\.self) == ["a", "c"])
    }

    @Test func `Of two waiting images of one request only the later is decoded`() async throws {
        let gate = BlockingGate()
        let other = try await ask("a")
        other.sink.final(decoding: decode("a", gate: gate))
        await gate.waitUntilReached()
        let (reader, sink) = try await ask("b")
        sink.degraded(decoding: decode("degraded 1"))
        sink.degraded(decoding: decode("degraded 2"))
        sink.final(decoding: decode("final", 9))
        gate.open()
        #expect(try await reader.value.get().number == 9)
        #expect(begun.withLock(\.self) == ["a", "final"])
        _ = try await other.reader.value.get()
    }

    @Test func `A preliminary image is decoded and delivered before the final one`() async throws {
        let images = try images()
        let deliveries = images.images.deliveries(for: ImageSubject.request("a"))
        let numbers = Task {
            var numbers: [UInt8] = []
            for try await delivery in deliveries {
                guard let image = delivery.image else { continue }
                numbers.append(image.number)
                if !delivery.isLast { images.source.asked[0].sink.final(decoding: decode("final", 2)) }
            }
            return numbers
        }
        await images.letNextStart()
        images.source.asked[0].sink.degraded(decoding: decode("degraded", 1))
        #expect(try await numbers.value == [1, 2])
    }

    // Readers                    Threads                   Clock
    // -------                    -------                   -----
    // request a
    //                            decodes a, which hangs    0 s
    // request b                                            1 s
    //                                                      30 s
    // a timed out
    //                            (replacement) decodes b
    @Test func `A decode that hangs ends no other`() async throws {
        let gate = BlockingGate()
        let images = try images()
        let hanging = try await ask("a")
        hanging.sink.final(decoding: decode("a", gate: gate))
        await gate.waitUntilReached()
        // The other request's own time is not over when that of the hanging one is.
        images.clock.advance(by: .seconds(1))
        let waiting = try await ask("b")
        waiting.sink.final(decoding: decode("b", 5))
        await images.clock.waitUntilSleeping(1)
        images.clock.advance(by: .seconds(29))
        #expect(await hanging.reader.value.failure == .timedOut(after: .seconds(30)))
        #expect(try await waiting.reader.value.get().number == 5)
        gate.open()
    }

    // Reader                     Threads                   Clock
    // ------                     -------                   -----
    // requests a
    //                            decodes a's first image,
    //                            which hangs               0 s
    // leaves, or waits
    // requests b
    //                                                      30 s
    //                            (replacement) decodes b
    @Test(arguments: [true, false])
    func `A preliminary decode that hangs ends no other, whether its caller leaves or waits`(
        leaves: Bool
    ) async throws {
        let gate = BlockingGate()
        let images = try images()
        let hanging = try await ask("a")
        hanging.sink.degraded(decoding: decode("a", gate: gate))
        await gate.waitUntilReached()
        await images.clock.waitUntilSleeping(1)
        if leaves {
            hanging.reader.cancel()
            #expect(await hanging.reader.value.failure == .cancelled)
            await images.waitUntilCancelled()
        }
        images.clock.advance(by: .seconds(15))
        let waiting = try await ask("b")
        waiting.sink.final(decoding: decode("b", 5))
        images.clock.advance(by: .seconds(15))
        #expect(try await waiting.reader.value.get().number == 5)
        if !leaves { #expect(await hanging.reader.value.failure == .timedOut(after: .seconds(30))) }
        gate.open()
    }

    @Test func `A source that hands over its decode within its start ends with it`() async throws {
        let source = ScriptedSource { asked in
            asked.sink.final(decoding: { () throws(ImageError) in try ImageSubject.picture(4) })
        }
        let images = try ImageSubject(decodes: 1, source: source)
        let reader = images.ask("a")
        await images.letNextStart()
        #expect(try await reader.value.get().number == 4)
        #expect(source.cancelled.isEmpty)
    }

    @Test func `A decode for a request whose caller has left ends it without running`() async throws {
        let images = try ImageSubject(decodes: 1, source: ScriptedSource(isCancellable: false))
        let reader = images.ask("a")
        await images.letNextStart()
        reader.cancel()
        #expect(await reader.value.failure == .cancelled)
        await images.waitUntilCancelled()
        images.source.asked[0].sink.degraded(decoding: decode("degraded"))
        #expect(await images.images.statistics.running == 1)
        images.source.asked[0].sink.final(decoding: decode("final"))
        #expect(await images.images.statistics.running == 0)
        #expect(begun.withLock(\.self).isEmpty)
    }
}
