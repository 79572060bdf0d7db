import CameraRoll
import Foundation

/// A library's image source, with the assets to request, for one check.
struct ImageProbe: Sendable {
    let access: LibraryAccess
    let source: any ImageSource
    /// Every asset of the library.
    let assets: [MediaAsset]
    let deadline: Duration
    let expect: Expectation

    /// A few photos, Live Photos and videos, one of each shape; not applicable to a library without them.
    var pictures: [MediaAsset] {
        get throws { try expect.needsSome(assets.pictures, "The library has no photos and videos.") }
    }

    /// The pictures of known size; not applicable to a library without them.
    var measuredPictures: [(asset: MediaAsset, size: PixelSize)] {
        get throws {
            let reason = "The library has no photos and videos whose size it knows."
            return try expect.needsSome(assets.measuredPictures, reason)
        }
    }

    /// Starts a request in the source's lane.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - dropsDecodes: whether decodes that the source hands over are dropped.
    ///   - isResolved: whether the source is given what the library resolves for the request.
    func start(
        _ request: AssetImageRequest, dropsDecodes: Bool = false, isResolved: Bool = true
    ) async throws -> ImageCall {
        let call = ImageCall(request, dropsDecodes: dropsDecodes)
        if isResolved { call.resolve(try await resolved(request)) }
        switch source.lane {
        case .decodePool: Thread.detachNewThread { [source] in call.start(at: source) }
        case .library: try await access.read("start image") { [source] _ in call.start(at: source) }
        // Not awaited: a source that blocks here must be reported, and not block the check.
        case .main: Task { @MainActor [source] in call.start(at: source) }
        }
        return call
    }

    /// What the library resolves for a request.
    func resolved(_ request: AssetImageRequest) async throws -> Result<(any Sendable)?, LibraryError> {
        try await access.look { library in Result { () throws(LibraryError) in try library.resolve(request) } }
    }

    /// Waits for a request's end.
    func answer(of call: ImageCall) async throws -> ImageAnswer {
        try await expect.end(of: call.request.subject, within: deadline, call.answer)
    }

    /// Sends a request to the source, and waits for its end.
    func answer(to request: AssetImageRequest) async throws -> ImageAnswer {
        try await answer(of: try await start(request))
    }

    /// The image of a finished request, if one is required.
    ///
    /// None is required if the original is in the cloud, or for a video if the source only has photos.
    func image(of call: ImageCall) async throws -> DecodedImage? {
        switch try await answer(of: call).end {
        case .success(let image): return image
        case .failure(.networkRequired(call.request.asset)), .failure(.wrongMediaType(call.request.asset, .video)):
            return nil
        case .failure(let error): throw expect.fail(call.request.subject, expected: "an image", found: "\(error)")
        case nil: return nil
        }
    }

    /// Sends a request to the source, and waits for its image, if one is required.
    func image(for request: AssetImageRequest) async throws -> DecodedImage? {
        try await image(of: try await start(request))
    }
}

extension AssetImageRequest {
    /// The name of the request in messages.
    var subject: String { "a request for '\(asset)'" }
}

extension LibrarySubject {
    /// Opens the library with its image source; not applicable if it has none.
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
