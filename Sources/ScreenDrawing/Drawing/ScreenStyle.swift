import CameraRollBrowsing
public import Foundation

/// The device and the settings under which a screen is drawn.
public struct ScreenStyle: Sendable {
    /// The width of the screen, in points.
    public var width = 393.0
    /// The height between the status bar and the lower end, in points.
    public var height = 760.0
    /// Whether the appearance is dark.
    public var isDark = false
    /// Whether the language is written from right to left.
    public var isRightToLeft = false
    /// The language, and how numbers and dates are written.
    public var locale = Locale(identifier: "en_US")
    /// The user's text size.
    public var textSize = TextSize.large
    /// The time, by which days are today and yesterday; nil for that of the newest photo, so that a drawing stays.
    public var now: Date?

    /// Creates the style of a phone in English, light, at the standard text size.
    public init() {}

    /// The text sizes, of which `large` is the standard.
    public enum TextSize: Int, Sendable, CaseIterable {
        /// The smallest text.
        case extraSmall
        /// Small text.
        case small
        /// Text between small and standard.
        case medium
        /// The standard.
        case large
        /// Large text.
        case extraLarge
        /// Larger text.
        case extraExtraLarge
        /// The largest text without accessibility.
        case extraExtraExtraLarge
        /// The smallest size of accessibility.
        case accessibility1
        /// A size of accessibility.
        case accessibility2
        /// A size of accessibility.
        case accessibility3
        /// A size of accessibility.
        case accessibility4
        /// The largest text.
        case accessibility5

        /// Whether it is a size of accessibility.
        public var isAccessibilitySize: Bool { rawValue >= TextSize.accessibility1.rawValue }
    }
}

// MARK: - Texts

extension ScreenStyle {
    /// The sizes of the system's fonts, from the smallest to the largest text size, as Apple publishes them.
    private static let points: [ScreenMetrics.Font.Style: [Double]] = [
        .body: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53],
        .headline: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53],
        .subheadline: [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49],
        .footnote: [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44],
        .caption: [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43],
        .caption2: [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40],
    ]

    func points(_ font: ScreenMetrics.Font) -> Double {
        Self.points[font.style, default: []][textSize.rawValue]
    }

    /// The height of a line of text.
    func lineHeight(_ font: ScreenMetrics.Font) -> Double { (points(font) * 1.2 + 1.6).rounded() }

    /// A length that grows with the text size, as `@ScaledMetric` does.
    func scaled(_ length: Double, by style: ScreenMetrics.Font.Style) -> Double {
        let points = Self.points[style, default: []]
        return (length * points[textSize.rawValue] / points[TextSize.large.rawValue]).rounded()
    }

    /// The width of a text, before a browser has measured it.
    func width(of text: String, _ font: ScreenMetrics.Font) -> Double {
        let widths = text.unicodeScalars.map { scalar in
            switch scalar {
            case " ", "i", "j", "l", "t", "f", "r", "I", ".", ",", ":", ";", "'", "|", "(", ")": 0.3
            case "m", "w", "M", "W", "%": 0.86
            case "A"..."Z": 0.68
            case "\u{2E80}"..."\u{FFEF}": 1.0
            default: 0.57
            }
        }
        return widths.reduce(0, +) * points(font) * (font.isHeavy ? 1.04 : 1)
    }
}

extension ScreenMetrics.Font {
    var isHeavy: Bool { weight != .standard || style == .headline }

    /// The weight as a drawing has it.
    var cssWeight: String {
        switch weight {
        case .bold: "700"
        case .semibold: "600"
        case .standard: style == .headline ? "600" : "400"
        }
    }
}

// MARK: - Colors

/// The system's colors of one appearance.
struct ScreenColors {
    let paper: String
    let ink: String
    let secondary: String
    /// What a cell without a picture is filled with.
    let quaternary: String
    /// What stands for the material of a bar, through which the content shines.
    let bar: String
    let accent: String
    /// Behind the sections of a list.
    let grouped: String
    let card: String
    let separator: String

    static let light = ScreenColors(
        paper: "#fff", ink: "#000", secondary: "#8a8a8e", quaternary: "#e4e4e8", bar: "#f7f7f7", accent: "#007aff",
        grouped: "#f2f2f7", card: "#fff", separator: "#d1d1d6")
    static let dark = ScreenColors(
        paper: "#000", ink: "#fff", secondary: "#98989f", quaternary: "#2c2c2e", bar: "#1c1c1e", accent: "#0a84ff",
        grouped: "#000", card: "#1c1c1e", separator: "#38383a")
}

extension ScreenStyle {
    var colors: ScreenColors { isDark ? .dark : .light }
}
