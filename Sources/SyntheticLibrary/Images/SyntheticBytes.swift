import CameraRoll

/// The bytes of a synthetic original: a pure function of the asset's identifier and the resource's kind.
///
/// A file of the resource's type, whose contents are noise. A JPEG is valid, with a small gray picture, no location,
/// and noise in its comments; a HEIC, movie or audio file begins like one, and is noise otherwise.
///
/// None is stored: each is computed on access, so that a reader can be checked without the memory for a second
/// copy.
///
/// ```swift
/// #expect(data.bytes.elementsEqual(SyntheticResourceSource.bytes(of: data.resource)))
/// ```
public struct SyntheticBytes: RandomAccessCollection, Hashable, Sendable {
    /// The number of bytes.
    public let count: Int
    private let seed: UInt64
    /// The bytes that make the noise a file of its type, in ascending order.
    private let fixed: [FixedBytes]

    init(of asset: AssetID, _ kind: AssetResource.Kind) {
        seed = SeededHash.hash(asset.rawValue + "/" + kind.description)
        let (least, spread) = Self.lengths(of: kind)
        count = least + Int(SeededHash.mix(seed) % UInt64(spread))
        fixed =
            switch kind {
            case .photo: asset.isHEIC ? [.head(brand: "heic", count: count)] : FixedBytes.jpeg(count: count)
            case .audio: [.head(brand: "M4A ", count: count)]
            default: [.head(brand: "qt  ", count: count)]
            }
    }

    /// The position of the first byte.
    public var startIndex: Int { 0 }
    /// The position after the last byte.
    public var endIndex: Int { count }

    /// The byte at a position.
    public subscript(position: Int) -> UInt8 {
        if let part = fixed.first(where: { $0.range.contains(position) }) {
            return part.bytes[position - part.start]
        }
        return UInt8(truncatingIfNeeded: word(position / 8) >> UInt64(position % 8 * 8))
    }

    /// Computes several bytes at once, into a new array.
    ///
    /// - Parameter range: the positions; those out of range are ignored.
    /// - Complexity: O(range).
    public func chunk(_ range: Range<Int>) -> [UInt8] {
        let range = range.clamped(to: 0..<count)
        var bytes = noise(in: range)
        for part in fixed {
            for position in part.range.clamped(to: range) {
                bytes[position - range.lowerBound] = part.bytes[position - part.start]
            }
        }
        return bytes
    }

    private func noise(in range: Range<Int>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: range.count) { buffer, written in
            var word: UInt64 = 0
            for position in range {
                if position % 8 == 0 || written == 0 { word = self.word(position / 8) >> UInt64(position % 8 * 8) }
                buffer.initializeElement(at: written, to: UInt8(truncatingIfNeeded: word))
                word >>= 8
                written += 1
            }
        }
    }

    private func word(_ number: Int) -> UInt64 {
        SeededHash.hash(UInt64(number), seed: seed)
    }

    /// The minimum number of bytes, and the range above it: small, so that tests can read many.
    private static func lengths(of kind: AssetResource.Kind) -> (least: Int, spread: Int) {
        switch kind {
        case .photo: (64 << 10, 256 << 10)
        case .video: (512 << 10, 1 << 20)
        case .audio: (64 << 10, 128 << 10)
        default: (128 << 10, 256 << 10)
        }
    }
}

/// Bytes of a synthetic original that are not noise.
private struct FixedBytes: Hashable, Sendable {
    let start: Int
    let bytes: [UInt8]

    var range: Range<Int> { start..<start + bytes.count }

    /// The head of a file of boxes: its brand, and the head of a box with all that follows.
    static func head(brand: String, count: Int) -> FixedBytes {
        let kind = number(16, 4) + Array("ftyp\(brand)".utf8) + number(0, 4)
        return FixedBytes(start: 0, bytes: kind + number(count - kind.count, 4) + Array("mdat".utf8))
    }

    /// The markers of a JPEG file: its start, the heads of comments full of noise, and a gray picture.
    static func jpeg(count: Int) -> [FixedBytes] {
        // One code of one bit: each block equals the one before, and has no further coefficients.
        let codes: [UInt8] = [1] + [UInt8](repeating: 0, count: 16)
        let picture =
            segment(0xDB, [0] + [UInt8](repeating: 1, count: 64)) + segment(0xC0, [8, 0, 32, 0, 48, 1, 1, 0x11, 0])
            + segment(0xC4, [0x00] + codes) + segment(0xC4, [0x10] + codes) + segment(0xDA, [1, 1, 0, 0, 63, 0])
            + [0, 0, 0, 0, 0, 0, 0xFF, 0xD9]
        let end = count - picture.count
        // A segment holds 65,533 bytes at most.
        let comments = (end - 2) / 60_000 + 1
        let borders = (0...comments).map { 2 + (end - 2) * $0 / comments }
        let heads = zip(borders, borders.dropFirst()).map { start, end in
            FixedBytes(start: start, bytes: [0xFF, 0xFE] + number(end - start - 2, 2))
        }
        return [FixedBytes(start: 0, bytes: [0xFF, 0xD8])] + heads + [FixedBytes(start: end, bytes: picture)]
    }

    private static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0xFF, marker] + number(payload.count + 2, 2) + payload
    }

    private static func number(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}

extension StoredPicture {
    /// The original files, the main one first; none for an unknown media type.
    var resources: [AssetResource] {
        switch asset.mediaType {
        case .image: asset.mediaSubtypes.contains(.livePhoto) ? [photo, movie(.pairedVideo)] : [photo]
        case .video: [movie(.video)]
        case .audio: [resource(.audio, suffix: "M4A")]
        default: []
        }
    }

    private var photo: AssetResource {
        var photo = resource(.photo, suffix: asset.id.isHEIC ? "HEIC" : "JPG")
        photo.orientation = orientation
        return photo
    }

    private func movie(_ kind: AssetResource.Kind) -> AssetResource {
        resource(kind, of: .video, suffix: "MOV")
    }

    /// - Parameter mediaType: the media type of the file; nil for that of the asset.
    private func resource(
        _ kind: AssetResource.Kind, of mediaType: MediaType? = nil, suffix: String
    ) -> AssetResource {
        AssetResource(
            asset: asset.id, kind: kind,
            typeIdentifier: asset.id.mainType(of: mediaType ?? asset.mediaType) ?? "public.data",
            index: kind == .pairedVideo ? 1 : 0,
            byteCount: SyntheticBytes(of: asset.id, kind).count, fileName: fileName(suffix))
    }

    /// Cameras count from 1, with at least four digits.
    private func fileName(_ suffix: String) -> String {
        let number = String(Int(RowName.row(of: asset.id) ?? 0) + 1)
        return "IMG_" + String(repeating: "0", count: max(0, 4 - number.count)) + number + "." + suffix
    }
}
