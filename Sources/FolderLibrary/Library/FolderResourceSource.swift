#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Reads the original files of a folder's assets.
struct FolderResourceSource: ResourceSource {
    private static let chunkLength = 256 << 10

    let files: OriginalFiles

    /// The original files of an asset: the photo or the video, or the photo of a Live Photo followed by its video, the
    /// raw file of a photo, and Apple's description of edits.
    func resources(of asset: AssetID) throws(ImageError) -> [AssetResource] {
        let original = try files.original(of: asset)
        let facts = original.record.facts
        let main = AssetResource(
            asset: asset, kind: facts.type == .video ? .video : .photo, typeIdentifier: facts.format.typeIdentifier,
            orientation: facts.orientation.rawValue, byteCount: try? files.open(original).bytes.byteCount,
            fileName: FolderPath.text(of: original.record.name))
        var resources = [main]
        func add(_ kind: AssetResource.Kind, _ type: String, _ name: [UInt8]?) {
            guard let name else { return }
            resources.append(
                AssetResource(
                    asset: asset, kind: kind, typeIdentifier: type, index: resources.count,
                    byteCount: try? files.open(original, kind).bytes.byteCount, fileName: FolderPath.text(of: name)))
        }
        add(.pairedVideo, MetadataFormat.quickTime.typeIdentifier, original.record.pairedVideo)
        add(.alternatePhoto, MetadataFormat.raw.typeIdentifier, original.record.rawFile)
        add(.adjustmentData, "com.apple.property-list", original.adjustments)
        return resources
    }

    func read(
        _ resource: AssetResource, isNetworkAccessAllowed: Bool, into receiver: ResourceReceiver
    ) throws(ImageError) {
        let bytes = try find(resource).bytes
        var position = 0
        while position < bytes.byteCount {
            let chunk = try chunk(of: bytes, at: position, resource.asset)
            if chunk.isEmpty {
                let reason: ErrorReason =
                    "the file was cut short to \(position) of \(bytes.byteCount) bytes while it was read"
                throw .library(.failed("read original", reason: reason))
            }
            try receiver.append(chunk)
            position += chunk.count
            receiver.progress(Double(position) / Double(bytes.byteCount))
        }
    }

    func open(_ resource: AssetResource) throws(ImageError) -> (any ByteSource)? {
        try find(resource).bytes
    }

    private func find(_ resource: AssetResource) throws(ImageError) -> OpenOriginal {
        try files.open(files.original(of: resource.asset), resource.kind)
    }

    private func chunk(of bytes: FileBytes, at position: Int, _ asset: AssetID) throws(ImageError) -> [UInt8] {
        let length = min(Self.chunkLength, bytes.byteCount - position)
        var failure: MetadataError?
        let chunk = [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
            do throws(MetadataError) {
                filled = try bytes.read(at: position, into: UnsafeMutableRawBufferPointer(buffer))
            } catch {
                failure = error
            }
        }
        if let failure { throw .library(.failed("read original", reason: ErrorReason(failure))) }
        return chunk
    }
}

extension FolderBackend {
    /// Returns the source of original files.
    func resourceSource() throws(LibraryError) -> (any ResourceSource)? {
        FolderResourceSource(files: store.originals)
    }
}
#endif
