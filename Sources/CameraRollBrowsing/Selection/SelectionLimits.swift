public import CameraRoll

extension AssetSelection {
    /// How many assets may be selected, in total and of each media type, and how many must be.
    public struct Limits: Hashable, Sendable {
        /// The maximum number of selected assets, at least 1; nil for any number.
        public let maximum: Int?
        /// The number of assets from which a selection is complete, at least 0.
        public let minimum: Int
        /// The maximum numbers of assets of some media types, each at least 0; other types have no limit of their own.
        public let maximumByMediaType: [MediaType: Int]

        /// Any number of assets.
        public static let none = Limits(unchecked: nil, minimum: 0, maximumByMediaType: [:])

        /// Creates limits.
        ///
        /// ```swift
        /// try AssetSelection.Limits(maximum: 9, maximumByMediaType: [.video: 1])
        /// ```
        ///
        /// - Parameters:
        ///   - maximum: the maximum number of assets, at least 1; nil for any number.
        ///   - minimum: the number of assets from which the selection is complete, at least 0.
        ///   - maximumByMediaType: the maximum numbers of assets of some media types, each at least 0.
        /// - Throws: `InvalidArgument` for a number that is too small, or a minimum above the maximum.
        public init(
            maximum: Int? = nil, minimum: Int = 0, maximumByMediaType: [MediaType: Int] = [:]
        ) throws(InvalidArgument) {
            if let maximum { try InvalidArgument.check("maximum of a selection", maximum, in: 1...Int.max) }
            try InvalidArgument.check("minimum of a selection", minimum, in: 0...(maximum ?? Int.max))
            for (type, number) in maximumByMediaType {
                try InvalidArgument.check("maximum of media type '\(type)'", number, in: 0...Int.max)
            }
            self.init(unchecked: maximum, minimum: minimum, maximumByMediaType: maximumByMediaType)
        }

        private init(unchecked maximum: Int?, minimum: Int, maximumByMediaType: [MediaType: Int]) {
            self.maximum = maximum
            self.minimum = minimum
            self.maximumByMediaType = maximumByMediaType
        }
    }

    /// Why an asset was not selected.
    public enum Refusal: Hashable, Sendable {
        /// The maximum number of assets is selected.
        case maximum(Int)
        /// The maximum number of assets of a media type is selected.
        case mediaType(MediaType, maximum: Int)
        /// The limits depend on the media type, and that of the asset at a position is unknown.
        case unknownMediaType(position: Int)
        /// The filter of a picker does not offer the asset at a position, or the asset has not been read.
        ///
        /// This occurs only with a filter that no query can express; with others the list has only assets that they
        /// offer.
        case notOffered(position: Int)

        /// Whether a filter, not a limit, refuses the asset.
        var isOfFilter: Bool {
            if case .notOffered = self { true } else { false }
        }
    }

    /// The effect of an operation on a selection.
    public struct Change: Hashable, Sendable {
        /// The positions that were selected, in ascending order; adjacent ones form one range.
        public internal(set) var selected: [Range<Int>] = []
        /// The positions that were deselected, in ascending order; adjacent ones form one range.
        ///
        /// The assets that were selected after one of them have new order numbers.
        public internal(set) var deselected: [Range<Int>] = []
        /// Why some assets were not selected: `.maximum` if it was reached, otherwise the first reason; nil if all
        /// were.
        public internal(set) var refusal: Refusal?

        /// Whether nothing has changed.
        public var isEmpty: Bool { selected.isEmpty && deselected.isEmpty }

        init(refusal: Refusal? = nil) { self.refusal = refusal }

        /// What differs between the selected positions of a range before and after an operation.
        init(from before: [Range<Int>], to after: [Range<Int>], _ refusal: Refusal?) {
            (selected, deselected) = (after.subtracting(before), before.subtracting(after))
            self.refusal = refusal
        }
    }
}

extension [Range<Int>] {
    /// The parts of these ascending disjoint ranges that are in none of others.
    func subtracting(_ others: [Range<Int>]) -> [Range<Int>] {
        var (rest, index) = ([Range<Int>](), 0)
        for range in self {
            while index < others.count, others[index].upperBound <= range.lowerBound { index += 1 }
            var (start, next) = (range.lowerBound, index)
            while next < others.count, others[next].lowerBound < range.upperBound {
                if start < others[next].lowerBound { rest.append(start..<others[next].lowerBound) }
                (start, next) = (others[next].upperBound, next + 1)
            }
            if start < range.upperBound { rest.append(start..<range.upperBound) }
        }
        return rest
    }
}
