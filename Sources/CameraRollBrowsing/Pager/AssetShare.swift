public import CameraRoll
public import Foundation

/// The files of an asset for another app, with or without the place where it was taken.
///
/// ```swift
/// let share = AssetShare(of: asset, in: manager, images: images, removesPlace: true)
/// let files = try await share.files()             // a photo or a movie; of a Live Photo, the photo and the video
/// present(files)
/// await share.remove()                            // when the other app has them
/// ```
///
/// The original is downloaded if it is in the cloud. If the place cannot be removed from a file, nothing is written:
/// see `PickerConfiguration.MetadataOptions.removeLocation`. If it cannot be removed from the video of a Live Photo,
/// the photo is written alone.
public struct AssetShare: Sendable {
    /// The asset.
    public let asset: MediaAsset
    /// Whether the place is removed.
    public let removesPlace: Bool
    private let manager: MediaManager
    private let images: CachingImageManager
    private let encoder: PickerEncoder?
    private let folder: URL

    /// Creates a share, which reads and writes nothing yet.
    ///
    /// - Parameters:
    ///   - asset: the asset.
    ///   - manager: the manager of the library.
    ///   - images: the manager of the library's originals.
    ///   - removesPlace: whether the place is removed from the files.
    ///   - encoder: encodes pictures again if their format cannot drop its place; nil if the app has no codec.
    ///   - directory: where the files are written, in a folder of their own; by default the temporary directory.
    public init(
        of asset: MediaAsset, in manager: MediaManager, images: CachingImageManager, removesPlace: Bool = false,
        encoder: PickerEncoder? = nil, directory: URL = .temporaryDirectory
    ) {
        (self.asset, self.removesPlace, self.encoder) = (asset, removesPlace, encoder)
        (self.manager, self.images) = (manager, images)
        folder = directory.appending(path: "CameraRoll-\(UUID().uuidString)")
    }

    /// Returns the same share without the place, with files of its own.
    public var withoutPlace: AssetShare {
        AssetShare(
            of: asset, in: manager, images: images, removesPlace: true, encoder: encoder,
            directory: folder.deletingLastPathComponent())
    }

    private func makeLoader() async throws(PickerError) -> PickedItemLoader {
        var configuration = PickerConfiguration()
        if removesPlace { configuration.metadataOptions = .removeLocation }
        do throws(InvalidArgument) {
            return try await PickedItemLoader(manager, images, configuration, encoder)
        } catch {
            throw .invalidArgument(error)
        }
    }

    /// Writes the files, and returns their URLs; if the task is canceled, none is left behind.
    ///
    /// - Parameter onProgress: called with the fraction of a download, from 0 to 1, on any thread.
    /// - Throws: the reason why the asset could not be read or written, `.cannotRemoveMetadata` if its place cannot be
    ///   removed, or `.cancelled`.
    public func files(onProgress: @escaping @Sendable (Double) -> Void = { _ in }) async throws(PickerError) -> [URL] {
        let loader = try await makeLoader()
        let content = try await content(from: loader, onProgress)
        let files: [PickedData] =
            switch content {
            case .data(let file), .movie(let file): [file]
            case .livePhoto(let photo, let video): [photo, video]
            case .reference, .metadata, .image: []
            }
        return try await loader.write(Self.named(files), of: asset.id, into: folder)
    }

    /// The content; of a Live Photo, the photo alone if the place cannot be removed from the video.
    private func content(
        from loader: PickedItemLoader, _ onProgress: @escaping @Sendable (Double) -> Void
    ) async throws(PickerError) -> PickedContent {
        do throws(PickerError) {
            return try await loader.content(of: asset, isNetworkAccessAllowed: true, onProgress: onProgress)
        } catch {
            guard case .cannotRemoveMetadata = error, asset.mediaSubtypes.contains(.livePhoto) else { throw error }
            var still = asset
            still.mediaSubtypes.remove(.livePhoto)
            return try await loader.content(of: still, isNetworkAccessAllowed: true, onProgress: onProgress)
        }
    }

    /// Removes the files.
    public func remove() async {
        if let loader = try? await makeLoader() { await loader.remove(folder) }
    }

    /// The names of files: the names from their import, made unique.
    static func named(_ files: [PickedData]) -> [NamedFile] {
        var names: Set<String> = []
        return files.enumerated().map { index, file in
            // A name from the library may be a path; only its last part names a file here.
            let last = (file.fileName ?? "").split(separator: "/").last.map(String.init) ?? ""
            let isUsable = !last.isEmpty && last != "." && last != ".."
            let name = isUsable ? last : "\(index + 1).\(file.pathExtension)"
            return NamedFile(
                name: names.insert(name).inserted ? name : "\(index + 1)-\(name)", bytes: file.bytes)
        }
    }
}

extension PickedData {
    private static let extensions = [
        "public.jpeg": "jpg", "public.heic": "heic", "public.png": "png", "com.compuserve.gif": "gif",
        "public.tiff": "tiff", "org.webmproject.webp": "webp", "public.avif": "avif", "com.adobe.raw-image": "dng",
        "com.apple.quicktime-movie": "mov", "public.mpeg-4": "mp4", "com.apple.m4v-video": "m4v",
    ]

    /// The extension of a file of this type.
    fileprivate var pathExtension: String { Self.extensions[typeIdentifier] ?? "data" }
}

extension AssetPager {
    /// The files of the asset on screen, to share with another app; nil without an asset.
    ///
    /// - Parameter removesPlace: whether the place is removed from them.
    public func share(removesPlace: Bool = false) -> AssetShare? {
        current?.asset.map { AssetShare(of: $0, in: grid.manager, images: grid.images, removesPlace: removesPlace) }
    }
}

extension AssetGrid {
    /// The files of the asset of a cell, to share with another app; nil until the asset has been read.
    ///
    /// - Parameters:
    ///   - cell: a cell of this grid.
    ///   - removesPlace: whether the place is removed from them.
    public func share(of cell: AssetCell, removesPlace: Bool = false) -> AssetShare? {
        cell.asset.map { AssetShare(of: $0, in: manager, images: images, removesPlace: removesPlace) }
    }
}
