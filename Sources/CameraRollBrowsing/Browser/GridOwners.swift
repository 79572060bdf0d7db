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

/// The picker that decides what may be selected in a grid, whose selection it lets outlive each list.
///
/// A protocol, since tests own selections too.
@MainActor protocol GridSelectionOwner: AnyObject {
    /// Whether the user may select now.
    var isSelecting: Bool { get }

    /// Whether selected assets show their order numbers instead of check marks.
    var showsOrderNumbers: Bool { get }

    /// The filter by which assets are checked before they are selected; nil if all assets of its lists may be.
    var checkedFilter: PickerFilter? { get }

    /// The filter of what may be preselected; nil for everything.
    var filter: PickerFilter? { get }

    /// The selection has changed, or goes over to another list.
    ///
    /// - Parameter outcome: the selected assets that the library no longer has.
    func selectionChanged(_ outcome: SelectionOutcome)
}
