public import Foundation

/// An error that ends an image request; each case carries the value that was wrong.
///
/// Later versions may add cases.
public enum ImageError: Error, Hashable, Sendable {
    // MARK: Cancellation and timeouts

    /// The waiting task or the request was canceled.
    case cancelled
    /// No image came in time: the source reported nothing for that long, or a caller's own deadline ended its wait.
    case timedOut(after: Duration)
    /// The manager was closed.
    case shutDown

    // MARK: The cloud

    /// The original is in the cloud, and the request does not allow the network (3164).
    case networkRequired(AssetID)
    /// The download failed (3169).
    case networkFailed(AssetID, reason: ErrorReason)
    /// The device has no space for the download (3305): the user has to free some first.
    case notEnoughSpace(AssetID)

    // MARK: Failures of the source

    /// The library could not be read.
    case library(LibraryError)
    /// The source failed.
    case failed(AssetID, reason: ErrorReason)
    /// The library provides no images, or no originals.
    case notSupported(AssetID, reason: String)
    /// The asset's media type does not fit the request.
    case wrongMediaType(AssetID, MediaType)
    /// The asset lacks an original of a kind that its type implies.
    case noResource(AssetID, AssetResource.Kind)
    /// The original has more bytes than the caller accepts in memory.
    case tooManyBytes(AssetID, limit: Int)
    /// The source delivered a size other than the exact one that was requested.
    case wrongSize(PixelSize, asked: PixelSize)

    // MARK: Invalid requests and limits

    /// The image has more pixels than the source decodes.
    case tooManyPixels(PixelSize, limit: Int)
    /// The limit of images that may be requested, started, exported or waiting for a thread is reached (*Bounded
    /// Everything*).
    case tooMuchWork(limit: Int)
    /// All threads, replacements included, are held by sources that do not return.
    ///
    /// See ``CachingImageManager/Limits/replacements``. Requests are accepted again as soon as one of the sources
    /// returns.
    case hung(threads: Int)
    /// A programming error: a size without pixels, a crop beyond the image, a limit that is not allowed.
    case invalidArgument(InvalidArgument)
}

extension ImageError: InvalidArgumentError {
    /// Whether the caller canceled the request; no alert is needed then.
    public var isCancellation: Bool {
        switch self {
        case .cancelled: true
        case .library(let error): error.isCancellation
        case .failed(_, let reason), .networkFailed(_, let reason): reason.isCancellation
        default: false
        }
    }

    /// The error that caused this one, if it is known.
    public var underlyingError: (any Error)? {
        switch self {
        case .library(let error): error
        case .failed(_, let reason), .networkFailed(_, let reason): reason.error
        case .invalidArgument(let argument): argument
        default: nil
        }
    }

    /// The step that may help; nil if none does.
    public var recovery: ErrorRecovery? {
        switch self {
        case .library(let error): error.recovery
        case .timedOut, .networkFailed, .tooMuchWork, .hung: .retry
        case .failed(_, let reason): reason.recovery(otherwise: .retry)
        case .cancelled, .shutDown, .networkRequired, .notEnoughSpace, .notSupported, .wrongMediaType, .noResource,
            .tooManyBytes, .wrongSize, .tooManyPixels, .invalidArgument:
            nil
        }
    }

    /// Whether a request that ends with this error delivers nothing more: it was canceled, or its manager closed.
    var endsDelivery: Bool {
        switch self {
        case .cancelled, .shutDown, .library(.cancelled), .library(.shutDown): true
        default: false
        }
    }
}

extension ImageError: CustomStringConvertible {
    /// A description of the error and its value, for logs; the wording may change.
    public var description: String {
        endDescription ?? sourceDescription
    }

    private var endDescription: String? {
        switch self {
        case .cancelled: "The request was canceled."
        case .timedOut(let time): "Nothing more came within \(time)."
        case .shutDown: "The image manager was closed."
        case .networkRequired(let id):
            "The original of '\(id)' is in the cloud, and the request does not allow the network."
        case .networkFailed(let id, let reason): "The original of '\(id)' could not be downloaded: \(reason.ended)"
        case .notEnoughSpace(let id): "There is not enough space to download the original of '\(id)'."
        case .tooMuchWork(let limit): "\(limit) images are in work or waiting, which is the most allowed."
        case .hung(let threads): "All \(threads) threads are held by sources that do not return."
        default: nil
        }
    }

    private var sourceDescription: String {
        switch self {
        case .library(let error): error.description
        case .failed(let id, let reason): "There is no image of '\(id)': \(reason.ended)"
        case .notSupported(let id, let reason): "There is nothing of '\(id)': \(reason.ended)"
        case .wrongMediaType(let id, let type): "'\(id)' has the media type '\(type)', which the request does not fit."
        case .noResource(let id, let kind): "'\(id)' has no original of the kind '\(kind)'."
        case .tooManyBytes(let id, let limit): "The original of '\(id)' has more than \(limit) bytes."
        case .wrongSize(let size, let asked): "The source gave an image of \(size) pixels instead of \(asked)."
        case .tooManyPixels(let size, let limit):
            "The image has \(size) pixels, and its source decodes at most \(limit)."
        case .invalidArgument(let argument): argument.description
        default: "The image could not be loaded."
        }
    }
}

extension ImageError: LocalizedError {
    /// The description: English, for developers.
    public var errorDescription: String? { description }
}

/// Failures and mistakes, each with its wording; sources of other libraries report the same ones.
extension ImageError {
    /// The error for a source that finished without an image and without an error.
    public static func noImage(_ asset: AssetID) -> ImageError {
        .failed(asset, reason: "its source gave neither an image nor an error")
    }

    /// The error for a library that provides no images.
    package static func noImages(_ asset: AssetID) -> ImageError {
        .notSupported(asset, reason: "the library provides no images")
    }

    /// The error for a library that provides no originals.
    package static func noOriginals(_ asset: AssetID) -> ImageError {
        .notSupported(asset, reason: "the library provides no originals")
    }

    /// The error for a size with a side below 1 or above ``AssetImageRequest/longestSide``.
    public static func invalidSize(_ size: PixelSize) -> ImageError {
        .invalid("size", size, "sides of 1 to \(AssetImageRequest.longestSide) pixels")
    }

    /// The error for a crop that is empty or not within the image.
    public static func invalidCrop(_ crop: NormalizedRect) -> ImageError {
        .invalid("crop", crop, "a part of the image that is not empty")
    }

    package static func cropNeedsExactResize(_ mode: ImageResizeMode) -> ImageError {
        .invalid("resize mode", "'\(mode)' of a request with a crop", "'exact'")
    }

    package static func notALivePhoto(_ asset: AssetID) -> ImageError {
        .invalid("asset", "'\(asset)'", "a Live Photo")
    }

    package static func corruptPixels(_ size: PixelSize, bytes: Int) -> ImageError {
        .invalid("pixels", "of \(bytes) bytes", "4 bytes for each of \(size) pixels")
    }
}

extension ImageError {
    /// The image error for an error of the library; a cancellation becomes that of the request.
    package init(_ error: LibraryError) {
        self = error == .cancelled ? .cancelled : .library(error)
    }

    /// The image error for a pool's refusal to accept work.
    package init(_ error: PoolError) {
        self =
            switch error {
            case .invalidLimit(let limit, let least): .invalid("limit of a pool", limit, "at least \(least)")
            case .tooMuchWork(let limit): .tooMuchWork(limit: limit)
            case .hung(let threads): .hung(threads: threads)
            case .shutDown: .shutDown
            }
    }
}

extension PoolPriority {
    /// The pool priority of the work for an image.
    package init(_ priority: ImagePriority) {
        self =
            switch priority {
            case .visible: .visible
            case .prefetch: .prefetch
            case .background: .background
            }
    }
}
