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
/// Assets of other albums are included. The strip shows the selection itself, so what is no longer selected is gone at
/// once; an asset that the grid has not read is read once, and appears then. Nothing is read while a finger drags over
/// cells.
@MainActor @Observable public final class SelectedStrip {
    /// A selected asset.
    public struct Item: Hashable, Sendable, Identifiable {
        /// The asset.
        public let asset: MediaAsset
        /// The number in the order of selection, counted from 1.
        public let orderNumber: Int
        /// The serial number, which tells the asset from all others that are selected before or after it.
        let serial: Int

        /// The identity in the strip.
        public var id: AssetID { asset.id }
    }

    /// The maximum number of assets that are shown, and whose sizes are added.
    public static let longest = 100

    /// The asset that the user drags to another place; nil if no drag is in progress.
    public private(set) var dragged: AssetID?
    /// The session.
    @ObservationIgnored public let session: PickerSession
    /// The assets that were read, by serial number; nil for those that do not exist.
    private var assets: [Int: MediaAsset?] = [:]
    /// The sizes of original files, in bytes; nil for those that are not known.
    private var sizes: [MediaAsset: Int?] = [:]
    @ObservationIgnored private var isReading = false
    @ObservationIgnored private let reading = OwnedTask()

    /// Creates a strip, which follows the selection of a session for as long as it exists.
    public init(of session: PickerSession) {
        self.session = session
        follow()
    }

    /// The assets, at most ``longest``; those that have not been read are missing.
    public var items: [Item] {
        var seen: Set<AssetID> = []
        return serials.enumerated().compactMap { index, serial in
            guard let asset = assets[serial] ?? nil, seen.insert(asset.id).inserted else { return nil }
            return Item(asset: asset, orderNumber: index + 1, serial: serial)
        }
    }

    /// The total size of the original files of all selected assets, in bytes; nil while it is not known, for more than
    /// ``longest`` assets, and unless the session delivers originals.
    public var originalBytes: Int? {
        let items = items
        guard wantsSizes, !items.isEmpty, items.count == session.selection.count else { return nil }
        let known = items.compactMap { sizes[$0.asset] ?? nil }
        return known.count == items.count ? known.reduce(0, +) : nil
    }

    /// The title of the switch for originals, with their size if it is known.
    public var originalPhrase: Phrase {
        originalBytes.map { Phrase(.pickerOriginalSize, .bytes($0)) } ?? Phrase(.pickerOriginal)
    }

    private var serials: [Int] { session.selection.serials(first: Self.longest) }

    private var wantsSizes: Bool { session.deliversOriginals && session.configuration.offersOriginals }
}

// MARK: - Changing the selection

extension SelectedStrip {
    /// Moves an asset to another place in the order of selection.
    ///
    /// - Parameters:
    ///   - index: the index of the asset among the items.
    ///   - target: the new index, limited to those that exist.
    public func move(from index: Int, to target: Int) {
        let items = items
        guard items.indices.contains(index) else { return }
        move(items[index], to: items[min(max(target, 0), items.count - 1)].orderNumber)
    }

    /// Moves an asset by a number of places, as VoiceOver's actions do; at the ends it stays.
    public func move(_ item: Item, by places: Int) {
        if let index = index(of: item.id) { move(from: index, to: index + places) }
    }

    private func move(_ item: Item, to number: Int) {
        guard number != item.orderNumber else { return }
        session.changeSelection { selection in
            if let old = selection.number(ofSerial: item.serial) { selection.move(orderNumber: old, to: number) }
            return AssetSelection.Change()
        }
    }

    /// Deselects an asset; nothing happens if it is not selected any more.
    public func deselect(_ item: Item) {
        session.changeSelection { selection in
            guard let number = selection.number(ofSerial: item.serial) else { return AssetSelection.Change() }
            return selection.deselect(orderNumber: number)
        }
    }

    /// Moves the asset under a finger: the first location grabs it.
    ///
    /// - Parameters:
    ///   - x: the distance of the finger from the leading edge of the strip.
    ///   - itemWidth: the width of an item including the distance to the next one.
    public func drag(toX x: Double, itemWidth: Double) {
        let items = items
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
}

// MARK: - Reading

extension SelectedStrip {
    private func follow() {
        let selection = withObservationTracking {
            // Also observes the switch for originals, whose sizes are read then.
            (session.selection, wantsSizes).0
        } onChange: { [weak self] in
            // The observed value is set once this turn of the main actor has ended.
            Task { @MainActor [weak self] in self?.follow() }
        }
        // A drag that is taken back has read nothing.
        guard !selection.isDragging else { return }
        takeFromMemory()
        if !isReading { read() }
    }

    /// Forgets what is no longer shown, and takes what the grid has read.
    private func takeFromMemory() {
        var known: [Int: MediaAsset?] = [:]
        let grid = session.browser.grid
        for (index, serial) in serials.enumerated() {
            // The grid follows changes of its assets.
            if let asset = grid.selected.position(ofOrderNumber: index + 1).flatMap(grid.asset) {
                known[serial] = asset
            } else if let asset = assets[serial] {
                known[serial] = asset
            }
        }
        if assets != known { assets = known }
        let shown = Set(items.map(\.asset))
        if sizes.keys.contains(where: { !shown.contains($0) }) { sizes = sizes.filter { shown.contains($0.key) } }
    }

    /// Reads what is missing, and again after each error that this may fix.
    private func read() {
        guard request != nil || unsized != nil else { return }
        isReading = true
        let grid = session.browser.grid
        let (photos, images, clock, options) = (
            grid.manager.photos, grid.images, grid.manager.photos.access.clock, grid.options
        )
        reading.replace(
            with: Task { [weak self] in
                var failures = 0
                while let request = self?.request {
                    do throws(LibraryError) {
                        self?.take(try await request.read(photos), request)
                        failures = 0
                    } catch {
                        failures += 1
                        let due = clock.now() + options.retryDelay(after: failures)
                        guard error.recovery == .retry, await clock.pause(until: due) else { break }
                    }
                }
                while let asset = self?.unsized {
                    let files = try? await images.resources(of: asset)
                    self?.sizes[asset] = .some(files?.first(where: \.kind.isMain)?.byteCount)
                }
                self?.isReading = false
            })
    }

    /// What has not been read; nil if nothing is missing, and while a finger drags.
    private var request: StripRequest? {
        let selected = session.browser.grid.selected
        guard !selected.isDragging else { return nil }
        let runs = serials.enumerated().compactMap { index, serial in
            assets[serial] == nil ? selected.runs.run(at: index)?.part(index..<index + 1) : nil
        }
        return runs.isEmpty ? nil : StripRequest(selection: selected, runs: runs, list: session.browser.grid.snapshot)
    }

    /// An asset whose original has not been measured.
    private var unsized: MediaAsset? { wantsSizes ? items.first { sizes[$0.asset] == nil }?.asset : nil }

    private func take(_ found: [(serial: Int, id: AssetID?, asset: MediaAsset?)], _ request: StripRequest) {
        guard request.selection.era == session.browser.grid.selected.era else { return }
        for asset in found { assets[asset.serial] = .some(asset.asset) }
    }
}

/// A read of selected assets.
private struct StripRequest {
    let selection: AssetSelection
    /// The assets, each as a run.
    let runs: [SelectedRun]
    /// The list shown.
    let list: AssetSnapshot?

    func read(
        _ photos: PhotoRepository
    ) async throws(LibraryError) -> [(serial: Int, id: AssetID?, asset: MediaAsset?)] {
        try await photos.assets(of: runs, selection.runs.sources, shown: list)
    }
}
