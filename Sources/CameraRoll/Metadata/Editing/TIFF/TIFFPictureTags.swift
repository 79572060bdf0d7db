/// The tags of a TIFF file without which its pictures cannot be shown as they are.
enum TIFFPictureTags {
    static func contains(_ id: UInt16) -> Bool {
        ranges.contains { $0.contains(id) }
    }

    private static let ranges: [ClosedRange<UInt16>] = [
        254...266, 273...284, 286...297, 301...301, 317...325, 328...328, 330...330, 332...334, 336...342, 347...347,
        512...521, 529...532, 559...559, 33421...33422, 34675...34675,
    ]
}
