extension MetadataTag.Directory {
    /// Whether it is that of a picture.
    var isImage: Bool {
        switch self {
        case .image, .subImage: true
        case .exif, .gps, .interoperability, .appleMakerNote: false
        }
    }
}
