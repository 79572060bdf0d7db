import Foundation

/// A piece of a page: an element of HTML or SVG, or text, which is escaped in the output.
///
/// The output is both valid HTML and well-formed XML. A style sheet must not contain characters that need escaping,
/// since browsers do not decode them there.
indirect enum Markup: Sendable {
    case text(String)
    case element(String, [(String, String)], [Markup])

    /// An element with children.
    static func tag(_ name: String, _ attributes: [(String, String)] = [], _ children: [Markup] = []) -> Markup {
        .element(name, attributes, children)
    }

    /// An element with only text.
    static func tag(_ name: String, _ attributes: [(String, String)] = [], text: String) -> Markup {
        .element(name, attributes, [.text(text)])
    }

    /// The markup as text.
    var written: String {
        var output = ""
        write(to: &output)
        return output
    }

    private func write(to output: inout String) {
        switch self {
        case .text(let text): output += Self.escaped(text)
        case .element(let name, let attributes, let children):
            output += "<\(name)"
            for (key, value) in attributes { output += " \(key)=\"\(Self.escaped(value))\"" }
            if children.isEmpty, Self.closedByThemselves.contains(name) {
                output += "/>"
                return
            }
            output += ">"
            for child in children { child.write(to: &output) }
            output += "</\(name)>"
            if Self.blocks.contains(name) { output += "\n" }
        }
    }

    /// Elements without contents; any other empty element in HTML needs an end tag.
    private static let closedByThemselves: Set<String> = [
        "meta", "br", "hr", "rect", "line", "path", "circle", "polyline", "polygon",
    ]
    private static let blocks: Set<String> = [
        "head", "style", "title", "header", "section", "figure", "details", "tr", "svg", "p", "h1", "h2", "h3", "div",
    ]

    /// Escapes characters with a meaning in markup, and replaces those that XML does not allow.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t", "\n": escaped.unicodeScalars.append(scalar)
            case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

/// A coordinate as text, to a tenth of a pixel; 0 if it is not a number.
func pixels(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e7 else { return "0" }
    let tenths = Int((value * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
}

// MARK: - Shapes

extension Markup {
    static func rect(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ style: String, hover: String? = nil
    ) -> Markup {
        shape(
            "rect",
            [
                ("x", pixels(x)), ("y", pixels(y)), ("width", pixels(max(width, 0))),
                ("height", pixels(max(height, 0))),
                ("class", style),
            ], hover)
    }

    /// Rectangles of one style as a single shape, which takes a third of the bytes.
    static func cells(_ cells: [(x: Double, y: Double, width: Double, height: Double)], _ style: String) -> Markup {
        let path = cells.map { cell in
            let width = pixels(cell.width)
            return "M\(pixels(cell.x)) \(pixels(cell.y))h\(width)v\(pixels(cell.height))h-\(width)z"
        }
        return shape("path", [("d", path.joined()), ("class", style)], nil)
    }

    static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String) -> Markup {
        shape(
            "line",
            [("x1", pixels(x1)), ("y1", pixels(y1)), ("x2", pixels(x2)), ("y2", pixels(y2)), ("class", style)], nil)
    }

    static func circle(_ x: Double, _ y: Double, _ radius: Double, _ style: String, hover: String? = nil) -> Markup {
        shape("circle", [("cx", pixels(x)), ("cy", pixels(y)), ("r", pixels(radius)), ("class", style)], hover)
    }

    static func polyline(_ points: [(x: Double, y: Double)], _ style: String) -> Markup {
        let list = points.map { "\(pixels($0.x)),\(pixels($0.y))" }.joined(separator: " ")
        return shape("polyline", [("points", list), ("class", style)], nil)
    }

    /// A line of text in a drawing; its anchor is `start`, `middle` or `end`.
    static func label(
        _ x: Double, _ y: Double, _ text: String, anchor: String = "start", style: String = "t"
    ) -> Markup {
        var attributes = [("x", pixels(x)), ("y", pixels(y)), ("class", style)]
        if anchor != "start" { attributes.append(("text-anchor", anchor)) }
        return tag("text", attributes, text: text)
    }

    private static func shape(_ name: String, _ attributes: [(String, String)], _ hover: String?) -> Markup {
        .element(name, attributes, hover.map { [tag("title", text: $0)] } ?? [])
    }
}
