public import CameraRoll
public import Foundation
public import Observation
import PhotoMetadata

/// The contents of one cell of an ``AssetGrid``: what a view draws, and observes cell by cell.
///
/// A cell belongs to an asset: when the list changes, the cell moves to the asset's new position, with its image. Take
/// it from ``AssetGrid/cell(at:)`` whenever the view draws. The cell of an asset that is gone is empty.
@MainActor @Observable public final class AssetCell: Identifiable {
    /// The state of a cell's image.
    public enum Image: Sendable {
        /// No image yet.
        case placeholder
        /// An image of less quality than requested; the final one may follow.
        case degraded(DecodedImage)
        /// The requested image.
        case final(DecodedImage)
        /// There is no image: it could not be loaded, and is requested again when the cell becomes visible again.
        ///
        /// A cell that has an image already keeps it.
        case failed(ImageError)

        /// The image, if there is one.
        public var decoded: DecodedImage? {
            switch self {
            case .placeholder, .failed: nil
            case .degraded(let image), .final(let image): image
            }
        }

        /// Whether this is the requested image.
        public var isFinal: Bool {
            if case .final = self { true } else { false }
        }

        var isPlaceholder: Bool {
            if case .placeholder = self { true } else { false }
        }

        var isFailed: Bool {
            if case .failed = self { true } else { false }
        }
    }

    // The asset first: what a scroll event reads and writes in each cell lies together behind it.

    /// The asset; nil until it has been read.
    public private(set) var asset: MediaAsset?
    /// The properties of the asset that a cell shows in addition to its image.
    public private(set) var badges = AssetBadges()
    /// The number of the asset in the order of selection, counted from 1; nil if it is not selected.
    public private(set) var orderNumber: Int?
    /// The position of the asset in the list.
    public internal(set) var position: Int
    /// The image.
    public private(set) var image = Image.placeholder
    /// Whether the image is only in the cloud, and may not be downloaded.
    ///
    /// A local image of less quality is shown then, if there is one.
    public private(set) var isInCloud = false
    /// The fraction of the image's download that has arrived, 0 to 1; nil unless it is being downloaded.
    public private(set) var progress: Double?

    /// Whether the asset is selected.
    public var isSelected: Bool { orderNumber != nil }

    /// The picture that ``image`` shows.
    @ObservationIgnored private var shown: Picture?
    /// The picture that is being loaded.
    @ObservationIgnored private var loading: Picture?
    /// The number of loads so far: tells a canceled load from a later one of the same picture.
    @ObservationIgnored private var loadCount = 0
    /// Loads the image; created with the first image that is not in memory.
    @ObservationIgnored private var task: OwnedTask?
    /// Called after each step of loading; used by tests only.
    @ObservationIgnored var onStep: (() -> Void)?

    /// What distinguishes the pictures that a grid shows of one asset.
    fileprivate struct Picture: Equatable {
        var contentVersion: UInt64
        var size: ImageTargetSize
    }

    init(position: Int) {
        self.position = position
    }
}

extension AssetCell {
    /// Shows an asset, or a placeholder for one that is not known; writes only what differs.
    func show(_ asset: MediaAsset?) {
        guard self.asset != asset else { return }
        // A cell whose asset is being read again never shows the image of another one.
        if asset?.id != self.asset?.id { dropImage() }
        self.asset = asset
        let badges = asset.map(AssetBadges.init(of:)) ?? AssetBadges()
        if self.badges != badges { self.badges = badges }
    }

    /// Shows the number of the asset in the order of selection.
    func show(orderNumber: Int?) {
        if _orderNumber != orderNumber { self.orderNumber = orderNumber }
    }

    /// Clears the cell.
    func clear() {
        show(nil)
        show(orderNumber: nil)
        dropImage()
    }
}

// MARK: - Images

extension AssetCell {
    /// Whether the asset's current image is shown, or is being loaded.
    func isSettled(at size: PixelSize) -> Bool {
        guard let picture = loading ?? (_image.isFinal ? shown : nil), let version = _asset?.contentVersion else {
            return false
        }
        return picture == Picture(contentVersion: version, size: .pixels(size))
    }

    /// Whether the cell has to be looked at when it leaves the screen: it is loading, or has failed to.
    var isUnsettled: Bool { loading != nil || _image.isFailed }

    /// Shows the image that is in memory; returns false if it is not there, or only of less quality.
    func showCached(_ request: AssetImageRequest, of images: CachingImageManager) -> Bool {
        guard let cached = images.cachedImage(for: request) else { return false }
        show(cached.isDegraded ? .degraded(cached) : .final(cached), of: Picture(of: request))
        if !cached.isDegraded { stopLoading() }
        return !cached.isDegraded
    }

    /// Loads an image, and shows its versions as they arrive.
    func load(_ request: AssetImageRequest, of images: CachingImageManager) {
        let picture = Picture(of: request)
        // The progress of an earlier download does not belong to this one.
        endProgress()
        loading = picture
        loadCount += 1
        let number = loadCount
        let task = task ?? OwnedTask()
        self.task = task
        task.replace(
            with: Task { [weak self] in
                do throws(ImageError) {
                    for try await delivery in images.deliveries(for: request) {
                        self?.receive(delivery, of: picture, number)
                    }
                } catch {
                    self?.fail(error, of: picture, number)
                }
                self?.end(number)
            })
    }

    private func receive(_ delivery: ImageDelivery, of picture: Picture, _ number: Int) {
        guard isLoading(number) else { return }
        switch delivery {
        case .progress(let fraction): progress = fraction
        case .degraded(let image): if shown != picture || !self.image.isFinal { show(.degraded(image), of: picture) }
        case .fallback(let image, let error):
            endProgress()
            note(isInCloud: error.isNetworkRequired)
            show(.degraded(image), of: picture)
        case .final(let image):
            endProgress()
            note(isInCloud: false)
            show(.final(image), of: picture)
        }
        onStep?()
    }

    private func fail(_ error: ImageError, of picture: Picture, _ number: Int) {
        guard isLoading(number), !error.isCancellation else { return }
        endProgress()
        note(isInCloud: error.isNetworkRequired)
        // A picture of less quality, or of another size, is better than none.
        if _image.decoded == nil { show(.failed(error), of: picture) }
        onStep?()
    }

    /// Whether a load is the one that is running.
    private func isLoading(_ number: Int) -> Bool { loading != nil && number == loadCount }

    private func end(_ number: Int) {
        guard isLoading(number) else { return }
        loading = nil
        endProgress()
    }

    private func note(isInCloud: Bool) {
        if _isInCloud != isInCloud { self.isInCloud = isInCloud }
    }

    /// Stops showing progress, in the same turn as the picture appears and not after it.
    private func endProgress() {
        if _progress != nil { progress = nil }
    }

    private func show(_ image: Image, of picture: Picture) {
        self.image = image
        shown = picture
    }

    /// Releases the image of a cell that is far away, and stops loading that of a cell that is not visible.
    ///
    /// Reads the stored properties directly: observing them would cost more than all the rest, and the grid does not
    /// need it.
    ///
    /// - Parameter ended: receives the task, which the caller cancels.
    func releaseImage(outside zones: AssetGrid.ImageZones, _ ended: inout [Task<Void, Never>]) {
        guard !zones.visible.contains(_position) else { return }
        if !zones.zone.contains(_position) || _image.isFailed {
            dropImage { ended.append($0) }
        } else {
            stopLoading { ended.append($0) }
        }
    }

    /// Stops loading; the image that is shown stays.
    ///
    /// - Parameter cancel: cancels the task, whose later results are not shown in any case.
    func stopLoading(_ cancel: (Task<Void, Never>) -> Void = { $0.cancel() }) {
        guard loading != nil else { return }
        if let task = task?.take() { cancel(task) }
        end(loadCount)
    }

    /// Stops loading, and releases the image.
    func dropImage(_ cancel: (Task<Void, Never>) -> Void = { $0.cancel() }) {
        stopLoading(cancel)
        note(isInCloud: false)
        shown = nil
        if !_image.isPlaceholder { image = .placeholder }
    }
}

extension ImageError {
    /// Whether an image would have to be downloaded, which is not allowed.
    fileprivate var isNetworkRequired: Bool {
        if case .networkRequired = self { true } else { false }
    }
}

extension AssetCell.Picture {
    fileprivate init(of request: AssetImageRequest) {
        self.init(contentVersion: request.key.picture.contentVersion, size: request.key.picture.size)
    }
}

/// The properties of an asset that a cell shows in addition to its image, as values for any view.
public struct AssetBadges: Hashable, Sendable {
    /// The kind of media.
    public var mediaType = MediaType.unknown
    /// The traits.
    public var mediaSubtypes: MediaSubtypes = []
    /// Whether the asset is a favorite.
    public var isFavorite = false
    /// Whether the user has hidden the asset: lists leave it out unless their query includes hidden assets.
    public var isHidden = false
    /// Whether the asset represents a burst.
    public var isBurst = false
    /// The playing time in seconds; 0 for a still picture.
    public var duration: TimeInterval = 0

    /// No properties, for a cell without an asset.
    public init() {}

    /// The properties of an asset.
    public init(of asset: MediaAsset) {
        mediaType = asset.mediaType
        mediaSubtypes = asset.mediaSubtypes
        isFavorite = asset.isFavorite
        isHidden = asset.isHidden
        isBurst = asset.representsBurst
        duration = asset.duration
    }
}
