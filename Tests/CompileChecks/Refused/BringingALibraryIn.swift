// expect: capture of 'library' with non-Sendable type 'any PhotoLibraryBackend' in a '@Sendable' closure
import CameraRoll

func open(_ library: any PhotoLibraryBackend) -> LibraryAccess {
    LibraryAccess(PhotoLibrarySource(open: { _ in library }))
}
