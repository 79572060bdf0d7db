import CameraRoll

/// What a view's handler has selected and deselected in the old list while a reload was being shown; its positions in
/// the new list have to be read.
struct LateSelection: Sendable {
    /// The same changes in another list.
    struct Found: Sendable {
        /// The positions of the assets that were selected, in the order of selection.
        fileprivate(set) var selected: [(position: Int, mediaType: MediaType?)] = []
        fileprivate(set) var deselected: [Int] = []
        /// The number of selected assets that are not in the list.
        fileprivate(set) var missingCount = 0

        /// Repeats the changes in a selection of the list.
        func apply(to selection: inout AssetSelection) {
            for position in deselected { selection.deselect(position) }
            for (position, mediaType) in selected { selection.select(position) { _ in mediaType } }
        }
    }

    private let snapshot: AssetSnapshot
    private let pages: PageCache
    private let old: AssetSelection
    private let new: AssetSelection

    /// The difference of two selections of the list in a grid; nil without a list.
    ///
    /// It contains all positions, which takes time in proportion to the number of selected assets.
    ///
    /// - Parameters:
    ///   - old: the selection that the reload was prepared with.
    ///   - new: the selection as it is now.
    init?(from old: AssetSelection, to new: AssetSelection, of snapshot: AssetSnapshot?, _ pages: PageCache) {
        guard let snapshot, old.listCount == new.listCount else { return nil }
        (self.old, self.new, self.snapshot, self.pages) = (old, new, snapshot, pages)
    }

    /// Finds the assets in another list.
    @concurrent func find(in list: AssetSnapshot, _ photos: PhotoRepository) async throws(LibraryError) -> Found {
        let selected = new.positions.filter { !old.contains($0) }
        let deselected = old.positions.filter { !new.contains($0) }
        let positions = try await positions(of: selected + deselected, in: list, photos)
        var found = Found(deselected: deselected.compactMap { positions[$0] })
        found.selected = selected.compactMap { old in positions[old].map { ($0, pages[old]?.mediaType) } }
        found.missingCount = selected.count - found.selected.count
        return found
    }

    /// The positions in another list, by position in the old one; assets without one are gone.
    private func positions(
        of old: [Int], in list: AssetSnapshot, _ photos: PhotoRepository
    ) async throws(LibraryError) -> [Int: Int] {
        guard !old.isEmpty else { return [:] }
        let ids = try await photos.identifiers(at: old, of: snapshot, readBefore: pages)
        let known = zip(old, ids).compactMap { position, id in id.map { (position, $0) } }
        let found = try await photos.positions(of: known.map(\.1), in: list)
        let places = zip(known, found).compactMap { known, new in new.map { (known.0, $0) } }
        return Dictionary(places, uniquingKeysWith: { first, _ in first })
    }
}

extension PhotoRepository {
    /// The identifiers of assets of a list that is no longer shown.
    ///
    /// If that list can no longer be read, only the identifiers of assets in memory are known.
    func identifiers(
        at positions: [Int], of previous: AssetSnapshot, readBefore pages: PageCache
    ) async throws(LibraryError) -> [AssetID?] {
        let sorted = positions.sorted()
        do throws(LibraryError) {
            let ids = try await identifiers(at: sorted, of: previous)
            let places = Dictionary(zip(sorted, ids), uniquingKeysWith: { first, _ in first })
            return positions.map { places[$0] }
        } catch .snapshotInvalidated {
            return positions.map { pages[$0]?.id }
        }
    }
}
