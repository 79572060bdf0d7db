import CameraRoll

/// Finds assets by their seeded captions and their places, in the order of their rows.
final class SyntheticSearcher: AssetSearcher {
    private let store: SyntheticStore
    private let access: SyntheticAccess

    init(_ store: SyntheticStore, _ access: SyntheticAccess) {
        self.store = store
        self.access = access
    }

    func find(
        _ search: AssetSearch, from place: Int64?, items: Int
    ) throws(LibraryError) -> (found: [AssetID], next: Int64?) {
        let isLimited = access.isLimited
        return try store.read(.search) { state in
            state.pay(state.costs.fetch)
            let contents = state.contents(isLimited: isLimited)
            let table = contents.table
            let matcher = SyntheticCaption.Matcher(search)
            let rows = table.rows.dropFirst(Int(place ?? 0)).prefix(items)
            let found = rows.filter { row in
                guard table.exists(row), contents.isVisible(row), matcher.matches(table.traits(of: row).caption) else {
                    return false
                }
                return search.area.map { area in table.place(of: row).map(area.contains) ?? false } ?? true
            }
            return (found.map(RowName.asset), rows.endIndex < table.rows.endIndex ? Int64(rows.endIndex) : nil)
        }
    }
}
