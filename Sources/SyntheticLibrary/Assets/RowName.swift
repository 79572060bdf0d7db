import CameraRoll

/// The identifiers of rows: a letter and ten digits, short enough for a string without an allocation.
///
/// The digits are padded, so that texts sort as rows do.
enum RowName {
    private static var digits: Int { 10 }
    // Computed: a stored constant is read through a lock, which is expensive under Thread Sanitizer.
    private static var zero: UInt8 { UInt8(ascii: "0") }

    static func asset(_ row: UInt32) -> AssetID {
        AssetID(rawValue: text(row, prefix: UInt8(ascii: "A")))
    }

    static func burst(firstRow: UInt32) -> String {
        text(firstRow, prefix: UInt8(ascii: "B"))
    }

    /// The row of an asset's identifier; nil for a text that is not one of this library's.
    static func row(of id: AssetID) -> UInt32? {
        var text = id.rawValue
        return text.withUTF8 { bytes in
            guard bytes.count == digits + 1, bytes[0] == UInt8(ascii: "A") else { return nil }
            var row: UInt64 = 0
            for index in 1..<bytes.count {
                let digit = bytes[index] &- zero
                guard digit < 10 else { return nil }
                row = row * 10 + UInt64(digit)
            }
            return UInt32(exactly: row)
        }
    }

    private static func text(_ row: UInt32, prefix: UInt8) -> String {
        String(unsafeUninitializedCapacity: digits + 1) { buffer in
            buffer[0] = prefix
            var rest = row
            for position in stride(from: digits, to: 0, by: -1) {
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                buffer[position] = zero + UInt8(truncatingIfNeeded: digit)
                rest = quotient
            }
            return digits + 1
        }
    }
}

extension AssetID {
    /// Whether the asset's photo is a HEIC rather than a JPEG.
    var isHEIC: Bool { SeededHash.hash(rawValue).isMultiple(of: 2) }

    /// The type of the main original of an asset of a media type; nil for an unknown media type.
    func mainType(of mediaType: MediaType) -> String? {
        switch mediaType {
        case .image: isHEIC ? "public.heic" : "public.jpeg"
        case .video: "com.apple.quicktime-movie"
        case .audio: "com.apple.m4a-audio"
        default: nil
        }
    }
}
