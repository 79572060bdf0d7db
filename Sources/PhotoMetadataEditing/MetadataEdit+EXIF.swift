import PhotoMetadata

extension MetadataEdit {
    /// The EXIF block with this change; nil if nothing of it is left, or none is needed.
    ///
    /// - Throws: `.damaged`, `.overlapping`, `.unknownData`, `.tooLong`, `.tooMany`.
    func changed(exif bytes: [UInt8]?, at position: Int) throws(MetadataEditError) -> [UInt8]? {
        // The part that stays is written as a new block (`RetainedEXIF`).
        if self == .removeSensitive { return nil }
        guard let bytes else {
            var editor = try TIFFEditor()
            guard addsEXIF else { return nil }
            try editor.set(self, isFile: false)
            return try editor.rendered()
        }
        do throws(MetadataEditError) {
            var editor = try TIFFEditor(MemoryBytes(bytes))
            try editor.make { editor throws(MetadataEditError) in
                if self == .removeLocation { try editor.removeLocation() } else { try editor.set(self, isFile: false) }
            }
            return try editor.rendered()
        } catch {
            throw error.moved(by: position)
        }
    }

    /// Whether the change creates an EXIF block in a file without one.
    private var addsEXIF: Bool {
        switch self {
        case .setCopyright, .setCaption, .setOrientation, .setCaptureDate, .setLocation: true
        default: false
        }
    }

    /// A TIFF file with this change: the same bytes, some written over, and more behind their end.
    ///
    /// - Throws: `.unsupported` for raw files of cameras, and what an EXIF block's change throws.
    func changed(tiff source: any ByteSource) throws(MetadataEditError) -> EditPlan {
        var editor = try TIFFEditor(source, isFile: true)
        try editor.refuseRaw()
        try editor.make { editor throws(MetadataEditError) in
            switch self {
            case .removeLocation: try editor.removeLocation()
            case .removeSensitive:
                try editor.refuseUnknownCompression()
                let metadata = try reading { () throws(MetadataError) in try ImageMetadata(reading: source) }
                try editor.removeSensitive(metadata.orientation)
            default: try editor.set(self, isFile: true)
            }
        }
        return editor.plan
    }
}

/// The part of a file's EXIF that stays when all sensitive data are removed: orientation, color space and print
/// size.
enum RetainedEXIF {
    /// A new block with the values that any of the file's blocks has; nil if no block has one.
    ///
    /// Only short numbers are taken, and the three letters by which DCF tells color spaces apart.
    static func bytes(of source: any ByteSource) throws(MetadataEditError) -> [UInt8]? {
        guard let metadata = try? ImageMetadata(reading: source) else { return nil }
        let order = metadata.tags.order
        var first = TIFFChange(values: values(metadata.tags, .image(0), resolution))
        var exif = TIFFChange(values: values(metadata.tags, .exif, colours))
        let orientation = metadata.orientation
        if orientation != .up { first.values.append(.short(0x0112, orientation.rawValue, order)) }
        var editor = try TIFFEditor(order)
        if let index = metadata.tags[1, .interoperability], index.type == .ascii, index.count == 4,
            let text = metadata.tags.bytes(of: index), ["R98\0", "R03\0", "THM\0"].contains(where: text.isText)
        {
            let position = try editor.append(directory: [.bytes(1, .ascii, Array(text))])
            exif.values.append(.pointer(0xA005, position, editor.header))
        }
        guard !first.values.isEmpty || !exif.values.isEmpty else { return nil }
        try editor.change(first: first, exif: exif)
        return try editor.rendered()
    }

    private static let resolution: [UInt16] = [0x011A, 0x011B, 0x0128, 0x013E, 0x013F, 0x0211, 0x0213, 0x0214]
    private static let colours: [UInt16] = [0xA001, 0xA500]
    /// As many numbers as the black and white points of three colors have.
    private static let mostNumbers = 6

    private static func values(
        _ tags: MetadataTags, _ directory: MetadataTag.Directory, _ ids: [UInt16]
    ) -> [TIFFValue] {
        ids.compactMap { id in
            guard let tag = tags[id, directory], [.short, .long, .rational].contains(tag.type),
                tag.count <= mostNumbers, let bytes = tags.bytes(of: tag)
            else { return nil }
            return .bytes(id, tag.type, Array(bytes))
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate func isText(_ text: String) -> Bool {
        elementsEqual(text.utf8)
    }
}

/// Byte sequences that metadata begin with or contain, by which metadata are found in bytes of unknown structure.
enum MetadataSignatures {
    static let all = marks(
        "Exif\0", "xmpmeta", "GPSL", "GPS ", "8BIM", "ns.adobe.com", "ftyp", "moov", "mdat", "SEFT")
    /// What the blocks of places begin with that cameras write among a movie's media; too long to occur by chance.
    ///
    /// Car cameras' blocks and the sentences of their receivers, and action cameras' GPMF.
    static let amongMedia = marks("freeGPS ", "$GPRMC,", "$GNRMC,", "DEVC\0\u{1}")
    private static func marks(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    /// The position of the first signature in a range of a source; nil if the range contains no signature.
    ///
    /// - Complexity: O(range); reads it once.
    static func first(
        _ marks: [[UInt8]] = all, in range: Range<Int>, of source: any ByteSource
    ) throws(MetadataEditError) -> Int? {
        // So many bytes that no signature is cut in two.
        try source.first(in: range, overlap: 16) { first(marks, in: $0) }
    }

    /// The index of the first signature in some bytes.
    static func first(_ marks: [[UInt8]] = all, in bytes: [UInt8]) -> Int? {
        var starts = [Bool](repeating: false, count: 256)
        for mark in marks { starts[Int(mark[0])] = true }
        return bytes.indices.first { index in
            starts[Int(bytes[index])] && marks.contains { bytes[index...].starts(with: $0) }
        }
    }
}
