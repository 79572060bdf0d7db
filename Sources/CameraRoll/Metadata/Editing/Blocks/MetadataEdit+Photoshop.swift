extension MetadataEdit {
    /// Photoshop's resources with this change to the blocks among them; nil where none are left or needed.
    ///
    /// - Parameters:
    ///   - besideIPTC: whether the file has an IPTC block elsewhere, so that none is made here.
    ///   - isStale: whether that one changes, so that a digest here is one of what it was.
    /// - Throws: `.damaged`, `.unencodable`, `.tooLong`.
    func changed(
        photoshop bytes: [UInt8]?, at position: Int, besideIPTC: Bool = false, _ isStale: Bool = false
    ) throws(MetadataEditError) -> [UInt8]? {
        if self == .removeSensitive { return nil }
        var editor = try PhotoshopEditor(bytes ?? [], at: position)
        if isStale { editor.dropDigest() }
        var isFirst = true
        try editor.change { id, old throws(MetadataEditError) in
            if id != PhotoshopResource.iptc { return self == .removePlace ? try withoutPlace(id, old, position) : old }
            // Of several IPTC blocks the first one counts; what is removed is removed from all.
            defer { isFirst = false }
            return isFirst || self == .removePlace ? try changed(iptc: old, at: position) : old
        }
        if !besideIPTC, !editor.has(PhotoshopResource.iptc), let made = try changed(iptc: nil, at: position) {
            try editor.add(iptc: made)
        }
        let new = editor.bytes
        return new.isEmpty ? nil : new
    }

    /// A resource without a place; nil where nobody knows what it holds and it looks like metadata.
    private func withoutPlace(_ id: Int, _ old: [UInt8], _ position: Int) throws(MetadataEditError) -> [UInt8]? {
        switch id {
        case PhotoshopResource.exif: try changed(exif: old, at: position)
        case PhotoshopResource.xmp: try changed(xmp: old, at: position)
        case PhotoshopResource.exifContinued: nil
        default: MetadataMarks.first(in: old) == nil ? old : nil
        }
    }
}
