import CameraRoll
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// Every fault of a source × every lane × every kind of request: each request ends once, and nothing remains.
@Suite(.timeLimit(.hang)) struct SourceFaultTests {
    /// The kind of request.
    enum Asking: CaseIterable, Sendable {
        case image, sequence, inAHurry, behindAPrefetch, twoAtOnce

        func ask(_ subject: FaultSubject) async -> Result<DecodedImage, ImageError> {
            let images = subject.images
            switch self {
            case .image: return await images.outcome(of: subject.request())
            case .sequence: return await images.lastOfSequence(subject.request())
            case .inAHurry: return await images.outcome(of: subject.request(.fast))
            case .behindAPrefetch:
                do throws(ImageError) { try images.startCaching([subject.request()]) } catch { return .failure(error) }
                return await images.outcome(of: subject.request())
            case .twoAtOnce:
                async let other = images.outcome(of: subject.request(.highQuality))
                let outcome = await images.outcome(of: subject.request())
                _ = await other
                return outcome
            }
        }
    }

    private static let lanes: [ImageLane] = [.decodePool, .library, .main]
    /// The faults that end by themselves.
    private static let faults: [SyntheticImageFault] = [
        .early, .twice, .progressBackward, .errorAfterEnd(reason: "late"), .error(reason: "broken"), .noImage,
        .errorAfterDegraded(reason: "broken"), .wrongSize(PixelSize(width: 99, height: 99)), .corruptPixels,
    ]

    @Test(arguments: faults, lanes)
    func `Every request ends as its source's first end says`(fault: SyntheticImageFault, lane: ImageLane) async throws {
        for asking in Asking.allCases {
            let subject = try FaultSubject(fault, lane: lane)
            let outcome = await asking.ask(subject)
            #expect(Self.isRight(outcome, fault, asking, subject.asset.id), "\(asking): \(outcome)")
            subject.images.stopCachingAll()
            #expect(await subject.leftovers() == nil, "\(asking)")
        }
    }

    private static func isRight(
        _ outcome: Result<DecodedImage, ImageError>, _ fault: SyntheticImageFault, _ asking: Asking, _ asset: AssetID
    ) -> Bool {
        // A degraded image before the end is all that a request in `.fast` mode waits for.
        if asking == .inAHurry, case .success(let image) = outcome, image.isDegraded {
            return fault != .noImage && fault != .error(reason: "broken")
        }
        switch (fault, outcome) {
        case (.early, .success(let image)), (.twice, .success(let image)), (.progressBackward, .success(let image)),
            (.errorAfterEnd, .success(let image)):
            return !image.isDegraded && SyntheticPainter.identify(image) == asset
        case (.error, .failure(let error)), (.errorAfterDegraded, .failure(let error)):
            return error == .failed(asset, reason: "broken")
        case (.noImage, .failure(let error)): return error == .noImage(asset)
        case (.wrongSize(let size), .failure(let error)):
            return error == .wrongSize(size, asked: PixelSize(width: 16, height: 16))
        case (.corruptPixels, .failure(.invalidArgument(let argument))): return argument.name == "pixels"
        default: return false
        }
    }

    // Reader                       Manager                  Source
    // ------                       -------                  ------
    // requests
    //                              calls the source
    //                                                       reports nothing
    // is canceled
    //                              cancels
    //                                                       calls back nevertheless, or never
    @Test(arguments: [SyntheticImageFault.late, .never], lanes)
    func `A cancelled reader ends at once, and later callbacks are dropped`(
        fault: SyntheticImageFault, lane: ImageLane
    ) async throws {
        let subject = try FaultSubject(fault, lane: lane)
        let reader = Task { await subject.images.outcome(of: subject.request()) }
        await subject.store.waitUntilHeldBack(fault == .late ? .late : .never)
        reader.cancel()
        #expect(await reader.value.failure == .cancelled)
        #expect(await subject.leftovers() == nil)
        subject.store.callBackLate()
        #expect(subject.images.cachedImage(for: subject.request()) == nil)
    }

    @Test(arguments: lanes)
    func `An image that is called back late is given then`(lane: ImageLane) async throws {
        let subject = try FaultSubject(.late, lane: lane)
        let reader = Task { await subject.images.outcome(of: subject.request()) }
        await subject.store.waitUntilHeldBack(.late)
        subject.store.callBackLate()
        #expect(SyntheticPainter.identify(try await reader.value.get()) == subject.asset.id)
        #expect(await subject.leftovers() == nil)
    }

    @Test func `A manager that goes gives up what is under way at its source`() async throws {
        let store: SyntheticStore
        do {
            let subject = try FaultSubject(.never)
            store = subject.store
            try subject.images.startCaching([subject.request()])
            await store.waitUntilHeldBack(.never)
        }
        await store.waitUntilImagesAreIdle()
        #expect(store.heldBack(.never) == 0)
    }
}
