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
