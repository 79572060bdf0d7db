public import CameraRoll
import PhotoMetadataEditing

extension CachingImageManager {
    /// Returns an asset's picture as a new file, upright and at most as large as a size, without any metadata.
    ///
    /// ```swift
    /// let jpeg = try await images.export(asset, as: .jpeg(quality: 0.9), fitting: .pixels(2_048, 2_048))
    /// try Data(jpeg).write(to: url)
    /// ```
    ///
    /// The file shows the picture with all edits, has its color profile, and does not reveal where, when or with what
    /// it was taken. It is never enlarged. To keep the other metadata, convert the original instead:
    /// `PictureFile.converted(to:quality:)`, then `MetadataEditor(.removeLocation)`.
    ///
    /// The image is loaded like any other, from memory if it is there, and encoded on one of the two threads that read
    /// originals. At most four exports in the process hold an image at a time; the others wait before they load theirs,
    /// in the order of the calls. Canceling the task ends the wait at once; an image that is being encoded is dropped
    /// when the encoding is complete.
    ///
    /// - Parameters:
    ///   - asset: an image, or any asset that has a picture.
    ///   - encoding: the format, and the quality if it has one.
    ///   - size: the size in pixels that the picture must fit; by default it keeps all of its pixels.
    ///   - isNetworkAccessAllowed: whether the original may be downloaded; false by default.
    /// - Returns: the bytes of the file.
    /// - Throws: the errors of `image(for:)`; `.invalidArgument` for a quality outside 0 to 1 and `.notSupported`
    ///   without a codec, both before anything is read; `.failed` if only a part of the picture, or a small one, can be
    ///   decoded; `.tooMuchWork` if more than 1,024 exports wait.
    public nonisolated func export(
        _ asset: MediaAsset, as encoding: ImageEncoding, fitting size: ImageTargetSize = .maximum,
        isNetworkAccessAllowed: Bool = false
    ) async throws(ImageError) -> [UInt8] {
        let request = AssetImageRequest(
            for: asset, size: size, deliveryMode: .highQuality, isNetworkAccessAllowed: isNetworkAccessAllowed)
        return try await export(request, as: encoding, in: .shared)
    }

    /// Returns the picture of a request as a new file; occupies one of the places meanwhile.
    nonisolated func export(
        _ request: AssetImageRequest, as encoding: ImageEncoding, in places: ExportPlaces
    ) async throws(ImageError) -> [UInt8] {
        do throws(CodecError) {
            try encoding.validate()
        } catch {
            throw error.imageError(of: request.asset)
        }
        let place = try await places.enter()
        // The place is kept as long as the image.
        defer { withExtendedLifetime(place) {} }
        let (image, key) = try await fittingImage(for: request)
        guard !image.isDegraded else {
            throw .failed(request.asset, reason: "only a part of the picture, or a small one, can be decoded")
        }
        let work = EncodingWork(image: image, encoding: encoding, asset: request.asset, place: place)
        let file = try await work.file(on: filePool)
        // Permission may have been withdrawn meanwhile.
        try await confirm(image, for: key)
        return file
    }

    /// Loads the image of a request, at most as large as the request's size.
    private nonisolated func fittingImage(
        for request: AssetImageRequest
    ) async throws(ImageError) -> (image: DecodedImage, key: ImageKey) {
        if let image = try await imageIfItFits(for: request) { return (image, request.key) }
        var request = request
        request.resizeMode = .exact
        return (try await image(for: request), request.key)
    }

    /// Loads the image of a request; returns nil, and releases the image, if it is larger than the request's size.
    ///
    /// Only the picture shows its size, since the asset's values may be from another version.
    private nonisolated func imageIfItFits(for request: AssetImageRequest) async throws(ImageError) -> DecodedImage? {
        let image = try await self.image(for: request)
        return image.size.exceeds(request.size) ? nil : image
    }
}

extension PixelSize {
    /// Whether it is wider or higher than a requested size.
    fileprivate func exceeds(_ size: ImageTargetSize) -> Bool {
        guard case .pixels(let most) = size else { return false }
        return width > most.width || height > most.height
    }
}

/// The encoding of one image, on a thread that may block.
private struct EncodingWork: PoolWork {
    let image: DecodedImage
    let encoding: ImageEncoding
    let asset: AssetID
    /// Kept for as long as the image.
    let place: ExportPlace
    let completion = Completion<Result<[UInt8], ImageError>>()

    /// Waits for the file of an image; cancellation ends the wait, and also the work if it has not begun.
    func file(on pool: WorkPool) async throws(ImageError) -> [UInt8] {
        let ticket: PoolTicket
        do throws(PoolError) {
            ticket = try pool.submit(self, priority: .visible)
        } catch {
            throw ImageError(error)
        }
        let result = await completion.value(ifCancelled: .failure(.cancelled))
        if case .failure(.cancelled) = result { pool.cancel(ticket) }
        return try result.get()
    }

    func run() {
        do throws(CodecError) {
            completion.end(.success(try image.encoded(as: encoding)))
        } catch {
            completion.end(.failure(error.imageError(of: asset)))
        }
    }

    func cancel() {
        completion.end(.failure(.cancelled))
    }

    func refuse(_ error: PoolError) {
        completion.end(.failure(ImageError(error)))
    }
}
