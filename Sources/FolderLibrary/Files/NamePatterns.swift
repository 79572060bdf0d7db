#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// A name with wildcards: `*` stands for any characters, or none, and `?` for one.
///
/// Names that differ only in case or in their Unicode form are the same.
struct NamePattern: Hashable, Sendable {
    fileprivate enum Part: Hashable {
        case run
        case one
        case scalar(UInt32)
    }

    private let parts: [Part]

    init(_ text: some StringProtocol) {
        parts = Self.folded(String(text)).map { scalar in
            switch scalar {
            case "*": .run
            case "?": .one
            default: .scalar(scalar.value)
            }
        }
    }

    /// The characters of a name as they are compared.
    static func folded(_ name: String) -> [Unicode.Scalar] {
        Array(name.precomposedStringWithCanonicalMapping.lowercased().unicodeScalars)
    }

    /// Whether a name matches this pattern.
    ///
    /// - Parameters:
    ///   - count: the number of the name's characters.
    ///   - scalar: returns a folded character of the name.
    /// - Complexity: O(n · m) in the lengths of the name and the pattern: only the last wildcard is tried again.
    func matches(_ count: Int, _ scalar: (Int) -> UInt32) -> Bool {
        var (part, next) = (0, 0)
        var retry: (part: Int, next: Int)?
        while next < count {
            if part < parts.count, parts[part] == .run {
                part += 1
                retry = (part, next)
            } else if part < parts.count, parts[part] == .one || parts[part] == .scalar(scalar(next)) {
                (part, next) = (part + 1, next + 1)
            } else if let last = retry {
                (part, next) = (last.part, last.next + 1)
                retry = (part, next)
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { $0 == .run }
    }

    /// Whether a name matches this pattern; one that is not UTF-8 is compared in the form of ``FolderFile/path``.
    func matches(_ name: [UInt8]) -> Bool { NamePatterns([self]).contains(name) }

    /// The byte with which all names that match this pattern begin, in lowercase; nil if there are several.
    fileprivate var first: UInt8? { byte(of: parts.first) }

    /// The byte with which all names that match this pattern end, in lowercase; nil if there are several.
    fileprivate var last: UInt8? { byte(of: parts.last) }

    /// Also nil for a pattern beyond ASCII, since matching names have several Unicode forms.
    private func byte(of part: Part?) -> UInt8? {
        guard case .scalar(let scalar)? = part, parts.allSatisfy(\.isASCII) else { return nil }
        return UInt8(exactly: scalar)
    }
}

extension NamePattern.Part {
    fileprivate var isASCII: Bool {
        if case .scalar(let scalar) = self { scalar < 0x80 } else { true }
    }
}

/// Patterns with which the names in a folder are compared; nearly all names match none.
struct NamePatterns: Sendable {
    private let patterns: [NamePattern]
    /// The bytes with which a name that may match begins and ends.
    private var (firsts, lasts) = (ByteSet(), ByteSet())

    init(_ patterns: [NamePattern]) {
        self.patterns = patterns
        for pattern in patterns {
            if let first = pattern.first {
                firsts.insert(first)
            } else if let last = pattern.last {
                lasts.insert(last)
            } else {
                firsts = .all
            }
        }
    }

    /// Whether a name matches one of the patterns.
    func contains(_ name: [UInt8]) -> Bool { name.withUnsafeBufferPointer(contains) }

    /// Whether a name matches one of the patterns.
    func contains(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = name.first, let last = name.last, firsts.contains(first) || lasts.contains(last)
        else { return false }
        if name.allSatisfy({ $0 < 0x80 }) {
            return patterns.contains { $0.matches(name.count) { UInt32(name[$0].lowercased) } }
        }
        let scalars = NamePattern.folded(FolderPath.text(of: Array(name)))
        return patterns.contains { $0.matches(scalars.count) { scalars[$0].value } }
    }
}

/// A set of bytes, in which the case of ASCII letters makes no difference.
private struct ByteSet: Sendable {
    private var words: SIMD4<UInt64> = .zero

    static let all: Self = {
        var set = Self()
        set.words = SIMD4(repeating: .max)
        return set
    }()

    mutating func insert(_ byte: UInt8) {
        words[Int(byte.lowercased >> 6)] |= 1 << (byte.lowercased & 63)
    }

    func contains(_ byte: UInt8) -> Bool {
        words[Int(byte.lowercased >> 6)] >> (byte.lowercased & 63) & 1 != 0
    }
}

extension UInt8 {
    /// The lowercase form of an ASCII letter; other bytes are unchanged.
    var lowercased: UInt8 { 65...90 ~= self ? self | 0x20 : self }
}
#endif
