import CameraRoll
import PhotoMetadataEditing

/// Reads the content of selected assets according to a picker's configuration.
struct PickedItemLoader: Sendable {
    let manager: MediaManager
    let images: CachingImageManager
    var configuration: PickerConfiguration
    let encoder: PickerEncoder?
    /// The thread on which metadata are removed and pictures encoded.
    let pool: WorkPool
    let gate: LoadGate

    /// - Throws: `InvalidArgument` with an invalid limit.
    @MainActor init(
        _ manager: MediaManager, _ images: CachingImageManager, _ configuration: PickerConfiguration,
        _ encoder: PickerEncoder?
    ) throws(InvalidArgument) {
        (self.manager, self.images, self.configuration, self.encoder) = (manager, images, configuration, encoder)
        gate = LoadGate(configuration.maximumConcurrentLoads)
        do throws(PoolError) {
            pool = try WorkPool(label: "cameraroll.pick", limits: PoolLimits(threads: 1))
        } catch {
            throw InvalidArgument("number of threads", 1, allowed: "\(error)")
        }
    }

    /// Returns the same loader for the original files, with the same threads and limits.
    var ofOriginals: PickedItemLoader {
        var loader = self
        (loader.configuration.content, loader.configuration.representation) = (.original, .current)
        return loader
    }

    /// Reads the content of an asset.
    func content(
        of asset: MediaAsset, isNetworkAccessAllowed: Bool, onProgress: @escaping @Sendable (Double) -> Void
    ) async throws(PickerError) -> PickedContent {
        if let filter = configuration.filter, !filter.matches(asset) { throw .notOffered(asset.id) }
        let read = PickedAssetRead(
            loader: self, asset: asset, isNetworkAccessAllowed: isNetworkAccessAllowed, onProgress: onProgress)
        switch configuration.content {
        case .reference: return .reference
        case .metadata: return .metadata(try await read.metadata())
        case .image(let size): return .image(try await read.image(size))
        case .original: return try await read.original()
        case .movie: return .movie(try await read.movie())
        case .livePhoto: return try await read.livePhoto()
        case .automatic: return try await read.automatic()
        }
    }
}

/// A read of the content of one asset.
private struct PickedAssetRead: Sendable {
    let loader: PickedItemLoader
    let asset: MediaAsset
    let isNetworkAccessAllowed: Bool
    let onProgress: @Sendable (Double) -> Void

    private var options: PickerConfiguration.MetadataOptions { loader.configuration.metadataOptions }

    func automatic() async throws(PickerError) -> PickedContent {
        if asset.mediaSubtypes.contains(.livePhoto) { return try await livePhoto() }
        return try await file(edited: true)
    }

    func original() async throws(PickerError) -> PickedContent {
        try await file(edited: false)
    }

    private func file(edited: Bool) async throws(PickerError) -> PickedContent {
        let resources = try await resources()
        switch asset.mediaType {
        case .video: return .movie(try await data(of: try resource(.video(edited: edited), among: resources)))
        case .audio: return .data(try await data(of: try resource([.audio], among: resources)))
        default:
            let photo = try resource(.photo(edited: edited), among: resources)
            return .data(try await picture(photo, edited ? .current : .unadjusted))
        }
    }

    func livePhoto() async throws(PickerError) -> PickedContent {
        let resources = try await resources()
        let photo = try resource(.photo(edited: true), among: resources)
        let video = try resource(.pairedVideo, among: resources)
        return .livePhoto(photo: try await picture(photo, .current), video: try await data(of: video))
    }

    func movie() async throws(PickerError) -> PickedData {
        let isLivePhoto = asset.mediaSubtypes.contains(.livePhoto)
        let kinds: [AssetResource.Kind] = isLivePhoto ? .pairedVideo : .video(edited: true)
        return try await data(of: try resource(kinds, among: try await resources()))
    }

    func metadata() async throws(PickerError) -> ImageMetadata {
        guard options.isEmpty else { return try await editedMetadata() }
        do throws(AssetMetadataError) {
            return try await loader.manager.photos.metadata(
                for: asset, isNetworkAccessAllowed: isNetworkAccessAllowed)
        } catch {
            throw .metadata(error)
        }
    }

    /// The metadata of the file as the app may see it.
    private func editedMetadata() async throws(PickerError) -> ImageMetadata {
        let kinds: [AssetResource.Kind] = asset.mediaType == .video ? .video(edited: false) : .photo(edited: false)
        let data = try await data(of: try resource(kinds, among: try await resources()))
        do throws(MetadataError) {
            return try ImageMetadata(data.bytes)
        } catch {
            throw .metadata(.metadata(error))
        }
    }

    func image(
        _ size: ImageTargetSize, version: ImageVersion = .current
    ) async throws(PickerError) -> DecodedImage {
        let request = AssetImageRequest(
            for: asset, size: size, version: version, deliveryMode: .highQuality,
            isNetworkAccessAllowed: isNetworkAccessAllowed)
        do throws(ImageError) {
            for try await delivery in loader.images.deliveries(for: request) {
                if case .progress(let fraction) = delivery { onProgress(fraction) }
                if delivery.isLast, let image = delivery.image { return image }
            }
            throw .noImage(asset.id)
        } catch {
            throw .image(error)
        }
    }
}

// MARK: - Files

extension PickedAssetRead {
    private func resources() async throws(PickerError) -> [AssetResource] {
        do throws(ImageError) {
            return try await loader.images.resources(of: asset)
        } catch {
            throw .image(error)
        }
    }

    /// The first resource of the first of some kinds that the asset has.
    private func resource(
        _ kinds: [AssetResource.Kind], among resources: [AssetResource]
    ) throws(PickerError) -> AssetResource {
        for kind in kinds {
            if let found = resources.first(where: { $0.kind == kind }) { return found }
        }
        throw .image(.noResource(asset.id, kinds.last ?? .photo))
    }

    /// A picture in the format that the configuration asks for.
    ///
    /// - Parameters:
    ///   - resource: the file of the picture.
    ///   - version: the version of the asset that the file has.
    private func picture(_ resource: AssetResource, _ version: ImageVersion) async throws(PickerError) -> PickedData {
        if loader.configuration.representation == .compatible, !resource.isCompatible {
            return try await encoded(resource, version)
        }
        do throws(PickerError) {
            return try await data(of: resource)
        } catch {
            guard resource.mayBeEncodedAgain(after: error), loader.encoder != nil,
                loader.configuration.representation == .automatic
            else { throw error }
            return try await encoded(resource, version)
        }
    }

    /// The picture, encoded again from its pixels alone, so that no metadata remain to be removed.
    private func encoded(_ resource: AssetResource, _ version: ImageVersion) async throws(PickerError) -> PickedData {
        guard let encoder = loader.encoder else { throw .noCodec(asset.id, typeIdentifier: resource.typeIdentifier) }
        let image = try await image(.maximum, version: version)
        let id = asset.id
        let bytes = try await loader.pool.perform { () throws(PickerError) in
            do {
                return try encoder.encode(image)
            } catch {
                throw .cannotEncode(id, reason: ErrorReason(error))
            }
        }
        return PickedData(bytes, typeIdentifier: encoder.typeIdentifier, fileName: nil)
    }

    /// A file without the metadata that have to be removed.
    private func data(of resource: AssetResource) async throws(PickerError) -> PickedData {
        let bytes: [UInt8]
        do throws(ImageError) {
            bytes = try await loader.images.data(
                of: resource, isNetworkAccessAllowed: isNetworkAccessAllowed, limit: loader.configuration.maximumBytes,
                onProgress: onProgress
            ).bytes
        } catch {
            throw .image(error)
        }
        let (options, id) = (options, asset.id)
        let edited =
            options.isEmpty
            ? bytes
            : try await loader.pool.perform { () throws(PickerError) in
                do throws(MetadataEditError) {
                    return try options.editor(for: bytes).edited(bytes)
                } catch {
                    throw .cannotRemoveMetadata(id, error)
                }
            }
        return PickedData(edited, typeIdentifier: resource.typeIdentifier, fileName: resource.fileName)
    }
}

extension [AssetResource.Kind] {
    fileprivate static func photo(edited: Bool) -> Self { edited ? [.fullSizePhoto, .photo] : [.photo] }
    fileprivate static func video(edited: Bool) -> Self { edited ? [.fullSizeVideo, .video] : [.video] }
    fileprivate static let pairedVideo: Self = [.fullSizePairedVideo, .pairedVideo]
}

extension AssetResource {
    /// Whether every program can read the format.
    fileprivate var isCompatible: Bool {
        ["public.jpeg", "public.png", "com.compuserve.gif"].contains(typeIdentifier)
    }

    /// Whether the picture may be delivered in another format: its own has no such edit, or refused it.
    fileprivate func mayBeEncodedAgain(after error: PickerError) -> Bool {
        switch error {
        case .cannotRemoveMetadata(_, .unsupported): true
        case .cannotRemoveMetadata: ["public.heic", "public.heif", "public.avif"].contains(typeIdentifier)
        default: false
        }
    }
}

extension PickerConfiguration.MetadataOptions {
    /// Returns the editor that removes the metadata that have to be removed from a file.
    ///
    /// No edit removes captions alone: everything is removed, and the capture date is set again.
    func editor(for bytes: [UInt8]) -> MetadataEditor {
        var edits: [MetadataEdit] = []
        if contains(.removeLocation) { edits.append(.removeLocation) }
        if contains(.removeCaptions) {
            edits.append(.removeSensitive)
            let date = (try? ImageMetadata(bytes))?.captureDate
            if let date { edits.append(.setCaptureDate(date)) }
        }
        return MetadataEditor(edits)
    }
}

/// Work of a pool whose caller waits for it.
private struct AwaitedWork<Value: Sendable>: PoolWork {
    let body: @Sendable () throws(PickerError) -> Value
    let completion = Completion<Result<Value, PickerError>>()

    func run() {
        do throws(PickerError) {
            completion.end(.success(try body()))
        } catch {
            completion.end(.failure(error))
        }
    }

    func cancel() {
        completion.end(.failure(.cancelled))
    }

    func refuse(_ error: PoolError) {
        completion.end(.failure(.image(ImageError(error))))
    }
}

extension WorkPool {
    /// Runs work on a thread of the pool, and waits for it off the thread.
    ///
    /// - Throws: the error of the work; `.cancelled` if the task is canceled first.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable () throws(PickerError) -> Value
    ) async throws(PickerError) -> Value {
        let work = AwaitedWork(body: body)
        do throws(PoolError) {
            _ = try submit(work, priority: .visible)
        } catch {
            throw .image(ImageError(error))
        }
        return try await work.completion.value(ifCancelled: .failure(.cancelled)).get()
    }
}
