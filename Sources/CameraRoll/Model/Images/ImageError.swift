public import Foundation

/// An error of an image request; each case carries the value that was wrong.
public enum ImageError: Error, Hashable, Sendable {
    // MARK: Cancellation and timeouts

    /// The waiting task or the request was canceled.
    case cancelled
    /// No image came in time: a source that does not call back, a stalled download.
    case timedOut(after: Duration)
    /// The manager was closed.
    case shutDown

    // MARK: The cloud

    /// The original is in the cloud, and the request does not allow the network (3164).
    case networkRequired(AssetID)
    /// The download failed (3169).
    case networkFailed(AssetID, reason: String)

    // MARK: Failures of the source

    /// The library could not be read.
    case library(LibraryError)
    /// The source failed.
    case failed(AssetID, reason: String)
    /// The library provides no images.
    case noImages(AssetID)
    /// The source finished without an image and without an error.
    case noImage(AssetID)
    /// The asset's media type does not fit the request.
    case wrongMediaType(AssetID, MediaType)
    /// The asset is not a Live Photo.
    case notALivePhoto(AssetID)
    /// The library provides no originals.
    case noOriginals(AssetID)
    /// The asset lacks an original of a kind that its type implies.
    case noResource(AssetID, AssetResource.Kind)
    /// The original has more bytes than the caller accepts in memory.
    case tooManyBytes(AssetID, limit: Int)
    /// The pixels do not match their stated size.
    case corruptPixels(PixelSize, bytes: Int)
    /// The source delivered another size than the exact one that was requested.
    case wrongSize(PixelSize, asked: PixelSize)

    // MARK: Invalid requests and limits

    /// A side is less than 1 or more than `AssetImageRequest.longestSide` pixels.
    case invalidSize(PixelSize)
    /// The image has more pixels than the source decodes.
    case tooManyPixels(PixelSize, limit: Int)
    /// The crop is empty or not within the image.
    case invalidCrop(NormalizedRect)
    /// A crop is applied at delivery and needs the resize mode `.exact`.
    case cropNeedsExactResize(ImageResizeMode)
    /// A limit is less than 1, or more than its documentation allows.
    case invalidLimit(Int)
    /// A fraction of a limit is not within 0 to 1.
    case invalidShare(Double)
    /// A time to live is zero or less.
    case invalidTimeToLive(Duration)
    /// A deadline is zero or less.
    case invalidDeadline(Duration)
    /// The limit of images waiting to be decoded is reached (*Bounded Everything*).
    case tooMuchWork(limit: Int)
    /// All threads, replacements included, are held by sources that do not return.
    ///
    /// See ``CachingImageManager/Limits/replacements``. Requests are accepted again as soon as one of the sources
    /// returns.
    case wedged(threads: Int)
}

extension ImageError: CameraRollError {
    /// Whether the caller canceled the request; no alert is needed then.
    public var isCancellation: Bool {
        switch self {
        case .cancelled: true
        case .library(let error): error.isCancellation
        default: false
        }
    }

    /// The step that may help; nil if none does.
    public var recovery: ErrorRecovery? {
        switch self {
        case .library(let error): error.recovery
        case .timedOut, .networkFailed, .failed, .noImage, .tooMuchWork, .wedged: .retry
        case .cancelled, .shutDown, .networkRequired, .noImages, .wrongMediaType, .notALivePhoto, .noOriginals,
            .noResource, .tooManyBytes, .corruptPixels, .wrongSize, .tooManyPixels:
            nil
        case .invalidSize, .invalidCrop, .cropNeedsExactResize, .invalidLimit, .invalidShare, .invalidTimeToLive,
            .invalidDeadline:
            nil
        }
    }

    /// Whether a request that ends with this error delivers nothing more: it was canceled, or its manager closed.
    var endsDelivery: Bool {
        switch self {
        case .shutDown, .library(.shutDown): true
        default: isCancellation
        }
    }
}

extension ImageError: CustomStringConvertible {
    /// A description of the error and its value, for logs; the wording may change.
    public var description: String {
        endDescription ?? sourceDescription ?? inputDescription
    }

    private var endDescription: String? {
        switch self {
        case .cancelled: "The request was cancelled."
        case .timedOut(let time): "Nothing was heard for \(time)."
        case .shutDown: "The image manager was closed."
        case .networkRequired(let id):
            "The original of '\(id)' is in the cloud, and the request does not allow the network."
        case .networkFailed(let id, let reason): "The original of '\(id)' could not be downloaded: \(reason.ended)"
        default: nil
        }
    }

    private var sourceDescription: String? {
        switch self {
        case .library(let error): error.description
        case .failed(let id, let reason): "There is no image of '\(id)': \(reason.ended)"
        case .noImages(let id): "There is no image of '\(id)': the library offers no images."
        case .noImage(let id): "There is no image of '\(id)': its source gave neither an image nor an error."
        case .wrongMediaType(let id, let type): "'\(id)' is of the type \(type)."
        case .notALivePhoto(let id): "'\(id)' is no Live Photo."
        case .noOriginals(let id): "There is no original of '\(id)': the library offers none."
        case .noResource(let id, let kind): "'\(id)' has no original of the kind \(kind)."
        case .tooManyBytes(let id, let limit): "The original of '\(id)' has more than \(limit) bytes."
        case .corruptPixels(let size, let bytes): "\(bytes) bytes are not the pixels of \(size)."
        case .wrongSize(let size, let asked): "The source gave \(size) where \(asked) was asked for."
        default: nil
        }
    }

    private var inputDescription: String {
        switch self {
        case .invalidSize(let size): "\(size) is no size in pixels; each side is 1 to \(AssetImageRequest.longestSide)."
        case .tooManyPixels(let size, let limit): "\(size) are more than the \(limit) pixels that the source decodes."
        case .invalidCrop(let crop): "\(crop) is no part of an image."
        case .cropNeedsExactResize(let mode): "A crop needs the resize mode exact, not \(mode)."
        case .invalidLimit(let limit): "A limit cannot be \(limit)."
        case .invalidShare(let share): "\(share) is no share; 0 to 1."
        case .invalidTimeToLive(let time): "An image cannot be good for \(time)."
        case .invalidDeadline(let time): "\(time) is no deadline."
        case .tooMuchWork(let limit): "More than \(limit) images wait to be decoded."
        case .wedged(let threads): "All \(threads) threads are held by sources that do not return."
        default: "The image could not be had."
        }
    }
}

extension ImageError: LocalizedError {
    /// The description: English, for developers.
    public var errorDescription: String? { description }
}

extension ImageError {
    /// The image error for a pool's refusal to accept work.
    package init(_ error: PoolError) {
        self =
            switch error {
            case .invalidLimit(let limit): .invalidLimit(limit)
            case .tooMuchWork(let limit): .tooMuchWork(limit: limit)
            case .wedged(let threads): .wedged(threads: threads)
            case .shutDown: .shutDown
            }
    }
}

extension PoolPriority {
    /// The pool priority of the work for an image.
    package init(_ priority: ImagePriority) {
        self =
            switch priority {
            case .background: .background
            case .prefetch: .prefetch
            case .visible: .visible
            }
    }
}
