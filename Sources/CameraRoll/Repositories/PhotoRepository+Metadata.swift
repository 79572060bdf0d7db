public import Foundation

extension PhotoRepository {
    /// Reads the metadata of an asset's original: of a picture, or of a video.
    ///
    /// If the source supports random access, only the parts of the original that contain metadata are read; otherwise
    /// it is read from its start until all metadata are there. No thread of the caller waits (*Never Blocked*). Of a
    /// thousand concurrent calls, `limits.concurrency` read at a time, while the others are queued.
    ///
    /// - Parameters:
    ///   - asset: the asset of the original.
    ///   - isNetworkAccessAllowed: whether the original may be downloaded; false by default.
    ///   - limits: the limits of memory, concurrency and time.
    /// - Throws: `.original` if the original cannot be read, with the reason; `.metadata` with `.unknownFormat`,
    ///   `.empty` or `.cannotRead` if its bytes are invalid.
    public nonisolated func metadata(
        for asset: MediaAsset, isNetworkAccessAllowed: Bool = false, limits: OriginalLimits = OriginalLimits()
    ) async throws(AssetMetadataError) -> ImageMetadata {
        let reads = try MetadataReads(pools: originals, isNetworkAccessAllowed: isNetworkAccessAllowed, limits: limits)
        return try await reads.metadata(for: asset)
    }

    /// Reads the metadata of a page's originals, in the page's order; single failures are part of the result.
    ///
    /// - Parameters:
    ///   - page: the page of the originals.
    ///   - isNetworkAccessAllowed: whether originals may be downloaded; false by default.
    ///   - limits: the limits of memory for each original, of concurrency and of time.
    /// - Throws: `.original` with an error that concerns all of them: `.cancelled`,
    ///   `.invalidArgument`, and `.library` if the library may not be read or cannot be opened.
    public nonisolated func metadata(
        for page: Page, isNetworkAccessAllowed: Bool = false, limits: OriginalLimits = OriginalLimits()
    ) async throws(AssetMetadataError) -> [AssetMetadata] {
        try await metadata(for: page.assets, isNetworkAccessAllowed: isNetworkAccessAllowed, limits: limits)
    }

    /// Reads the metadata of some assets' originals, in the assets' order; single failures are part of the result.
    ///
    /// Otherwise as ``metadata(for:isNetworkAccessAllowed:limits:)-(Page,_,_)``.
    public nonisolated func metadata(
        for assets: [MediaAsset], isNetworkAccessAllowed: Bool = false, limits: OriginalLimits = OriginalLimits()
    ) async throws(AssetMetadataError) -> [AssetMetadata] {
        let reads = try MetadataReads(pools: originals, isNetworkAccessAllowed: isNetworkAccessAllowed, limits: limits)
        return try await reads.metadata(for: assets)
    }
}

/// The metadata of an asset's original, or the error of reading it.
public struct AssetMetadata: Sendable {
    /// The asset.
    public let asset: MediaAsset
    /// The metadata, or the error.
    public let result: Result<ImageMetadata, AssetMetadataError>

    /// Creates a result, for an app's own lists and for tests.
    public init(asset: MediaAsset, result: Result<ImageMetadata, AssetMetadataError>) {
        self.asset = asset
        self.result = result
    }

    /// The metadata; nil if they could not be read.
    public var metadata: ImageMetadata? { try? result.get() }
    /// The error; nil if the metadata were read.
    public var error: AssetMetadataError? {
        if case .failure(let error) = result { error } else { nil }
    }
}

/// An error of reading the metadata of an asset's original.
public enum AssetMetadataError: Error, Hashable, Sendable {
    /// The library could not provide the original's bytes.
    case original(ImageError)
    /// The original's bytes are invalid.
    case metadata(MetadataError)
}

extension AssetMetadataError: CustomStringConvertible {
    /// A description of the error and its value, for logs; the wording may change.
    public var description: String {
        switch self {
        case .original(let error): Self.text(of: error)
        case .metadata(let error): error.description
        }
    }

    /// The text of an image error in terms of metadata, since no image was requested.
    private static func text(of error: ImageError) -> String {
        switch error {
        case .failed(let id, let reason): "The original of '\(id)' cannot be read: \(reason.ended)"
        case .shutDown: "The library was closed."
        case .timedOut(let time): "The source of the original made no progress for \(time)."
        case .tooMuchWork(let limit): "\(limit) originals are waiting to be read, and no more may wait."
        default: error.description
        }
    }
}

extension AssetMetadataError: LocalizedError {
    /// The description: English, for developers.
    public var errorDescription: String? { description }
}

extension AssetMetadataError: CameraRollError {
    /// Whether the caller canceled the read; no alert is needed then.
    public var isCancellation: Bool { wrapped.isCancellation }

    /// The step that may help; nil if none does.
    public var recovery: ErrorRecovery? { wrapped.recovery }

    /// The error of the library or of the bytes.
    public var underlyingError: (any Error)? { wrapped }

    private var wrapped: any CameraRollError {
        switch self {
        case .original(let error): error
        case .metadata(let error): error
        }
    }
}
