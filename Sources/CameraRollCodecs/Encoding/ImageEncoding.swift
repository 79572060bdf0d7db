public import CameraRoll

/// A format in which an image is written as a file.
public enum ImageEncoding: Hashable, Sendable {
    /// PNG: lossless, with transparency.
    case png
    /// JPEG, which every program can read; smaller, with white where the image is transparent.
    ///
    /// The quality ranges from 0, the smallest file, to 1, the best image. From 0.9 on, color has full resolution.
    case jpeg(quality: Double = 0.8)

    /// The format of the file.
    public var format: MetadataFormat {
        switch self {
        case .png: .png
        case .jpeg: .jpeg
        }
    }

    /// Throws if nothing can be written in this format.
    ///
    /// - Throws: `CodecError.invalidArgument` for a quality outside 0 to 1, `.missingTrait`.
    func validate() throws(CodecError) {
        if case .jpeg(let quality) = self, !(0...1).contains(quality) {
            throw .invalid("quality", quality, "0 to 1")
        }
        #if !FolderLibrary && !canImport(Darwin)
        throw .missingTrait(format)
        #endif
    }
}

extension DecodedImage {
    /// Returns the image as a file, with its color profile, and without any other metadata.
    ///
    /// ```swift
    /// let thumbnail = try image.encoded(as: .jpeg(quality: 0.9))
    /// ```
    ///
    /// On Linux, a PNG has exactly the pixels of the image, provided that no color exceeds its alpha. A profile that is
    /// not for red, green and blue is omitted.
    ///
    /// Encoding a large image takes time, for a PNG far more than for a JPEG. It runs on the caller's thread, which
    /// must be one that may block, and cannot be interrupted.
    ///
    /// - Parameter encoding: the format, and the quality if it has one.
    /// - Throws: `CodecError.invalidArgument` for a quality outside 0 to 1; `.missingTrait` on Linux without the
    ///   package trait `FolderLibrary`; `.cannotEncode` with the codec's reason.
    /// - Complexity: O(pixels).
    public func encoded(as encoding: ImageEncoding) throws(CodecError) -> [UInt8] {
        try encoding.validate()
        #if FolderLibrary && os(Linux)
        switch encoding {
        case .png: return try PNGEncoder.png(self)
        case .jpeg(let quality):
            let segments = try JPEGMetadataSegments(profile: ColorProfile.usable(colorProfile))
            return segments.inserted(into: try JPEGEncoder.jpeg(packedPixels, size, quality: quality), density: nil)
        }
        #elseif canImport(ImageIO)
        guard let image = cgImage() else { throw .cannotEncode(encoding.format, reason: "it has no pixels") }
        return try SystemEncoder.file(of: image, as: encoding)
        #else
        throw .missingTrait(encoding.format)
        #endif
    }

    #if FolderLibrary && os(Linux)
    /// The pixels without gaps between the rows.
    var packedPixels: [UInt8] {
        let length = size.width * 4
        guard bytesPerRow > length else { return pixels }
        var packed: [UInt8] = []
        packed.reserveCapacity(length * size.height)
        for row in 0..<size.height { packed += pixels[row * bytesPerRow..<row * bytesPerRow + length] }
        return packed
    }
    #endif
}
