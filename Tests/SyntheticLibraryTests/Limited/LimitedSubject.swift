import CameraRoll
import CameraRollTesting
import SyntheticLibrary

/// A store whose user allows only some assets, and the access of an app that sees these.
struct LimitedSubject {
    let store: SyntheticStore
    let authorization: MockAuthorization
    let access: LibraryAccess

    init(
        assets: Int = 60, status: AuthorizationStatus = .limited, options: SyntheticLimitedAccess = .init()
    ) {
        var configuration = SyntheticConfiguration(assets: assets)
        configuration.limitedAccess = options
        store = SyntheticStore(configuration)
        authorization = MockAuthorization(status)
        let factory = PhotoLibrarySource.synthetic(store, authorization: authorization)
        access = LibraryAccess(factory, executor: LibraryExecutor(), limits: .untimed)
    }

    /// All assets that the app can see.
    func seen() async throws(LibraryError) -> [AssetID] {
        try await access.ids(of: .whole)
    }
}

extension AssetQuery {
    /// The whole library in its own order, including hidden assets and burst members.
    static var whole: AssetQuery {
        var query = AssetQuery.all.sorted()
        (query.hidden, query.bursts) = (.included, .all)
        return query
    }
}
