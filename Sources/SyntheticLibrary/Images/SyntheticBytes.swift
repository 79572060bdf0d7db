import CameraRoll

/// The bytes of a synthetic original: a pure function of the asset's identifier and the resource's kind.
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

    init(of asset: AssetID, _ kind: AssetResource.Kind) {
        seed = SeededHash.hash(asset.rawValue + "/" + kind.description)
        let (least, spread) = Self.lengths(of: kind)
        count = least + Int(SeededHash.mix(seed) % UInt64(spread))
    }

    /// The position of the first byte.
    public var startIndex: Int { 0 }
    /// The position behind the last byte.
    public var endIndex: Int { count }

    /// The byte at a position.
    public subscript(position: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: word(position / 8) >> UInt64(position % 8 * 8))
    }

    /// Computes several bytes at once, into a new array.
    ///
    /// - Parameter range: the positions; those out of range are ignored.
    /// - Complexity: O(range).
    public func chunk(_ range: Range<Int>) -> [UInt8] {
        let range = range.clamped(to: 0..<count)
        return [UInt8](unsafeUninitializedCapacity: range.count) { buffer, written in
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

    /// The minimal number of bytes, and the range above it: small, so that tests can read many.
    private static func lengths(of kind: AssetResource.Kind) -> (least: Int, spread: Int) {
        switch kind {
        case .photo: (64 << 10, 256 << 10)
        case .video: (512 << 10, 1 << 20)
        case .audio: (64 << 10, 128 << 10)
        default: (128 << 10, 256 << 10)
        }
    }
}

extension StoredPicture {
    /// The original files, the main one first; none for an unknown media type.
    var resources: [AssetResource] {
        switch asset.mediaType {
        case .image: asset.mediaSubtypes.contains(.livePhoto) ? [photo, movie(.pairedVideo)] : [photo]
        case .video: [movie(.video)]
        case .audio: [resource(.audio, type: "com.apple.m4a-audio", suffix: "M4A")]
        default: []
        }
    }

    private var photo: AssetResource {
        let isHEIC = SeededHash.hash(asset.id.rawValue).isMultiple(of: 2)
        var photo = resource(.photo, type: isHEIC ? "public.heic" : "public.jpeg", suffix: isHEIC ? "HEIC" : "JPG")
        photo.orientation = orientation
        return photo
    }

    private func movie(_ kind: AssetResource.Kind) -> AssetResource {
        resource(kind, type: "com.apple.quicktime-movie", suffix: "MOV")
    }

    private func resource(_ kind: AssetResource.Kind, type: String, suffix: String) -> AssetResource {
        AssetResource(
            asset: asset.id, kind: kind, typeIdentifier: type, index: kind == .pairedVideo ? 1 : 0,
            byteCount: SyntheticBytes(of: asset.id, kind).count, fileName: fileName(suffix))
    }

    /// Cameras count from 1, with at least four digits.
    private func fileName(_ suffix: String) -> String {
        let number = String(Int(RowName.row(of: asset.id) ?? 0) + 1)
        return "IMG_" + String(repeating: "0", count: max(0, 4 - number.count)) + number + "." + suffix
    }
}
