/// The values of an IPTC block (IIM), in which news agencies describe pictures.
///
/// Text is read as UTF-8 where the block says so or it is that, and otherwise as Latin-1.
public struct IPTCValues: Hashable, Sendable {
    /// One value: a record, a number in it, and bytes.
    public struct Dataset: Hashable, Sendable {
        /// The record; 2 describes the picture.
        public let record: UInt8
        /// The number in the record, such as 116 for the copyright notice.
        public let number: UInt8
        /// Where the dataset begins, its head included, in ``IPTCValues/bytes``.
        public let start: Int
        /// Where its bytes are in ``IPTCValues/bytes``.
        public let range: Range<Int>
    }

    /// The block as the file has it.
    public let bytes: [UInt8]
    /// Its values, in their order; of more than 16,384 the first ones.
    public let datasets: [Dataset]
    /// Whether every byte of the block was understood, but for zeros at its end.
    let isWhole: Bool

    /// How many values are read; files have some dozens.
    static let mostDatasets = 16_384

    /// No values.
    init() {
        (bytes, datasets, isWhole) = ([], [], true)
    }

    /// Reads a block, up to what is no dataset, or to more datasets than are read.
    init(datasets bytes: [UInt8]) {
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
    /// What the picture is found by (2:25), without empty ones.
    public var keywords: [String] { texts(25).filter { !$0.isEmpty } }
    /// Who made it (2:80), without empty ones.
    public var creators: [String] { texts(80).filter { !$0.isEmpty } }
    /// The town that it shows (2:90).
    public var city: String? { text(90) }
    /// The place within the town (2:92).
    public var location: String? { text(92) }
    /// The state or province (2:95).
    public var state: String? { text(95) }
    /// The country (2:101).
    public var country: String? { text(101) }
    /// The copyright notice (2:116).
    public var copyright: String? { text(116) }
    /// What the picture shows (2:120).
    public var caption: String? { text(120) }

    /// When the picture was taken (2:55 and 2:60); nil where no day is named.
    public var created: MetadataDate? {
        guard let day = text(55) else { return nil }
        return MetadataDate(text(60).map { day + "T" + $0 } ?? day) ?? MetadataDate(day)
    }
}

extension IPTCValues.Dataset {
    /// Reads a dataset; nil where none begins here, or its bytes are not all there.
    fileprivate init?(_ bytes: [UInt8], at position: Int) {
        guard position <= bytes.count - 5, bytes[position] == 0x1C, let short = bytes.uint16(at: position + 3) else {
            return nil
        }
        var (length, start) = (short, position + 5)
        if short & 0x8000 != 0 {
            // An extended dataset: so many bytes of length follow.
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
