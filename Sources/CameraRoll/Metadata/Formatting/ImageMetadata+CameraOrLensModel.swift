extension ImageMetadata {
    /// What a viewer's title shows: the camera's model, and of a file without any TIFF values the lens's model (R110).
    ///
    /// Nil for a file whose TIFF values name no model: it is not taken for one without them. ``model`` is the camera's
    /// alone, also from XMP and movies; `tiff.model` is what the first directory says of it.
    public var cameraOrLensModel: String? {
        if let model = tiff.model { return model }
        // The two that only lead to other directories are no values.
        let hasTIFF = tags.all.contains { $0.directory == .image(0) && $0.id != 0x8769 && $0.id != 0x8825 }
        return hasTIFF ? nil : exif.lensModel
    }
}
