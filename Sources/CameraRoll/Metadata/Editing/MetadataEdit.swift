/// One change to a file's metadata.
public enum MetadataEdit: Hashable, Sendable {
    /// Sets the copyright notice, in EXIF and XMP, and in IPTC where the format has a place for it (R124).
    ///
    /// JPEG and TIFF have one. PNG and WebP have none, and XMP's `dc:rights` is IPTC's own notice there; an IPTC block
    /// that a program put into a PNG's texts is changed with the others.
    case setCopyright(String)
    /// Removes where the picture was taken (R64): GPS, and the names of places, in EXIF, XMP and IPTC.
    case removePlace
    /// Removes all that is not needed to show the picture (R64).
    ///
    /// What stays is the picture, its colour profile and resolution, and its orientation. EXIF, XMP, IPTC, maker notes,
    /// thumbnails, comments, and a copyright notice are removed; set one behind it to have one.
    case removeSensitive
    /// Sets the orientation, in EXIF, and in XMP where that has one.
    case setOrientation(ImageOrientation)
    /// Sets when the picture was taken, in EXIF, and in XMP, IPTC and a PNG's texts where those have it.
    case setCaptureDate(MetadataDate)
}
