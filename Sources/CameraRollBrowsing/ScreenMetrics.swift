/// The sizes, distances and fonts of the views, in points: all that a ``GridPresenter`` does not lay out.
///
/// `CameraRollUI` lays out its views with them, and so does code that draws the screens without SwiftUI.
public struct ScreenMetrics: Hashable, Sendable {
    /// The metrics of all views.
    public static let standard = ScreenMetrics()

    /// The minimum width and height of a touch target.
    public let touchTarget = 44.0
    /// A cell of a grid.
    public let cell = Cell()
    /// The header of a section.
    public let header = Header()
    /// The bar with which a user moves through the library.
    public let scrubber = Scrubber()
    /// The date that floats above a grid.
    public let floatingDate = Capsule(font: Font(.footnote, .semibold), width: 10, height: 4, distance: 6)
    /// The message that a limit has been reached, above the lower edge.
    public let limit = Capsule(font: Font(.footnote, .semibold), width: 14, height: 8, distance: 16)
    /// The bars of a picker.
    public let picker = Picker()
    /// The field for the text of a search.
    public let search = Search()
    /// A message above a list.
    public let banner = Banner()
    /// A list of albums.
    public let albums = Albums()
    /// The bars of a pager.
    public let pager = Pager()

    /// A cell of a grid: its picture, badges in the lower leading corner, and a circle in the upper trailing one.
    public struct Cell: Hashable, Sendable {
        /// The distance of the badges from the edges.
        public let badgeMargin = 4.0
        /// The distance between badges.
        public let badgeSpacing = 4.0
        /// The font of the badges.
        public let badgeFont = Font(.caption2, .semibold)
        /// How dark the shade behind the badges is at the lower edge, from 0 to 1.
        public let badgeShade = 0.6
        /// How much a selected picture is brightened, from 0 to 1.
        public let selectedShade = 0.25
        /// How much a picture that cannot be selected is darkened, from 0 to 1.
        public let dimmedShade = 0.5
        /// The diameter of the progress ring of a download, at the standard text size.
        public let ringSide = 14.0
        /// The width of the ring's line.
        public let ringLine = 2.0
        /// The distance of the circle from the edges, as a fraction of its diameter, ``CellDetail/markSide``.
        public let circleMargin = 0.2
        /// How dark the circle of an unselected asset is, from 0 to 1.
        public let circleShade = 0.3
        /// The width of the circle's line.
        public let circleLine = 1.5
        /// The font of a number in the circle.
        public let circleFont = Font(.caption, .bold)
        /// The line width of the frame around the cell with keyboard focus.
        public let focusLine = 3.0
    }

    /// The header of a section: its date, and a button that selects its assets.
    public struct Header: Hashable, Sendable {
        /// The height at the standard text size.
        public let height = 44.0
        /// The distance of texts from the edges.
        public let margin = 8.0
        /// The font of the date.
        public let titleFont = Font(.headline)
        /// The font of the button.
        public let buttonFont = Font(.subheadline)
    }

    /// The bar with which a user moves through the library: a thumb, and years while it is dragged.
    public struct Scrubber: Hashable, Sendable {
        /// The width of the area that receives touches.
        public let width = 44.0
        /// The width of the thumb; its height is ``GridPresenter/thumbHeight``.
        public let thumbWidth = 5.0
        /// The width of the thumb while it is dragged.
        public let draggedWidth = 10.0
        /// The distance of the thumb from the edge.
        public let thumbMargin = 4.0
        /// A year next to the bar, at a distance from the edge.
        public let mark = Capsule(font: Font(.caption2), width: 6, height: 2, distance: 36)
    }

    /// A short text on a shape with round ends.
    public struct Capsule: Hashable, Sendable {
        /// The font of the text.
        public let font: Font
        /// The distance of the text from the ends.
        public let width: Double
        /// The distance of the text from the upper and the lower edge.
        public let height: Double
        /// The distance of the shape from the edge of the screen.
        public let distance: Double
    }

    /// The bars of a picker: buttons and the title above the grid, the selected assets and their number below it.
    public struct Picker: Hashable, Sendable {
        /// The distance of contents from the sides.
        public let margin = 12.0
        /// The font of the button that cancels.
        public let cancelFont = Font(.body)
        /// The font of the title and of the button that ends the picker.
        public let titleFont = Font(.headline)
        /// The font of the arrow after the title.
        public let chevronFont = Font(.footnote, .semibold)
        /// The distance between the title and its arrow.
        public let chevronSpacing = 4.0
        /// The side of a selected picture in the strip, at the standard text size.
        public let stripSide = 56.0
        /// The distance between pictures of the strip.
        public let stripSpacing = 6.0
        /// The distance of the strip from the upper edge of its bar.
        public let stripMargin = 8.0
        /// The font of the lower bar.
        public let lowerFont = Font(.footnote)
    }

    /// The field for the text of a search: a symbol and a text.
    public struct Search: Hashable, Sendable {
        /// The distance of the contents from the edges.
        public let margin = 8.0
        /// The distance between the symbol and the text.
        public let spacing = 6.0
        /// The font of the text.
        public let font = Font(.body)
    }

    /// A message above a list, with buttons below its text.
    public struct Banner: Hashable, Sendable {
        /// The distance of the contents from the edges.
        public let margin = 10.0
        /// The distance between the text and the buttons.
        public let spacing = 6.0
        /// The distance between buttons.
        public let buttonSpacing = 16.0
        /// The font of the text.
        public let font = Font(.footnote)
        /// The font of the buttons.
        public let buttonFont = Font(.footnote, .semibold)
    }

    /// A list of albums: a cover, the title, and the number of assets below it.
    public struct Albums: Hashable, Sendable {
        /// The side of a cover at the standard text size.
        public let coverSide = 56.0
        /// The radius of a cover's corners.
        public let coverRadius = 6.0
        /// The distance between the cover and the texts.
        public let spacing = 12.0
        /// The distance between the title and the number.
        public let lineSpacing = 2.0
        /// The font of the title.
        public let titleFont = Font(.body)
        /// The font of the number.
        public let countFont = Font(.footnote)
    }

    /// The bars above and below the pictures of a pager, with a strip of pictures.
    public struct Pager: Hashable, Sendable {
        /// The distance of the bars' contents from the sides.
        public let margin = 8.0
        /// The font of the date.
        public let titleFont = Font(.subheadline, .semibold)
        /// The side of the current picture in the strip; the others are narrower.
        public let stripSide = 44.0
        /// The width of the other pictures in the strip, as a fraction of their height.
        public let stripShare = 0.7
        /// The distance between pictures of the strip.
        public let stripSpacing = 2.0
        /// The distance of the progress ring of a download from the edges of the picture.
        public let ringMargin = 16.0
    }
}

extension ScreenMetrics {
    /// A system font whose size follows the user's text size.
    public struct Font: Hashable, Sendable {
        /// The purpose of a text, as the system names it.
        public enum Style: String, Hashable, Sendable, CaseIterable {
            /// Text of a list.
            case body
            /// The smaller of two sizes for labels.
            case caption2
            /// A label.
            case caption
            /// A note.
            case footnote
            /// A title above a list.
            case headline
            /// A text next to a title.
            case subheadline
        }

        /// The weight of a font.
        public enum Weight: String, Hashable, Sendable, CaseIterable {
            /// The weight of the style: semibold for a headline, otherwise regular.
            case standard
            /// Semibold.
            case semibold
            /// Bold.
            case bold
        }

        /// The purpose of the text.
        public let style: Style
        /// The weight.
        public let weight: Weight

        init(_ style: Style, _ weight: Weight = .standard) {
            (self.style, self.weight) = (style, weight)
        }
    }
}
