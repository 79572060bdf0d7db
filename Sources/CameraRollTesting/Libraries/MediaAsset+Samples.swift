import CameraRoll

extension MediaAsset {
    /// Whether it is of a kind that has a picture: a photo, or a video's poster.
    var hasPicture: Bool { mediaType == .image || mediaType == .video }

    /// Whether it has a paired video.
    var isLivePhoto: Bool { mediaType == .image && mediaSubtypes.contains(.livePhoto) }

    /// Its size in pixels; nil if the library does not know it.
    var pixelSize: PixelSize? {
        pixelWidth > 0 && pixelHeight > 0 ? PixelSize(width: pixelWidth, height: pixelHeight) : nil
    }
}

/// The kind and the shape, of which each combination is sampled.
private struct SampleKind: Hashable {
    let mediaType: MediaType
    let isLivePhoto: Bool
    let isWide: Bool
    let isHigh: Bool

    init(_ asset: MediaAsset) {
        mediaType = asset.mediaType
        isLivePhoto = asset.isLivePhoto
        isWide = asset.pixelWidth > asset.pixelHeight
        isHigh = asset.pixelWidth < asset.pixelHeight
    }
}

extension [MediaAsset] {
    /// A few photos, Live Photos and videos, one of each shape.
    var pictures: [MediaAsset] {
        var kinds: Set<SampleKind> = []
        return filter { $0.hasPicture && kinds.insert(SampleKind($0)).inserted }
    }

    /// The pictures of known size, with their sizes.
    var measuredPictures: [(asset: MediaAsset, size: PixelSize)] {
        pictures.compactMap { asset in asset.pixelSize.map { (asset, $0) } }
    }

    /// Returns `count` assets spread over the list; all of them if there are fewer.
    func spread(_ count: Int) -> [MediaAsset] {
        guard self.count > count else { return self }
        return (0..<count).map { self[$0 * self.count / count] }
    }

    /// Up to two assets of each present kind.
    var twoOfEachKind: [MediaAsset] {
        [
            filter { $0.mediaType == .image && !$0.isLivePhoto }, filter(\.isLivePhoto),
            filter { $0.mediaType == .video }, filter { $0.mediaType == .audio },
        ].flatMap { $0.prefix(2) }
    }
}

extension PixelSize {
    /// Whether it has the shape of another size, within this many pixels on either side.
    func isShaped(like other: PixelSize, within pixels: Double = 1) -> Bool {
        let ratio = Double(other.width) / Double(other.height)
        return abs(Double(width) - Double(height) * ratio) <= pixels
            || abs(Double(height) - Double(width) / ratio) <= pixels
    }

    /// Whether it has roughly the shape of another size: within 2 pixels or 5 percent.
    func isRoughlyShaped(like other: PixelSize) -> Bool {
        isShaped(like: other, within: max(2, 0.05 * Double(min(width, height))))
    }

    /// Whether no side is smaller than another size's.
    func covers(_ other: PixelSize) -> Bool {
        width >= other.width && height >= other.height
    }

    /// The size of a part of an image of this size.
    func part(_ crop: NormalizedRect?) -> PixelSize {
        crop.map { scaled(by: $0.width, $0.height) } ?? self
    }

    /// The size with its sides multiplied, rounded to whole pixels, at least one.
    func scaled(by across: Double, _ down: Double) -> PixelSize {
        func side(_ length: Int, _ factor: Double) -> Int {
            Int(min(max(1, (Double(length) * factor).rounded()), 1e9))
        }
        return PixelSize(width: side(width, across), height: side(height, down))
    }
}
