public import CameraRoll

/// The zoom of a picture in full screen: how much it is enlarged, and how far it is moved, within limits.
///
/// Lengths are in points. The offset is that of the picture's center from the center of the screen.
public struct PictureZoom: Hashable, Sendable {
    /// The magnification; 1 is the picture fitted into the screen.
    public private(set) var scale = 1.0
    /// The horizontal offset.
    public private(set) var x = 0.0
    /// The vertical offset.
    public private(set) var y = 0.0
    /// The size of the screen.
    private let screen: (width: Double, height: Double)
    /// The size of the picture fitted into the screen.
    private let fitted: (width: Double, height: Double)
    /// The greatest magnification.
    public let greatest: Double
    /// The magnification of the current pinch since it began.
    private var pinched = 1.0
    /// The distances of the current drag since it began.
    private var dragged = (x: 0.0, y: 0.0)

    /// Creates the zoom of a picture that fits.
    ///
    /// - Parameters:
    ///   - picture: the size of the picture in pixels; treated as large as the screen if a side is unknown.
    ///   - width: the width of the screen.
    ///   - height: the height of the screen.
    ///   - pixelsPerPoint: the number of pixels per point, so that the zoom reaches each pixel of the picture.
    public init(of picture: PixelSize, width: Double, height: Double, pixelsPerPoint: Double = 2) {
        screen = (width.isFinite ? max(width, 1) : 1, height.isFinite ? max(height, 1) : 1)
        guard picture.width > 0, picture.height > 0 else {
            (fitted, greatest) = (screen, 4)
            return
        }
        let factor = min(screen.width / Double(picture.width), screen.height / Double(picture.height))
        fitted = (Double(picture.width) * factor, Double(picture.height) * factor)
        let scale = pixelsPerPoint.isFinite && pixelsPerPoint > 0 ? pixelsPerPoint : 1
        greatest = max(2 / (factor * scale), 4)
    }

    /// Creates the zoom of an asset's picture that fits; while the asset is unknown, of a picture as large as the
    /// screen.
    public init(of asset: MediaAsset?, width: Double, height: Double, pixelsPerPoint: Double = 2) {
        let size = PixelSize(width: asset?.pixelWidth ?? 0, height: asset?.pixelHeight ?? 0)
        self.init(of: size, width: width, height: height, pixelsPerPoint: pixelsPerPoint)
    }

    /// Fits another asset's picture, or the same one into another screen; an ongoing gesture continues from there.
    public mutating func fit(_ asset: MediaAsset?, width: Double, height: Double, pixelsPerPoint: Double = 2) {
        let gestures = (pinched, dragged)
        self = PictureZoom(of: asset, width: width, height: height, pixelsPerPoint: pixelsPerPoint)
        (pinched, dragged) = gestures
    }

    /// Whether the picture is enlarged, so that a drag moves it and does not turn the page.
    public var isZoomed: Bool { scale > 1 }

    /// Magnifies the picture about a point, given by its offset from the center of the screen, which stays in place.
    public mutating func magnify(by factor: Double, x centerX: Double = 0, y centerY: Double = 0) {
        guard factor.isFinite, factor > 0, centerX.isFinite, centerY.isFinite else { return }
        let old = scale
        scale = min(max(scale * factor, 1), greatest)
        x = centerX - (centerX - x) * scale / old
        y = centerY - (centerY - y) * scale / old
        limit()
    }

    /// Moves the picture if it is larger than the screen.
    public mutating func move(x deltaX: Double, y deltaY: Double) {
        guard deltaX.isFinite, deltaY.isFinite else { return }
        x += deltaX
        y += deltaY
        limit()
    }

    /// Enlarges the picture about a point, or fits it again, as a double tap does.
    public mutating func toggle(x centerX: Double = 0, y centerY: Double = 0) {
        magnify(by: isZoomed ? 1 / scale : min(2.5, greatest), x: centerX, y: centerY)
    }

    private mutating func limit() {
        let (freeX, freeY) = (fitted.width * scale - screen.width, fitted.height * scale - screen.height)
        x = min(max(x, -max(freeX, 0) / 2), max(freeX, 0) / 2)
        y = min(max(y, -max(freeY, 0) / 2), max(freeY, 0) / 2)
    }

    /// Whether both have the same zoom on the same screen.
    public static func == (left: PictureZoom, right: PictureZoom) -> Bool {
        left.values == right.values
    }

    /// Hashes the zoom.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(values)
    }

    private var values: [Double] {
        [
            scale, x, y, screen.width, screen.height, fitted.width, fitted.height, greatest, pinched, dragged.x,
            dragged.y,
        ]
    }
}

// MARK: - Gestures

extension PictureZoom {
    /// Follows a pinch, by its magnification since it began and the point where it began.
    ///
    /// - Parameters:
    ///   - magnification: the magnification since the pinch began.
    ///   - x: the distance of the point from the screen's left edge.
    ///   - y: the distance of the point from the screen's top.
    public mutating func pinch(to magnification: Double, x: Double, y: Double) {
        guard magnification.isFinite, magnification > 0 else { return }
        magnify(by: magnification / pinched, x: x - screen.width / 2, y: y - screen.height / 2)
        pinched = magnification
    }

    /// Follows a drag, by its distances since it began.
    public mutating func drag(toX x: Double, y: Double) {
        guard x.isFinite, y.isFinite else { return }
        move(x: x - dragged.x, y: y - dragged.y)
        dragged = (x, y)
    }

    /// Ends a pinch.
    public mutating func endPinch() { pinched = 1 }

    /// Ends a drag.
    public mutating func endDrag() { dragged = (0, 0) }

    /// Enlarges the picture about a point on the screen, or fits it again.
    public mutating func doubleTap(x: Double, y: Double) {
        toggle(x: x - screen.width / 2, y: y - screen.height / 2)
    }
}

/// The result of a horizontal drag on a full-screen pager.
public enum PageTurn: Int, Hashable, Sendable {
    /// To the asset before.
    case previous = -1
    /// Back to the same asset.
    case stay = 0
    /// To the asset after.
    case next = 1

    /// Decides the turn at the end of a drag: a page turns if it would come to rest beyond half of the screen.
    ///
    /// - Parameters:
    ///   - translation: where the drag would come to rest, in points; positive toward the right.
    ///   - width: the width of the screen.
    ///   - position: the current position.
    ///   - count: the number of assets.
    ///   - isRightToLeft: whether the next asset is on the left.
    public init(translation: Double, width: Double, at position: Int, of count: Int, isRightToLeft: Bool = false) {
        let share = width > 0 && translation.isFinite ? translation / width * (isRightToLeft ? -1 : 1) : 0
        let turn: PageTurn = share <= -0.5 ? .next : share >= 0.5 ? .previous : .stay
        // A position so far outside that the sum wraps around is not in the list either way.
        self = 0..<max(count, 0) ~= position &+ turn.rawValue ? turn : .stay
    }

    /// Creates the turn for an arrow key; nil for other keys.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - isRightToLeft: whether the next asset is on the left.
    public init?(_ key: GridCursor.Direction, isRightToLeft: Bool = false) {
        switch key {
        case .left: self = isRightToLeft ? .next : .previous
        case .right: self = isRightToLeft ? .previous : .next
        case .up, .down, .first, .last: return nil
        }
    }
}
