/// The circumstances of a picture's taking, as EXIF has them; in units of the SI, millimetres for focal lengths.
public struct EXIFValues: Hashable, Sendable {
    /// All raw tags.
    public let tags: MetadataTags

    /// Whether there are any.
    public var isEmpty: Bool { !tags.all.contains { $0.directory == .exif } }

    /// When the picture was taken, as it is written (0x9003).
    public var dateTimeOriginal: String? { text(0x9003) }
    /// When the picture was digitised, as it is written (0x9004).
    public var dateTimeDigitized: String? { text(0x9004) }
    /// When the picture was taken, with its fraction and zone (0x9003, 0x9291, 0x9011); without zone where 0x9011 is
    /// missing: then it is what the camera's clock showed, and the place is not asked for the zone.
    public var taken: MetadataDate? {
        MetadataDate(exif: bytes(0x9003), subseconds: bytes(0x9291), offset: bytes(0x9011))
    }
    /// When the picture was digitised, with its fraction and zone (0x9004, 0x9292, 0x9012).
    public var digitized: MetadataDate? {
        MetadataDate(exif: bytes(0x9004), subseconds: bytes(0x9292), offset: bytes(0x9012))
    }

    /// How long the shutter was open, in seconds (0x829A).
    public var exposureTime: MetadataRational? { rational(0x829A) }
    /// The f-number: the focal length over the opening's width (0x829D).
    public var fNumber: MetadataRational? { rational(0x829D) }
    /// The sensitivities (0x8827); most cameras write one.
    public var isoSpeedRatings: [Int] {
        (tags[0x8827, .exif] ?? tags[0x8827, .image(0)]).flatMap { tags.integers(of: $0) } ?? []
    }
    /// By how much the exposure was changed from what was metered, in stops (0x9204).
    public var exposureBias: MetadataRational? { rational(0x9204) }
    /// The focal length, in millimetres (0x920A).
    public var focalLength: MetadataRational? { rational(0x920A) }
    /// The focal length that shows as much on 35 mm film, in millimetres (0xA405).
    public var focalLengthIn35mmFilm: Int? { integer(0xA405) }
    /// How far the subject is, in metres (0x9206).
    public var subjectDistance: MetadataRational? { rational(0x9206) }
    /// Whether the flash fired (0x9209); nil where that is not said.
    public var flashFired: Bool? { integer(0x9209).map { $0 & 1 == 1 } }

    /// The lens's maker (0xA433).
    public var lensMake: String? { text(0xA433) }
    /// The lens's model (0xA434).
    public var lensModel: String? { text(0xA434) }
    /// The lens's shortest and longest focal length in millimetres, and its widest f-number at each (0xA432).
    public var lensSpecification: [MetadataRational] {
        tags[0xA432, .exif].flatMap { tags.rationals(of: $0) } ?? []
    }
    /// The width that EXIF claims for the picture, in pixels (0xA002).
    public var pixelWidth: Int? { integer(0xA002) }
    /// The height that EXIF claims for the picture, in pixels (0xA003).
    public var pixelHeight: Int? { integer(0xA003) }

    // Some programs write EXIF's tags into the first directory, where TIFF/EP has them.
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
