#if FolderLibrary && os(Linux)
import CameraRoll
import PhotoMetadataEditing

/// Converts a picture to JPEG: upright pixels, preceded by the segments of its metadata.
struct JPEGConversion {
    private let file: PictureFile
    private let orientation: ImageOrientation
    private let decoded: DecodedPixels

    /// Decodes the whole picture.
    init(of file: PictureFile) throws(CodecError) {
        self.file = file
        orientation = try file.header().orientation
        decoded = try file.decode(unless: .ofTask)
        guard !decoded.isDamaged else { throw file.damaged("a part of the picture is missing") }
        guard max(decoded.size.width, decoded.size.height) <= JPEGEncoder.longestSide else {
            throw .cannotEncode(
                .jpeg, reason: "\(decoded.size) pixels are more than \(JPEGEncoder.longestSide) on a side")
        }
    }

    /// The JPEG file.
    func jpeg(quality: Double) throws(CodecError) -> [UInt8] {
        let size = orientation.turned(decoded.size)
        let pixels = orientation.uprightPixels(decoded.bytes, size)
        let picture = try JPEGEncoder.jpeg(pixels, size, quality: quality)
        // A HEIC's container may define the rotation, which its codec has already applied.
        let isTurned = orientation != .up || file.metadata.orientation != .up
        let segments = try JPEGMetadataSegments(file, profile: decoded.profile, size: size, isTurned: isTurned)
        let density = PixelDensity(of: file)
        let shown = orientation.swapsSides ? density?.onItsSide : density
        return try upright(segments.inserted(into: picture, density: shown))
    }

    /// Sets the orientation in the metadata to that of the pixels.
    private func upright(_ jpeg: [UInt8]) throws(CodecError) -> [UInt8] {
        let inXMP = file.metadata.xmp.text("Orientation", in: .tiff) ?? "1"
        guard (file.metadata.storedOrientation ?? .up) != .up || inXMP != "1" else { return jpeg }
        do throws(MetadataEditError) {
            return try MetadataEditor(.setOrientation(.up)).edited(jpeg)
        } catch {
            throw .cannotEncode(.jpeg, reason: "its orientation cannot be set: \(error)")
        }
    }
}

/// The segments of a new JPEG file that hold the metadata and the color profile of another file.
struct JPEGMetadataSegments {
    private var bytes: [UInt8] = []

    /// The maximum number of bytes of a segment after its marker and length.
    private static let longest = 65_533

    /// Creates the segments for a picture.
    ///
    /// - Parameters:
    ///   - file: the file whose metadata are kept.
    ///   - profile: the ICC profile of the pixels.
    ///   - size: the new size of the picture.
    ///   - isTurned: whether the pixels were rotated, so that EXIF's thumbnail no longer fits.
    /// - Throws: `CodecError.cannotEncode` if a block is too long for JPEG.
    init(_ file: PictureFile, profile: [UInt8]?, size: PixelSize, isTurned: Bool) throws(CodecError) {
        let blocks = MetadataBlocks(of: file)
        if let exif = blocks.exif {
            var block = EXIFBlock(exif)
            if isTurned {
                block.removeThumbnail()
                block.turn(to: size)
            }
            try add(0xE1, "Exif\0\0", block.bytes, "EXIF")
        }
        if let xmp = blocks.xmp { try add(xmp: xmp) }
        bytes += blocks.segments
        try add(profile: profile ?? [])
    }

    /// Creates the segments of a profile.
    ///
    /// - Throws: `CodecError.cannotEncode` if the profile is too long for JPEG.
    init(profile: [UInt8]?) throws(CodecError) {
        try add(profile: profile ?? [])
    }

    private mutating func add(
        _ marker: UInt8, _ signature: String, _ content: [UInt8], _ name: String
    ) throws(CodecError) {
        let all = Array(signature.utf8) + content
        guard all.count <= Self.longest else {
            throw .cannotEncode(.jpeg, reason: "\(name) has \(all.count) bytes, and at most \(Self.longest) fit")
        }
        bytes += [0xFF, marker, UInt8((all.count + 2) >> 8), UInt8((all.count + 2) & 0xFF)] + all
    }

    private static let mainXMP = "http://ns.adobe.com/xap/1.0/\0"
    /// XMP's limit for the main packet (XMP part 3, 1.1.3).
    private static let longestPacket = 65_502

    /// Adds a packet; if it does not fit into one segment, its longest properties continue in others.
    private mutating func add(xmp packet: [UInt8]) throws(CodecError) {
        guard packet.count > Self.longestPacket else { return try add(0xE1, Self.mainXMP, packet, "XMP") }
        let (main, rest): ([UInt8], [UInt8])
        do throws(MetadataEditError) {
            (main, rest) = try XMPEditor.split(packet, longest: Self.longestPacket)
        } catch {
            throw .cannotEncode(.jpeg, reason: "XMP of \(packet.count) bytes cannot be split: \(error)")
        }
        try add(0xE1, Self.mainXMP, main, "XMP")
        for part in XMPExtension.payloads(of: rest) { try add(0xE1, "", part, "XMP") }
    }

    /// Adds a profile in as many segments as it needs.
    private mutating func add(profile: [UInt8]) throws(CodecError) {
        let length = Self.longest - 14
        let count = (profile.count + length - 1) / length
        guard count <= 255 else { throw .cannotEncode(.jpeg, reason: "its profile has \(profile.count) bytes") }
        for number in 0..<count {
            let part = profile[number * length..<min((number + 1) * length, profile.count)]
            try add(0xE2, "ICC_PROFILE\0", [UInt8(number + 1), UInt8(count)] + part, "the profile")
        }
    }

    /// Returns a JPEG with these segments inserted after its first one, JFIF's, which gets the density.
    func inserted(into jpeg: [UInt8], density: PixelDensity?) -> [UInt8] {
        let jpeg = density?.set(in: jpeg) ?? jpeg
        var position = 2
        if jpeg.count > 6, jpeg[2] == 0xFF, jpeg[3] == 0xE0 {
            position = min(4 + (Int(jpeg[4]) << 8 | Int(jpeg[5])), jpeg.count)
        }
        return Array(jpeg[..<position]) + bytes + Array(jpeg[position...])
    }
}
#endif
