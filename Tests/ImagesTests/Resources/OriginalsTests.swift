import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// Original data, videos and Live Photos.
@Suite(.timeLimit(.hang)) struct OriginalsTests {
    private struct Subject {
        let store: SyntheticStore
        let images: CachingImageManager
        let clock = ManualClock()
        let authorization = MockAuthorization(.authorized)

        init(isInCloud: Bool = false) throws {
            var configuration = SyntheticConfiguration(assets: 500)
            configuration.cloudOriginals = isInCloud
            store = SyntheticStore(configuration)
            let access = LibraryAccess(
                .synthetic(store, authorization: authorization), limits: .untimed)
            images = try CachingImageManager(access: access, clock: clock)
        }

        func asset(isInCloud: Bool = false, _ isIt: (MediaAsset) -> Bool) throws -> MediaAsset {
            let contents = store.contents
            return try #require(contents.assets.first { isIt($0) && contents.isCloudOnly($0.id) == isInCloud })
        }
    }

    @Test func `The original comes whole, with its type and its orientation`() async throws {
        let subject = try Subject()
        for type in [MediaType.image, .video] {
            let asset = try subject.asset { $0.mediaType == type }
            let data = try await subject.images.originalData(for: asset)
            #expect(data.bytes.elementsEqual(SyntheticResourceSource.bytes(of: data.resource)))
            #expect(data.resource.kind == (type == .image ? .photo : .video))
            let stored = type == .image ? subject.store.contents.storedOrientation(of: asset.id) : 1
            #expect(data.orientation == stored && !data.typeIdentifier.isEmpty)
        }
    }

    @Test func `A Live Photo has its still and its video, and nothing else is one`() async throws {
        let subject = try Subject()
        let live = try subject.asset { $0.mediaSubtypes.contains(.livePhoto) }
        let photo = try await subject.images.livePhoto(for: live, size: .pixels(40, 40))
        #expect(SyntheticPainter.identify(photo.still) == live.id && !photo.still.isDegraded)
        #expect(photo.pairedVideo.kind == .pairedVideo && photo.photo.kind == .photo)
        let still = try subject.asset { $0.mediaType == .image && !$0.mediaSubtypes.contains(.livePhoto) }
        await #expect(throws: ImageError.notALivePhoto(still.id)) { try await subject.images.livePhoto(for: still) }
    }

    @Test func `A video has a film, and a picture has none`() async throws {
        let subject = try Subject()
        let video = try subject.asset { $0.mediaType == .video }
        #expect(try await subject.images.videoResource(for: video).kind == .video)
        let picture = try subject.asset { $0.mediaType == .image }
        await #expect(throws: ImageError.wrongMediaType(picture.id, .image)) {
            try await subject.images.videoResource(for: picture)
        }
    }

    @Test func `Limits, unknown assets, lost permission and closed managers have errors of their own`() async throws {
        let subject = try Subject()
        let asset = try subject.asset { $0.mediaType == .image }
        let unknown = MediaAsset(id: "unknown")
        await #expect(throws: ImageError.invalid("limit of bytes", 0, "at least 1")) {
            try await subject.images.originalData(for: asset, limit: 0)
        }
        await #expect(throws: ImageError.tooManyBytes(asset.id, limit: 10)) {
            try await subject.images.originalData(for: asset, limit: 10)
        }
        await #expect(throws: ImageError.library(.assetNotFound("unknown"))) {
            try await subject.images.resources(of: unknown)
        }
        subject.authorization.status = .denied
        await #expect(throws: ImageError.library(.notAuthorized(.denied))) {
            try await subject.images.resources(of: asset)
        }
        subject.authorization.status = .authorized
        subject.images.close()
        await #expect(throws: ImageError.shutDown) { try await subject.images.resources(of: asset) }
    }

    @Test func `A length that is not known beforehand is held to the limit as the bytes come`() async throws {
        let subject = try Subject()
        let asset = try subject.asset { $0.mediaType == .image }
        var resource = try #require(try await subject.images.resources(of: asset).first)
        resource.byteCount = nil
        let ofUnknownLength = resource
        await #expect(throws: ImageError.tooManyBytes(asset.id, limit: 1_000)) {
            try await subject.images.data(of: ofUnknownLength, limit: 1_000)
        }
    }

    @Test func `An original in the cloud needs the network, and tells how far it has come`() async throws {
        let subject = try Subject(isInCloud: true)
        let asset = try subject.asset(isInCloud: true) { $0.mediaType == .image }
        await #expect(throws: ImageError.networkRequired(asset.id)) {
            try await subject.images.originalData(for: asset)
        }
        let progress = Lock<[Double]>([])
        subject.store.faults.download = .succeeds(steps: 4)
        _ = try await subject.images.originalData(for: asset, isNetworkAccessAllowed: true) { fraction in
            progress.withLock { $0.append(fraction) }
        }
        let told = progress.withLock { $0 }
        #expect(told == told.sorted() && Set(told).count == told.count && told.last == 1)
    }

    // Reader                     Thread                        Clock
    // ------                     ------                        -----
    // requests
    //                            downloads half, and stalls    0 s
    //                                                          30 s
    // timed out
    //                            ends with its next chunk
    @Test func `A download that stalls is given up, and so is its thread`() async throws {
        let subject = try Subject(isInCloud: true)
        let asset = try subject.asset(isInCloud: true) { $0.mediaType == .image }
        subject.store.faults.download = .stalls(after: 0.5)
        let silent = Task {
            try await subject.images.originalData(for: asset, isNetworkAccessAllowed: true).bytes.count
        }
        await subject.store.waitUntilHeldBack(.download)
        silent.cancel()
        await #expect(throws: ImageError.cancelled) { try await silent.value }
        await subject.store.waitUntilNoneHeldBack(.download)
        #expect(subject.store.heldBack(.download) == 0)
    }

    @Test func `A source that says nothing is given up after the deadline`() async throws {
        let source = WedgedOriginals()
        let subject = try ImageSubject(assets: 1, resources: source)
        let reader = Task { try await subject.images.resources(of: subject.assets[0]) }
        await subject.letNextStart()
        await source.gate.waitUntilReached()
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: .seconds(30))
        await #expect(throws: ImageError.timedOut(after: .seconds(30))) { try await reader.value }
        source.gate.open()
    }
}

/// A source that does not return before its gate opens.
private struct WedgedOriginals: ResourceSource {
    let gate = BlockingGate()

    func resources(of asset: AssetID) throws(ImageError) -> [AssetResource] {
        gate.pass()
        return []
    }

    func read(_ resource: AssetResource, isNetworkAccessAllowed: Bool, into receiver: ResourceReceiver)
        throws(ImageError)
    {}
}
