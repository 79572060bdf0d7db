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
/// therefore searched for in the picker's list, and can be selected once it is found there. A preview of the strip
/// (``opened(at:of:imageSize:)``) shows the selected assets of all albums, and selects them wherever they are.
@MainActor @Observable public final class PickerPreview: Identifiable {
    /// The session.
    @ObservationIgnored public let session: PickerSession
    /// The pages.
    @ObservationIgnored public let pager: AssetPager
    /// The position of the asset on screen in the picker's list; nil during the search, and if it is not in the list.
    public var position: Int? {
        // The page and the list may have changed in this turn of the main actor; the search begins in the next one.
        guard let found, found.id == pager.current?.asset?.id, found.list === grid.snapshot else { return nil }
        return found.position
    }
    /// Why the last asset could not be selected; nil if it was.
    public private(set) var refusal: AssetSelection.Refusal?
    /// Where an asset was found in one of the picker's lists.
    private var found: (id: AssetID, list: AssetSnapshot, position: Int)?
    /// The strip whose assets are shown; nil for a preview of the picker's list.
    @ObservationIgnored private let strip: SelectedStrip?
    /// The serial numbers under which the assets of the strip were selected last.
    private var serials: [AssetID: Int]
    @ObservationIgnored private let search = OwnedTask()

    /// Creates a preview of a session's list.
    ///
    /// - Parameters:
    ///   - session: the session, which shows a list.
    ///   - position: the position of the first asset to show.
    ///   - imageSize: the size of the screen, in pixels.
    /// - Throws: `InvalidArgument` if the session shows no list, or the size is not possible.
    public convenience init(of session: PickerSession, at position: Int, imageSize: PixelSize) throws(InvalidArgument) {
        self.init(of: session, try AssetPager(over: session.browser.grid, at: position, imageSize: imageSize))
    }

    private init(
        of session: PickerSession, _ pager: AssetPager, _ strip: SelectedStrip? = nil, serials: [AssetID: Int] = [:]
    ) {
        (self.session, self.pager, self.strip, self.serials) = (session, pager, strip, serials)
        follow()
    }

    /// Opens a preview of what a strip shows, of whatever albums.
    ///
    /// - Parameters:
    ///   - item: the asset to show first.
    ///   - strip: the strip.
    ///   - imageSize: the size of the screen, in pixels.
    /// - Throws: the reason why the assets could not be read; `.assetNotFound` if the first one is gone.
    public static func opened(
        at item: SelectedStrip.Item, of strip: SelectedStrip, imageSize: PixelSize
    ) async throws(LibraryError) -> PickerPreview {
        let (session, items) = (strip.session, strip.items)
        let grid = session.browser.grid
        var query = AssetQuery.all
        query.scope = .identifiers(items.map(\.id))
        let list = try await grid.manager.photos.snapshot(of: query)
        guard let position = try await grid.manager.photos.index(of: item.id, in: list) else {
            throw .assetNotFound(item.id)
        }
        do throws(InvalidArgument) {
            let pager = try AssetPager(
                over: list, of: grid.manager, images: grid.images, at: position, imageSize: imageSize)
            let serials = Dictionary(items.map { ($0.id, $0.serial) }, uniquingKeysWith: { first, _ in first })
            return PickerPreview(of: session, pager, strip, serials: serials)
        } catch {
            throw .invalidArgument(error)
        }
    }

    private var grid: AssetGrid { session.browser.grid }

    /// The serial number of the asset on screen when it was selected last, if it is one of the strip.
    private var serial: Int? { pager.current?.asset.flatMap { serials[$0.id] } }

    /// The number of the asset on screen in the order of selection; nil if it is not selected.
    private var number: Int? {
        let selection = session.selection
        return serial.flatMap { selection.number(ofSerial: $0) } ?? position.flatMap { selection.orderNumber(of: $0) }
            ?? numberInStrip
    }

    /// The number of the asset on screen in the strip, which also has it if it was selected again elsewhere.
    private var numberInStrip: Int? {
        guard let strip, let id = pager.current?.asset?.id else { return nil }
        return strip.items.first { $0.id == id }?.orderNumber
    }

    /// Whether the asset on screen is selected.
    public var isSelected: Bool { number != nil }

    /// The number of the asset in the order of selection; nil if it is not selected, or the picker shows no numbers.
    public var orderNumber: Int? { session.showsOrderNumbers ? number : nil }

    /// Whether the asset on screen can be selected or deselected.
    public var canToggle: Bool {
        guard position != nil || serial != nil, let asset = pager.current?.asset else { return false }
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
    /// - Returns: what has changed; if the asset was refused, with the reason, which is also in ``refusal``.
    @discardableResult public func toggle() -> AssetSelection.Change {
        guard let asset = pager.current?.asset else { return AssetSelection.Change() }
        let change =
            if let number {
                session.changeSelection { $0.deselect(orderNumber: number) }
            } else {
                position.map { session.toggle($0, asset: asset) } ?? select(outside: asset)
            }
        refusal = change.refusal
        return change
    }

    /// Selects an asset of the strip that is not in the picker's list.
    private func select(outside asset: MediaAsset) -> AssetSelection.Change {
        guard serial != nil else { return AssetSelection.Change() }
        let change = session.changeSelection { selection in
            let serial = selection.runs.nextSerial
            let change = selection.select(outside: asset)
            if change.refusal == nil { serials[asset.id] = serial }
            return change
        }
        if isSelected { grid.askOutside(of: grid.snapshot) }
        return change
    }

    /// Shows the page of an asset, such as one in the strip.
    ///
    /// - Returns: false if the list does not contain the asset, or the task is canceled; nothing happens then.
    @discardableResult public func show(_ asset: MediaAsset) async -> Bool {
        guard let list = pager.grid.snapshot else { return false }
        let photos = session.browser.manager.photos
        guard let found = try? await photos.index(of: asset.id, in: list), pager.grid.snapshot === list,
            !Task.isCancelled
        else { return false }
        pager.moved(toPosition: found)
        return true
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
        guard let asset, let cell = pager.current, let list = grid.snapshot else {
            return found = nil
        }
        if pager.grid.snapshot === list || grid.asset(at: cell.position)?.id == asset.id {
            return found = (asset.id, list, cell.position)
        }
        found = nil
        search.replace(
            with: Task { [weak self, photos = session.browser.manager.photos] in
                let position = try? await photos.index(of: asset.id, in: list)
                guard let self, !Task.isCancelled, let position else { return }
                found = (asset.id, list, position)
            })
    }
}

extension AssetPager {
    /// Shows the page at a position of the list, or the nearest one.
    func moved(toPosition position: Int) {
        if let page = pageNumber(nearest: position) { moved(to: page) }
    }
}
