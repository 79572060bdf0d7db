extension ImageMetadata {
    /// The camera's model; of a file without any TIFF values the lens's model (R110).
    ///
    /// Otherwise nil: a file whose TIFF values name no model is not taken for one without them.
    public var cameraModel: String? {
        if let model = tiff.model { return model }
        // The two that only lead to other directories are no values.
        let hasTIFF = tags.all.contains { $0.directory == .image(0) && $0.id != 0x8769 && $0.id != 0x8825 }
        return hasTIFF ? nil : exif.lensModel
    }
}
