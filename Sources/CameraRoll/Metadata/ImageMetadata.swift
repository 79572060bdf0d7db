public import Foundation

/// What a file says of its picture: when, where and with what it was taken, how it is turned, whose it is.
///
/// ```swift
/// let metadata = try ImageMetadata(contentsOfFile: path)
/// metadata.captureDate?.date()          // when
/// metadata.place                        // where
/// metadata.exif.exposureTime?.value     // seconds
/// metadata.orientation.swapsSides       // whether it stands on its side
/// ```
///
/// The blocks of a file often disagree. ``exif``, ``gps``, ``tiff``, ``iptc`` and ``xmp`` give each block as it is;
/// the properties of this type that several blocks have (``captureDate``, ``place``, ``copyright``, …) take the
/// first block that has it in the order that each states.
public struct ImageMetadata: Hashable, Sendable {
    /// The kind of the file.
    public let format: MetadataFormat
    /// How large the picture is as stored, before it is turned; nil where the file does not say, or says 0 or less.
    ///
    /// Of a HEIF picture without what its clean aperture cuts away.
    public internal(set) var pixelSize: PixelSize?
    /// All raw tags of EXIF and TIFF.
    public internal(set) var tags = MetadataTags()
    /// IPTC's values.
    public internal(set) var iptc = IPTCValues()
    /// A movie's own values: of QuickTime and MP4 files.
    public internal(set) var movie = MovieValues()
    /// The texts of a PNG file, in their order.
    public internal(set) var texts: [PNGText] = []
    /// Where the small picture within EXIF lies; nil where there is none, or EXIF is packed or in several parts.
    public internal(set) var thumbnail: EmbeddedThumbnail?
    /// How many bytes were read of the file, some twice; of an original that comes as a stream, how many had come.
    public internal(set) var bytesRead = 0
    /// How the container turns the picture, where that is the container's business (HEIF, movies).
    var containerOrientation: ImageOrientation?
    var xmpPacket: XMPPacket?
    /// What is wrong with all but the XMP packet.
    var notes: [MetadataProblem] = []
    /// Whether the limits allow one more problem than these.
    var hasRoomForNotes = true

    init(format: MetadataFormat) {
        self.format = format
    }

    /// XMP's properties; the packet is scanned when they are first asked for.
    public var xmp: XMPValues { xmpPacket?.values ?? XMPValues() }

    /// What is wrong with the file, in the order in which it was found; empty for one that is whole.
    ///
    /// Only the parts that hold metadata are looked at. A file that is cut within its picture data has no problem
    /// where they come last, as in JPEG; in a PNG, whose chunks are walked to the last one, and in a box that claims
    /// to go on behind the file's end, the cut is `.truncated`. What was read until there counts. Positions are never
    /// behind the file's end, and there are no more problems than ``MetadataLimits/problems``.
    ///
    /// - Complexity: that of a scan of the XMP packet, once, where nobody has asked for ``xmp`` yet.
    public var problems: [MetadataProblem] {
        guard hasRoomForNotes, let problem = xmpPacket?.problem else { return notes }
        return notes + [problem]
    }
}

extension ImageMetadata {
    /// Reads the metadata of a file.
    ///
    /// Blocks the thread while it reads: for a picture of a library use `PhotoRepository.metadata(for:)`. It needs the
    /// permission to read the file, not to write it.
    ///
    /// - Parameters:
    ///   - path: where the file is.
    ///   - limits: how much is taken into memory.
    /// - Throws: `.cannotOpen` where there is no such file, it may not be read (`EACCES`), or it is a folder
    ///   (`EISDIR`); `.cannotRead`, `.empty`, or `.unknownFormat`; a damaged file is no error.
    public init(contentsOfFile path: String, limits: MetadataLimits = MetadataLimits()) throws(MetadataError) {
        try self.init(reading: FileBytes(path: path), limits: limits)
    }

    /// Reads the metadata of a file.
    ///
    /// - Throws: as ``init(contentsOfFile:limits:)``; `.cannotOpen` with `EINVAL` where the URL is not that of a file.
    public init(contentsOf url: URL, limits: MetadataLimits = MetadataLimits()) throws(MetadataError) {
        guard url.isFileURL else { throw .cannotOpen(path: url.absoluteString, code: EINVAL) }
        try self.init(contentsOfFile: url.path(percentEncoded: false), limits: limits)
    }

    /// Reads the metadata of a file in memory, without a copy of it.
    ///
    /// - Throws: `.empty`, or `.unknownFormat`; a damaged file is no error.
    public init(data: Data, limits: MetadataLimits = MetadataLimits()) throws(MetadataError) {
        try self.init(reading: DataBytes(data: data), limits: limits)
    }

    /// Reads the metadata of a file in memory.
    ///
    /// - Throws: `.empty`, or `.unknownFormat`; a damaged file is no error.
    public init(_ bytes: [UInt8], limits: MetadataLimits = MetadataLimits()) throws(MetadataError) {
        try self.init(reading: MemoryBytes(bytes), limits: limits)
    }

    /// Reads the metadata of whatever bytes can be read at positions.
    ///
    /// - Throws: `.cannotRead`, `.empty`, `.unknownFormat`, or what the source throws; a damaged file is no error.
    public init(reading source: any ByteSource, limits: MetadataLimits = MetadataLimits()) throws(MetadataError) {
        let parser = try MetadataParser(source, limits: limits)
        self = try parser.parse()
    }
}
