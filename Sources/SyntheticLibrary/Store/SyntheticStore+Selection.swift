public import CameraRoll

extension SyntheticStore {
    /// The assets that apps with limited access see; initially none.
    public var selection: Set<AssetID> { contents.selection }

    /// Selects exactly these assets for apps with limited access, as the user does in the settings; unknown ones
    /// are ignored.
    ///
    /// Libraries that are observed are notified.
    public func select(_ ids: some Sequence<AssetID>) {
        change { $0.select(ids) }
    }

    /// Sets the assets that the user will additionally select the next time that the app shows the limited access
    /// picker.
    ///
    /// Further calls apply to the times after that; without a call, the user selects nothing.
    public func pickNext(_ ids: some Sequence<AssetID>) {
        picker.add(Array(ids))
    }

    /// Shows the picker; returns the newly selected assets.
    func presentPicker() -> [AssetID] {
        let ids = picker.next()
        return change { $0.select(ids, keepingOthers: true) }
    }
}

/// The picker in which the user selects more assets; the selections are set beforehand.
final class LimitedPicker: Sendable {
    private let picks = Lock<[[AssetID]]>([])

    func add(_ ids: [AssetID]) {
        picks.withLock { $0.append(ids) }
    }

    /// The next selection; empty if none was set.
    func next() -> [AssetID] {
        picks.withLock { $0.isEmpty ? [] : $0.removeFirst() }
    }
}

/// A reader of a store, whose permission decides which assets it sees.
struct SyntheticAccess: Sendable {
    let authorization: any LibraryAuthorization

    /// Whether the reader sees only the selected assets; checked for each read.
    var isLimited: Bool { authorization.status(for: .readWrite) == .limited }
}
