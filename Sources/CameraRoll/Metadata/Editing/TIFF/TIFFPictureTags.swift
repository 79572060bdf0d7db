/// The tags without which a TIFF file's pictures cannot be shown as they are.
enum TIFFPictureTags {
    /// Whether a tag of a directory is needed.
    static func contains(_ id: UInt16, in directory: MetadataTag.Directory) -> Bool {
        switch directory {
        case .image, .subImage: ranges.contains { $0.contains(id) }
        case .exif: colours.contains(id)
        case .interoperability: id == 1
        case .gps, .appleMakerNote: false
        }
    }

    /// EXIF's colour space and gamma, and the directory that says whether its colours are those of DCF or Adobe RGB.
    private static let colours: Set<UInt16> = [0xA001, 0xA500, 0xA005]

    // Not among them: lists of free bytes (288, 289), names of inks and printers (333, 337), whatever they hold.
    private static let ranges: [ClosedRange<UInt16>] = [
        254...266, 273...284, 286...287, 290...297, 301...301, 317...325, 328...328, 330...330, 332...332, 334...334,
        336...336, 338...342, 347...347, 512...521, 529...532, 559...559, 33421...33422, 34665...34665, 34675...34675,
    ]
}

/// The tags of a TIFF structure that tell where a picture was taken.
enum TIFFPlaceTags {
    /// GPS's directory; what GeoTIFF and its forerunners place the picture on Earth by; what GDAL says about it.
    static let ids: Set<UInt16> = [0x8825, 33_550, 33_920, 33_922, 34_264, 34_735, 34_736, 34_737, 42_112]

    /// Whether an unknown tag's numbers may be positions of something: of those that the standards name none is.
    static func isUnknown(_ id: UInt16) -> Bool {
        !(id < 0x0300 || (0x8298...0xA500).contains(id))
    }
}
