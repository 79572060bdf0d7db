#if FolderLibrary || canImport(Darwin)
package import CameraRoll
import CameraRollCodecs

/// An open file whose metadata have been read.
struct OpenPicture {
    private let original: PictureOriginal
    private let asset: AssetID
    private let metadata: ImageMetadata
    /// The whole file, if it was read for the degraded image; kept until the requested one is decoded.
    private var file: PictureFile?

    /// This is more than any thumbnail in EXIF, whose block is limited to 64 KB.
    private static let longestThumbnail = 1 << 20

    /// Reads a file's metadata, which are a few KB.
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

    /// Returns the requested image.
    ///
    /// - Throws: the errors of ``PictureRenderer/image(of:for:unless:)``.
    mutating func image(
        for request: AssetImageRequest, by renderer: PictureRenderer, unless cancellation: Cancellation
    ) throws(ImageError) -> DecodedImage {
        let file: PictureFile
        do throws(CodecError) {
            try cancellation.check()
            file = try wholeFile(within: renderer.limits)
        } catch {
            throw error.imageError(of: asset)
        }
        return try renderer.image(of: file, for: request, unless: cancellation)
    }

    /// The picture embedded in the file; nil if there is none that can be shown.
    mutating func degradedImage(for request: AssetImageRequest, by renderer: PictureRenderer) -> DecodedImage? {
        guard let small = (try? embedded(within: renderer.limits)) ?? nil else { return nil }
        return try? small.image(for: request).degraded
    }

    private mutating func wholeFile(within limits: CodecLimits) throws(CodecError) -> PictureFile {
        if let file = file.take() { return file }
        return try PictureFile(reading: original.bytes, metadata, limits: limits)
    }

    private mutating func embedded(within limits: CodecLimits) throws(CodecError) -> EmbeddedPicture? {
        if metadata.format == .heic || metadata.format == .avif {
            let file = try wholeFile(within: limits)
            self.file = file
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

/// Finds the files of assets for an image source; its functions may block, and are called concurrently.
///
/// A protocol, since tests count, hold and break files where the library has ``OriginalFiles``.
package protocol PictureOriginals: Sendable {
    /// Opens the file that holds an asset's picture.
    ///
    /// - Throws: `ImageError.library(.assetNotFound)` if there is no such asset, or the error of opening it.
    func picture(of asset: AssetID) throws(ImageError) -> PictureOriginal
}

/// An asset's open file.
package struct PictureOriginal: Sendable {
    /// The bytes of the file.
    package let bytes: any ByteSource & Sendable
    /// A number that changes with the file's content.
    package let contentVersion: UInt64

    /// Creates an open file with the version of its content.
    package init(_ bytes: any ByteSource & Sendable, contentVersion: UInt64) {
        self.bytes = bytes
        self.contentVersion = contentVersion
    }
}

extension OriginalFiles: PictureOriginals {
    /// Opens an asset's picture.
    ///
    /// The version combines the status of the open file, which may be newer than the index, with the index's version,
    /// which also counts changes that affect neither size nor time.
    func picture(of asset: AssetID) throws(ImageError) -> PictureOriginal {
        let file = try original(of: asset)
        guard file.record.facts.type == .image else { throw .wrongMediaType(asset, file.record.facts.type) }
        let open = try open(file)
        let version = open.status.contentVersion &* 31 &+ file.record.version
        return PictureOriginal(open.bytes, contentVersion: UInt64(bitPattern: version))
    }
}

extension FolderBackend {
    /// Returns the source of images, which runs on the image manager's threads.
    func imageSource() throws(LibraryError) -> (any ImageSource)? {
        FolderImageSource(store.originals, thumbnails: store.thumbnails, of: identity)
    }
}

/// The small picture embedded in a file, as a degraded image.
struct EmbeddedPicture {
    let pixels: DecodedPixels
    let orientation: ImageOrientation
    /// The part of it that shows the picture: cameras add bars if the shape is not 4:3.
    private let part: NormalizedRect

    /// A larger difference in shape means another picture, or a rotated one.
    private static let mostDifference = 1.5

    /// Creates it from a small picture and the size of the full picture; nil if the shapes do not match.
    init?(_ pixels: DecodedPixels, _ orientation: ImageOrientation, of picture: PixelSize) {
        let own = orientation.turned(pixels.size)
        guard own.width > 0, own.height > 0, picture.width > 0, picture.height > 0 else { return nil }
        let ratio = Double(own.width) / Double(own.height) / (Double(picture.width) / Double(picture.height))
        guard max(ratio, 1 / ratio) <= Self.mostDifference else { return nil }
        let (width, height) = (min(1, 1 / ratio), min(1, ratio))
        part = NormalizedRect(x: (1 - width) / 2, y: (1 - height) / 2, width: width, height: height)
        self.pixels = pixels
        self.orientation = orientation
    }

    /// Returns the degraded image for a request, never enlarged.
    func image(for request: AssetImageRequest) throws(ImageError) -> DecodedImage {
        let crop = request.crop.map(part.part) ?? part
        let requested = try RequestedSize(of: orientation.turned(pixels.size), crop: crop)
        let asked = try requested.size(for: request.size, request.contentMode)
        let isEnough = requested.shown.width >= asked.width && requested.shown.height >= asked.height
        let shape = PictureShape(orientation: orientation, crop: crop, size: isEnough ? asked : requested.shown)
        return try shape.image(from: pixels)
    }
}

extension NormalizedRect {
    /// A part of this part, in fractions of the whole.
    fileprivate func part(_ inner: NormalizedRect) -> NormalizedRect {
        NormalizedRect(
            x: x + inner.x * width, y: y + inner.y * height, width: inner.width * width,
            height: inner.height * height)
    }
}
#endif
