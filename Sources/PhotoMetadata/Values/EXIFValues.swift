/// The circumstances in which a picture was taken, from EXIF; in SI units, millimeters for focal lengths.
public struct EXIFValues: Hashable, Sendable {
    /// All raw tags.
    public let tags: MetadataTags

    /// Whether there are any.
    public var isEmpty: Bool { !tags.all.contains { $0.directory == .exif } }

    /// When the picture was taken, as written in the file (0x9003).
    public var dateTimeOriginal: String? { text(0x9003) }
    /// When the picture was digitized, as written in the file (0x9004).
    public var dateTimeDigitized: String? { text(0x9004) }
    /// When the picture was taken, with its fraction and zone (0x9003, 0x9291, 0x9011).
    ///
    /// Without 0x9011 the zone is that of another date with the same day and time: of the digitized one (0x9012), or of
    /// the file's (0x9010). Without these it is the camera's local time, and no zone is inferred from the place.
    public var taken: MetadataDate? {
        let date = bytes(0x9003)
        return MetadataDate(
            exif: date, subseconds: bytes(0x9291), offset: bytes(0x9011) ?? offset(of: date, orDigitized: true))
    }
    /// When the picture was digitized, with its fraction and zone (0x9004, 0x9292, 0x9012).
    ///
    /// Without 0x9012 the zone is that of the file's date (0x9010) if that is the same day and time.
    public var digitized: MetadataDate? {
        let date = bytes(0x9004)
        return MetadataDate(exif: date, subseconds: bytes(0x9292), offset: bytes(0x9012) ?? offset(of: date))
    }

    /// The zone of another date that is written as the same day and time; nil without one.
    private func offset(of date: ArraySlice<UInt8>?, orDigitized: Bool = false) -> ArraySlice<UInt8>? {
        if orDigitized, let offset = bytes(0x9012) { return date == bytes(0x9004) ? offset : nil }
        guard let offset = bytes(0x9010) else { return nil }
        return date == tags.textBytes(0x0132, .image(0)) ? offset : nil
    }

    /// How long the shutter was open, in seconds (0x829A).
    public var exposureTime: MetadataRational? { rational(0x829A) }
    /// The f-number: the focal length over the opening's width (0x829D).
    public var fNumber: MetadataRational? { rational(0x829D) }
    /// The sensitivities (0x8827); most cameras write one.
    public var isoSpeedRatings: [Int] {
        (tags[0x8827, .exif] ?? tags[0x8827, .image(0)]).flatMap { tags.integers(of: $0) } ?? []
    }
    /// The sensitivity; if 0x8827 has no room for it (65535), that of 0x8831 to 0x8833, which name several measures.
    var iso: Int? {
        let first = isoSpeedRatings.first
        guard first == 65_535 else { return first }
        return [0x8833, 0x8832, 0x8831].lazy.compactMap { integer($0) }.first { $0 > 65_535 } ?? first
    }
    /// The exposure compensation relative to the metered value, in stops (0x9204).
    public var exposureBias: MetadataRational? { rational(0x9204) }
    /// The focal length, in millimeters (0x920A).
    public var focalLength: MetadataRational? { rational(0x920A) }
    /// The focal length with the same angle of view on 35 mm film, in millimeters (0xA405).
    public var focalLengthIn35mmFilm: Int? { integer(0xA405) }
    /// The distance to the subject, in meters (0x9206).
    public var subjectDistance: MetadataRational? { rational(0x9206) }
    /// Whether the flash fired (0x9209); nil if unknown.
    public var flashFired: Bool? { integer(0x9209).map { $0 & 1 == 1 } }

    /// The lens's maker (0xA433).
    public var lensMake: String? { text(0xA433) }
    /// The lens's model (0xA434).
    public var lensModel: String? { text(0xA434) }
    /// The lens's shortest and longest focal length in millimeters, and its widest f-number at each (0xA432).
    public var lensSpecification: [MetadataRational] {
        tags[0xA432, .exif].flatMap { tags.rationals(of: $0) } ?? []
    }
    /// The width that EXIF claims for the picture, in pixels (0xA002).
    public var pixelWidth: Int? { integer(0xA002) }
    /// The height that EXIF claims for the picture, in pixels (0xA003).
    public var pixelHeight: Int? { integer(0xA003) }

    // Some programs write EXIF's tags into the first directory, as TIFF/EP does.
    private func text(_ id: UInt16) -> String? { tags.text(id, .exif) ?? tags.text(id, .image(0)) }
    private func bytes(_ id: UInt16) -> ArraySlice<UInt8>? {
        tags.textBytes(id, .exif) ?? tags.textBytes(id, .image(0))
    }
    private func integer(_ id: UInt16) -> Int? { tags.integer(id, .exif) ?? tags.integer(id, .image(0)) }
    private func rational(_ id: UInt16) -> MetadataRational? {
        tags.rational(id, .exif) ?? tags.rational(id, .image(0))
    }
}

extension ImageMetadata {
    /// EXIF's values.
    public var exif: EXIFValues { EXIFValues(tags: tags) }
}

/// The values of a file's first directory (IFD0): camera, orientation, copyright.
public struct TIFFValues: Hashable, Sendable {
    /// All raw tags.
    public let tags: MetadataTags

    /// Whether there are any in the first directory.
    public var isEmpty: Bool { !tags.all.contains { $0.directory == .image(0) } }

    /// The camera's maker (0x010F).
    public var make: String? { tags.text(0x010F, .image(0)) }
    /// The camera's model (0x0110).
    public var model: String? { tags.text(0x0110, .image(0)) }
    /// The program that wrote the file (0x0131).
    public var software: String? { tags.text(0x0131, .image(0)) }
    /// What the picture shows (0x010E).
    public var imageDescription: String? { tags.text(0x010E, .image(0)) }
    /// Who took the picture (0x013B).
    public var artist: String? { tags.text(0x013B, .image(0)) }
    /// When the file was last changed (0x0132), with its fraction and zone from EXIF.
    public var modified: MetadataDate? {
        MetadataDate(
            exif: tags.textBytes(0x0132, .image(0)), subseconds: tags.textBytes(0x9290, .exif),
            offset: tags.textBytes(0x9010, .exif))
    }

    /// The orientation (0x0112); nil if EXIF has no orientation, or it is outside 1 to 8.
    public var orientation: ImageOrientation? {
        tags.integer(0x0112, .image(0)).flatMap(ImageOrientation.init)
    }

    /// The copyright notice (0x8298): the photographer's, and after a line break the editor's if there is one.
    public var copyright: String? {
        guard let bytes = tags[0x8298, .image(0)].flatMap({ tags.bytes(of: $0) }) else { return nil }
        let notices = bytes.split(separator: 0, maxSplits: 2).prefix(2).map(MetadataText.decode).filter { !$0.isEmpty }
        return notices.isEmpty ? nil : notices.joined(separator: "\n")
    }

    /// The size of the first picture of a TIFF file (0x0100, 0x0101).
    var pixelSize: PixelSize? {
        guard let width = tags.integer(0x0100, .image(0)), let height = tags.integer(0x0101, .image(0)) else {
            return nil
        }
        return PixelSize(storedWidth: width, height: height)
    }
}

extension ImageMetadata {
    /// The values of the file's first directory.
    public var tiff: TIFFValues { TIFFValues(tags: tags) }
}

/// The range of EXIF's thumbnail in the file, so that it can be read on demand; it is not copied.
///
/// A file has no such range if EXIF is packed or in several parts: the thumbnail is then not contiguous in the file.
public struct EmbeddedThumbnail: Hashable, Sendable {
    /// The range of its JPEG data, in bytes from the file's start.
    public let range: Range<Int>
    /// Whether its last bytes are missing: it claims to extend past the end of its block.
    public let isCut: Bool

    /// Creates a range from the offset and length in the thumbnail's directory; nil if they lie outside the block.
    init?(in tags: MetadataTags, of block: ByteBlock) {
        guard let offset = tags.integer(0x0201, .image(1)), let length = tags.integer(0x0202, .image(1)),
            offset > 0, length > 0, offset < block.count, block.reader.origin == nil
        else { return nil }
        let available = min(length, block.count - offset)
        range = block.start + offset..<block.start + offset + available
        isCut = available < length
    }
}
