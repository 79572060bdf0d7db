/// What the original of an asset says of itself, or why that could not be read (R122).
public struct AssetMetadata: Sendable {
    /// The asset.
    public let asset: MediaAsset
    /// Its metadata, or why there are none.
    public let result: Result<ImageMetadata, MetadataError>

    /// What an asset's original says of itself, as in an app's own list, or a test of it.
    public init(asset: MediaAsset, result: Result<ImageMetadata, MetadataError>) {
        self.asset = asset
        self.result = result
    }

    /// The metadata; nil where they could not be read.
    public var metadata: ImageMetadata? { try? result.get() }
    /// Why they could not be read; nil where they could.
    public var error: MetadataError? {
        if case .failure(let error) = result { error } else { nil }
    }
}
