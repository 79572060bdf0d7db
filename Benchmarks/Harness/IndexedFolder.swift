import CameraRoll
import Foundation

#if FolderLibrary || canImport(Darwin)
    import FolderLibrary

    /// A folder of the user's that was indexed before the clock starts, with its index in a place of the benchmark's.
    struct IndexedFolder {
        private let url: URL
        private let configuration: FolderConfiguration
        private let scratch: URL

        init(at path: String) async throws {
            url = URL(filePath: path)
            scratch = FileManager.default.temporaryDirectory.appending(path: "cameraroll-index-\(UUID().uuidString)")
            var configuration = FolderConfiguration()
            configuration.index = .folder(scratch)
            configuration.followsFolder = false
            self.configuration = configuration
            try await PhotoFolder(at: url, configuration: configuration).index().report()
        }

        /// The library as a new process opens it: nobody else has the index open.
        var library: LibraryFactory { .folder(PhotoFolder(at: url, configuration: configuration)) }

        func remove() {
            try? FileManager.default.removeItem(at: scratch)
        }
    }
#else
    /// A folder of the user's; nothing without SQLite.
    struct IndexedFolder {
        var library: LibraryFactory { .init { _ in throw UsageError(description: Self.missing) } }

        private static let missing = "'--library' needs SQLite: build with '--traits FolderLibrary'."

        init(at path: String) async throws {
            throw UsageError(description: Self.missing)
        }

        func remove() {}
    }
#endif
