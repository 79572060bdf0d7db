/// What a view's handler has selected and deselected in the old list while a reload was being shown: where it is in the
/// new list has to be read.
struct LateSelection: Sendable {
    private let snapshot: AssetSnapshot
    private let pages: PageCache
    /// The positions that were selected, in the order of selection.
    private let selected: [Int]
    private let deselected: [Int]

    /// The difference of two selections of the list in a grid; nil if there is none.
    ///
    /// - Parameters:
    ///   - old: the selection that the reload was prepared with.
    ///   - new: the selection as it is now.
    init?(from old: AssetSelection, to new: AssetSelection, of snapshot: AssetSnapshot?, _ pages: PageCache) {
        guard let snapshot, old.listCount == new.listCount else { return nil }
        selected = new.positions.filter { !old.contains($0) }
        deselected = old.positions.filter { !new.contains($0) }
        guard !selected.isEmpty || !deselected.isEmpty else { return nil }
        self.snapshot = snapshot
        self.pages = pages
    }

    /// Finds the assets in another list: the new positions by the old ones.
    @concurrent func positions(
        in list: AssetSnapshot, _ photos: PhotoRepository
    ) async throws(LibraryError) -> [Int: Int] {
        let old = selected + deselected
        let ids = try await photos.identifiers(at: old, of: snapshot, readBefore: pages)
        let known = zip(old, ids).compactMap { position, id in id.map { (position, $0) } }
        let found = try await photos.positions(of: known.map(\.1), in: list)
        let places = zip(known, found).compactMap { known, new in new.map { (known.0, $0) } }
        return Dictionary(places, uniquingKeysWith: { first, _ in first })
    }

    /// Repeats the changes in a selection of another list.
    ///
    /// - Parameter positions: the new positions by the old ones; those without one are gone.
    func apply(to selection: inout AssetSelection, at positions: [Int: Int]) {
        for position in deselected.compactMap({ positions[$0] }) { selection.deselect(position) }
        for old in selected {
            guard let position = positions[old] else { continue }
            selection.select(position) { _ in pages[old]?.mediaType }
        }
    }
}

extension PhotoRepository {
    /// The identifiers of assets of a list that is no longer shown.
    ///
    /// Of a list that can no longer be read, only those of assets in memory are known.
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
