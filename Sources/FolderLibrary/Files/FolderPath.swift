#if FolderLibrary || canImport(Darwin)

/// Paths relative to the folder of photos, as text.
///
/// File names are bytes, which on Linux need not be UTF-8: old archives have names in Latin-1 or Shift JIS. A byte that
/// is not part of a character becomes U+FFFD followed by its two hexadecimal digits, `caf�E9.jpg`, so that different
/// names have different texts, and each text can be converted back to its name.
enum FolderPath {
    /// The text of a path.
    static func text(of names: [[UInt8]]) -> String {
        names.map { text(of: $0) }.joined(separator: "/")
    }

    /// The text of a name, or of a path with slashes.
    static func text(of name: [UInt8]) -> String {
        if let text = String(validating: name, as: UTF8.self), !text.unicodeScalars.contains(mark) { return text }
        var (bytes, text) = (name[...], "")
        while !bytes.isEmpty {
            let length = wrongByteCount(at: bytes)
            for byte in bytes.prefix(length) { text += escape(byte) }
            bytes = bytes.dropFirst(length)
            guard let (scalar, length) = scalar(at: bytes) else { continue }
            text.unicodeScalars.append(scalar)
            bytes = bytes.dropFirst(length)
        }
        return text
    }

    /// The bytes of the name or path with a text.
    static func bytes(of text: String) -> [UInt8] {
        var (rest, bytes) = (Array(text.utf8)[...], [UInt8]())
        while let first = rest.first {
            if let byte = escaped(at: rest) {
                bytes.append(byte)
                rest = rest.dropFirst(markBytes.count + 2)
            } else {
                bytes.append(first)
                rest = rest.dropFirst()
            }
        }
        return bytes
    }

    private static let mark: Unicode.Scalar = "\u{FFFD}"
    private static let markBytes: [UInt8] = [0xEF, 0xBF, 0xBD]

    private static func escape(_ byte: UInt8) -> String {
        "\u{FFFD}" + String(byte, radix: 16, uppercase: true)
    }

    /// The number of bytes that do not begin a character, or that would be read as an escape if they stayed.
    private static func wrongByteCount(at bytes: ArraySlice<UInt8>) -> Int {
        if escaped(at: bytes) != nil { return markBytes.count }
        var (parser, input) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator())
        if case .error(let length) = parser.parseScalar(from: &input) { return length }
        return 0
    }

    private static func scalar(at bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, length: Int)? {
        var (parser, input) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator())
        guard escaped(at: bytes) == nil, case .valid(let character) = parser.parseScalar(from: &input) else {
            return nil
        }
        return (UTF8.decode(character), character.count)
    }

    /// The byte that an escape stands for; only bytes beyond ASCII have one.
    private static func escaped(at bytes: ArraySlice<UInt8>) -> UInt8? {
        guard bytes.starts(with: markBytes) else { return nil }
        let digits = bytes.dropFirst(markBytes.count).prefix(2)
        guard digits.count == 2, digits.allSatisfy({ 48...57 ~= $0 || 65...70 ~= $0 }) else { return nil }
        return UInt8(String(decoding: digits, as: UTF8.self), radix: 16).flatMap { $0 < 0x80 ? nil : $0 }
    }
}
#endif
