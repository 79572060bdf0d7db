public import CameraRoll

extension AssetSelection {
    /// What a selection still has room for; it changes only when a limit is reached or left, not with each asset.
    public struct Room: Hashable, Sendable {
        /// Whether the maximum number of assets is selected.
        public let isFull: Bool
        /// The media types of which the maximum number is selected.
        public let fullTypes: Set<MediaType>

        /// Whether another asset may be selected.
        ///
        /// - Parameter type: its media type; nil if it has not been read.
        public func allows(_ type: MediaType?) -> Bool { !isFull && !(type.map(fullTypes.contains) ?? false) }
    }

    /// What the selection still has room for.
    public var room: Room {
        let full = limits.maximumByMediaType.filter { runs.countByMediaType[$0.key, default: 0] >= $0.value }
        return Room(isFull: limits.maximum.map { count >= $0 } ?? false, fullTypes: Set(full.keys))
    }
}

extension AssetSelection.Refusal {
    /// The message to the user; nil if the asset can be selected in a moment, once it has been read.
    public var phrase: Phrase? {
        switch self {
        case .maximum(let maximum): .count(maximum, one: .limitReachedOne, other: .limitReachedOther)
        case .mediaType(_, maximum: ...0), .notOffered: Phrase(.limitNotOffered)
        case .mediaType(.video, let maximum): .count(maximum, one: .limitVideosOne, other: .limitVideosOther)
        case .mediaType(.image, let maximum): .count(maximum, one: .limitPhotosOne, other: .limitPhotosOther)
        case .mediaType(_, let maximum): .count(maximum, one: .limitReachedOne, other: .limitReachedOther)
        case .unknownMediaType: nil
        }
    }
}
