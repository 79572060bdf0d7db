#if FolderLibrary && os(Linux)

/// The bits of a coded header, the highest of each byte first.
struct CodedBits {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    /// The next bits as a number (the last 64 of more); nil if there are fewer.
    mutating func take(_ count: Int) -> Int? {
        guard position + count <= bytes.count * 8 else { return nil }
        var value = 0
        for _ in 0..<count {
            value = value &<< 1 | Int(bytes[position / 8] >> (7 - position % 8) & 1)
            position += 1
        }
        return value
    }

    /// A number in Exp-Golomb code, which AV1 uses too.
    mutating func takeNumber() -> Int? {
        var zeros = 0
        while let bit = take(1), bit == 0 {
            zeros += 1
            guard zeros <= 31 else { return nil }
        }
        return take(zeros).map { (1 << zeros) - 1 + $0 }
    }
}
#endif
