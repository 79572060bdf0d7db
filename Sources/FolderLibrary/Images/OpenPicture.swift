#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// An open file whose metadata have been read.
struct OpenPicture {
    private let original: PictureOriginal
    private let asset: AssetID
    private let metadata: ImageMetadata

    /// More than any thumbnail within EXIF, whose block is limited to 64 KB.
    private static let longestThumbnail = 1 << 20

    /// Reads a file's metadata: some KB of it.
    ///
    /// - Throws: `ImageError.failed` if the file is not a picture or of an unknown kind, `.wrongMediaType` if it is
    ///   a video.
    init(_ original: PictureOriginal, of asset: AssetID) throws(ImageError) {
        do throws(MetadataError) {
            metadata = try ImageMetadata(reading: original.bytes)
        } catch {
            throw CodecError(error).imageError(of: asset)
        }
        if metadata.format == .quickTime || metadata.format == .mp4 { throw .wrongMediaType(asset, .video) }
        self.original = original
        self.asset = asset
    }

    /// Returns the requested image; for a file that no codec reads, its embedded one, degraded.
    ///
    /// - Throws: as ``PictureRenderer/image(of:for:unless:)``.
    func image(
        for request: AssetImageRequest, by renderer: PictureRenderer, unless cancellation: Cancellation
    ) throws(ImageError) -> DecodedImage {
        let file: PictureFile
        do throws(CodecError) {
            try cancellation.check()
            if let small = try smallImage(for: request, by: renderer) { return small }
            file = try wholeFile(within: renderer.limits)
        } catch {
            throw error.imageError(of: asset)
        }
        return try renderer.image(of: file, for: request, unless: cancellation)
    }

    /// The embedded picture of a file that no codec reads, such as a raw one; nil for all others.
    ///
    /// - Throws: `CodecError.unsupportedFormat` if it has none.
    private func smallImage(
        for request: AssetImageRequest, by renderer: PictureRenderer
    ) throws(CodecError) -> DecodedImage? {
        do throws(CodecError) {
            _ = try metadata.format.codec
            return nil
        } catch {
            guard let image = degradedImage(for: request, by: renderer) else { throw error }
            return image
        }
    }

    /// The picture embedded in the file; nil without a picture that can be shown.
    func degradedImage(for request: AssetImageRequest, by renderer: PictureRenderer) -> DecodedImage? {
        guard let small = (try? embedded(within: renderer.limits)) ?? nil else { return nil }
        return try? small.image(for: request).degraded
    }

    private func wholeFile(within limits: CodecLimits) throws(CodecError) -> PictureFile {
        try PictureFile(reading: original.bytes, metadata, limits: limits)
    }

    private func embedded(within limits: CodecLimits) throws(CodecError) -> EmbeddedPicture? {
        if metadata.format == .heic || metadata.format == .avif {
            let file = try wholeFile(within: limits)
            let codec = try file.codec
            guard let pixels = try codec.smallPicture(in: file, within: limits) else { return nil }
            return EmbeddedPicture(pixels, .up, of: try codec.header(of: file).uprightSize)
        }
        guard let range = metadata.thumbnail?.range, range.count <= Self.longestThumbnail,
            let size = metadata.orientedSize, let bytes = try? original.bytes.bytes(in: range)
        else { return nil }
        let pixels = try PictureFile(bytes).decode(within: limits)
        return EmbeddedPicture(pixels, metadata.orientation, of: size)
    }
}
#endif
