public import CameraRoll

/// An image of one plain color for each photo and video of a ``FixedLibrary``, in the asset's own shape.
///
/// The color depends only on the asset's identifier, so that a test can tell which image a cell of its grid shows:
///
/// ```swift
/// let contents = FixedContents(assets: assets, imageSource: SolidColorImages(assets))
/// ```
///
/// Every request ends immediately with its final image. An asset of unknown size counts as 512×512.
public struct SolidColorImages: ImageSource {
    /// The decode pool.
    public let lane = ImageLane.decodePool
    /// Eight requests at a time.
    public let requestLimit = 8
    /// False: the color depends only on the identifier.
    public let needsLibrary = false
    private let assets: [AssetID: MediaAsset]

    /// The maximum number of pixels of an image, 64 MB.
    private static let pixelLimit = 16_000_000

    /// Creates a source for some assets with unique identifiers.
    public init(_ assets: [MediaAsset]) {
        self.assets = Dictionary(assets.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The red, green and blue of an asset's images, 0 to 255 each.
    public static func color(of asset: AssetID) -> (red: UInt8, green: UInt8, blue: UInt8) {
        // FNV-1a with a final mix: the same in every process, unlike `Hasher`.
        var hash = asset.rawValue.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        hash = (hash ^ hash >> 32) &* 0xd6e8_feb8_6659_fd93
        return (UInt8(truncatingIfNeeded: hash >> 16), UInt8(truncatingIfNeeded: hash >> 32), UInt8(hash >> 56))
    }

    /// Delivers the image or an error; cannot be canceled.
    public func start(_ request: AssetImageRequest, sink: ImageSink) -> (@Sendable () -> Void)? {
        do throws(ImageError) {
            sink.final(try image(for: request))
        } catch {
            sink.fail(error)
        }
        return nil
    }

    private func image(for request: AssetImageRequest) throws(ImageError) -> DecodedImage {
        guard let asset = assets[request.asset] else { throw .library(.assetNotFound(request.asset)) }
        guard asset.hasPicture else { throw .wrongMediaType(asset.id, asset.mediaType) }
        let size = (asset.pixelSize ?? PixelSize(width: 512, height: 512)).part(request.crop).fitted(to: request)
        let (pixelCount, overflows) = size.width.multipliedReportingOverflow(by: size.height)
        guard !overflows, pixelCount <= Self.pixelLimit else {
            throw .tooManyPixels(size, limit: Self.pixelLimit)
        }
        let color = Self.color(of: asset.id)
        let pixel = [color.red, color.green, color.blue, 255]
        let pixels = [UInt8](unsafeUninitializedCapacity: size.width * size.height * 4) { bytes, count in
            count = bytes.count
            for offset in bytes.indices { bytes[offset] = pixel[offset & 3] }
        }
        return try DecodedImage(size: size, bytesPerRow: size.width * 4, pixels: pixels)
    }
}

extension PixelSize {
    /// The size at which an image of this size answers a request; only `.fill` enlarges it.
    fileprivate func fitted(to request: AssetImageRequest) -> PixelSize {
        guard case .pixels(let target) = request.size, request.resizeMode != .none else { return self }
        let (across, down) = (Double(target.width) / Double(width), Double(target.height) / Double(height))
        let factor = request.contentMode == .fill ? max(across, down) : min(across, down, 1)
        return scaled(by: factor, factor)
    }
}
