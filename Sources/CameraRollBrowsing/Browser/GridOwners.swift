import CameraRoll

/// Opens the lists of a grid, and handles what the grid would otherwise do itself when they fail: a browser.
@MainActor protocol GridListOwner: AnyObject {
    /// The grid has its new list, or the sections of its list.
    func gridChanged(_ change: GridChange)
    /// The grid's list cannot be read any more; what to show is up to the owner.
    func gridFailed(_ error: LibraryError)
    /// The permission is another one.
    func gridPermissionChanged(to status: AuthorizationStatus)
    /// The grid's state is another one.
    func gridStateChanged()
}

/// Decides what may be selected in a grid, and keeps the selection over all lists that the grid shows: a picker.
@MainActor protocol GridSelectionOwner: AnyObject {
    /// Whether the user may select now.
    var isSelecting: Bool { get }

    /// Whether selected assets show their order numbers, and not check marks.
    var showsOrderNumbers: Bool { get }

    /// The number of assets outside of the list that are known, selected or not.
    var outsideCount: Int { get }

    /// The filter by which assets are checked before they are selected; nil if all assets of its lists may be.
    var checkedFilter: PickerFilter? { get }

    /// The selection that goes with another list; the grid still has the previous one, with its selection.
    ///
    /// - Parameter snapshot: the list that the grid will show; nil for none.
    func selection(goingOverTo snapshot: AssetSnapshot?) -> AssetSelection

    /// The grid has another list, or another state of its list, and the selection that goes with it.
    ///
    /// - Parameter removedCount: the number of selected assets that the library has removed from the list.
    func listChanged(removedCount: Int)

    /// The selection has changed, and the list has not.
    func selectionChanged()
}
