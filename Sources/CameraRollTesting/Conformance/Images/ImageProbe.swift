import CameraRoll
import Foundation

/// A library's image source, and what there is to ask it for, in the name of one check.
struct ImageProbe: Sendable {
    let access: LibraryAccess
    let source: any ImageSource
    /// Every asset of the library.
    let assets: [MediaAsset]
    let deadline: Duration
    let expect: Expectation

    /// A few photos, Live Photos and videos, one of each shape; not applicable where there is none.
    var pictures: [MediaAsset] {
        get throws { try expect.needsSome(assets.pictures, "The library has no photos and videos.") }
    }

    /// The pictures whose pixels are known; not applicable where there is none.
    var measuredPictures: [(asset: MediaAsset, size: PixelSize)] {
        get throws {
            let reason = "The library has no photos and videos whose size it knows."
            return try expect.needsSome(assets.measuredPictures, reason)
        }
    }

    /// Starts a request in the source's lane.
    func start(_ request: ImageRequest) async throws -> ImageCall {
        let call = ImageCall(request)
        switch source.lane {
        case .decodePool: Thread.detachNewThread { [source] in call.start(at: source) }
        case .library: try await access.read("start image") { [source] _ in call.start(at: source) }
        // Not waited for: a source that blocks here is to be reported, not to block the check too.
        case .main: Task { @MainActor [source] in call.start(at: source) }
        }
        return call
    }

    /// Waits for a request's end.
    func answer(of call: ImageCall) async throws -> ImageAnswer {
        try await expect.end(of: call.request.subject, within: deadline, call.answer)
    }

    /// Puts a request to the source, and waits for its end.
    func answer(to request: ImageRequest) async throws -> ImageAnswer {
        try await answer(of: try await start(request))
    }

    /// The image that a request ends with, if there is to be one.
    ///
    /// There need not be one where the original is in the cloud, and of a video where the source shows only photos.
    func image(of call: ImageCall) async throws -> DecodedImage? {
        switch try await answer(of: call).end {
        case .success(let image): return image
        case .failure(.networkRequired(call.request.asset)), .failure(.wrongMediaType(call.request.asset, .video)):
            return nil
        case .failure(let error): throw expect.fail(call.request.subject, expected: "an image", found: "\(error)")
        case nil: return nil
        }
    }

    /// Puts a request to the source, and waits for its image, if there is to be one.
    func image(for request: ImageRequest) async throws -> DecodedImage? {
        try await image(of: try await start(request))
    }
}

extension ImageRequest {
    /// What a failed check calls it.
    var subject: String { "a request for '\(asset)'" }
}

extension LibrarySubject {
    /// Opens the library and asks its image source; not applicable where it offers none.
    func withImages(
        _ expect: Expectation, _ body: (ImageProbe) async throws -> Void
    ) async throws {
        try await withAccess { access in
            let (source, assets) = try await access.read("find image source") { library in
                (try library.imageSource(), try library.everything())
            }
            let offered = try expect.needs(source, "The library offers no images.")
            try await body(
                ImageProbe(access: access, source: offered, assets: assets, deadline: deadline, expect: expect))
        }
    }
}
