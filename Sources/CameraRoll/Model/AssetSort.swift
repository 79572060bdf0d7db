import Foundation

/// One key of a sort order, with its direction: the keys that PhotoKit supports for assets.
public struct AssetSort: Hashable, Sendable, Codable {
    /// A property to sort by.
    public enum Key: String, Hashable, Sendable, Codable, CaseIterable {
        /// The creation date; unknown dates sort as the oldest.
        case creationDate
        /// The modification date; unknown dates sort as the oldest.
        case modificationDate
        /// The date on which the asset was added to the library; unknown dates sort as the oldest.
        ///
        /// Few libraries sort by it; see ``PhotoLibraryBackend/sortKeys``.
        case addedDate
        /// The raw value of the media type.
        case mediaType
        /// The raw bits of the subtypes.
        case mediaSubtypes
        /// The playing time in seconds.
        case duration
        /// The width in pixels.
        case pixelWidth
        /// The height in pixels.
        case pixelHeight
        /// Other assets before favorites.
        case isFavorite
        /// Other assets before hidden ones.
        case isHidden
        /// The burst's identifier; a missing one sorts first.
        case burstIdentifier
        /// The asset's own identifier.
        case identifier
    }

    /// The property to sort by.
    public var key: Key
    /// Whether the smallest value comes first.
    public var isAscending: Bool

    /// Creates a sort key with its direction.
    public init(_ key: Key, ascending: Bool) {
        self.key = key
        isAscending = ascending
    }

    /// Newest first: the default order of a query.
    public static let newestFirst = AssetSort(.creationDate, ascending: false)
    /// Oldest first.
    public static let oldestFirst = AssetSort(.creationDate, ascending: true)
}

/// The position of an asset in a sort order, even if the asset no longer exists; stored in keyset cursors.
///
/// Equal values are ordered by the asset's identifier, in the direction of the order's first key. Every order is
/// therefore total, and reversing all its directions reverses the order.
public struct SortPosition: Hashable, Sendable, Codable {
    /// One value of a sort position.
    public enum Value: Hashable, Sendable, Codable {
        /// A number; a date in seconds since 2001; a Boolean as 0 or 1.
        case number(Double)
        /// A text, compared by its UTF-8 bytes.
        case text(String)
    }

    /// The values, one for each sort key.
    public let values: [Value]
    /// The asset at this position.
    public let id: AssetID

    /// Creates a position from its values, one for each sort key; what is not a number counts as no date does.
    public init(values: [Value], id: AssetID) {
        self.values = values.map { value in
            guard case .number(let number) = value, number.isNaN else { return value }
            return .finite(number)
        }
        self.id = id
    }

    /// The position of an asset in an order.
    public init(of asset: MediaAsset, in order: [AssetSort]) {
        values = order.map { $0.key.value(of: asset) }
        id = asset.id
    }

    /// Whether the position has one value of the right type for each sort key.
    func fits(_ order: [AssetSort]) -> Bool {
        values.count == order.count && zip(values, order).allSatisfy { $0.isText == $1.key.isText }
    }

    /// Whether this position precedes another one in the same order.
    ///
    /// - Complexity: O(k) in the number of sort keys.
    public func precedes(_ other: SortPosition, in order: [AssetSort]) -> Bool {
        for (index, sort) in order.enumerated() where !values[index].isSame(as: other.values[index]) {
            return values[index].isLess(than: other.values[index]) == sort.isAscending
        }
        return id != other.id && (id < other.id) == (order.first?.isAscending ?? true)
    }
}

extension SortPosition.Value {
    /// A number that can be ordered and encoded: values without an order, such as no date, become the smallest
    /// number.
    static func finite(_ number: Double) -> Self {
        .number(number.isNaN ? -.greatestFiniteMagnitude : number.clamped(to: .greatestFiniteMagnitude))
    }

    var isText: Bool {
        if case .text = self { true } else { false }
    }

    /// Whether two values are equal, texts byte for byte, as they are ordered.
    func isSame(as other: Self) -> Bool {
        switch (self, other) {
        case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
        default: self == other
        }
    }

    /// Numbers precede texts; the values of one key always have the same type.
    func isLess(than other: Self) -> Bool {
        switch (self, other) {
        case (.number(let left), .number(let right)): left < right
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.number, .text): true
        case (.text, .number): false
        }
    }
}

extension AssetSort.Key {
    /// The value of an asset for this key.
    public func value(of asset: MediaAsset) -> SortPosition.Value {
        switch self {
        case .creationDate: .finite(asset.creationDate?.timeIntervalSinceReferenceDate ?? -.infinity)
        case .modificationDate: .finite(asset.modificationDate?.timeIntervalSinceReferenceDate ?? -.infinity)
        case .addedDate: .finite(asset.addedDate?.timeIntervalSinceReferenceDate ?? -.infinity)
        case .mediaType: .number(Double(asset.mediaType.rawValue))
        case .mediaSubtypes: .number(Double(asset.mediaSubtypes.rawValue))
        case .duration: .finite(asset.duration)
        case .pixelWidth: .number(Double(asset.pixelWidth))
        case .pixelHeight: .number(Double(asset.pixelHeight))
        case .isFavorite: .number(asset.isFavorite ? 1 : 0)
        case .isHidden: .number(asset.isHidden ? 1 : 0)
        case .burstIdentifier: .text(asset.burstIdentifier ?? "")
        case .identifier: .text(asset.id.rawValue)
        }
    }

    /// Whether the key's values are texts.
    var isText: Bool { self == .burstIdentifier || self == .identifier }
}

extension Double {
    /// Clamps the number to the range from `-magnitude` to `magnitude`.
    fileprivate func clamped(to magnitude: Double) -> Double {
        min(max(self, -magnitude), magnitude)
    }
}
