extension TIFFEditor {
    /// The structure with all changes.
    func rendered() throws(MetadataEditError) -> [UInt8] {
        let bytes = bytes
        return try reading { () throws(MetadataError) in try bytes.rendered() }
    }

    mutating func setCaptureDate(_ date: MetadataDate) throws(MetadataEditError) {
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
    mutating func removePlace() throws(MetadataEditError) {
        for found in try directories() where found.kind == .gps { try erase(found) }
        for found in try directories() {
            guard try directory(at: found.position)[0x8825] != nil else { continue }
            try rewrite(found, removing: { $0.id == 0x8825 })
        }
    }

    /// Removes all tags of all directories but those that the picture needs.
    mutating func removeSensitive() throws(MetadataEditError) {
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
    mutating func changeBlocks(_ edit: MetadataEdit, adds: Bool) throws(MetadataEditError) {
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
