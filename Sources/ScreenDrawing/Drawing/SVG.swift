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
