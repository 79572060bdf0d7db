import Foundation

/// An identifier in a library's own text: of an asset, of an album, or of the library itself.
public protocol TextIdentifier: RawRepresentable<String>, Hashable, Comparable, Sendable, Codable,
    ExpressibleByStringLiteral, CustomStringConvertible
{
    /// Wraps the library's own text.
    init(rawValue: String)
}

extension TextIdentifier {
    /// Wraps the library's own text.
    @inlinable public init(_ rawValue: String) { self.init(rawValue: rawValue) }

    /// Wraps a literal, for tests and previews.
    @inlinable public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// The library's own text.
    @inlinable public var description: String { rawValue }

    /// Whether two identifiers are equal byte for byte: é as one scalar and é as two name different files.
    @inlinable public static func == (lhs: Self, rhs: Self) -> Bool { lhs.rawValue.hasSameBytes(as: rhs.rawValue) }

    /// Orders by the text's UTF-8 bytes; this is the last criterion, which makes every sort order total.
    @inlinable public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue.precedesByBytes(rhs.rawValue) }
}

extension String {
    /// Whether two strings consist of the same bytes; strings that compare equal may not.
    @usableFromInline func hasSameBytes(as other: String) -> Bool {
        let (left, right) = (utf8, other.utf8)
        guard left.count == right.count else { return false }
        // Each lookup of an image compares two identifiers; a loop over their bytes takes longer than the rest of it.
        let isEqual = left.withContiguousStorageIfAvailable { left in
            right.withContiguousStorageIfAvailable { right in
                guard let first = left.baseAddress, let second = right.baseAddress else { return left.isEmpty }
                // Two copies of one long string share its memory.
                return first == second || memcmp(first, second, left.count) == 0
            }
        }
        return isEqual.flatMap(\.self) ?? left.elementsEqual(right)
    }

    /// Whether the UTF-8 bytes of this string precede those of another one.
    @usableFromInline func precedesByBytes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
