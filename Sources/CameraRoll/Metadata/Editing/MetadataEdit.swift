/// One change to a file's metadata.
public enum MetadataEdit: Hashable, Sendable {
    /// Sets the copyright notice, in EXIF and XMP, and in IPTC where the format has a place for it (R124).
    ///
    /// JPEG and TIFF have one. PNG and WebP have none, and XMP's `dc:rights` is IPTC's own notice there; an IPTC block
    /// that a program put into a PNG's texts is changed with the others.
    case setCopyright(String)
    /// Removes the copyright notice wherever ``setCopyright(_:)`` would set one, and from a PNG's texts.
    case removeCopyright
    /// Removes where the picture was taken (R64): GPS, and the names of places, in EXIF, XMP and IPTC.
    ///
    /// It is removed from every directory, packet and picture of the file: further pictures, thumbnails, XMP that goes
    /// over several segments, Photoshop's resources. Its bytes are overwritten, not only unlinked.
    ///
    /// What may hold a place and cannot be understood goes with it, also from files that tell no place: maker notes but
    /// Apple's, tags, segments and chunks that no standard names, IPTC's previews, bytes that nothing names, what lies
    /// behind the picture. Where the picture may hang on it, or somebody may want it, the edit is refused instead: for
    /// unknown tags that look like metadata or name other bytes, Photoshop's layers, unknown critical chunks
    /// (``MetadataEditError/unknownData(at:)``), a movie or a maker's block behind the picture
    /// (``MetadataEditError/unknownTrailer(at:)``). Further pictures of a JPEG file, such as gain maps, stay.
    ///
    /// Of the blocks that Samsung's phones put behind the picture those stay that tell no place.
    ///
    /// What stays: titles, captions, keywords and comments, even where they name the place; the addresses of creator
    /// and licensor; XMP of vocabularies that are not known, but for properties whose names say that they are places,
    /// and the name by which a packet calls its file (`rdf:about`), whatever these hold; everything else that is
    /// understood and tells none; and the picture, whose data are not looked into.
    case removePlace
    /// Removes all that is not needed to show the picture (R64).
    ///
    /// What stays is the picture, its colour profile, colour space and resolution, and its orientation, from whichever
    /// block said it. EXIF, XMP, IPTC, maker notes, thumbnails, previews, comments, what stands behind the picture, and
    /// a copyright notice are removed; one that the same editor sets is set behind it. All further pictures of a JPEG
    /// file go, the gain maps of HDR pictures among them: those then show their standard range. TIFF files that are
    /// packed in a way that is not known are refused.
    case removeSensitive
    /// Sets the orientation, in EXIF, and in XMP where that has one.
    case setOrientation(ImageOrientation)
    /// Sets when the picture was taken and digitised, with its fraction and its zone.
    ///
    /// In EXIF: 0x9003 and 0x9004, 0x9291 and 0x9292, 0x9011 and 0x9012, of which those go that the moment lacks, and
    /// 0x9000 where EXIF's version is too old for zones. Where they are there: XMP's `exif:DateTimeOriginal`,
    /// `exif:DateTimeDigitized`, `photoshop:DateCreated` and `xmp:CreateDate`; IPTC's 2:55 and 2:60, of which the
    /// second goes without a zone, since it must have one; and a PNG's `Creation Time`, `CreationTime`, and what
    /// ImageMagick writes of EXIF's dates as texts.
    case setCaptureDate(MetadataDate)
}
