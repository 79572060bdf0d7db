import CameraRoll

/// A picture to paint: its asset, its stored form, and the visible part.
struct SyntheticPicture {
    let orientation: ImageOrientation
    private let mark: PaintedMark
    private let crop: NormalizedRect?

    /// The fraction of each side that a corner mark covers.
    private static let cornerShare = 1.0 / 8
    /// The approximate number of stripes on the shorter side.
    private static let stripes = 16

    init(_ asset: MediaAsset, storedOrientation: Int, crop: NormalizedRect?) throws(ImageError) {
        guard [.image, .video].contains(asset.mediaType) else { throw .wrongMediaType(asset.id, asset.mediaType) }
        guard let orientation = ImageOrientation(rawValue: storedOrientation) else {
            throw .failed(asset.id, reason: "the stored orientation \(storedOrientation) is not 1 to 8")
        }
        guard let row = RowName.row(of: asset.id) else {
            throw .failed(asset.id, reason: "it is not an asset of a synthetic library")
        }
        self.orientation = orientation
        self.crop = crop
        mark = PaintedMark(row: row, version: UInt16(truncatingIfNeeded: asset.contentVersion))
    }

    /// Paints the stored picture at a size such that the upright one has the given size.
    func stored(_ upright: PixelSize) -> PaintCanvas {
        let width = max(1, min(upright.width, upright.height) / Self.stripes)
        var canvas = PaintCanvas(orientation.turned(upright), stripes: mark.colors, width: width)
        for corner in PictureCorner.allCases {
            let part = PixelRect(
                columns: Self.pixels(corner.isLeft, of: upright.width, from: crop?.x ?? 0, crop?.width ?? 1),
                rows: Self.pixels(corner.isUpper, of: upright.height, from: crop?.y ?? 0, crop?.height ?? 1)
            )
            canvas.fill(orientation.stored(part, upright: upright), with: corner.color)
        }
        return canvas
    }

    /// The pixels of a corner mark along one side of `count` pixels that shows `length` of the picture from `start`
    /// on.
    private static func pixels(_ isFirst: Bool, of count: Int, from start: Double, _ length: Double) -> Range<Int> {
        func pixel(_ share: Double) -> Int {
            Int((min(max((share - start) / length, 0), 1) * Double(count)).rounded())
        }
        return isFirst ? 0..<pixel(cornerShare) : pixel(1 - cornerShare)..<count
    }
}

/// A corner of a painted picture, marked by its own color.
public enum PictureCorner: Hashable, Sendable, CaseIterable {
    /// Red.
    case upperLeft
    /// Green.
    case upperRight
    /// Blue.
    case lowerLeft
    /// Yellow.
    case lowerRight

    var color: PaintedColor {
        switch self {
        case .upperLeft: PaintedColor(red: 252, green: 0, blue: 0)
        case .upperRight: PaintedColor(red: 0, green: 252, blue: 0)
        case .lowerLeft: PaintedColor(red: 0, green: 0, blue: 252)
        case .lowerRight: PaintedColor(red: 252, green: 252, blue: 0)
        }
    }

    var isLeft: Bool { self == .upperLeft || self == .lowerLeft }
    var isUpper: Bool { self == .upperLeft || self == .upperRight }
}

/// The pixels of a picture during painting: four bytes each, without gaps between the rows.
struct PaintCanvas {
    let size: PixelSize
    private(set) var pixels: [UInt8]

    /// Creates diagonal stripes of some colors, each `width` pixels wide.
    ///
    /// There are only as many different rows as colors, so they are created once and copied.
    init(_ size: PixelSize, stripes colors: [PaintedColor], width: Int) {
        self.size = size
        let rows = colors.indices.map { first in
            (0..<size.width).map { colors[(first + $0 / width) % colors.count].memory }
        }
        let bytes = size.width * size.height * 4
        pixels = [UInt8](unsafeUninitializedCapacity: bytes) { buffer, count in
            for row in 0..<size.height {
                let target = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[(row * size.width * 4)...])
                rows[row / width % rows.count].withUnsafeBytes { target.copyMemory(from: $0) }
            }
            count = bytes
        }
    }

    /// Paints a part of the picture in one color.
    mutating func fill(_ part: PixelRect, with color: PaintedColor) {
        let width = size.width
        pixels.withUnsafeMutableBytes { bytes in
            for row in part.rows {
                for column in part.columns {
                    bytes.storeBytes(of: color.memory, toByteOffset: (row * width + column) * 4, as: UInt32.self)
                }
            }
        }
    }

    /// The pixels of the upright picture, if the canvas contains the stored one.
    func uprightPixels(_ orientation: ImageOrientation) -> [UInt8] {
        orientation.uprightPixels(pixels, orientation.turned(size))
    }
}

/// A part of a picture, in whole pixels.
struct PixelRect: Hashable {
    let columns: Range<Int>
    let rows: Range<Int>
}

extension ImageOrientation {
    /// The place of a part of the upright picture in the stored one.
    func stored(_ part: PixelRect, upright size: PixelSize) -> PixelRect {
        let columns =
            reversesX ? size.width - part.columns.upperBound..<size.width - part.columns.lowerBound : part.columns
        let rows = reversesY ? size.height - part.rows.upperBound..<size.height - part.rows.lowerBound : part.rows
        return swapsSides ? PixelRect(columns: rows, rows: columns) : PixelRect(columns: columns, rows: rows)
    }
}
