#if FolderLibrary || canImport(Darwin)
package import CameraRoll

/// Makes the image that a request asks for out of a picture's file: decoded, cropped, resized and turned upright.
package struct PictureRenderer: Hashable, Sendable {
    /// What one picture may take.
    package var limits: CodecLimits

    /// A renderer.
    package init(limits: CodecLimits = CodecLimits()) {
        self.limits = limits
    }

    /// The image as it is asked for; degraded where the file is damaged and shows a part only.
    ///
    /// - Throws: `ImageError.failed` with the codec's reason, `.tooManyPixels`, `.invalidSize`, `.invalidCrop`,
    ///   `.cancelled`, or `.library` if the file could not be read.
    package func image(
        of file: PictureFile, for request: ImageRequest, unless cancellation: Cancellation = .never
    ) throws(ImageError) -> DecodedImage {
        let header = try file.header(for: request.asset)
        let shape = try PictureShape(header, for: request, limits: limits)
        let decoded = try decode(file, covering: shape.covering, for: request.asset, unless: cancellation)
        return try shape.image(from: decoded, unless: cancellation)
    }

    private func decode(
        _ file: PictureFile, covering size: PixelSize, for asset: AssetID, unless cancellation: Cancellation
    ) throws(ImageError) -> DecodedPixels {
        do throws(CodecError) {
            return try file.decode(covering: size, within: limits, unless: cancellation)
        } catch {
            throw error.imageError(of: asset)
        }
    }
}

extension PictureFile {
    fileprivate func header(for asset: AssetID) throws(ImageError) -> PictureHeader {
        do throws(CodecError) {
            return try header()
        } catch {
            throw error.imageError(of: asset)
        }
    }
}

extension CodecError {
    /// The same in the words of the image manager, which names the asset.
    ///
    /// `.failed` is what the file's content is to blame for: it fails again as long as that is the same.
    func imageError(of asset: AssetID) -> ImageError {
        switch self {
        case .tooManyPixels(let size, let limit): .tooManyPixels(size, limit: limit)
        case .tooMuchMemory(let size, let bytes, let limit):
            .tooManyPixels(size, limit: Int(Double(size.width * size.height) * Double(limit) / Double(bytes)))
        case .tooManyBytes(_, let limit): .tooManyBytes(asset, limit: limit)
        case .unreadable(.cannotRead), .unreadable(.cannotOpen):
            .library(.failed("read original", reason: reason))
        case .cancelled: .cancelled
        case .unavailable: .library(.failed("decode", reason: reason))
        default: .failed(asset, reason: reason)
        }
    }
}
#endif
