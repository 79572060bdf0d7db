import Foundation

/// One key of a sort order, with its direction: the keys that PhotoKit supports for assets.
public struct AssetSort: Hashable, Sendable, Codable {
    /// What an order can look at.
    public enum Key: String, Hashable, Sendable, Codable, CaseIterable {
        /// When it was taken; unknown dates count as the oldest.
        case creationDate
        /// When it was edited; unknown dates count as the oldest.
        case modificationDate
        /// The raw value of the media type.
        case mediaType
        /// The raw bits of the subtypes.
        case mediaSubtypes
        /// Playing time in seconds.
        case duration
        /// Width in pixels.
        case pixelWidth
        /// Height in pixels.
        case pixelHeight
        /// Others before favourites.
        case isFavorite
        /// Others before hidden ones.
        case isHidden
        /// The burst's identifier; none counts as the smallest.
        case burstIdentifier
        /// The asset's own identifier.
        case identifier
    }

    /// What to look at.
    public var key: Key
    /// Whether the smallest comes first.
    public var isAscending: Bool

    /// A key and its direction.
    public init(_ key: Key, ascending: Bool) {
        self.key = key
        isAscending = ascending
    }

    /// Newest first: what the articles use throughout.
    public static let newestFirst = AssetSort(.creationDate, ascending: false)
    /// Oldest first.
    public static let oldestFirst = AssetSort(.creationDate, ascending: true)
}

/// Where an asset stands in a sort order, whether or not it still exists: what a keyset cursor remembers.
///
/// Equal values are told apart by the asset's identifier, in the direction of the order's first key: so every order is
/// total, and an order read backwards is the order with all its directions turned.
public struct SortPosition: Hashable, Sendable, Codable {
    /// One value in an order.
    public enum Value: Hashable, Sendable, Codable {
        /// A number, a date in seconds since 2001, or a truth as 0 or 1.
        case number(Double)
        /// A text, compared by its UTF-8 bytes.
        case text(String)
    }

    /// The values, one for each key of the order.
    public let values: [Value]
    /// The asset that stood here.
    public let id: AssetID

    /// A position from its values, one for each key of the order.
    public init(values: [Value], id: AssetID) {
        self.values = values
        self.id = id
    }

    /// The position of an asset in an order.
    public init(of asset: MediaAsset, in order: [AssetSort]) {
        values = order.map { $0.key.value(of: asset) }
        id = asset.id
    }

    /// Whether it has one value for each key of an order, of the key's kind.
    func fits(_ order: [AssetSort]) -> Bool {
        values.count == order.count && zip(values, order).allSatisfy { $0.isText == $1.key.isText }
    }

    /// Whether this position comes before another one of the same order.
    ///
    /// - Complexity: O(k) in the keys of the order.
    public func precedes(_ other: SortPosition, in order: [AssetSort]) -> Bool {
        for (index, sort) in order.enumerated() where values[index] != other.values[index] {
            return values[index].isLess(than: other.values[index]) == sort.isAscending
        }
        return id != other.id && (id < other.id) == (order.first?.isAscending ?? true)
    }
}

extension SortPosition.Value {
    /// A number that has an order and can be written down: what has neither, such as no date, counts as the smallest.
    static func finite(_ number: Double) -> Self {
        .number(number.isNaN ? -.greatestFiniteMagnitude : number.clamped(to: .greatestFiniteMagnitude))
    }

    var isText: Bool {
        if case .text = self { true } else { false }
    }

    /// Numbers come before texts; the values of one key are always of one kind.
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
    /// The value that an asset has for this key.
    public func value(of asset: MediaAsset) -> SortPosition.Value {
        switch self {
        case .creationDate: .finite(asset.creationDate?.timeIntervalSinceReferenceDate ?? -.infinity)
        case .modificationDate: .finite(asset.modificationDate?.timeIntervalSinceReferenceDate ?? -.infinity)
        case .mediaType: .number(Double(asset.mediaType.rawValue))
        case .mediaSubtypes: .number(Double(asset.subtypes.rawValue))
        case .duration: .finite(asset.duration)
        case .pixelWidth: .number(Double(asset.pixelWidth))
        case .pixelHeight: .number(Double(asset.pixelHeight))
        case .isFavorite: .number(asset.isFavorite ? 1 : 0)
        case .isHidden: .number(asset.isHidden ? 1 : 0)
        case .burstIdentifier: .text(asset.burstIdentifier ?? "")
        case .identifier: .text(asset.id.rawValue)
        }
    }

    /// Whether its values are texts.
    var isText: Bool { self == .burstIdentifier || self == .identifier }
}

extension Double {
    /// The nearest number that is no farther from zero than `magnitude`.
    fileprivate func clamped(to magnitude: Double) -> Double {
        min(max(self, -magnitude), magnitude)
    }
}
