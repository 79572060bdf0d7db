/// Text as XML writes it.
enum XMPText {
    /// Text with its entities resolved; what is no entity stays as it is.
    static func unescaped(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let ampersand = rest.firstIndex(of: "&") {
            result += rest[..<ampersand]
            rest = rest[rest.index(after: ampersand)...]
            // No entity is longer than `#x10FFFF`.
            if let end = rest.prefix(10).firstIndex(of: ";"), let character = character(of: rest[..<end]) {
                result.unicodeScalars.append(character)
                rest = rest[rest.index(after: end)...]
            } else {
                result += "&"
            }
        }
        return result + rest
    }

    /// Whether XML can have a character, whatever way it is written: no control characters but three.
    static func isValid(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 && scalar.value | 1 != 0xFFFF || ["\t", "\n", "\r"].contains(scalar)
    }

    /// Text in which nothing can be taken for markup.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func character(of entity: Substring) -> Unicode.Scalar? {
        switch entity {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard entity.first == "#" else { return nil }
            let digits = entity.dropFirst()
            let code = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return code.flatMap(Unicode.Scalar.init)
        }
    }
}
