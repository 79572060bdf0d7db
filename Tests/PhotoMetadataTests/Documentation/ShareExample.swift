import PhotoMetadata

func share(_ path: String, as copy: String) throws -> [String: String] {
    // When, where, how to turn it: from a few kilobytes of the file.
    let metadata = try ImageMetadata(contentsOfFile: path)
    print(metadata.captureDate?.description ?? "no date", metadata.place == nil ? "no place" : "a place")

    // The compressed picture data stays byte for byte, and so does metadata that is known to tell no place.
    let editor = MetadataEditor(.removeLocation, .setCopyright("© 2026 Ana"))
    try editor.edit(fileAt: path, writingTo: copy)
    return MetadataFormatter(.chinese).exif(of: metadata)
}
