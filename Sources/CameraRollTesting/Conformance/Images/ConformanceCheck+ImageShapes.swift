import CameraRoll

extension ConformanceCheck {
    static var imageShapes: [ConformanceCheck] { [fitted, filled, maximum, degradedShape, cropped] }

    /// Sizes that distinguish width from height.
    private static let targets = [PixelSize(width: 64, height: 48), PixelSize(width: 48, height: 64)]

    private static let fitted = ConformanceCheck("An image that fits an exact size is within it, in its own shape") {
        (images: ImageProbe, expect) in
        for (asset, own) in try images.measuredPictures {
            for target in targets {
                let request = AssetImageRequest(
                    for: asset, size: .pixels(target), contentMode: .fit, resizeMode: .exact)
                guard let size = try await images.image(for: request)?.size else { continue }
                let subject = "an image of '\(asset.id)', \(own), that fits \(target)"
                guard target.covers(size), size.isShaped(like: own) else {
                    throw expect.fail(subject, expected: "its shape within the size", found: "\(size)")
                }
                let isFull = size.width >= target.width - 1 || size.height >= target.height - 1
                guard isFull || !own.covers(target) else {
                    throw expect.fail(subject, expected: "one side of that length", found: "\(size)")
                }
            }
        }
    }

    private static let filled = ConformanceCheck("An image that fills an exact size covers it") {
        (images: ImageProbe, expect) in
        for (asset, own) in try images.measuredPictures {
            for target in targets where own.covers(target) {
                let request = AssetImageRequest(
                    for: asset, size: .pixels(target), contentMode: .fill, resizeMode: .exact)
                guard let size = try await images.image(for: request)?.size, !size.covers(target) else { continue }
                let subject = "an image of '\(asset.id)', \(own), that fills \(target)"
                throw expect.fail(subject, expected: "at least that size", found: "\(size)")
            }
        }
    }

    private static let maximum = ConformanceCheck("An image of the maximum size has its asset's own pixels") {
        (images: ImageProbe, expect) in
        let photos = images.assets.filter { $0.mediaType == .image }
        let measured = photos.compactMap { asset in asset.pixelSize.map { (asset, $0) } }
        // Small ones, to save time, and if possible not square, to distinguish width from height.
        let oblong = measured.filter { $0.1.width != $0.1.height }
        let smallest = (oblong.isEmpty ? measured : oblong).sorted { $0.1.area < $1.1.area }
        for (asset, own) in try expect.needsSome(smallest.prefix(8), "The library has no photos whose size it knows.") {
            let request = AssetImageRequest(for: asset, size: .maximum, deliveryMode: .highQuality)
            guard let image = try await images.image(for: request) else { continue }
            return try expect.equal(image.size, own, "the maximum size of '\(asset.id)'")
        }
        throw NotApplicable("The originals of the photos are in the cloud.")
    }

    private static let degradedShape = ConformanceCheck("A degraded image has about the shape of its asset") {
        (images: ImageProbe, expect) in
        for (asset, own) in try images.measuredPictures {
            let request = AssetImageRequest(for: asset, size: .pixels(64, 64), deliveryMode: .opportunistic)
            for image in try await images.answer(to: request).degraded where !image.size.isRoughlyShaped(like: own) {
                let subject = "a degraded image of '\(asset.id)'"
                throw expect.fail(subject, expected: "about the shape of \(own)", found: "\(image.size)")
            }
        }
    }

    private static let cropped = ConformanceCheck("An exact crop has the shape of the part that it shows") {
        (images: ImageProbe, expect) in
        let crop = NormalizedRect(x: 0.25, y: 0.25, width: 0.25, height: 0.5)
        for (asset, own) in try images.measuredPictures where min(own.width, own.height) >= 64 {
            let request = AssetImageRequest(for: asset, size: .pixels(64, 64), resizeMode: .exact, crop: crop)
            guard let size = try await images.image(for: request)?.size else { continue }
            let part = own.part(crop)
            guard !size.isRoughlyShaped(like: part) else { continue }
            throw expect.fail("a crop of '\(asset.id)'", expected: "the shape of \(part)", found: "\(size)")
        }
    }
}

extension PixelSize {
    fileprivate var area: Int { width * height }
}
