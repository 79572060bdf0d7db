#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// A kind of file that pictures can be converted to.
public enum ConvertedFormat: String, Hashable, Sendable, CaseIterable {
    /// JPEG, which every program reads.
    case jpeg
}

extension PictureFile {
    /// The picture as another kind of file, with its metadata and its color profile, and upright.
    ///
    /// ```swift
    /// let jpeg = try PictureFile(heic).convert(to: .jpeg, quality: 0.8)
    /// ```
    ///
    /// EXIF, XMP, the color profile and, from a JPEG, Photoshop's resources and comments are kept; the orientation in
    /// them becomes 1 where the pixels were turned, and EXIF's small picture, which is not turned, is then dropped, and
    /// its width and height change places. XMP of more than 64 KB goes on in further segments, by its longest
    /// properties (XMP part 3, 1.1.3.1); a profile goes over as many as it needs.
    ///
    /// JFIF's density is kept, and a PNG's `pHYs` becomes one per inch. Of a PNG's texts these become properties of XMP
    /// where that has none: `Title`, `Author`, `Description` and `Copyright` those of Dublin Core, `Comment`
    /// `exif:UserComment`, `Software` `xmp:CreatorTool`, `Creation Time` `xmp:CreateDate`. EXIF, XMP and IPTC in its
    /// texts become what they are.
    ///
    /// Pixels have 8 bits then, and what is transparent is put on white. CMYK becomes RGB as programs without color
    /// management have it, and loses its profile. Lost are a PNG's other texts, a density that JFIF has no numbers for,
    /// further pictures (of an animation, of HDR, a depth map), and sound.
    ///
    /// Takes as long as a whole decode, on the caller's thread: call it on one that may block. A task that is cancelled
    /// meanwhile ends it as soon as the codec allows.
    ///
    /// - Parameters:
    ///   - format: the kind of file.
    ///   - quality: 0, small, to 1, as good as the format allows.
    /// - Throws: `CodecError.damaged` also for a picture of which a part is missing, `.cannotEncode` for a quality
    ///   beyond 0 to 1 and for metadata that JPEG has no room for, as EXIF of over 64 KB; `.cancelled`; and whatever
    ///   else the codec of the file throws.
    public func convert(to format: ConvertedFormat, quality: Double = 0.8) throws(CodecError) -> [UInt8] {
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
