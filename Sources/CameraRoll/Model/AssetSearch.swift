import Foundation

/// The criteria for searching a library: words, a place, or both.
///
/// ```swift
/// let found = try await photos.search(AssetSearch("golden beach"))
/// let nearby = try await photos.search(AssetSearch(in: try PlaceArea(latitudes: 38.6...38.8, west: -9.3, east: -9.0)))
/// ```
public struct AssetSearch: Hashable, Sendable {
    /// The words, separated by white space.
    ///
    /// An asset is found if each word occurs in one of its texts, even as part of a longer word, which finds words in
    /// Chinese and Japanese. Case, accents and character width are ignored. No character has a special meaning.
    public var text: String
    /// The area in which the assets were taken; nil for assets from any place, or none.
    public var area: PlaceArea?

    /// Creates a search for words, a place, or both.
    public init(_ text: String = "", in area: PlaceArea? = nil) {
        self.text = text
        self.area = area
    }

    /// The maximum number of characters in the text.
    static let longestText = 1_000

    /// Whether an asset is found, for libraries that compare one by one.
    ///
    /// - Parameters:
    ///   - texts: the texts of the asset, such as its file name, title, caption and keywords.
    ///   - place: where it was taken; nil if that is unknown.
    /// - Complexity: O(n) in the length of the texts.
    public func matches(_ texts: [String], takenAt place: Coordinate?) -> Bool {
        if let area, place.map(area.contains) != true { return false }
        // No word contains a line break.
        let folded = Array(Self.folded(texts.joined(separator: "\n")).utf8)
        return words.allSatisfy { folded.contains(bytes: Array($0.utf8)) }
    }

    /// The words in the form in which texts are compared, each once, the longest first.
    package var words: [String] {
        // The longest word is usually the rarest.
        let words = Set(Self.folded(text).split(whereSeparator: \.isWhitespace).map(String.init))
        return words.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
    }

    /// A text in the form in which texts are compared: without case, accents and width.
    package static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.decomposedStringWithCanonicalMapping.folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    /// Throws if there is nothing to search for, or the text is too long.
    func validate() throws(LibraryError) {
        guard text.count <= Self.longestText else {
            throw .invalid("search", "a text of \(text.count) characters", "at most \(Self.longestText) characters")
        }
        guard area != nil || text.contains(where: { !$0.isWhitespace }) else {
            throw .invalid("search", "'\(text)'", "a word, or an area")
        }
    }
}

/// An area of the earth between two latitudes and two longitudes.
public struct PlaceArea: Hashable, Sendable {
    /// The latitudes, in degrees north of the equator.
    public let latitudes: ClosedRange<Double>
    /// The western border, in degrees east of Greenwich.
    public let west: Double
    /// The eastern border, in degrees east of Greenwich; less than ``west`` if the area crosses the 180th meridian.
    public let east: Double

    /// Creates an area, which includes its borders.
    ///
    /// - Parameters:
    ///   - latitudes: degrees north of the equator, within -90 to 90.
    ///   - west: the western border, -180 to 180 degrees east of Greenwich.
    ///   - east: the eastern border, -180 to 180; less than `west` if the area crosses the 180th meridian.
    /// - Throws: `InvalidArgument` for a number outside its range, or NaN.
    public init(latitudes: ClosedRange<Double>, west: Double, east: Double) throws(InvalidArgument) {
        guard latitudes.lowerBound >= -90, latitudes.upperBound <= 90 else {
            throw InvalidArgument("latitudes", latitudes, allowed: "-90 to 90")
        }
        for (name, value) in [("west", west), ("east", east)] where !(-180.0...180).contains(value) {
            throw InvalidArgument(name, value, allowed: "-180 to 180")
        }
        self.latitudes = latitudes
        self.west = west
        self.east = east
    }

    /// Whether a place is in the area.
    public func contains(_ place: Coordinate) -> Bool {
        guard latitudes.contains(place.latitude) else { return false }
        let (isBehindWest, isBeforeEast) = (place.longitude >= west, place.longitude <= east)
        return west <= east ? isBehindWest && isBeforeEast : isBehindWest || isBeforeEast
    }
}

extension [UInt8] {
    /// Whether a nonempty word occurs in the bytes; in UTF-8, no character begins within another one.
    fileprivate func contains(bytes word: [UInt8]) -> Bool {
        guard count >= word.count else { return false }
        return (0...count - word.count).contains { self[$0] == word[0] && self[$0...].starts(with: word) }
    }
}
