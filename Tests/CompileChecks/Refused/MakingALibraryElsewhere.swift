// expect: 'LibraryContext' initializer is inaccessible
import CameraRoll
import SyntheticLibrary

@MainActor func make(of store: SyntheticStore) -> SyntheticBackend {
    SyntheticBackend(store: store, context: LibraryContext(executor: .shared))
}
