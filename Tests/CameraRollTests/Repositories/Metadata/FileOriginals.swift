import CameraRoll

/// Originals that are files: the example of the article on metadata.
struct FileOriginals: ResourceSource {
    let paths: [AssetID: String]

    func resources(of asset: AssetID) throws(ImageError) -> [AssetResource] {
        guard let path = paths[asset] else { throw .library(.assetNotFound(asset)) }
        return [AssetResource(asset: asset, kind: kind(of: path), typeIdentifier: "public.data")]
    }

    func open(_ resource: AssetResource) throws(ImageError) -> (any ByteSource)? {
        try file(of: resource.asset)
    }

    func read(_ resource: AssetResource, isNetworkAllowed: Bool, into receiver: ResourceReceiver) throws(ImageError) {
        let file = try file(of: resource.asset)
        for start in stride(from: 0, to: file.byteCount, by: 64 << 10) {
            let bytes: [UInt8]
            do throws(MetadataError) {
                bytes = try file.bytes(in: start..<min(start + (64 << 10), file.byteCount))
            } catch {
                throw .failed(resource.asset, reason: error.description)
            }
            try receiver.append(bytes)
        }
    }

    // A video's original is asked for as `.video`, a picture's as `.photo`.
    private func kind(of path: String) -> AssetResource.Kind {
        let isMovie = [".mov", ".mp4", ".m4v"].contains { path.lowercased().hasSuffix($0) }
        return isMovie ? .video : .photo
    }

    private func file(of asset: AssetID) throws(ImageError) -> FileBytes {
        do throws(MetadataError) {
            return try FileBytes(path: paths[asset] ?? "")
        } catch {
            throw .failed(asset, reason: error.description)
        }
    }
}
