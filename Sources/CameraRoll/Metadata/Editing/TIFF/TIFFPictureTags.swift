/// The tags without which a TIFF file's pictures cannot be shown as they are.
enum TIFFPictureTags {
    /// Whether a tag of a directory is needed.
    static func contains(_ id: UInt16, in directory: MetadataTag.Directory) -> Bool {
        switch directory {
        case .image, .subImage: ids.contains(id)
        case .exif: colours.contains(id)
        case .interoperability: id == 1
        case .gps, .appleMakerNote: false
        }
    }

    /// EXIF's colour space and gamma, and the directory that says whether its colours are those of DCF or Adobe RGB.
    private static let colours: Set<UInt16> = [0xA001, 0xA500, 0xA005]

    // Not among them: lists of free bytes (288, 289), names of inks and printers (333, 337), whatever they hold.
    private static let ids: Set<UInt16> = {
        let ranges: [ClosedRange<UInt16>] = [
            254...259, 262...266, 273...274, 277...284, 286...287, 290...297, 301...301, 317...325, 328...328,
            330...330, 332...332, 334...334, 336...336, 338...343, 346...347, 512...515, 517...521, 529...532,
        ]
        // Profiles of faxes (559), what Silicon Graphics and LERC count by (32995...32998, 37439, 50674), patterns of
        // colour filters, EXIF, the colour profile.
        let others: [UInt16] = [
            559, 32_995, 32_996, 32_997, 32_998, 33_421, 33_422, 34_665, 34_675, 37_439, 50_674,
        ]
        return Set(ranges.joined()).union(others)
    }()

    /// The ways to pack pictures of which all tags that they need are among these: plain, the faxes, LZW, JPEG of both
    /// kinds, Deflate, JBIG, PackBits, ThunderScan, Pixar's, SGI's, JPEG 2000, LERC, LZMA, Zstandard, WebP, JPEG XL.
    static let compressions: Set<Int> = [
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 32_766, 32_771, 32_773, 32_809, 32_895, 32_896, 32_897, 32_898, 32_908, 32_909,
        32_946, 33_003, 33_005, 33_007, 34_661, 34_676, 34_677, 34_712, 34_887, 34_892, 34_925, 34_926, 34_927, 34_933,
        50_000, 50_001, 50_002, 52_546,
    ]
}

/// The tags of a TIFF structure that tell where a picture was taken.
enum TIFFPlaceTags {
    /// GPS's directory; what GeoTIFF and its forerunners place the picture on Earth by (50844: its camera's model of
    /// the ground); what GDAL says about it.
    static let ids: Set<UInt16> = [
        0x8825, 33_550, 33_918, 33_920, 33_922, 34_263, 34_264, 34_735, 34_736, 34_737, 42_112, 50_844,
    ]
}

/// The tags that TIFF, its supplements and EXIF define, in directories of pictures, of EXIF and of interoperability.
enum TIFFKnownTags {
    static let ids: Set<UInt16> = {
        let ranges: [ClosedRange<UInt16>] = [
            1...2, 254...259, 262...266, 269...293, 296...297, 300...301, 305...306, 315...347, 351...351, 400...405,
            433...435, 512...515, 517...521, 529...532, 559...559, 700...700, 0x1000...0x1002, 0x4746...0x4746,
            0x4749...0x4749, 32_781...32_781, 32_932...32_934, 32_995...32_998, 33_300...33_306, 33_421...33_423,
            33_432...33_432, 33_434...33_434, 33_437...33_437, 33_723...33_723, 34_016...34_030, 34_377...34_377,
            34_665...34_665, 34_675...34_675, 34_850...34_850, 34_852...34_853, 34_855...34_860, 34_864...34_869,
            34_908...34_911, 36_864...36_868, 36_880...36_882, 37_121...37_122, 37_377...37_396, 37_439...37_439,
            37_500...37_500, 37_510...37_510, 37_520...37_522, 37_724...37_724, 37_888...37_893, 40_091...40_095,
            40_960...40_965, 41_483...41_495, 41_728...41_730, 41_985...41_996, 42_016...42_016, 42_032...42_042,
            42_080...42_082, 42_240...42_240, 50_341...50_341, 50_674...50_674,
            // DNG's numbers of colours, levels, areas and previews, which stay in a TIFF file made of one; not its
            // maker's data, the raw file within it, its profiles as bytes, and lists of what to do.
            50_707...50_739, 50_778...50_780, 50_829...50_830, 50_879...50_879, 50_931...50_932, 50_934...50_942,
            50_964...50_971, 50_974...50_975, 50_981...50_982, 51_041...51_041, 51_043...51_044, 51_058...51_058,
            51_089...51_091, 51_107...51_112, 51_125...51_125,
        ]
        return Set(ranges.joined())
    }()

    /// Those of bytes that are changed or looked at as what they are: XMP, IPTC, Photoshop's resources, JPEG tables,
    /// a maker's note, the colour profile; and texts of somebody's, which may have any word in them.
    static let understood: Set<UInt16> = [
        347, 700, 33_723, 34_377, 34_675, 37_500, 37_510, 40_091, 40_092, 40_093, 40_094, 40_095,
    ]
}
