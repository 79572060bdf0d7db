// What several blocks of a file say: the first that has it, in the order that each property states. EXIF comes first
// since cameras write it; XMP comes before IPTC since programs that know both keep XMP the newer one.

extension ImageMetadata {
    /// When the picture was taken; nil where nobody says.
    ///
    /// From EXIF's original date, then XMP's `exif:DateTimeOriginal` and `photoshop:DateCreated`, IPTC's date created,
    /// a movie's creation date, EXIF's digitised date, XMP's `xmp:CreateDate`, a movie's header, and a PNG's `Creation
    /// Time` or `CreationTime`, also as RFC 1123 writes it. When a file was changed last is never taken for it.
    ///
    /// Most cameras write no time zone: ``MetadataDate/offset`` is then nil, and no zone is made up. For a `Date` name
    /// the zone to take then: ``MetadataDate/date(in:)``; without a name the device's own is taken. A day without a
    /// time is midnight. The header of a movie is in UTC, so its offset is 0.
    public var captureDate: MetadataDate? {
        exif.taken ?? xmp.created ?? iptc.created ?? movie.created ?? exif.digitized ?? xmp.fileCreated
            ?? movie.headerCreated ?? textDate
    }

    private var textDate: MetadataDate? {
        texts.lazy.filter { PNGDateText($0.keyword) == .moment }
            .compactMap { MetadataDate($0.text) ?? MetadataDate.rfc1123($0.text) }.first
    }

    /// Where the picture was taken; nil where nobody says, or what is said is no place on Earth.
    ///
    /// From EXIF's GPS block, then XMP's `exif:GPSLatitude` and `exif:GPSLongitude`, then a movie's location.
    public var place: Place? { gps.place ?? xmp.place ?? movie.location?.place }

    /// Metres above sea level, negative below it, from the same blocks as the place.
    public var altitude: Double? { gps.altitude ?? xmp.altitude ?? movie.location?.altitude }

    /// How the stored picture is to be turned; `.up` where that is not said, or is outside 1 to 8 (R109).
    ///
    /// HEIF and movies turn the picture themselves, and what EXIF says there counts for nothing, as HEIF demands. In
    /// all other files EXIF's counts, then XMP's `tiff:Orientation`.
    public var orientation: ImageOrientation {
        switch format {
        case .heic, .avif, .quickTime, .mp4: containerOrientation ?? .up
        default: storedOrientation ?? .up
        }
    }

    /// The orientation as EXIF, and otherwise XMP, has it; nil where it is missing or outside 1 to 8 (R109).
    public var storedOrientation: ImageOrientation? {
        tags[0x0112, .image(0)] != nil
            ? tiff.orientation : xmp.text("Orientation", in: .tiff).flatMap { Int($0) }.flatMap(ImageOrientation.init)
    }

    /// How large the picture is when it is upright.
    public var orientedSize: PixelSize? {
        orientation.swapsSides ? pixelSize.map { PixelSize(width: $0.height, height: $0.width) } : pixelSize
    }

    /// The copyright notice: EXIF's, then XMP's, IPTC's, a movie's, a PNG's `Copyright`.
    public var copyright: String? {
        tiff.copyright ?? xmp.copyright ?? iptc.copyright ?? movie.copyright ?? text("Copyright")
    }

    /// What ties still and movie of a Live Photo together: Apple's maker note (17), or a movie's content identifier.
    public var contentIdentifier: String? { tags.text(0x0011, .appleMakerNote) ?? movie.contentIdentifier }

    /// The first text of a PNG by its keyword.
    private func text(_ keyword: String) -> String? {
        texts.first { $0.keyword == keyword && !$0.text.isEmpty }?.text
    }
}

// MARK: - Camera

extension ImageMetadata {
    /// The camera's maker: EXIF's, then XMP's, a movie's.
    public var make: String? { tiff.make ?? xmp.text("Make", in: .tiff) ?? movie.make }
    /// The camera's model: EXIF's (``TIFFValues/model``), then XMP's, a movie's; nil where none of them has one.
    public var model: String? { tiff.model ?? xmp.text("Model", in: .tiff) ?? movie.model }
    /// The lens's model: EXIF's, then XMP's.
    public var lensModel: String? { exif.lensModel ?? xmp.lensModel }
    /// How long the shutter was open, in seconds: EXIF's, then XMP's.
    public var exposureTime: MetadataRational? { exif.exposureTime ?? xmp.rational("ExposureTime", in: .exif) }
    /// The f-number: EXIF's, then XMP's.
    public var fNumber: MetadataRational? { exif.fNumber ?? xmp.rational("FNumber", in: .exif) }
    /// The focal length in millimetres: EXIF's, then XMP's.
    public var focalLength: MetadataRational? { exif.focalLength ?? xmp.rational("FocalLength", in: .exif) }

    /// The sensitivity: EXIF's, then XMP's; the first where there are several.
    public var iso: Int? {
        exif.isoSpeedRatings.first
            ?? (xmp.text("ISOSpeedRatings", in: .exif) ?? xmp.text("PhotographicSensitivity", in: .exifEX))
            .flatMap { Int($0) }
    }
}
