#if FolderLibrary
    @testable import FolderLibrary
    import Testing

    @Test func `Versions`() { print(versions()) }
#endif
