import CameraRoll
import SyntheticLibrary
import Testing

struct OrientationTests {
    /// The corners stored first, at the end of the first row, and at the start of the last, for each orientation.
    ///
    /// Derived from EXIF's names for the sides of the first row and column.
    private static let exif: [(Int, [PictureCorner])] = [
        (1, [.upperLeft, .upperRight, .lowerLeft, .lowerRight]),
        (2, [.upperRight, .upperLeft, .lowerRight, .lowerLeft]),
        (3, [.lowerRight, .lowerLeft, .upperRight, .upperLeft]),
        (4, [.lowerLeft, .lowerRight, .upperLeft, .upperRight]),
        (5, [.upperLeft, .lowerLeft, .upperRight, .lowerRight]),
        (6, [.upperRight, .lowerRight, .upperLeft, .lowerLeft]),
        (7, [.lowerRight, .upperRight, .lowerLeft, .upperLeft]),
        (8, [.lowerLeft, .upperLeft, .lowerRight, .upperRight]),
    ]

    private func corners(of image: DecodedImage) -> [PictureCorner?] {
        [.upperLeft, .upperRight, .lowerLeft, .lowerRight].map { SyntheticPainter.pictureCorner(at: $0, of: image) }
    }

    @Test(arguments: exif)
    func `What is stored has its corners where EXIF says`(orientation: Int, corners: [PictureCorner]) throws {
        let image = try SyntheticPainter().paintStored(.picture(7, 40, 24), storedOrientation: orientation)
        #expect(self.corners(of: image) == corners)
        #expect(image.size == (orientation < 5 ? PixelSize(width: 40, height: 24) : PixelSize(width: 24, height: 40)))
        #expect(SyntheticPainter.identify(image) == .row(7))
    }

    @Test(arguments: 1...8, [(40, 24), (24, 40), (33, 8), (8, 9)])
    func `Every picture is upright`(orientation: Int, sides: (Int, Int)) throws {
        let asset = MediaAsset.picture(7, sides.0, sides.1)
        let image = try SyntheticPainter().paint(asset, storedOrientation: orientation, size: .maximum)
        #expect(image.size == PixelSize(width: sides.0, height: sides.1))
        #expect(corners(of: image) == [.upperLeft, .upperRight, .lowerLeft, .lowerRight])
        #expect(SyntheticPainter.isWhole(image))
    }

    @Test(arguments: 1...8)
    func `Turning moves every pixel to where its orientation says`(orientation: Int) throws {
        let painter = SyntheticPainter()
        let asset = MediaAsset.picture(3, 19, 11)
        let stored = try painter.paintStored(asset, storedOrientation: orientation).rows
        let upright = try painter.paint(asset, storedOrientation: orientation, size: .maximum).rows
        #expect(upright == turned(stored, orientation))
    }

    /// Rotates and mirrors whole rows and columns, as EXIF describes it.
    private func turned(_ rows: [[UInt32]], _ orientation: Int) -> [[UInt32]] {
        func mirrored(_ rows: [[UInt32]]) -> [[UInt32]] { rows.map { $0.reversed() } }
        func exchanged(_ rows: [[UInt32]]) -> [[UInt32]] { rows[0].indices.map { column in rows.map { $0[column] } } }
        return switch orientation {
        case 2: mirrored(rows)
        case 3: mirrored(rows.reversed())
        case 4: rows.reversed()
        case 5: exchanged(rows)
        case 6: mirrored(exchanged(rows))
        case 7: mirrored(exchanged(rows).reversed())
        case 8: exchanged(rows).reversed()
        default: rows
        }
    }
}
