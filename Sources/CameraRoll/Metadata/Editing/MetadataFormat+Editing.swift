extension MetadataFormat {
    /// Whether a ``MetadataEditor`` can change files of this kind; of TIFF files not those of cameras (raw files).
    public var isEditable: Bool {
        switch self {
        case .jpeg, .png, .tiff, .webP: true
        case .heic, .avif, .quickTime, .mp4: false
        }
    }
}
