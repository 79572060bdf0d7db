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

extension TIFFEditor {
    /// The structure with all changes.
    func rendered() throws(MetadataEditError) -> [UInt8] {
        let bytes = bytes
        return try reading { () throws(MetadataError) in try bytes.rendered() }
    }

    fileprivate mutating func setCaptureDate(_ date: MetadataDate) throws(MetadataEditError) {
        var values = [TIFFValue.text(0x9003, date.exifText), .text(0x9004, date.exifText)]
        var stale: Set<UInt16> = []
        for id in [0x9291, 0x9292] as [UInt16] {
            if let digits = date.subseconds { values.append(.text(id, digits)) } else { stale.insert(id) }
        }
        for id in [0x9011, 0x9012] as [UInt16] {
            if let offset = date.offsetText { values.append(.text(id, offset)) } else { stale.insert(id) }
        }
        try setEXIF(values) { stale.contains($0.id) }
    }

    /// Removes the GPS directories, and what points at them.
    fileprivate mutating func removePlace() throws(MetadataEditError) {
        for found in try directories() where found.kind == .gps { try erase(found) }
        for found in try directories() {
            guard try directory(at: found.position)[0x8825] != nil else { continue }
            try rewrite(found, removing: { $0.id == 0x8825 })
        }
    }

    /// Removes all tags of all directories but those that the picture needs.
    fileprivate mutating func removeSensitive() throws(MetadataEditError) {
        for found in try directories() {
            guard try directory(at: found.position)[0xC612] == nil else { throw .unsupported(.tiff) }
        }
        for found in try directories() {
            if found.kind.isImage {
                try rewrite(found, removing: { !TIFFPictureTags.contains($0.id) })
            } else {
                try erase(found)
            }
        }
    }

    /// Changes XMP, IPTC and Photoshop's resources that are values of tags.
    ///
    /// - Parameter adds: whether XMP and IPTC are made where there are none.
    fileprivate mutating func changeBlocks(_ edit: MetadataEdit, adds: Bool) throws(MetadataEditError) {
        for found in try directories() where found.kind.isImage {
            let isFirst = adds && found.kind == .image(0)
            guard edit != .removeSensitive else { continue }
            guard case .image(let number) = found.kind, number == 0 || edit == .removePlace else { continue }
            let hasPhotoshop = try directory(at: found.position)[TIFFParser.photoshop] != nil
            try changeBlock(TIFFParser.xmp, in: found.kind, .byte, adds: isFirst) { old throws(MetadataEditError) in
                try edit.changed(xmp: old, at: found.position)
            }
            try changeBlock(TIFFParser.iptc, in: found.kind, .undefined, adds: isFirst && !hasPhotoshop) {
                old throws(MetadataEditError) in
                try edit.changed(iptc: old, at: found.position)
            }
            try changeBlock(TIFFParser.photoshop, in: found.kind, .byte, adds: false) {
                old throws(MetadataEditError) in
                try edit.changed(photoshop: old, at: found.position)
            }
        }
    }

    private mutating func changeBlock(
        _ id: UInt16, in kind: MetadataTag.Directory, _ type: MetadataTag.ValueType, adds: Bool,
        _ change: ([UInt8]?) throws(MetadataEditError) -> [UInt8]?
    ) throws(MetadataEditError) {
        // Found anew: the change of another block may have moved it.
        guard let found = try directories().first(where: { $0.kind == kind }) else { return }
        let entry = try directory(at: found.position)[id]
        let old = try entry.map { entry throws(MetadataEditError) in try value(of: entry) }
        guard old != nil || adds else { return }
        let new = try change(old)
        guard new != old else { return }
        if let new, !new.isEmpty {
            try rewrite(found, setting: [.bytes(id, type, new)])
        } else {
            try rewrite(found, removing: { $0.id == id })
        }
    }
}

extension MetadataTag.Directory {
    /// Whether it is that of a picture.
    var isImage: Bool {
        switch self {
        case .image, .subImage: true
        case .exif, .gps, .interoperability, .appleMakerNote: false
        }
    }
}

/// The tags of a TIFF file without which its pictures cannot be shown as they are.
enum TIFFPictureTags {
    static func contains(_ id: UInt16) -> Bool {
        ranges.contains { $0.contains(id) }
    }

    private static let ranges: [ClosedRange<UInt16>] = [
        254...266, 273...284, 286...297, 301...301, 317...325, 328...328, 330...330, 332...334, 336...342, 347...347,
        512...521, 529...532, 559...559, 33421...33422, 34675...34675,
    ]
}
