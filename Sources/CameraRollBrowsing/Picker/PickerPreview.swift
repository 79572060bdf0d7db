public import CameraRoll
public import Observation
public import PhotoMetadata

/// A preview of an asset in a picker before it is selected: a pager over the picker's list that shows whether its asset
/// is selected.
///
/// ```swift
/// let preview = try PickerPreview(of: session, at: position, imageSize: screen)
/// AssetPagerView(preview.pager)
/// button.isSelected = preview.isSelected
/// preview.toggle()
/// ```
///
/// The pager follows the library by itself, so its list may be a moment ahead of the picker's. The asset on screen is
/// therefore searched for in the picker's list, and can be selected once it is found there.
@MainActor @Observable public final class PickerPreview: Identifiable {
    /// The session.
    @ObservationIgnored public let session: PickerSession
    /// The pages.
    @ObservationIgnored public let pager: AssetPager
    /// The position of the asset on screen in the picker's list; nil during the search, and if it is not in the list.
    public private(set) var position: Int?
    /// Why the last asset could not be selected; nil if it was.
    public private(set) var refusal: AssetSelection.Refusal?
    @ObservationIgnored private let search = OwnedTask()

    /// Creates a preview of a session's list.
    ///
    /// - Parameters:
    ///   - session: the session, which shows a list.
    ///   - position: the position of the first asset to show.
    ///   - imageSize: the size of the screen, in pixels.
    /// - Throws: `InvalidArgument` if the session shows no list, or the size is not possible.
    public init(of session: PickerSession, at position: Int, imageSize: PixelSize) throws(InvalidArgument) {
        self.session = session
        pager = try AssetPager(over: session.browser.grid, at: position, imageSize: imageSize)
        follow()
    }

    private var grid: AssetGrid { session.browser.grid }

    /// Whether the asset on screen is selected.
    public var isSelected: Bool { position.map(session.selection.contains) ?? false }

    /// The number of the asset in the order of selection; nil if it is not selected, or the picker shows no numbers.
    public var orderNumber: Int? {
        guard session.showsOrderNumbers else { return nil }
        return position.flatMap { session.selection.orderNumber(of: $0) }
    }

    /// Whether the asset on screen can be selected or deselected.
    public var canToggle: Bool {
        guard position != nil, let asset = pager.current?.asset else { return false }
        guard !isSelected else { return true }
        return session.isOffered(asset)
            && (session.configuration.selectionLimit == 1 || grid.room.allows(asset.mediaType))
    }

    /// Whether nothing is left to show: the last asset was deleted, or the permission is gone.
    public var isOver: Bool { pager.index == nil }

    /// The text of the selection button.
    public var togglePhrase: Phrase { Phrase(isSelected ? .pickerDeselect : .pickerSelect) }

    /// Selects the asset on screen, or deselects it.
    ///
    /// - Returns: what has changed; if a limit has refused the asset, with the reason, which is also in ``refusal``.
    @discardableResult public func toggle() -> AssetSelection.Change {
        guard let position, let asset = pager.current?.asset else { return AssetSelection.Change() }
        let change = session.toggle(position, asset: asset)
        refusal = change.refusal
        return change
    }

    /// Shows the page of an asset, such as one in the strip; nothing happens if the list does not contain it, or if the
    /// task is canceled.
    public func show(_ asset: MediaAsset) async {
        guard let list = pager.grid.snapshot else { return }
        let photos = session.browser.manager.photos
        guard let found = try? await photos.index(of: asset.id, in: list), pager.grid.snapshot === list,
            !Task.isCancelled
        else { return }
        pager.moved(toPosition: found)
    }

    private func follow() {
        let asset = withObservationTracking {
            // Observed so that changes of the picker's list count too.
            (pager.current?.asset, grid.generation, pager.index).0
        } onChange: { [weak self] in
            // The observed value is set once this turn of the main actor has ended.
            Task { @MainActor [weak self] in self?.follow() }
        }
        refusal = nil
        find(asset)
    }

    private func find(_ asset: MediaAsset?) {
        search.replace(with: nil)
        guard let asset, let cell = pager.current, let list = grid.snapshot else { return take(nil) }
        if pager.grid.snapshot === list || grid.asset(at: cell.position)?.id == asset.id { return take(cell.position) }
        take(nil)
        search.replace(
            with: Task { [weak self, photos = session.browser.manager.photos] in
                let found = try? await photos.index(of: asset.id, in: list)
                guard let self, !Task.isCancelled, grid.snapshot === list else { return }
                take(found)
            })
    }

    private func take(_ position: Int?) {
        if self.position != position { self.position = position }
    }
}

extension AssetPager {
    /// Shows the page at a position of the list, or the nearest one.
    func moved(toPosition position: Int) {
        if let page = pageNumber(nearest: position) { moved(to: page) }
    }
}
