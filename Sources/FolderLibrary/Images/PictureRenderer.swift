#if FolderLibrary || canImport(Darwin)
package import CameraRoll
package import CameraRollCodecs

/// Renders the image of a request from a picture's file: decodes, crops, resizes and turns it upright.
package struct PictureRenderer: Hashable, Sendable {
    /// The limits for one picture.
    package var limits: CodecLimits

    /// Creates a renderer.
    package init(limits: CodecLimits = CodecLimits()) {
        self.limits = limits
    }

    /// Returns the requested image; degraded if the file is damaged and only a part can be shown.
    ///
    /// - Throws: `ImageError.failed` with the codec's reason, `.tooManyPixels`, `.invalidSize`, `.invalidCrop`,
    ///   `.cancelled`, or `.library` if the file could not be read.
    package func image(
        of file: PictureFile, for request: AssetImageRequest, unless cancellation: Cancellation = .never
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
#endif
