import CameraRoll

/// Searches the list shown for selected assets, slice by slice.
struct OutsideSearch: Sendable {
    /// What is known about one of the assets.
    struct Found: Sendable {
        /// The identifier; nil if the list from which the asset was selected can no longer be read.
        var id: AssetID?
        /// The asset; nil if it no longer exists.
        var asset: MediaAsset?
        /// The position in the list; nil if the list does not contain it.
        var position: Int?
        /// Whether the app selected it, not the user.
        var isPreselected = false
    }

    let photos: PhotoRepository
    let assets: OutsideAssets

    /// Returns what is known about each asset, in order.
    ///
    /// - Parameter list: the list to search.
    /// - Throws: the reason why nothing could be read.
    func run(in list: AssetSnapshot) async throws(LibraryError) -> [Found] {
        var found = try await identified()
        let ids = found.compactMap(\.id)
        let existing = try await photos.assetsByID(ids)
        var positions = try await photos.positions(of: ids, in: list)[...]
        for index in found.indices {
            guard let id = found[index].id else { continue }
            (found[index].asset, found[index].position) = (existing[id], positions.popFirst() ?? nil)
        }
        return found
    }

    /// Returns the identifiers; those of positions are read from the lists in which the assets were selected.
    func identified() async throws(LibraryError) -> [Found] {
        var found: [Found] = []
        var lists: [ObjectIdentifier: (list: AssetSnapshot, places: [(position: Int, index: Int)])] = [:]
        for asset in assets.all {
            switch asset {
            case .preselected(let id): found.append(Found(id: id, isPreselected: true))
            case .selected(let id): found.append(Found(id: id))
            case .position(let position, let list):
                lists[ObjectIdentifier(list), default: (list, [])].places.append((position, found.count))
                found.append(Found())
            }
        }
        for (list, places) in lists.values {
            let places = places.sorted { $0.position < $1.position }
            let ids = try await identifiers(at: places.map(\.position), of: list)
            for (place, id) in zip(places, ids) { found[place.index].id = id }
        }
        return found
    }

    /// The identifiers at ascending positions; empty if the list may no longer be read.
    private func identifiers(
        at positions: [Int], of list: AssetSnapshot
    ) async throws(LibraryError) -> [AssetID] {
        do throws(LibraryError) {
            return try await photos.identifiers(at: positions, of: list)
        } catch .snapshotInvalidated {
            return []
        }
    }
}

/// A list that changes while it is searched: results are moved to their current places, and one more search finds what
/// was inserted meanwhile.
///
/// A search that started over with each change would never end while photos are imported.
struct SearchedList {
    /// The maximum number of changes that are followed, each of which moves all places.
    static let mostChanges = 32

    /// The number of assets after the changes.
    private var count: Int
    private var changes: [ListChanges.PositionMap] = []
    /// Whether assets were inserted or removed since the search began.
    private(set) var isOutdated = false

    init(count: Int) {
        self.count = count
    }

    /// Follows a change of the list; returns false if it cannot be followed: the search must begin again.
    ///
    /// - Parameter batch: the change; nil if it is not known.
    mutating func follow(_ batch: ListChanges.BatchUpdate?, newCount: Int) -> Bool {
        guard let batch else { return false }
        // Assets whose content alone has changed stay where they are.
        if batch.moves.isEmpty, batch.insertions.isEmpty, batch.deletions.isEmpty { return newCount == count }
        guard changes.count < Self.mostChanges else { return false }
        changes.append(ListChanges.PositionMap(batch, oldCount: count))
        count = newCount
        if !batch.insertions.isEmpty || !batch.deletions.isEmpty { isOutdated = true }
        return true
    }

    /// The current place of an asset that was found; outside of the list if it has left the list since.
    func present(_ place: AssetSelection.OutsidePlace) -> AssetSelection.OutsidePlace {
        guard case .inList(let position, let type) = place else { return place }
        var present: Int? = position
        for map in changes { present = present.flatMap { map[$0] } }
        return present.map { .inList($0, type) } ?? .outside(type)
    }
}

extension PickerSession {
    /// The first selected assets that exist, in the order of selection, and the identifiers of the others.
    ///
    /// - Parameter limit: the number of order numbers to look at; all of them by default.
    /// - Throws: the reason why they could not be read; `.snapshotInvalidated` if the selection was dropped meanwhile.
    func selectedAssets(first limit: Int = .max) async throws(LibraryError) -> SelectedAssets {
        let (photos, list, selection) = (browser.manager.photos, browser.grid.snapshot, browser.grid.selected)
        let reading = photos.access.permission.reading
        let (generation, revocations) = (reading.generation, revocations)
        let known = 0..<outside.count
        let places = selection.places.prefix(limit).enumerated().filter { place in
            selection.outsideNumber(at: place.element).map(known.contains) ?? true
        }
        let numbers = places.map { selection.outsideNumber(at: $0.element) }
        let assetsOutside = OutsideAssets(numbers.compactMap { $0.flatMap { outside[$0] } })
        let found = try await OutsideSearch(photos: photos, assets: assetsOutside).identified()
        var existing = try await photos.assetsByID(found.compactMap(\.id))
        let positions = zip(places, numbers).compactMap { place, number in number == nil ? place.element : nil }
        let inList = if let list { try await photos.assets(at: positions, of: list) } else { [Int: MediaAsset]() }
        guard try reading.allows(generation), revocations == self.revocations else {
            throw .selectionLost(of: list)
        }
        var selected = SelectedAssets()
        var rest = found[...]
        for (place, number) in zip(places, numbers) {
            let asset = number == nil ? inList[place.element] : nil
            let id = number == nil ? asset?.id : rest.popFirst()?.id
            selected.append(id, asset ?? id.flatMap { existing.removeValue(forKey: $0) }, place.offset + 1)
        }
        return selected
    }
}

/// Selected assets, in the order of selection.
struct SelectedAssets: Sendable {
    /// The assets that exist.
    private(set) var assets: [MediaAsset] = []
    /// Their order numbers.
    private(set) var numbers: [Int] = []
    /// The identifiers of assets that do not exist.
    private(set) var missing: [AssetID] = []
    private var seen: Set<AssetID> = []

    /// Adds an asset, unless it has already been added.
    mutating func append(_ id: AssetID?, _ asset: MediaAsset?, _ number: Int) {
        guard let id, seen.insert(id).inserted else { return }
        guard let asset else { return missing.append(id) }
        assets.append(asset)
        numbers.append(number)
    }
}

extension LibraryError {
    /// The error for assets that were selected under a permission that has been narrowed since.
    fileprivate static func selectionLost(of list: AssetSnapshot?) -> LibraryError {
        list.map { .snapshotInvalidated(of: $0.library) }
            ?? .failed("read selection", reason: "access was narrowed while it was read")
    }
}

extension PhotoRepository {
    /// The existing assets with some identifiers.
    nonisolated func assetsByID(_ ids: [AssetID]) async throws(LibraryError) -> [AssetID: MediaAsset] {
        let assets = try await assets(withIdentifiers: ids)
        return await finishRead(assets, of: assets.count) { assets in
            Dictionary(assets.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        }
    }
}
