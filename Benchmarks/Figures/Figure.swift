/// A picture of measured values, with the values themselves.
protocol Figure: Sendable {
    /// The name of its file, unique in a run.
    var name: String { get }
    var title: String { get }
    /// One sentence on how to read it.
    var reading: String { get }
    /// Its values.
    var table: TextTable { get }
    /// Whether it needs the full width of a page, like pictures over time.
    var isWide: Bool { get }
    /// Returns the picture with a width in pixels.
    func draw(width: Double) -> Drawing
}

extension Figure {
    var isWide: Bool { false }
}

/// A picture of a given size.
struct Drawing: Sendable {
    var width: Double
    var height: Double
    var shapes: [Markup]
}

extension Drawing {
    /// The picture as an element of a page.
    ///
    /// - Parameters:
    ///   - style: the class by which the page shows it on wide or narrow screens.
    ///   - title: the description for a screen reader.
    func element(_ style: String, title: String) -> Markup {
        .tag(
            "svg",
            [
                ("xmlns", "http://www.w3.org/2000/svg"), ("viewBox", "0 0 \(pixels(width)) \(pixels(height))"),
                ("width", pixels(width)), ("height", pixels(height)), ("class", style), ("role", "img"),
                ("aria-label", title),
            ], shapes)
    }
}

extension Drawing {
    /// The picture as a file, with a margin, and with its style.
    func standalone(_ style: String, title: String) -> String {
        let margin = 12.0
        let moved = Markup.tag("g", [("transform", "translate(\(pixels(margin)) \(pixels(margin)))")], shapes)
        let paper = Markup.tag("rect", [("width", "100%"), ("height", "100%"), ("fill", "var(--card)")])
        var whole = self
        whole.width += 2 * margin
        whole.height += 2 * margin
        whole.shapes = [.tag("style", text: style), paper, moved]
        return whole.element("picture", title: title).written
    }
}

/// A named set of values in a figure: CameraRoll's, or those of an alternative.
struct Series<Value: Sendable>: Sendable {
    var name: String
    /// Whether it is CameraRoll's.
    var isOwn = false
    var values: Value
}

/// The goal of a figure, drawn as a line.
struct GoalLine: Sendable {
    var value: Double
    var label: String
}

/// How text is laid out before a browser has measured it.
enum TextMeasure {
    static let lineHeight = 16.0

    /// The width of text in a drawing, in pixels; too large rather than too small.
    static func width(of text: String) -> Double {
        text.unicodeScalars.reduce(0) { $0 + ("iljtf.,:;|' ()".unicodeScalars.contains($1) ? 4.4 : 7.5) }
    }

    /// The text, truncated at its end if it does not fit.
    static func fitting(_ text: String, in room: Double) -> String {
        guard width(of: text) > room else { return text }
        var short = text
        while !short.isEmpty, width(of: short + "…") > room { short.removeLast() }
        return short + "…"
    }

    /// The words of a text, broken into lines of a width.
    static func lines(of text: String, in room: Double) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ").map(String.init) {
            if let last = lines.last, width(of: last + " " + word) <= room {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(word)
            }
        }
        return lines.map { fitting($0, in: room) }
    }
}
