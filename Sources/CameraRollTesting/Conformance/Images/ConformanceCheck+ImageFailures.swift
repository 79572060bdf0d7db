import CameraRoll

extension ConformanceCheck {
    static var imageFailures: [ConformanceCheck] { [unknownPicture, ofSound, withoutNetwork, unresolved] }

    private static let unknownPicture = ConformanceCheck("An image of an unknown asset is an error that names it") {
        (images: ImageProbe, expect) in
        let request = AssetImageRequest(for: MediaAsset(id: .unknown), size: .pixels(40, 40))
        try expect.unknownAsset(try await images.answer(to: request).error, "a request for an unknown asset")
    }

    private static let ofSound = ConformanceCheck("An image of a sound is an error that says so") {
        (images: ImageProbe, expect) in
        let sounds = images.assets.filter { $0.mediaType == .audio }
        for asset in try expect.needsSome(sounds, "The library has no sounds.").prefix(4) {
            switch try await images.answer(to: AssetImageRequest(for: asset, size: .pixels(40, 40))).error {
            case .wrongMediaType(asset.id, asset.mediaType), .failed(asset.id, _): continue
            case let other:
                let found = other.map { "\($0)" } ?? "an image"
                throw expect.fail("'\(asset.id)', \(asset.mediaType)", expected: "a wrong media type", found: found)
            }
        }
    }

    private static let withoutNetwork = ConformanceCheck("An image in the cloud is said to need the network") {
        (images: ImageProbe, expect) in
        let photos = images.assets.filter { $0.mediaType == .image }
        for asset in try expect.needsSome(photos, "The library has no photos.").spread(32) {
            let request = AssetImageRequest(for: asset, size: .pixels(128, 128), deliveryMode: .highQuality)
            let answer = try await images.answer(to: request)
            guard let error = answer.error else { continue }
            try expect.equal(error, .networkRequired(asset.id), "the failure of '\(asset.id)'")
            try expect.equal(answer.progress.filter { $0 >= 1 }, [], "the whole progress of '\(asset.id)'")
        }
    }

    private static let unresolved = ConformanceCheck("A request without the library's own object ends too") {
        (images: ImageProbe, expect) in
        var isResolving = false
        for asset in try images.pictures {
            let request = AssetImageRequest(for: asset, size: .pixels(40, 40))
            if case .success(.some) = try await images.resolved(request) { isResolving = true }
            _ = try await images.answer(of: try await images.start(request, isResolved: false))
        }
        if !isResolving { throw NotApplicable("The library resolves nothing for images.") }
    }
}

extension Expectation {
    /// Checks for an error that says that there is no such asset, or at least names it.
    func unknownAsset(_ error: ImageError?, _ subject: String) throws {
        switch error {
        case .library(.assetNotFound(.unknown)), .failed(.unknown, _): return
        case let other:
            let expected = "\(ImageError.library(.assetNotFound(.unknown)))"
            throw fail(subject, expected: expected, found: other.map { "\($0)" } ?? "no error")
        }
    }
}
