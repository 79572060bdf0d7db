import Synchronization

/// An XMP packet of a file, scanned on first access: EXIF has most of the values too.
final class XMPPacket: Sendable {
    /// The result of a scan; a class, since a reference that is set once must hold an object.
    private final class Scan: Sendable {
        let values: XMPValues

        init(_ values: XMPValues) {
            self.values = values
        }
    }

    /// The packet as it is in the file.
    let bytes: [UInt8]
    /// The properties that a JPEG file has in other segments.
    private let further: [UInt8]
    /// The position of the packet in the file.
    package let position: Int
    private let scan = AtomicLazyReference<Scan>()

    init(_ bytes: [UInt8], further: [UInt8] = [], at position: Int) {
        (self.bytes, self.further, self.position) = (bytes, further, position)
    }

    /// Its properties; concurrent callers may each scan, and all receive the result of the first one.
    var values: XMPValues {
        (scan.load() ?? scan.storeIfNil(Scan(XMPValues(packet: bytes, further: [further])))).values
    }

    /// The problem of the packet; nil if it was read to its end.
    var problem: MetadataProblem? {
        let values = values
        if values.exceededLimit != nil { return MetadataProblem(kind: .overLimit(.elements), position: position) }
        return values.isWhole ? nil : MetadataProblem(kind: .malformed, position: position)
    }
}

extension XMPPacket: Hashable {
    static func == (left: XMPPacket, right: XMPPacket) -> Bool {
        left.position == right.position && left.bytes == right.bytes && left.further == right.further
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
    }
}

/// A vocabulary of XMP, named by its URI.
public struct XMPNamespace: Hashable, Sendable, RawRepresentable {
    /// The URI.
    public let rawValue: String

    /// Creates a vocabulary from its URI.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Dublin Core: title, creator, rights, subject.
    public static let dublinCore = XMPNamespace(rawValue: "http://purl.org/dc/elements/1.1/")
    /// EXIF's tags.
    public static let exif = XMPNamespace(rawValue: "http://ns.adobe.com/exif/1.0/")
    /// EXIF's tags since its version 2.3, such as the lens model.
    public static let exifEX = XMPNamespace(rawValue: "http://cipa.jp/exif/1.0/")
    /// TIFF's tags.
    public static let tiff = XMPNamespace(rawValue: "http://ns.adobe.com/tiff/1.0/")
    /// XMP's own: creation and modification dates, rating.
    public static let basic = XMPNamespace(rawValue: "http://ns.adobe.com/xap/1.0/")
    /// Photoshop's: creation date, city, country.
    public static let photoshop = XMPNamespace(rawValue: "http://ns.adobe.com/photoshop/1.0/")
    /// More about the camera: lens, serial number.
    public static let auxiliary = XMPNamespace(rawValue: "http://ns.adobe.com/exif/1.0/aux/")
    /// IPTC's core: location, country code, the creator's address.
    public static let iptcCore = XMPNamespace(rawValue: "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/")
    /// IPTC's extension: locations created and shown, persons.
    public static let iptcExtension = XMPNamespace(rawValue: "http://iptc.org/std/Iptc4xmpExt/2008-02-29/")
    /// Adobe's notes on packets that span several segments.
    public static let note = XMPNamespace(rawValue: "http://ns.adobe.com/xmp/note/")
    /// RDF itself.
    package static let rdf = XMPNamespace(rawValue: "http://www.w3.org/1999/02/22-rdf-syntax-ns#")
}

/// Text as XML writes it.
package enum XMPText {
    /// Text with its entities resolved, and without surrounding blanks.
    ///
    /// - Parameter hasMarkup: whether it stands in an element, where CDATA is text, and comments are none.
    static func plain(_ bytes: ArraySlice<UInt8>, hasMarkup: Bool) -> String {
        let bytes = bytes.drop { $0 <= 0x20 }
        let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? bytes.startIndex
        var rest = String(decoding: bytes[bytes.startIndex..<end], as: UTF8.self)[...]
        guard rest.utf8.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }) else {
            return String(rest)
        }
        var text = ""
        while hasMarkup, let start = rest.firstIndex(of: "<") {
            text += unescaped(String(rest[..<start]))
            rest = rest[start...]
            let mark = [("<![CDATA[", "]]>"), ("<!--", "-->"), ("<?", "?>")].first { rest.hasPrefix($0.0) }
            guard let mark, let end = rest.firstRange(of: mark.1) else { break }
            if mark.0 == "<![CDATA[" { text += rest[..<end.lowerBound].dropFirst(mark.0.count) }
            rest = rest[end.upperBound...]
        }
        return text + unescaped(String(rest))
    }

    /// Text with its entities resolved; other text stays as it is.
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

    /// Whether XML can hold a character, in any notation: no control characters except three.
    package static func isValid(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 && scalar.value | 1 != 0xFFFF || ["\t", "\n", "\r"].contains(scalar)
    }

    /// Text without characters that could be taken for markup.
    package static func escaped(_ text: String) -> String {
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
