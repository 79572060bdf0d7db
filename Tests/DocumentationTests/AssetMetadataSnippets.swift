import CameraRoll

// What "Metadata of assets" shows.

struct FileOriginals: ResourceSource {
    let paths: [AssetID: String]

    func resources(of asset: AssetID) throws(ImageError) -> [AssetResource] {
        guard let path = paths[asset] else { throw .library(.assetNotFound(asset)) }
        return [AssetResource(asset: asset, kind: kind(of: path), typeIdentifier: "public.data")]
    }

    func open(_ resource: AssetResource) throws(ImageError) -> (any ByteSource)? {
        try file(of: resource.asset)
    }

    func read(_ resource: AssetResource, isNetworkAccessAllowed: Bool, into receiver: ResourceReceiver)
        throws(ImageError)
    {
        let file = try file(of: resource.asset)
        for start in stride(from: 0, to: file.byteCount, by: 64 << 10) {
            let bytes: [UInt8]
            do throws(MetadataError) {
                bytes = try file.bytes(in: start..<min(start + (64 << 10), file.byteCount))
            } catch {
                throw .failed(resource.asset, reason: ErrorReason(error))
            }
            try receiver.append(bytes)
        }
    }

    // The original of a video is asked for as `.video`, that of a picture as `.photo`.
    private func kind(of path: String) -> AssetResource.Kind {
        let isMovie = [".mov", ".mp4", ".m4v"].contains { path.lowercased().hasSuffix($0) }
        return isMovie ? .video : .photo
    }

    private func file(of asset: AssetID) throws(ImageError) -> FileBytes {
        do throws(MetadataError) {
            return try FileBytes(path: paths[asset] ?? "")
        } catch {
            throw .failed(asset, reason: ErrorReason(error))
        }
    }
}

enum AssetMetadataSnippets {
    static func read(_ asset: MediaAsset, of manager: MediaManager) async throws {
        let metadata = try await manager.photos.metadata(for: asset)
        print(metadata.captureDate?.description ?? "no date", metadata.place == nil ? "no place" : "a place")
    }

    static func read(
        _ page: Page, of manager: MediaManager, show: (MediaAsset, ImageMetadata?, AssetMetadataError?) -> Void
    ) async throws {
        for found in try await manager.photos.metadata(for: page) {
            show(found.asset, found.metadata, found.error)
        }
    }
}
