public import Foundation

extension PhotoRepository {
    /// Reads the metadata of an asset's original: of a picture, or of a video.
    ///
    /// Nothing is read of the original but what its metadata need, where its source can be read at positions;
    /// otherwise it is read from its start until all is there. No thread of the caller waits (*Never Blocked*), and of
    /// a thousand calls at once a few read, as many as `limits.concurrency` says, while the others wait in line.
    ///
    /// - Parameters:
    ///   - asset: whose original.
    ///   - isNetworkAllowed: whether the original may be downloaded; not by default.
    ///   - limits: how much is taken into memory, and how long is waited.
    /// - Throws: `.original` where the original cannot be had, with why; `.metadata` with `.unknownFormat`, `.empty` or
    ///   `.cannotRead` where its bytes cannot be read.
    public nonisolated func metadata(
        for asset: MediaAsset, isNetworkAllowed: Bool = false, limits: OriginalLimits = OriginalLimits()
    ) async throws(AssetMetadataError) -> ImageMetadata {
        let reads = try MetadataReads(pools: originals, isNetworkAllowed: isNetworkAllowed, limits: limits)
        return try await reads.metadata(for: asset)
    }

    /// Reads the metadata of a page's originals, in the page's order; single failures are kept in their places.
    ///
    /// - Parameters:
    ///   - page: whose originals.
    ///   - isNetworkAllowed: whether originals may be downloaded; not by default.
    ///   - limits: how much is taken into memory for each, how long is waited, and how many are read at once.
    /// - Throws: `.original` with what concerns all of them: `.cancelled`, `.invalidLimit`, `.invalidDeadline`, and
    ///   `.library` where the library may not be read or cannot be opened, as every read of it then does.
    public nonisolated func metadata(
        for page: Page, isNetworkAllowed: Bool = false, limits: OriginalLimits = OriginalLimits()
    ) async throws(AssetMetadataError) -> [AssetMetadata] {
        try await metadata(for: page.assets, isNetworkAllowed: isNetworkAllowed, limits: limits)
    }

    /// Reads the metadata of some assets' originals, in the assets' order; single failures are kept in their places.
    ///
    /// Otherwise as ``metadata(for:isNetworkAllowed:limits:)-(Page,_,_)``.
    public nonisolated func metadata(
        for assets: [MediaAsset], isNetworkAllowed: Bool = false, limits: OriginalLimits = OriginalLimits()
    ) async throws(AssetMetadataError) -> [AssetMetadata] {
        let reads = try MetadataReads(pools: originals, isNetworkAllowed: isNetworkAllowed, limits: limits)
        return try await reads.metadata(for: assets)
    }
}

/// What the original of an asset says of itself, or why that could not be read.
public struct AssetMetadata: Sendable {
    /// The asset.
    public let asset: MediaAsset
    /// Its metadata, or why there are none.
    public let result: Result<ImageMetadata, AssetMetadataError>

    /// What an asset's original says of itself, as in an app's own list, or a test of it.
    public init(asset: MediaAsset, result: Result<ImageMetadata, AssetMetadataError>) {
        self.asset = asset
        self.result = result
    }

    /// The metadata; nil where they could not be read.
    public var metadata: ImageMetadata? { try? result.get() }
    /// Why they could not be read; nil where they could.
    public var error: AssetMetadataError? {
        if case .failure(let error) = result { error } else { nil }
    }
}

/// Why the metadata of an asset's original could not be read.
public enum AssetMetadataError: Error, Hashable, Sendable {
    /// The original's bytes could not be had from the library.
    case original(ImageError)
    /// The original's bytes could be had, and are not what they should be.
    case metadata(MetadataError)
}

extension AssetMetadataError: CustomStringConvertible {
    /// What went wrong with which value, for logs; the wording may change.
    public var description: String {
        switch self {
        case .original(let error): Self.text(of: error)
        case .metadata(let error): error.description
        }
    }

    /// An image's error in words of metadata: no image was asked for.
    private static func text(of error: ImageError) -> String {
        switch error {
        case .failed(let id, let reason): "The original of '\(id)' cannot be read: \(reason.ended)"
        case .shutDown: "The library was closed."
        case .timedOut(let time): "Nothing was heard of the original for \(time)."
        case .invalidLimit(let number):
            "Originals cannot be read with the limit \(number): `concurrency` is 1 to 16, `streamedBytes` 1 or more."
        case .invalidDeadline(let time): "Originals cannot be read with the timeout \(time): it is more than 0, or nil."
        case .tooMuchWork(let limit): "More than \(limit) originals wait to be read."
        default: error.description
        }
    }
}

extension AssetMetadataError: LocalizedError {
    /// The description: English, for developers.
    public var errorDescription: String? { description }

    /// Whether the read was given up, rather than failed: nothing to show an alert for.
    public var isCancellation: Bool {
        if case .original(let error) = self { error.isCancellation } else { false }
    }
}
