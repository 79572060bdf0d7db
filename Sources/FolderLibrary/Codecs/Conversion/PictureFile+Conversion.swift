#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// A format to which pictures can be converted.
public enum ImageFileFormat: String, Hashable, Sendable, CaseIterable {
    /// JPEG, which every program reads.
    case jpeg
}

extension PictureFile {
    /// Converts the picture to another format, upright, with its metadata and its color profile.
    ///
    /// ```swift
    /// let jpeg = try PictureFile(heic).converted(to: .jpeg, quality: 0.8)
    /// ```
    ///
    /// EXIF, XMP, the color profile and, from a JPEG, Photoshop's resources and comments are kept. If the pixels
    /// were rotated, the orientation in them becomes 1, EXIF's thumbnail is dropped, and its width and height are
    /// swapped. The longest properties of XMP over 64 KB continue in further segments (XMP part 3, 1.1.3.1); a
    /// profile uses as many segments as it needs.
    ///
    /// JFIF's density is kept, and a PNG's `pHYs` is converted to one per inch. These texts of a PNG become
    /// properties of XMP unless it has them: `Title`, `Author`, `Description` and `Copyright` those of Dublin Core,
    /// `Comment` `exif:UserComment`, `Software` `xmp:CreatorTool`, `Creation Time` `xmp:CreateDate`. EXIF, XMP and
    /// IPTC stored in its texts become normal blocks.
    ///
    /// The result has 8 bits per component, and a white background in place of transparency. CMYK is converted to
    /// RGB without color management, and loses its profile. A PNG's other texts, a density that JFIF cannot
    /// express, further pictures (of an animation, of HDR, a depth map), and sound are lost.
    ///
    /// Takes as long as a whole decode on the caller's thread, which must be one that may block. Cancelling the
    /// task ends it as soon as the codec allows.
    ///
    /// - Parameters:
    ///   - format: the new format.
    ///   - quality: 0, smallest, to 1, best.
    /// - Throws: `CodecError.damaged` also for an incomplete picture, `.cannotEncode` for a quality outside 0 to 1
    ///   and for metadata that JPEG cannot hold, such as EXIF of over 64 KB; `.cancelled`; and other errors of the
    ///   file's codec.
    public func converted(to format: ImageFileFormat, quality: Double = 0.8) throws(CodecError) -> [UInt8] {
        guard (0...1).contains(quality) else {
            throw .cannotEncode(.jpeg, reason: "the quality \(quality) is not within 0 to 1")
        }
        #if FolderLibrary && os(Linux)
        return try JPEGConversion(of: self).jpeg(quality: quality)
        #else
        return try SystemConversion(of: self).jpeg(quality: quality)
        #endif
    }
}
#endif
