/// One of Photoshop's image resources: a number, and bytes.
struct PhotoshopResource {
    let id: Int
    /// The whole resource, its head and its padding among it.
    let range: Range<Int>
    /// Its bytes.
    let data: Range<Int>

    /// The number of the resource that holds IPTC.
    static let iptc = 0x0404
    /// The number of the resource that holds an EXIF block.
    static let exif = 0x0422
    /// The number of another one that does, of which nobody says what it adds.
    static let exifContinued = 0x0423
    /// The number of the resource that holds an XMP packet.
    static let xmp = 0x0424
    /// The number of the resource that holds a digest of IPTC, by which programs tell whether XMP is newer.
    static let iptcDigest = 0x0425
}

/// Photoshop's image resources in a block, one after the other, up to the first that is damaged.
struct PhotoshopResources: Sequence, IteratorProtocol {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    mutating func next() -> PhotoshopResource? {
        // 8BIM as Photoshop writes it; others are told by their own names, and have the same shape.
        let isKnown = ["8BIM", "PHUT", "DCSR", "AgHg", "MeSa"].contains { bytes[position...].starts(with: $0.utf8) }
        guard isKnown, let id = bytes.uint16(at: position + 4), position + 6 < bytes.endIndex else { return nil }
        let nameLength = Int(bytes[position + 6]) + 1
        let sizePosition = position + 6 + nameLength + nameLength % 2
        guard let size = bytes.uint32(at: sizePosition), size <= bytes.endIndex - sizePosition - 4 else { return nil }
        let (start, data) = (position, sizePosition + 4..<sizePosition + 4 + size)
        position = Swift.min(data.upperBound + size % 2, bytes.endIndex)
        return PhotoshopResource(id: id, range: start..<position, data: data)
    }
}
