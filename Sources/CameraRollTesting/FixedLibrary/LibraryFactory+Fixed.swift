public import CameraRoll

extension LibraryFactory {
    /// A library of assets that a test wrote down.
    ///
    /// - Parameters:
    ///   - contents: what is in it.
    ///   - authorization: whom to ask before every touch.
    public static func fixed(
        _ contents: FixedContents, authorization: any LibraryAuthorization = AlwaysAuthorized()
    ) -> LibraryFactory {
        LibraryFactory(authorization: authorization) { context in FixedLibrary(contents, context: context) }
    }
}
