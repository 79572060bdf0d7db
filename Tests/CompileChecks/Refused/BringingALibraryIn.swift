// expect: capture of 'library' with non-Sendable type 'any PhotoLibrary' in a '@Sendable' closure
import CameraRoll

func open(_ library: any PhotoLibrary) -> LibraryAccess {
    LibraryAccess(LibraryFactory(open: { _ in library }))
}
