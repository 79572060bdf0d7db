import CameraRoll

/// The pixels of a picture during painting: four bytes each, without gaps between the rows.
///
/// Each pixel holds one piece of the asset's mark. The pieces take turns along a row, and are shifted by five in the
/// next one, so that any 13 neighbors hold all of them.
struct PaintCanvas {
    let size: PixelSize
    private(set) var pixels: [UInt8]
    private let marks: [UInt32]

    private static let shift = 5

    init(_ size: PixelSize, _ mark: PaintedMark) {
        self.size = size
        let codes = mark.codes.map(\.memory)
        marks = (0..<size.width + codes.count).map { codes[$0 % codes.count] }
        pixels = [UInt8](unsafeUninitializedCapacity: size.width * size.height * 4) { $1 = $0.count }
    }

    /// A color as long as a row, with all pieces of the mark.
    struct Paint {
        fileprivate let pixels: [UInt32]
    }

    func paint(_ color: SceneColor) -> Paint {
        let base = color.painted.memory & ~UInt32(littleEndian: PixelCode.mask)
        return Paint(
            pixels: [UInt32](unsafeUninitializedCapacity: marks.count) { pixels, count in
                marks.withUnsafeBufferPointer { marks in
                    for index in marks.indices { pixels.initializeElement(at: index, to: base | marks[index]) }
                }
                count = marks.count
            })
    }

    /// Paints a part of a row.
    ///
    /// - Complexity: O(columns), copied at once.
    mutating func fill(_ row: Int, _ columns: Range<Int>, with paint: Paint) {
        guard !columns.isEmpty else { return }
        let first = columns.lowerBound + row * Self.shift % PaintedMark.pieceCount
        pixels.withUnsafeMutableBytes { target in
            paint.pixels.withUnsafeBytes { source in
                let place = UnsafeMutableRawBufferPointer(
                    rebasing: target[((row * size.width + columns.lowerBound) * 4)...])
                place.copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: source[first * 4..<(first + columns.count) * 4]))
            }
        }
    }

    /// Marks a part of the picture as one of its corners, whose colors stay.
    mutating func mark(_ part: PixelRect, as corner: PictureCorner) {
        let (width, code) = (size.width, corner.code.memory)
        let rest = ~UInt32(littleEndian: PixelCode.mask)
        pixels.withUnsafeMutableBytes { bytes in
            let pixels = bytes.assumingMemoryBound(to: UInt32.self)
            for row in part.rows {
                for place in row * width + part.columns.lowerBound..<row * width + part.columns.upperBound {
                    pixels[place] = pixels[place] & rest | code
                }
            }
        }
    }
}

/// A part of a picture, in whole pixels.
struct PixelRect: Hashable {
    let columns: Range<Int>
    let rows: Range<Int>
}

/// A corner of a painted picture, marked in the lowest bits of its pixels.
public enum PictureCorner: Hashable, Sendable, CaseIterable {
    /// The upper-left corner.
    case upperLeft
    /// The upper-right corner.
    case upperRight
    /// The lower-left corner.
    case lowerLeft
    /// The lower-right corner.
    case lowerRight

    /// The corner whose pixels hold a code; nil if none does.
    init?(_ code: PixelCode) {
        guard let corner = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = corner
    }

    /// What its pixels hold: no piece of a mark has this number.
    var code: PixelCode { PixelCode(number: 15, piece: (isLeft ? 0 : 1) + (isUpper ? 0 : 2)) }

    var isLeft: Bool { self == .upperLeft || self == .lowerLeft }
    var isUpper: Bool { self == .upperLeft || self == .upperRight }
}
