/// The values of an IPTC block (IIM), in which news agencies describe pictures.
///
/// Text is read as UTF-8 if the block declares it or the bytes are valid UTF-8, and otherwise as Latin-1.
public struct IPTCValues: Hashable, Sendable {
    /// One value: a record, a number in it, and bytes.
    public struct Dataset: Hashable, Sendable {
        /// The record; 2 describes the picture.
        public let record: UInt8
        /// The number in the record, such as 116 for the copyright notice.
        public let number: UInt8
        /// The start of the dataset, including its header, in ``IPTCValues/bytes``.
        public let start: Int
        /// The range of its bytes in ``IPTCValues/bytes``.
        public let range: Range<Int>
    }

    /// The block as it is in the file.
    public let bytes: [UInt8]
    /// Its values, in order; only the first 16,384 if there are more.
    public let datasets: [Dataset]
    /// Whether every byte of the block was understood, except zeros at its end.
    package let isWhole: Bool

    /// The maximum number of values read; files have a few dozen.
    package static let mostDatasets = 16_384

    /// No values.
    init() {
        (bytes, datasets, isWhole) = ([], [], true)
    }

    /// Reads a block, up to the first invalid dataset or the limit.
    package init(datasets bytes: [UInt8]) {
        var datasets: [Dataset] = []
        var position = 0
        while datasets.count < Self.mostDatasets, let dataset = Dataset(bytes, at: position) {
            datasets.append(dataset)
            position = dataset.range.upperBound
        }
        self.bytes = bytes
        self.datasets = datasets
        isWhole = bytes[position...].allSatisfy { $0 == 0 }
    }

    /// Whether there are no values.
    public var isEmpty: Bool { datasets.isEmpty }

    /// The texts of a dataset of a record, in their order.
    public func texts(_ number: UInt8, record: UInt8 = 2) -> [String] {
        datasets.lazy.filter { $0.number == number && $0.record == record }
            .map { MetadataText.decode(bytes[$0.range]) }
    }

    /// The first text of a dataset that is not empty.
    public func text(_ number: UInt8) -> String? {
        texts(number).first { !$0.isEmpty }
    }
}

extension IPTCValues {
    /// The title of the picture (2:05).
    public var title: String? { text(5) }
    /// The keywords of the picture (2:25), without empty ones.
    public var keywords: [String] { texts(25).filter { !$0.isEmpty } }
    /// The creators of the picture (2:80), without empty ones.
    public var creators: [String] { texts(80).filter { !$0.isEmpty } }
    /// The city in the picture (2:90).
    public var city: String? { text(90) }
    /// The location within the city (2:92).
    public var location: String? { text(92) }
    /// The state or province (2:95).
    public var state: String? { text(95) }
    /// The country (2:101).
    public var country: String? { text(101) }
    /// The copyright notice (2:116).
    public var copyright: String? { text(116) }
    /// What the picture shows (2:120).
    public var caption: String? { text(120) }

    /// When the picture was taken (2:55 and 2:60); nil if no day is stated.
    public var created: MetadataDate? {
        guard let day = text(55) else { return nil }
        return MetadataDate(text(60).map { day + "T" + $0 } ?? day) ?? MetadataDate(day)
    }
}

extension IPTCValues.Dataset {
    /// Reads a dataset; nil if none begins here, or it is cut off.
    fileprivate init?(_ bytes: [UInt8], at position: Int) {
        guard position <= bytes.count - 5, bytes[position] == 0x1C, let short = bytes.uint16(at: position + 3) else {
            return nil
        }
        var (length, start) = (short, position + 5)
        if short & 0x8000 != 0 {
            // An extended dataset: this number of length bytes follows.
            let count = short & 0x7FFF
            guard count <= 4, let long = bytes.number(at: start, bytes: count, .big) else { return nil }
            (length, start) = (Int(long), start + count)
        }
        guard length <= bytes.count - start else { return nil }
        record = bytes[position + 1]
        number = bytes[position + 2]
        self.start = position
        range = start..<start + length
    }
}

/// One of Photoshop's image resources: a number, and bytes.
package struct PhotoshopResource {
    package let id: Int
    /// The whole resource, including its header and its padding.
    package let range: Range<Int>
    /// Its bytes.
    package let data: Range<Int>

    /// The number of the resource that holds IPTC.
    package static let iptc = 0x0404
    /// The number of the resource that holds an EXIF block.
    package static let exif = 0x0422
    /// The number of a second resource with EXIF, whose meaning is undocumented.
    package static let exifContinued = 0x0423
    /// The number of the resource that holds an XMP packet.
    package static let xmp = 0x0424
    /// The number of the resource that holds a digest of IPTC, by which programs tell whether XMP is newer.
    package static let iptcDigest = 0x0425
}

/// Photoshop's image resources in a block, one after the other, up to the first that is damaged.
package struct PhotoshopResources: Sequence, IteratorProtocol {
    private let bytes: ArraySlice<UInt8>
    package private(set) var position: Int

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    package mutating func next() -> PhotoshopResource? {
        // 8BIM is Photoshop's signature; other programs use their own signatures with the same layout.
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
