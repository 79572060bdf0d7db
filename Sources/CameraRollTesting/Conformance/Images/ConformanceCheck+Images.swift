import CameraRoll

extension ConformanceCheck {
    /// The guarantees of a library's image source; not applicable to a library without one.
    ///
    /// A few assets of each kind and shape are requested. Their files must be intact: a picture without an image
    /// counts as a failure, unless its original is in the cloud.
    public static var images: [ConformanceCheck] { imageAnswers + imageShapes + imageFailures + imagePreparation }

    /// A check of a library's image source.
    init(_ name: String, images body: @escaping @Sendable (ImageProbe, Expectation) async throws -> Void) {
        self.init(name) { subject, expect in
            try await subject.withImages(expect) { images in try await body(images, expect) }
        }
    }
}

// MARK: - Answers

extension ConformanceCheck {
    static var imageAnswers: [ConformanceCheck] {
        [requestLimit, imageComes, samePixels, progressParts, requestsAtOnce, cancelledAlone, droppedDecodes]
    }

    private static let requestLimit = ConformanceCheck("An image source takes at least one request at once") {
        (images: ImageProbe, expect) in
        try expect.equal(images.source.requestLimit >= 1, true, "whether the limit of requests is at least 1")
    }

    private static let imageComes = ConformanceCheck("An image comes of each picture that needs no download") {
        (images: ImageProbe, expect) in
        for asset in try images.pictures {
            // The image manager uses no other mode.
            for mode in [ImageDeliveryMode.opportunistic, .highQuality] {
                _ = try await images.image(
                    for: AssetImageRequest(for: asset, size: .pixels(40, 40), deliveryMode: mode))
            }
        }
    }

    private static let samePixels = ConformanceCheck("The same request gives the same pixels each time") {
        (images: ImageProbe, expect) in
        for asset in try images.pictures {
            let request = AssetImageRequest(for: asset, size: .pixels(40, 40), deliveryMode: .highQuality)
            let first = try await images.image(for: request)
            let second = try await images.image(for: request)
            try expect.equal(second?.size, first?.size, "the size of an image of '\(asset.id)' that is asked for again")
            let areSame = second?.visibleRows == first?.visibleRows && second?.colorProfile == first?.colorProfile
            try expect.equal(areSame, true, "whether an image of '\(asset.id)' is the same again")
        }
    }

    private static let progressParts = ConformanceCheck("The progress of a request is told from 0 to 1") {
        (images: ImageProbe, expect) in
        for asset in try images.pictures {
            let request = AssetImageRequest(for: asset, size: .pixels(40, 40), isNetworkAccessAllowed: true)
            let wrong = try await images.answer(to: request).progress.filter { !(0...1).contains($0) }
            try expect.equal(wrong, [], "the progress beyond 0 to 1 of '\(asset.id)'")
        }
    }

    private static let requestsAtOnce = ConformanceCheck("As many requests as the limit allows at once all end") {
        (images: ImageProbe, expect) in
        let pictures = try expect.needsSome(images.assets.filter(\.hasPicture), "The library has no photos and videos.")
            .spread(min(images.source.requestLimit, 32))
        var calls: [ImageCall] = []
        for asset in pictures {
            calls.append(try await images.start(AssetImageRequest(for: asset, size: .pixels(40, 40))))
        }
        for call in calls { _ = try await images.answer(of: call) }
    }

    private static let cancelledAlone = ConformanceCheck("A canceled request stops no other, before its end or after") {
        (images: ImageProbe, expect) in
        let asset = try images.pictures[0]
        let request = AssetImageRequest(for: asset, size: .pixels(40, 40))
        let calls = [try await images.start(request), try await images.start(request)]
        calls[1].cancel()
        await calls[1].start(within: images.deadline)
        _ = try await images.image(of: calls[0])
        _ = try await images.image(for: request)
        calls[0].cancel()
        _ = try await images.image(for: request)
    }

    private static let droppedDecodes = ConformanceCheck("Decodes that are dropped hold up no other request") {
        (images: ImageProbe, expect) in
        let pictures = try expect.needsSome(images.assets.filter(\.hasPicture), "The library has no photos and videos.")
        var dropped = 0
        for asset in pictures.spread(min(images.source.requestLimit, 32)) {
            let request = AssetImageRequest(for: asset, size: .pixels(40, 40))
            let call = try await images.start(request, dropsDecodes: true)
            _ = try await images.answer(of: call)
            dropped += call.droppedDecodes
        }
        guard dropped > 0 else { throw NotApplicable("The source hands over no decodes.") }
        for asset in try images.pictures {
            _ = try await images.image(for: AssetImageRequest(for: asset, size: .pixels(40, 40)))
        }
    }
}

extension DecodedImage {
    /// The pixels without the padding of the rows.
    fileprivate var visibleRows: [ArraySlice<UInt8>] {
        (0..<size.height).map { pixels[$0 * bytesPerRow..<$0 * bytesPerRow + size.width * 4] }
    }
}
