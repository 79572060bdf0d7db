/// What stays of a file's EXIF when all that is sensitive is removed: how the picture is turned, how its colours are
/// meant, and how large it is printed.
enum EXIFRemainder {
    /// A new block with these, from whichever blocks say them; nil where nobody says anything.
    ///
    /// Only short numbers are taken, and the three letters by which DCF tells colour spaces apart.
    static func bytes(of source: any ByteSource) throws(MetadataEditError) -> [UInt8]? {
        guard let metadata = try? ImageMetadata(reading: source) else { return nil }
        let order = metadata.tags.order
        var first = values(metadata.tags, .image(0), resolution)
        var exif = values(metadata.tags, .exif, colours)
        let orientation = metadata.orientation
        if orientation != .up { first.append(.short(0x0112, orientation.rawValue, order)) }
        var editor = try TIFFEditor(order)
        if let index = metadata.tags[1, .interoperability], index.type == .ascii, index.count == 4,
            let text = metadata.tags.bytes(of: index), ["R98\0", "R03\0", "THM\0"].contains(where: text.isText)
        {
            let position = try editor.append(directory: [.bytes(1, .ascii, Array(text))])
            exif.append(.pointer(0xA005, position, editor.header))
        }
        guard !first.isEmpty || !exif.isEmpty else { return nil }
        try editor.change(first: first, exif: exif)
        return try editor.rendered()
    }

    private static let resolution: [UInt16] = [0x011A, 0x011B, 0x0128, 0x013E, 0x013F, 0x0211, 0x0213, 0x0214]
    private static let colours: [UInt16] = [0xA001, 0xA500]
    /// As many numbers as black and white of three colours have.
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
