public import Foundation

/// The metadata of a picture file: when, where and with what it was taken, its orientation, its copyright.
///
/// ```swift
/// let metadata = try ImageMetadata(contentsOfFile: path)
/// metadata.captureDate?.date()          // when
/// metadata.place                        // where
/// metadata.exif.exposureTime?.value     // seconds
/// metadata.orientation.swapsSides       // whether it stands on its side
/// ```
///
/// The blocks of a file often disagree. ``exif``, ``gps``, ``tiff``, ``iptc`` and ``xmp`` return each block as it is;
/// the properties of this type that several blocks may have (``captureDate``, ``place``, ``copyright``, …) come from
/// the first block that has them, in the order that each states.
public struct ImageMetadata: Hashable, Sendable {
    /// The kind of the file.
    public let format: MetadataFormat
    /// The size of the picture as stored, before rotation; nil if the file does not state it, or states 0 or less.
    ///
    /// For a HEIF picture, the size within its clean aperture.
    public internal(set) var pixelSize: PixelSize?
    /// All raw tags of EXIF and TIFF.
    public internal(set) var tags = MetadataTags()
    /// IPTC's values.
    public internal(set) var iptc = IPTCValues()
    /// A movie's own values: of QuickTime and MP4 files.
    public internal(set) var movie = MovieValues()
    /// The texts of a PNG file, in their order.
    public internal(set) var texts: [PNGText] = []
    /// The range of EXIF's thumbnail; nil without a thumbnail, or if EXIF is packed or in several parts.
    public internal(set) var thumbnail: EmbeddedThumbnail?
    /// The number of bytes read from the file, some of them twice; for an original that arrives as a stream, the number
    /// that had arrived.
    public package(set) var bytesRead = 0
    /// Whether the file is cut off or malformed outside of its metadata, so that the picture may be incomplete.
    package internal(set) var hasDamagedPicture = false
    /// The rotation by the container, if the container defines it (HEIF, movies).
    var containerOrientation: ImageOrientation?
    var xmpPacket: XMPPacket?
    /// The problems of everything but the XMP packet.
    var notes: [MetadataProblem] = []
    /// Whether the limits allow another problem.
    var hasRoomForNotes = true

    init(format: MetadataFormat) {
        self.format = format
    }

    /// XMP's properties; the packet is scanned on first access.
    public var xmp: XMPValues { xmpPacket?.values ?? XMPValues() }

    /// The problems of the file, in the order in which they were found; empty for an intact file.
    ///
    /// Only the parts that hold metadata are read. A file that is cut within its picture data has no problem if that
    /// data comes last, as in JPEG; in a PNG, whose chunks are walked to the last one, and in a box that claims to
    /// extend past the file's end, the cut is `.truncated`. Everything before it is read. Positions are never past the
    /// file's end, and there are no more problems than ``MetadataLimits/problems``.
    ///
    /// - Complexity: that of a scan of the XMP packet, once, unless ``xmp`` was accessed before.
    public var problems: [MetadataProblem] {
        guard hasRoomForNotes, let problem = xmpPacket?.problem else { return notes }
        return notes + [problem]
    }
}

extension ImageMetadata {
    /// Reads the metadata of a file.
    ///
    /// Blocks the thread while it reads: for a picture in a library, use `PhotoRepository.metadata(for:)`. It needs
    /// only the permission to read the file.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - limits: the limits of the memory that the reader uses.
    /// - Throws: `.cannotOpen` if there is no such file, it may not be read (`EACCES`), or it is a folder (`EISDIR`);
    ///   `.cannotRead`, `.empty`, or `.unknownFormat`; a damaged file is not an error.
    public init(contentsOfFile path: String, limits: MetadataLimits = MetadataLimits()) throws(MetadataError) {
        try self.init(reading: FileBytes(path: path), limits: limits)
    }

    /// Reads the metadata of a file.
    ///
    /// - Throws: as ``init(contentsOfFile:limits:)``; `.cannotOpen` with `EINVAL` if the URL is not that of a file.
    public init(contentsOf url: URL, limits: MetadataLimits = MetadataLimits()) throws(MetadataError) {
        guard url.isFileURL else { throw .cannotOpen(path: url.absoluteString, code: EINVAL) }
        try self.init(contentsOfFile: url.path(percentEncoded: false), limits: limits)
    }

    /// Reads the metadata of a file in memory, without a copy of it.
    ///
    /// - Throws: `.empty`, or `.unknownFormat`; a damaged file is not an error.
    public init(data: Data, limits: MetadataLimits = MetadataLimits()) throws(MetadataError) {
        try self.init(reading: DataBytes(data: data), limits: limits)
    }

    /// Reads the metadata of a file in memory.
    ///
    /// - Throws: `.empty`, or `.unknownFormat`; a damaged file is not an error.
    public init(_ bytes: [UInt8], limits: MetadataLimits = MetadataLimits()) throws(MetadataError) {
        try self.init(reading: MemoryBytes(bytes), limits: limits)
    }

    /// Reads the metadata of any bytes that can be read at positions.
    ///
    /// - Throws: `.cannotRead`, `.empty`, `.unknownFormat`, or what the source throws; a damaged file is not an error.
    public init(reading source: any ByteSource, limits: MetadataLimits = MetadataLimits()) throws(MetadataError) {
        let parser = try MetadataParser(source, limits: limits)
        self = try parser.parse()
    }
}

// The values that several blocks of a file have: the first block that has one, in the order that each property
// states. EXIF comes first since cameras write it; XMP comes before IPTC since programs that know both keep XMP
// newer.

extension ImageMetadata {
    /// When the picture was taken; nil if no block states it.
    ///
    /// From EXIF's original date, then XMP's `exif:DateTimeOriginal` and `photoshop:DateCreated`, IPTC's date created,
    /// a movie's creation date, EXIF's digitized date, XMP's `xmp:CreateDate`, a movie's header, and a PNG's
    /// `Creation Time` or `CreationTime`, including those in RFC 1123's form. A modification date is never used.
    ///
    /// Most cameras write no time zone: ``MetadataDate/offset`` is then nil, and none is guessed. For a `Date`, pass
    /// the zone to assume to ``MetadataDate/date(in:)``; the default is the device's own. A day without a time means
    /// midnight. The header of a movie is in UTC, so its offset is 0.
    public var captureDate: MetadataDate? {
        exif.taken ?? xmp.created ?? iptc.created ?? movie.created ?? exif.digitized ?? xmp.fileCreated
            ?? movie.headerCreated ?? textDate
    }

    private var textDate: MetadataDate? {
        texts.lazy.filter { PNGDateText($0.keyword) == .moment }
            .compactMap { MetadataDate($0.text) ?? MetadataDate.rfc1123($0.text) }.first
    }

    /// Where the picture was taken; nil if no block states it, or the place is invalid.
    ///
    /// From EXIF's GPS block, then XMP's `exif:GPSLatitude` and `exif:GPSLongitude`, then a movie's location.
    public var place: Coordinate? { gps.place ?? xmp.place ?? movie.location?.place }

    /// Meters above sea level, negative below it, from the block that has the place; without a place, from the first
    /// of these blocks that has a height.
    public var altitude: Double? {
        if gps.place != nil { return gps.altitude }
        if xmp.place != nil { return xmp.altitude }
        return movie.location.map(\.altitude) ?? gps.altitude ?? xmp.altitude
    }

    /// The rotation needed to show the stored picture upright; `.up` if missing or outside 1 to 8.
    ///
    /// HEIF and movies rotate the picture themselves, and EXIF's value is ignored there, as HEIF requires. In all other
    /// files, EXIF's value counts, then XMP's `tiff:Orientation`.
    public var orientation: ImageOrientation {
        switch format {
        case .heic, .avif, .quickTime, .mp4: containerOrientation ?? .up
        default: storedOrientation ?? .up
        }
    }

    /// The orientation from EXIF, or otherwise from XMP; nil if it is missing or outside 1 to 8.
    public var storedOrientation: ImageOrientation? {
        tags[0x0112, .image(0)] != nil
            ? tiff.orientation : xmp.text("Orientation", in: .tiff).flatMap { Int($0) }.flatMap(ImageOrientation.init)
    }

    /// The size of the upright picture.
    public var orientedSize: PixelSize? {
        orientation.swapsSides ? pixelSize.map { PixelSize(width: $0.height, height: $0.width) } : pixelSize
    }

    /// The copyright notice: EXIF's, then XMP's, IPTC's, a movie's, and a PNG's `Copyright`.
    public var copyright: String? {
        tiff.copyright ?? xmp.copyright ?? iptc.copyright ?? movie.copyright ?? text("Copyright")
    }

    /// The identifier shared by still and movie of a Live Photo: Apple's maker note (17), or a movie's content
    /// identifier.
    public var contentIdentifier: String? { tags.text(0x0011, .appleMakerNote) ?? movie.contentIdentifier }

    /// The first text of a PNG by its keyword.
    private func text(_ keyword: String) -> String? {
        texts.first { $0.keyword == keyword && !$0.text.isEmpty }?.text
    }
}

// MARK: - Camera

extension ImageMetadata {
    /// The camera's maker: EXIF's, then XMP's, then a movie's.
    public var make: String? { tiff.make ?? xmp.text("Make", in: .tiff) ?? movie.make }
    /// The camera's model: EXIF's (``TIFFValues/model``), then XMP's, then a movie's; nil if none of them has one.
    public var model: String? { tiff.model ?? xmp.text("Model", in: .tiff) ?? movie.model }
    /// The lens's model: EXIF's, then XMP's.
    public var lensModel: String? { exif.lensModel ?? xmp.lensModel }
    /// How long the shutter was open, in seconds: EXIF's, then XMP's.
    public var exposureTime: MetadataRational? { exif.exposureTime ?? xmp.rational("ExposureTime", in: .exif) }
    /// The f-number: EXIF's, then XMP's.
    public var fNumber: MetadataRational? { exif.fNumber ?? xmp.rational("FNumber", in: .exif) }
    /// The focal length in millimeters: EXIF's, then XMP's.
    public var focalLength: MetadataRational? { exif.focalLength ?? xmp.rational("FocalLength", in: .exif) }

    /// The sensitivity: EXIF's, then XMP's; the first if there are several.
    ///
    /// EXIF's 65535 means that two bytes do not hold it: then 0x8833, 0x8832 or 0x8831 has it.
    public var iso: Int? {
        exif.iso
            ?? (xmp.text("ISOSpeedRatings", in: .exif) ?? xmp.text("PhotographicSensitivity", in: .exifEX))
            .flatMap { Int($0) }
    }
}

extension ImageMetadata: CustomStringConvertible, CustomDebugStringConvertible {
    /// The file's kind and, if present, size, camera, date, tags and problems, for logs; the wording may change.
    ///
    /// `jpeg, 4032 × 3024, Apple iPhone 4, 2023-04-19T10:11:12, 41 tags`. The place is left out, since other people
    /// may read logs.
    public var description: String {
        let camera = [make, model].compactMap(\.self)
        let parts: [String?] = [
            format.rawValue, pixelSize.map { "\($0.width) × \($0.height)" },
            camera.isEmpty ? nil : camera.joined(separator: " "), captureDate?.description, "\(tags)",
            problems.isEmpty ? nil : "\(problems.count) problem\(problems.count == 1 ? "" : "s")",
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// The same as ``description``, without the bytes of values and packets.
    public var debugDescription: String { description }
}
