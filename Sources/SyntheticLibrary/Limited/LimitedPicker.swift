import CameraRoll

/// The picker in which the user selects more assets: what they will pick is written down beforehand.
final class LimitedPicker: Sendable {
    private let picks = Lock<[[AssetID]]>([])

    func add(_ ids: [AssetID]) {
        picks.withLock { $0.append(ids) }
    }

    /// What is picked this time; nothing where nothing was written down.
    func next() -> [AssetID] {
        picks.withLock { $0.isEmpty ? [] : $0.removeFirst() }
    }
}
