extension MetadataEdit {
    /// The EXIF block with this change; nil where none is left, or was needed.
    ///
    /// - Throws: `.damaged`, `.overlapping`, `.unknownData`, `.tooLong`, `.tooMany`.
    func changed(exif bytes: [UInt8]?, at position: Int) throws(MetadataEditError) -> [UInt8]? {
        // What is to stay of it is written anew (`EXIFRemainder`).
        if self == .removeSensitive { return nil }
        guard let bytes else {
            var editor = try TIFFEditor()
            guard addsEXIF else { return nil }
            try editor.set(self, isFile: false)
            return try editor.rendered()
        }
        do throws(MetadataEditError) {
            var editor = try TIFFEditor(MemoryBytes(bytes))
            if self == .removePlace { try editor.removePlace() } else { try editor.set(self, isFile: false) }
            return try editor.rendered()
        } catch {
            throw error.moved(by: position)
        }
    }

    /// Whether the change makes an EXIF block where there is none.
    private var addsEXIF: Bool {
        switch self {
        case .setCopyright, .setOrientation, .setCaptureDate: true
        case .removeCopyright, .removePlace, .removeSensitive: false
        }
    }

    /// A TIFF file with this change: the same bytes, some written over, and more behind their end.
    ///
    /// - Throws: `.unsupported` for raw files of cameras, and what an EXIF block's change throws.
    func changed(tiff source: any ByteSource) throws(MetadataEditError) -> EditPlan {
        var editor = try TIFFEditor(source, isFile: true)
        try editor.refuseRaw()
        switch self {
        case .removePlace: try editor.removePlace()
        case .removeSensitive:
            try editor.refuseUnknownCompression()
            let metadata = try reading { () throws(MetadataError) in try ImageMetadata(reading: source) }
            try editor.removeSensitive(metadata.orientation)
        case .setCopyright, .removeCopyright, .setOrientation, .setCaptureDate: try editor.set(self, isFile: true)
        }
        return editor.plan
    }
}
