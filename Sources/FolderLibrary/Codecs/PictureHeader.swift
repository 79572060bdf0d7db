#if FolderLibrary || canImport(Darwin)
package import CameraRoll

/// What a file says of its picture, read without decoding it.
package struct PictureHeader: Hashable, Sendable {
    /// What the file's pixels are made of.
    package enum ColorKind: String, Hashable, Sendable {
        case gray, rgb, indexed, cmyk
    }

    /// The size as the codec gives the pixels, before they are turned.
    package var size: PixelSize
    /// How the codec's pixels are to be turned; `.up` if the codec turns them itself.
    package var orientation = ImageOrientation.up
    /// What the file's pixels are made of.
    package var color = ColorKind.rgb
    /// Whether pixels may be transparent.
    package var hasAlpha = false
    /// Bits of each component in the file, 1 to 16.
    package var bitDepth = 8
    /// Whether there are several pictures to be shown one after the other; the first is decoded.
    package var isAnimated = false
    /// Whether the picture comes in several passes (progressive, interlaced).
    package var isProgressive = false

    /// The size of the upright picture.
    package var uprightSize: PixelSize { orientation.turned(size) }
}
#endif
