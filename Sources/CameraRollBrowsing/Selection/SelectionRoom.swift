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
        let full = limits.maximumByMediaType.filter { countByMediaType[$0.key, default: 0] >= $0.value }
        return Room(isFull: limits.maximum.map { count >= $0 } ?? false, fullTypes: Set(full.keys))
    }

    /// Moves the asset with an order number to another one, even if the list shown does not contain it.
    ///
    /// - Parameters:
    ///   - number: the order number, from 1 to ``count``; nothing happens for another one.
    ///   - newNumber: the new order number, limited to the existing ones.
    public mutating func move(orderNumber number: Int, to newNumber: Int) {
        guard 1...max(count, 1) ~= number, let place = runs.position(at: number - 1) else { return }
        drag = nil
        guard let removed = runs.remove(place..<place + 1) else { return }
        runs.insert(removed.run, at: min(max(newNumber, 1) - 1, runs.count))
    }
}

extension AssetSelection {
    /// Deselects the asset with an order number, even if the list shown does not contain it.
    ///
    /// - Parameter number: the order number, from 1 to ``count``; nothing happens for another one.
    @discardableResult public mutating func deselect(orderNumber number: Int) -> Change {
        guard 1...max(count, 1) ~= number, let place = runs.position(at: number - 1) else { return Change() }
        guard place >= listCount else { return deselect(place) }
        drag = nil
        if let type = runs.remove(place..<place + 1)?.run.mediaType { countByMediaType[type, default: 0] -= 1 }
        return Change()
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
