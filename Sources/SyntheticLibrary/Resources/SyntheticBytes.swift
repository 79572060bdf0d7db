import CameraRoll

/// The bytes of a synthetic original: a pure function of the asset's identifier and the resource's kind.
///
/// None is kept: each is made when it is looked at, so that a reader can be checked against them without the memory
/// for a second copy.
///
/// ```swift
/// #expect(data.bytes.elementsEqual(SyntheticResourceSource.bytes(of: data.resource)))
/// ```
public struct SyntheticBytes: RandomAccessCollection, Hashable, Sendable {
    /// How many bytes there are.
    public let count: Int
    private let seed: UInt64

    init(of asset: AssetID, _ kind: AssetResource.Kind) {
        seed = SeededHash.hash(asset.rawValue + "/" + kind.rawValue)
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

    /// Some of the bytes at once, from memory of their own.
    ///
    /// - Parameter range: the positions; those that there are none at are passed over.
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

    /// The least number of bytes, and how many more there may be: small, so that tests can read many.
    private static func lengths(of kind: AssetResource.Kind) -> (least: Int, spread: Int) {
        switch kind {
        case .photo: (64 << 10, 256 << 10)
        case .video: (512 << 10, 1 << 20)
        case .pairedVideo: (128 << 10, 256 << 10)
        case .audio: (64 << 10, 128 << 10)
        }
    }
}
