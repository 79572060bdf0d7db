/// An element of a drawing, written with each element on a line of its own, so that a change is a small difference.
struct SVG {
    var name: String
    var attributes: [(name: String, value: String)] = []
    var text: String?
    var children: [SVG] = []

    init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String? = nil, _ children: [SVG] = [])
    {
        (self.name, self.text, self.children) = (name, text, children)
        self.attributes = attributes.map { ($0.key, $0.value) }
    }

    /// The element as text.
    var written: String {
        var output = ""
        write(to: &output, indent: "")
        return output
    }

    private func write(to output: inout String, indent: String) {
        output += "\(indent)<\(name)"
        for (name, value) in attributes { output += " \(name)=\"\(Self.escaped(value))\"" }
        guard text != nil || !children.isEmpty else { return output += "/>\n" }
        output += ">"
        if let text { output += Self.escaped(text) }
        if !children.isEmpty {
            output += "\n"
            for child in children { child.write(to: &output, indent: indent + " ") }
            output += indent
        }
        output += "</\(name)>\n"
    }

    /// Replaces what has a meaning in markup, and characters that XML does not allow.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case "\"": escaped += "&quot;"
            case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// A coordinate, to a hundredth of a point.
    static func number(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
        let sign = hundredths < 0 ? "-" : ""
        if rest == 0 { return "\(sign)\(whole)" }
        return "\(sign)\(whole)." + (rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")
    }
}

/// A drawing that stands for a symbol of the system, in a square of 16 points.
enum Symbol {
    case check, chevron, close, cloud, empty, heart, heartFilled, info, livePhoto, magnifier, photos, share, trash,
        warning

    var isFilled: Bool { self == .heartFilled }

    /// The outline, as an SVG path.
    var path: String {
        switch self {
        case .check: "M3.5 8.5l3 3 6-7"
        case .chevron: "M3 6l5 5 5-5"
        case .cloud: "M4.5 12.5a3 3 0 0 1 0-6 4 4 0 0 1 7.5-.5 3.2 3.2 0 0 1 0 6.5z"
        case .info: "M8 1.5a6.5 6.5 0 1 0 .01 0M8 7v4.5M8 4.5v.01"
        case .share: "M8 10V1.5M5 4l3-2.5L11 4M5 6.5H3v8h10v-8h-2"
        case .close: "M3 3l10 10M13 3L3 13"
        case .empty: ""
        case .heart, .heartFilled:
            "M8 13.5C3 9.8 1.5 7.6 1.5 5.4A3.3 3.3 0 0 1 8 4.3a3.3 3.3 0 0 1 6.5 1.1c0 2.2-1.5 4.4-6.5 8.1z"
        case .livePhoto:
            "M8 5.8a2.2 2.2 0 1 0 .01 0M8 3.4a4.6 4.6 0 1 0 .01 0M8 .8v.01M11.6 1.7v.01M14.3 4.4v.01M15.2 8v.01"
                + "M14.3 11.6v.01M11.6 14.3v.01M8 15.2v.01M4.4 14.3v.01M1.7 11.6v.01M.8 8v.01M1.7 4.4v.01M4.4 1.7v.01"
        case .magnifier: "M6.5 2a4.5 4.5 0 1 0 .01 0M10 10l4 4"
        case .photos: "M1.5 4.5h11v9h-11zM4 2.5h10.5v9M2 12l3-3.5 2.5 2.5 2-2 3 3"
        case .trash: "M2.5 4h11M6 4V2.5h4V4M3.8 4l.8 10h6.8l.8-10M6.5 6.5v5M9.5 6.5v5"
        case .warning: "M8 2L1.5 13.5h13zM8 6.5v3.5M8 12v.01"
        }
    }
}
