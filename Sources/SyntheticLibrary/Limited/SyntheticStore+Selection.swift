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
