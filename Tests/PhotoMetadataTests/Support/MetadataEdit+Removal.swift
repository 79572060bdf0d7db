import PhotoMetadata

extension MetadataEdit {
    /// Whether the edit removes data that must not be found anywhere in the file afterwards.
    var removesData: Bool { self == .removeLocation || self == .removeSensitive }
}
