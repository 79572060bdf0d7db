public import CameraRoll

extension LibraryFactory {
    /// A synthetic library of so many assets, generated on the library executor when it is opened.
    ///
    /// ```swift
    /// let manager = MediaManager(.synthetic(assets: 70_000, costs: .photoKit))
    /// ```
    ///
    /// - Parameters:
    ///   - assets: how many; a negative number is refused when the library is opened.
    ///   - seed: where all that looks like chance comes from.
    ///   - costs: what operations cost while the library's lock is held.
    ///   - authorization: whom to ask before every touch.
    public static func synthetic(
        assets: Int,
        seed: UInt64 = 1,
        costs: CostModel = .free,
        authorization: any LibraryAuthorization = AlwaysAuthorized()
    ) -> LibraryFactory {
        .synthetic(SyntheticStore(assets: assets, seed: seed, costs: costs), authorization: authorization)
    }

    /// The library of a store that others may read and change at the same time.
    ///
    /// A ``SyntheticAuthorization`` shows the picker of limited access with what ``SyntheticStore/pickNext(_:)`` says.
    public static func synthetic(
        _ store: SyntheticStore, authorization: any LibraryAuthorization = AlwaysAuthorized()
    ) -> LibraryFactory {
        (authorization as? SyntheticAuthorization)?.attach(store)
        return LibraryFactory(authorization: authorization) { context in
            try SyntheticLibrary(store: store, authorization: authorization, context: context)
        }
    }
}
