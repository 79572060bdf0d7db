extension MetadataEdit {
    /// The EXIF block with this change; nil where none is left, or was needed.
    ///
    /// - Throws: `.damaged`, `.overlapping`, `.tooLong`.
    func changed(exif bytes: [UInt8]?, at position: Int) throws(MetadataEditError) -> [UInt8]? {
        guard let bytes else { return addsEXIF ? try changed(TIFFEditor()) : nil }
        if self == .removeSensitive { return try Self.bare(bytes) }
        do throws(MetadataEditError) {
            return try changed(TIFFEditor(MemoryBytes(bytes), 0..<bytes.count))
        } catch {
            throw error.moved(by: position)
        }
    }

    private func changed(_ original: TIFFEditor) throws(MetadataEditError) -> [UInt8] {
        var editor = original
        try change(&editor, isFile: false)
        return try editor.rendered()
    }

    /// Whether the change makes an EXIF block where there is none.
    private var addsEXIF: Bool {
        switch self {
        case .setCopyright, .setOrientation, .setCaptureDate: true
        case .removePlace, .removeSensitive: false
        }
    }

    /// A new EXIF block with an old one's orientation, where that says anything.
    private static func bare(_ bytes: [UInt8]) throws(MetadataEditError) -> [UInt8]? {
        guard let old = try? TIFFEditor(MemoryBytes(bytes), 0..<bytes.count),
            let orientation = TIFFValues(tags: try old.tags()).orientation, orientation != .up
        else { return nil }
        var editor = try TIFFEditor()
        try editor.setFirst([.short(0x0112, orientation.rawValue, editor.header.order)])
        return try editor.rendered()
    }

    /// Changes a TIFF structure: an EXIF block, or a TIFF file.
    func change(_ editor: inout TIFFEditor, isFile: Bool) throws(MetadataEditError) {
        switch self {
        case .setCopyright(let text): try editor.setFirst([.text(0x8298, text)])
        case .setOrientation(let orientation):
            try editor.setFirst([.short(0x0112, orientation.rawValue, editor.header.order)])
        case .setCaptureDate(let date): try editor.setCaptureDate(date)
        case .removePlace: try editor.removePlace()
        case .removeSensitive: try editor.removeSensitive()
        }
        try editor.changeBlocks(self, adds: isFile)
    }
}
