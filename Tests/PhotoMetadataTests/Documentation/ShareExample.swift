import PhotoMetadataEditing

func share(_ path: String, as copy: String) throws {
    let editor = MetadataEditor(.removeLocation, .setCopyright("© 2026 Ana"))
    try editor.edit(fileAt: path, writingTo: copy)
}
