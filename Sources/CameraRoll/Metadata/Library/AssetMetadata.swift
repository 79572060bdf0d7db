/// What the original of an asset says of itself, or why that could not be read (R122).
public struct AssetMetadata: Sendable {
    /// The asset.
    public let asset: MediaAsset
    /// Its metadata, or why there are none.
    public let result: Result<ImageMetadata, MetadataError>

    /// The metadata; nil where they could not be read.
    public var metadata: ImageMetadata? { try? result.get() }
    /// Why they could not be read; nil where they could.
    public var error: MetadataError? {
        if case .failure(let error) = result { error } else { nil }
    }
}
