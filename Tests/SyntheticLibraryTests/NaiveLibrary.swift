import CameraRoll
import SyntheticLibrary

/// Answers queries in the simplest way, by checking every asset: the synthetic library must give the same answers.
struct NaiveLibrary {
    let assets: [MediaAsset]
    /// The user's albums, each with its members in order.
    var albums: [AlbumID: [AssetID]] = [:]

    func answer(_ query: AssetQuery) -> [MediaAsset] {
        let found = candidates(query.scope).filter { query.matches($0, isHiddenAlbum: query.scope.album == "S205") }
        let sorted = query.order.isEmpty ? found : found.sorted(by: query.areInOrder)
        return Array(sorted.prefix(query.limit ?? Int.max))
    }

    private func candidates(_ scope: AssetQuery.Scope) -> [MediaAsset] {
        switch scope {
        case .library, .album("S209"): return assets
        case .album("S202"): return assets.filter { $0.mediaType == .video }
        case .album("S203"): return assets.filter(\.isFavorite)
        case .album("S205"): return assets.filter(\.isHidden)
        case .album("S207"): return assets.filter { $0.burstIdentifier != nil }
        case .album("S211"): return assets.filter { $0.mediaSubtypes.contains(.screenshot) }
        case .album(let id):
            let members = albums[id] ?? []
            return members.compactMap { member in assets.first { $0.id == member } }
        case .identifiers(let ids): return assets.filter { ids.contains($0.id) }
        }
    }
}
