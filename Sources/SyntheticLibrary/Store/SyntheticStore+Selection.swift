public import CameraRoll

extension SyntheticStore {
    /// The assets that apps with limited access see; none at first.
    public var selection: Set<AssetID> { contents.selection }

    /// Has apps with limited access see just these assets, as the user decides in the settings; unknown ones are passed
    /// over.
    ///
    /// Libraries that are observed are told of it.
    public func select(_ ids: some Sequence<AssetID>) {
        change { $0.select(ids) }
    }

    /// Says what the user will select in addition the next time that the app shows the picker of limited access.
    ///
    /// Further calls are for the times after that; the user who was told nothing picks nothing.
    public func pickNext(_ ids: some Sequence<AssetID>) {
        picker.add(Array(ids))
    }

    /// Shows the picker; returns what was newly selected.
    func presentPicker() -> [AssetID] {
        let ids = picker.next()
        return change { $0.select(ids, keepingOthers: true) }
    }
}

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

/// Who reads a store: what the user allows decides what there is.
struct SyntheticAccess: Sendable {
    let authorization: any LibraryAuthorization

    /// Whether the reader sees the selected assets only; asked anew for each read.
    var isLimited: Bool { authorization.status(for: .readWrite) == .limited }
}
