#if FolderLibrary || canImport(Darwin)
package import CameraRoll

/// The header of a file's picture, read without decoding it.
package struct PictureHeader: Hashable, Sendable {
    /// The color model of the file's pixels.
    package enum ColorKind: String, Hashable, Sendable {
        case gray, rgb, indexed, cmyk
    }

    /// The size of the codec's pixels, before rotation.
    package var size: PixelSize
    /// The rotation of the codec's pixels; `.up` if the codec applies it itself.
    package var orientation = ImageOrientation.up
    /// The color model of the file's pixels.
    package var color = ColorKind.rgb
    /// Whether pixels may be transparent.
    package var hasAlpha = false
    /// Bits of each component in the file, 1 to 16.
    package var bitDepth = 8
    /// Whether there are several pictures to be shown in sequence; the first is decoded.
    package var isAnimated = false
    /// Whether the picture is stored in several passes (progressive, interlaced).
    package var isProgressive = false

    /// The size of the upright picture.
    package var uprightSize: PixelSize { orientation.turned(size) }
}
#endif
