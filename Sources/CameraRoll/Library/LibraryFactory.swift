/// How to open a library, and whom to ask for permission: a recipe, which touches nothing.
///
/// ```swift
/// let manager = MediaManager(.synthetic(assets: 70_000, costs: .photoKit))
/// ```
public struct LibraryFactory: Sendable {
    /// Who says whether the library may be touched.
    public let authorization: any LibraryAuthorization
    /// Makes the library; called on the library executor, at most once until it succeeds, and never before permission.
    package let open: @Sendable (borrowing LibraryContext) throws -> any PhotoLibrary

    /// A recipe from its two parts.
    ///
    /// - Parameters:
    ///   - authorization: whom to ask before every touch.
    ///   - open: makes the library. An error is given to every read that needed it, and the next read tries again.
    public init(
        authorization: any LibraryAuthorization = AlwaysAuthorized(),
        open: @escaping @Sendable (borrowing LibraryContext) throws -> any PhotoLibrary
    ) {
        self.authorization = authorization
        self.open = open
    }

    /// The same recipe, with something in front of the library, such as what records its use; permission is asked as
    /// before.
    ///
    /// - Parameter wrap: makes what stands in front; called on the library executor with each library that is opened.
    public func wrapping(
        _ wrap: @escaping @Sendable (any PhotoLibrary) throws -> any PhotoLibrary
    ) -> LibraryFactory {
        LibraryFactory(authorization: authorization) { [open] context in try wrap(open(context)) }
    }
}
