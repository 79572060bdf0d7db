import CameraRoll

/// The browser that opens a grid's lists and handles their errors instead of the grid.
///
/// A protocol, although only the browser conforms to it: a browser knows its grid, and the grid of an app without a
/// browser compiles without one.
@MainActor protocol GridListOwner: AnyObject {
    /// The grid has a new list, or the sections of its list.
    func gridChanged(_ change: GridChange)
    /// The grid's list can no longer be read; the owner decides what to show.
    func gridFailed(_ error: LibraryError)
    /// The permission has changed.
    func gridPermissionChanged(to status: AuthorizationStatus)
    /// The grid's state has changed.
    func gridStateChanged()
}

/// The picker that decides what may be selected in a grid, and keeps the selection across all lists that the grid
/// shows.
///
/// A protocol, since tests own selections too.
@MainActor protocol GridSelectionOwner: AnyObject {
    /// Whether the user may select now.
    var isSelecting: Bool { get }

    /// Whether selected assets show their order numbers instead of check marks.
    var showsOrderNumbers: Bool { get }

    /// The number of assets outside of the list that are known, selected or not.
    var outsideCount: Int { get }

    /// The filter by which assets are checked before they are selected; nil if all assets of its lists may be.
    var checkedFilter: PickerFilter? { get }

    /// Returns the selection for another list; the grid still has the previous list, with its selection.
    ///
    /// - Parameter snapshot: the list that the grid will show; nil for none.
    func selection(goingOverTo snapshot: AssetSnapshot?) -> AssetSelection

    /// The grid's list has been replaced or has changed, and the grid has the selection for it.
    ///
    /// - Parameter removedCount: the number of selected assets that the library has removed from the list.
    func listChanged(removedCount: Int)

    /// The selection has changed, but the list has not.
    func selectionChanged()
}
