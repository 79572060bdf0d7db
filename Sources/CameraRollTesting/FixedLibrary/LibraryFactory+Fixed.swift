public import CameraRoll

extension LibraryFactory {
    /// A library of assets listed by a test.
    ///
    /// - Parameters:
    /// - contents: the contents of the library.
    /// - authorization: the authorization that is checked before every access.
    public static func fixed(
        _ contents: FixedContents, authorization: any LibraryAuthorization = AlwaysAuthorized()
    ) -> LibraryFactory {
        LibraryFactory(authorization: authorization) { context in FixedLibrary(contents, context: context) }
    }
}
