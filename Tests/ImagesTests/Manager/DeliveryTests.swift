import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// Each request has one end, regardless of the calls of its source.
@Suite(.timeLimit(.hang)) struct DeliveryTests {
    /// Sequences of calls that a source may make.
    enum Fault: CaseIterable, Sendable {
        case finalTwice, errorAfterFinal, finalAfterError, nothingThenFinish, degradedThenError, backwardProgress

        func say(to sink: ImageSink) throws {
            let picture = try ImageSubject.picture(7)
            switch self {
            case .finalTwice: [picture, picture].forEach(sink.final)
            case .errorAfterFinal:
                sink.final(picture)
                sink.fail(.failed("a", reason: "late"))
            case .finalAfterError:
                sink.fail(.failed("a", reason: "broken"))
                sink.final(picture)
            case .nothingThenFinish: sink.finish()
            case .degradedThenError:
                sink.degraded(picture)
                sink.fail(.networkFailed("a", reason: "away"))
            case .backwardProgress:
                [0.5, 0.2, 2, -1].forEach(sink.progress)
                sink.final(picture)
            }
        }

        var expected: Result<UInt8, ImageError> {
            switch self {
            case .finalTwice, .errorAfterFinal, .backwardProgress: .success(7)
            case .finalAfterError: .failure(.failed("a", reason: "broken"))
            case .nothingThenFinish: .failure(.noImage("a"))
            case .degradedThenError: .failure(.networkFailed("a", reason: "away"))
            }
        }
    }

    @Test(arguments: Fault.allCases)
    func `A request ends once, whether its source answers before it returns or later`(fault: Fault) async throws {
        for isEarly in [true, false] {
            let subject = try ImageSubject { asked in if isEarly { try? fault.say(to: asked.sink) } }
            let image = Task { try await subject.images.image(for: ImageSubject.request()).number }
            await subject.letNextStart()
            if !isEarly { try fault.say(to: subject.source.asked[0].sink) }
            let result = await image.result
            #expect(throws: Never.self) { try Self.expect(result, fault.expected) }
            #expect(await subject.images.statistics.jobs == 0)
        }
    }

    private static func expect(_ result: Result<UInt8, any Error>, _ expected: Result<UInt8, ImageError>) throws {
        switch (result, expected) {
        case (.success(let number), .success(let wanted)): #expect(number == wanted)
        case (.failure(let error), .failure(let wanted)): #expect(error as? ImageError == wanted)
        default: Issue.record("\(result) instead of \(expected)")
        }
    }

    @Test func `A sequence gives progress that only grows, degraded images, and the final one last`() async throws {
        let subject = try ImageSubject { asked in try? Self.deliverAll(to: asked.sink) }
        let deliveries = Task {
            let deliveries = subject.images.deliveries(for: ImageSubject.request())
            return try await deliveries.reduce(into: [String]()) { $0.append($1.word) }
        }
        await subject.letNextStart()
        let words = try await deliveries.value
        #expect(words.last == "final 9")
        #expect(words.count { $0.hasPrefix("final") } == 1)
        let progress = words.filter { $0.hasPrefix("progress") }
        #expect(progress == progress.sorted())
    }

    @Test func `A sequence gives an image in memory at once, and asks nothing of the source`() async throws {
        let subject = try ImageSubject { asked in _ = try? asked.sink.final(ImageSubject.picture(5)) }
        let image = Task { try await subject.images.image(for: ImageSubject.request()).number }
        await subject.letNextStart()
        #expect(try await image.value == 5)
        let deliveries = Task {
            let deliveries = subject.images.deliveries(for: ImageSubject.request())
            return try await deliveries.reduce(into: [String]()) { $0.append($1.word) }
        }
        // The executor does not run: a request would wait.
        #expect(try await deliveries.value == ["final 5"])
        #expect(subject.source.asked.count == 1)
    }

    private static func deliverAll(to sink: ImageSink) throws {
        sink.progress(0.25)
        sink.degraded(try ImageSubject.picture(1))
        sink.progress(0.75)
        sink.final(try ImageSubject.picture(9))
    }

    @Test func `A caller in a hurry takes the first image that comes`() async throws {
        let subject = try ImageSubject { asked in _ = try? asked.sink.degraded(ImageSubject.picture(3)) }
        let image = Task { try await subject.images.image(for: ImageSubject.request(mode: .fast)).number }
        await subject.letNextStart()
        #expect(try await image.value == 3)
        #expect(await subject.images.statistics.jobs == 0)
    }

    @Test func `Without permission nothing is asked of the source`() async throws {
        let subject = try ImageSubject()
        subject.authorization.status = .denied
        let image = Task { try await subject.images.image(for: ImageSubject.request()).number }
        await subject.letNextStart()
        await #expect(throws: ImageError.library(.notAuthorized(.denied))) { try await image.value }
        #expect(subject.source.asked.isEmpty)
    }

    @Test func `Only requests that allow the network use it, and the others learn that it is needed`() async throws {
        let subject = try ImageSubject { asked in
            if asked.request.isNetworkAccessAllowed {
                _ = try? asked.sink.final(ImageSubject.picture(5))
            } else {
                asked.sink.fail(.networkRequired("a"))
            }
        }
        let local = Task { try await subject.images.image(for: ImageSubject.request()).number }
        await subject.letNextStart()
        await #expect(throws: ImageError.networkRequired("a")) { try await local.value }
        let remote = Task { try await subject.images.image(for: ImageSubject.request(network: true)).number }
        await subject.letNextStart()
        #expect(try await remote.value == 5)
    }

    // Source                      Caller
    // ------                      ------
    // a local image
    //                             takes it, and is busy
    // progress, another local image, an error
    //                             takes the image, then the error
    @Test func `A local image comes before the progress of its original, and before the error`() async throws {
        let subject = try ImageSubject { asked in _ = try? asked.sink.degraded(ImageSubject.picture(1)) }
        let second = try ImageSubject.picture(2)
        let words = Task { () -> [String] in
            var deliveries = subject.images.deliveries(for: ImageSubject.request()).makeAsyncIterator()
            var words: [String] = []
            do throws(ImageError) {
                while let delivery = try await deliveries.next() {
                    words.append(delivery.word)
                    guard words.count == 1 else { continue }
                    let sink = subject.source.asked[0].sink
                    sink.progress(0.5)
                    sink.degraded(second)
                    sink.fail(.networkFailed("a", reason: "away"))
                }
            } catch {
                words.append("error")
            }
            return words
        }
        await subject.letNextStart()
        #expect(await words.value == ["degraded 1", "degraded 2", "error"])
    }

    private static let badSizes = [(0, 5), (5, -1), (40_000, 5)].map { PixelSize(width: $0.0, height: $0.1) }

    @Test(arguments: badSizes)
    func `A size that makes no sense is refused by name`(size: PixelSize) async throws {
        let subject = try ImageSubject()
        let request = AssetImageRequest(for: MediaAsset(id: "a"), size: .pixels(size))
        await #expect(throws: ImageError.invalidSize(size)) { try await subject.images.image(for: request) }
        #expect(throws: ImageError.invalidSize(size)) { try subject.images.startCaching([request]) }
    }
}

extension ImageDelivery {
    fileprivate var word: String {
        switch self {
        case .progress(let fraction): "progress \(fraction)"
        case .degraded(let image): "degraded \(image.number)"
        case .final(let image): "final \(image.number)"
        case .fallback(let image, let error): "fallback \(image.number) \(error)"
        }
    }
}
