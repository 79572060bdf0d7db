#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// A kind of file that pictures can be converted to.
public enum ConvertedFormat: String, Hashable, Sendable, CaseIterable {
    /// JPEG, which every program reads.
    case jpeg
}

extension PictureFile {
    /// The picture as another kind of file, with its metadata and its colour profile, and upright (R123).
    ///
    /// ```swift
    /// let jpeg = try PictureFile(heic).convert(to: .jpeg, quality: 0.8)
    /// ```
    ///
    /// EXIF, XMP and, from a JPEG, Photoshop's resources and comments are kept; the orientation in them becomes 1 where
    /// the pixels were turned, and EXIF's small picture, which is not turned, is then dropped, and its width and
    /// height change places. What is transparent becomes white. Lost are the texts of a PNG but XMP, its `pHYs` and
    /// JFIF's density, further pictures, and sound. XMP of more than 64 KB from another kind than JPEG is refused: it
    /// is not split. Takes as long as a whole decode, on the caller's thread: call it on one that may block.
    ///
    /// - Parameters:
    ///   - format: the kind of file.
    ///   - quality: 0, small, to 1, as good as the format allows.
    /// - Throws: `CodecError.damaged` also for a picture of which a part is missing, `.cannotEncode` for a quality
    ///   beyond 0 to 1 and for metadata that JPEG has no room for, and whatever else the codec of the file throws.
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
