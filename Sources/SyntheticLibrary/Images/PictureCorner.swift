/// A corner of a painted picture; each is marked by a colour of its own.
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
