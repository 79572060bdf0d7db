import PhotoMetadata

func describe(_ path: String) throws -> [String: String] {
    // When, where, how to turn it: from a few kilobytes of the file.
    let metadata = try ImageMetadata(contentsOfFile: path)
    print(metadata.captureDate?.description ?? "no date", metadata.place == nil ? "no place" : "a place")
    return MetadataFormatter(.chinese).exif(of: metadata)
}
