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
    /// over several segments, Photoshop's resources. Its bytes are overwritten, not only unlinked. What may hold a
    /// place and cannot be understood is dropped where it is metadata (maker notes but Apple's, unknown application
    /// segments and chunks, bytes that nothing names, what lies behind the picture), and otherwise the edit is refused:
    /// so is a file with a movie or a maker's block behind the picture (``MetadataEditError/unknownTrailer(at:)``).
    ///
    /// What stays: titles, captions, keywords and comments, even where they name the place; the addresses of creator
    /// and licensor; everything else that is understood and tells none; and the picture, into whose data nobody looks.
    case removePlace
    /// Removes all that is not needed to show the picture (R64).
    ///
    /// What stays is the picture, its colour profile, colour space and resolution, and its orientation, from whichever
    /// block said it. EXIF, XMP, IPTC, maker notes, thumbnails, previews, comments, what stands behind the picture, and
    /// a copyright notice are removed; set one behind it to have one.
    case removeSensitive
    /// Sets the orientation, in EXIF, and in XMP where that has one.
    case setOrientation(ImageOrientation)
    /// Sets when the picture was taken and digitised, with its fraction and its zone.
    ///
    /// In EXIF: 0x9003 and 0x9004, 0x9291 and 0x9292, 0x9011 and 0x9012, of which those go that the moment lacks, and
    /// 0x9000 where EXIF's version is too old for zones. Where they are there: XMP's `exif:DateTimeOriginal`,
    /// `exif:DateTimeDigitized`, `photoshop:DateCreated` and `xmp:CreateDate`; IPTC's 2:55 and 2:60, of which the
    /// second goes without a zone, since it must have one; and a PNG's `Creation Time`.
    case setCaptureDate(MetadataDate)
}
