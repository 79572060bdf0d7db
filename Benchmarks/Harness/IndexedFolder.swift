import CameraRoll
import Foundation

#if FolderLibrary || canImport(Darwin)
    import FolderLibrary
    import CameraRollCodecs

    /// A user's folder that is indexed before the clock starts, with its index in a folder of the benchmark.
    struct IndexedFolder {
        private let url: URL
        private let configuration: FolderConfiguration
        private let scratch: URL

        /// - Parameter keepsThumbnails: whether decoded images are stored for later requests.
        init(at path: String, keepsThumbnails: Bool = true) async throws {
            url = URL(filePath: path)
            scratch = FileManager.default.temporaryDirectory.appending(path: "cameraroll-index-\(UUID().uuidString)")
            var configuration = FolderConfiguration()
            configuration.index = .folder(scratch)
            configuration.followsFolder = false
            if !keepsThumbnails { configuration.thumbnailCacheByteLimit = 0 }
            self.configuration = configuration
            try await PhotoFolder(at: url, configuration: configuration).index().waitUntilFinished()
        }

        /// The library as a new process opens it, while no other user has the index open.
        var library: PhotoLibrarySource { .folder(PhotoFolder(at: url, configuration: configuration)) }

        /// The paths of the assets' files.
        func paths(of assets: [MediaAsset]) async throws -> [AssetID: String] {
            let folder = PhotoFolder(at: url, configuration: configuration)
            return try await folder.files(of: assets.map(\.id)).mapValues { "\(folder.path)/\($0.path)" }
        }

        /// Decodes the image of a file with the library's codecs alone.
        static func paint(_ path: String, _ request: AssetImageRequest) throws(ImageError) -> DecodedImage {
            do {
                return try PictureRenderer().image(of: PictureFile(reading: FileBytes(path: path)), for: request)
            } catch let error as ImageError {
                throw error
            } catch {
                throw .failed(request.asset, reason: "\(error)")
            }
        }

        func remove() {
            try? FileManager.default.removeItem(at: scratch)
        }
    }
#else
    /// Placeholder without SQLite.
    struct IndexedFolder {
        var library: PhotoLibrarySource { .init { _ in throw UsageError(description: Self.missing) } }

        private static let missing = "'--library' needs SQLite: build with '--traits FolderLibrary'."

        init(at path: String, keepsThumbnails: Bool = true) async throws {
            throw UsageError(description: Self.missing)
        }

        func paths(of assets: [MediaAsset]) async throws -> [AssetID: String] {
            throw UsageError(description: Self.missing)
        }

        static func paint(_ path: String, _ request: AssetImageRequest) throws(ImageError) -> DecodedImage {
            throw .noImage(request.asset)
        }

        func remove() {}
    }
#endif
