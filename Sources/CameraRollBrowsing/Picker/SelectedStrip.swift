public import CameraRoll
public import Observation

/// The selected assets of a picker in the order of selection: what a strip below a grid or a preview shows.
///
/// ```swift
/// let strip = SelectedStrip(of: session)
/// ForEach(strip.items) { item in thumbnail(of: item.asset) }
/// strip.move(from: 3, to: 0)                          // the fourth becomes the first
/// ```
///
/// Assets of other albums are included. The strip reads the selected assets again with each change of the selection,
/// and shows the previous ones until then.
@MainActor @Observable public final class SelectedStrip {
    /// A selected asset.
    public struct Item: Hashable, Sendable, Identifiable {
        /// The asset.
        public let asset: MediaAsset
        /// The number in the order of selection, counted from 1.
        public let orderNumber: Int

        /// The identity in the strip.
        public var id: AssetID { asset.id }
    }

    /// The maximum number of assets that are shown, and whose sizes are added.
    public static let longest = 100

    /// The assets, at most ``longest``; those that were deleted are missing.
    public private(set) var items: [Item] = []
    /// The total size of the original files of all selected assets, in bytes; nil while it is not known, for more than
    /// ``longest`` assets, and unless the session delivers originals.
    public private(set) var originalBytes: Int?
    /// The asset that the user drags to another place; nil if no drag is in progress.
    public private(set) var dragged: AssetID?
    /// The session.
    @ObservationIgnored public let session: PickerSession
    @ObservationIgnored private let reading = OwnedTask()

    /// Creates a strip, which follows the selection of a session for as long as it exists.
    public init(of session: PickerSession) {
        self.session = session
        follow()
    }

    /// The title of the switch for originals, with their size if it is known.
    public var originalPhrase: Phrase {
        originalBytes.map { Phrase(.pickerOriginalSize, .bytes($0)) } ?? Phrase(.pickerOriginal)
    }

    /// Moves an asset to another place in the order of selection.
    ///
    /// - Parameters:
    ///   - index: the index of the asset among the items.
    ///   - target: the new index, limited to those that exist.
    public func move(from index: Int, to target: Int) {
        guard items.indices.contains(index), !items.isEmpty else { return }
        let target = min(max(target, 0), items.count - 1)
        guard target != index else { return }
        let (number, newNumber) = (items[index].orderNumber, items[target].orderNumber)
        // At once, so that a dropped item does not jump back while the assets are read.
        let numbers = items.map(\.orderNumber)
        var assets = items.map(\.asset)
        assets.insert(assets.remove(at: index), at: target)
        items = zip(assets, numbers).map { Item(asset: $0, orderNumber: $1) }
        session.changeSelection { selection in
            selection.move(orderNumber: number, to: newNumber)
            return AssetSelection.Change()
        }
    }

    /// Moves an asset by a number of places, as VoiceOver's actions do; at the ends it stays.
    public func move(_ item: Item, by places: Int) {
        if let index = index(of: item.id) { move(from: index, to: index + places) }
    }

    /// Deselects an asset.
    public func deselect(_ item: Item) {
        session.changeSelection { $0.deselect(orderNumber: item.orderNumber) }
    }

    /// Moves the asset under a finger: the first location grabs it.
    ///
    /// - Parameters:
    ///   - x: the distance of the finger from the leading edge of the strip.
    ///   - itemWidth: the width of an item including the distance to the next one.
    public func drag(toX x: Double, itemWidth: Double) {
        guard x.isFinite, itemWidth > 0, !items.isEmpty else { return }
        let index = Int(min(max(x / itemWidth, 0), Double(items.count - 1)))
        guard let dragged else { return dragged = items[index].id }
        if let current = self.index(of: dragged) { move(from: current, to: index) }
    }

    /// Ends the drag of an asset.
    public func endDrag() {
        if dragged != nil { dragged = nil }
    }

    /// The label of an item for VoiceOver.
    public func label(of item: Item) -> [Phrase] {
        let description = AssetDescription(of: item.asset, at: item.orderNumber - 1, of: session.selection.count)
        return description.kindAndDate + [Phrase(.assetSelectedNumber, .number(item.orderNumber))]
    }

    private func index(of id: AssetID) -> Int? { items.firstIndex { $0.id == id } }

    private func follow() {
        let selection = withObservationTracking {
            // Also observes the switch for originals, whose size is read then.
            (session.selection, session.deliversOriginals).0
        } onChange: { [weak self] in
            // The observed value is set once this turn of the main actor has ended.
            Task { @MainActor [weak self] in self?.follow() }
        }
        if selection.isEmpty {
            reading.replace(with: nil)
            return take(SelectedAssets(), originalBytes: nil)
        }
        reading.replace(
            with: Task { [weak self, session] in
                guard let selected = try? await session.selectedAssets(first: Self.longest) else { return }
                let bytes = await session.originalBytes(of: selected.assets)
                if !Task.isCancelled { self?.take(selected, originalBytes: bytes) }
            })
    }

    private func take(_ selected: SelectedAssets, originalBytes: Int?) {
        let items = zip(selected.assets, selected.numbers).map { Item(asset: $0, orderNumber: $1) }
        if self.items != items { self.items = items }
        if self.originalBytes != originalBytes { self.originalBytes = originalBytes }
    }
}

extension PickerSession {
    /// The total size of the original files of all selected assets; nil if it is not requested or not known.
    fileprivate func originalBytes(of assets: [MediaAsset]) async -> Int? {
        guard deliversOriginals, configuration.offersOriginals, selection.count == assets.count else { return nil }
        var sum = 0
        for asset in assets {
            guard let main = try? await browser.grid.images.resources(of: asset).first(where: \.kind.isMain),
                let bytes = main.byteCount
            else { return nil }
            sum += bytes
        }
        return sum
    }
}
