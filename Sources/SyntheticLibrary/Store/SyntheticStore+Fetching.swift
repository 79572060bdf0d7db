import CameraRoll

extension SyntheticStore {
    /// Fetches what a query asks for, and pays for it.
    func fetch(_ query: AssetQuery) throws(LibraryError) -> RowSequence {
        try read(.fetch, album: query.scope.album) { state throws(LibraryError) in
            state.pay(state.costs.fetch)
            if case .identifiers = query.scope { state.pay(state.costs.identifierRequest) }
            return try state.contents.rows(of: query)
        }
    }
}

extension CostModel {
    /// What an exact count or a cover of an album costs: always the same for the same album.
    func albumRead(of album: AlbumID) -> Duration {
        guard albumRead.upperBound > .zero else { return .zero }
        let hash = album.rawValue.utf8.reduce(0) { SeededHash.hash($0 ^ UInt64($1), seed: 0) }
        return albumRead(albumHash: hash)
    }
}
