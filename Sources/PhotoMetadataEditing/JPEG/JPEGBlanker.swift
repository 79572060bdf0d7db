import PhotoMetadata

/// Removes metadata from a JPEG picture in place, so that nothing moves: from a further picture, from a thumbnail,
/// or from the segments between the scans.
///
/// Data there that cannot be understood are filled with zeros.
struct JPEGBlanker {
    private let source: any ByteSource
    private let edit: MetadataEdit
    /// The bytes to write, by their positions in the source.
    private(set) var patches: [(position: Int, bytes: [UInt8])] = []

    init(_ source: any ByteSource, _ edit: MetadataEdit) {
        (self.source, self.edit) = (source, edit)
    }

    /// Removes metadata from the picture in a range of a source.
    ///
    /// - Returns: the bytes to write, by their positions in the source, and the length of the picture, behind which
    ///   bytes follow that no decoder uses; the length of the range if it is not a JPEG picture.
    /// - Throws: `.unknownData` if it is not a JPEG picture, or bytes follow it, and they look like metadata.
    static func blankedPicture(
        in range: Range<Int>, of source: any ByteSource, _ edit: MetadataEdit
    ) throws(MetadataEditError) -> (patches: [(position: Int, bytes: [UInt8])], length: Int) {
        let start = range.lowerBound
        var blanker = JPEGBlanker(EditPlan(of: source, range), edit)
        do throws(MetadataEditError) {
            let length = try blanker.blankPicture()
            return (blanker.patches.map { (position: start + $0.position, bytes: $0.bytes) }, length)
        } catch {
            throw error.moved(by: start)
        }
    }

    /// Removes metadata from the picture that is the whole source; returns its length.
    private mutating func blankPicture() throws(MetadataEditError) -> Int {
        let source = source
        let reader = try reading { () throws(MetadataError) in try ByteReader(source, limits: TIFFEditor.limits) }
        let head = try reading { () throws(MetadataError) in try reader.uint32(at: 0) }
        guard let head, head >> 16 == 0xFFD8, let layout = try? JPEGLayout(reader) else {
            guard let found = try MetadataSignatures.first(in: 0..<source.byteCount, of: source) else {
                return source.byteCount
            }
            throw .unknownData(at: found)
        }
        let (end, late) = try layout.end()
        try blank(layout.parts, remainder: edit == .removeSensitive ? RetainedEXIF.bytes(of: source) : nil)
        try blank(late)
        if let found = try MetadataSignatures.first(in: end..<source.byteCount, of: source) {
            throw .unknownData(at: found)
        }
        return end
    }

    /// Removes metadata from some segments.
    ///
    /// - Parameter remainder: the EXIF block that replaces the first one.
    mutating func blank(_ parts: [JPEGLayout.Part], remainder: [UInt8]? = nil) throws(MetadataEditError) {
        var (remainder, profile) = (remainder, JPEGProfile())
        let extensions = try XMPExtension.blanked(parts, source)
        for index in JPEGProfile.order(of: parts) where parts[index].kind != .picture {
            let part = parts[index]
            let payload = part.segment.payload
            let source = source
            let old = try reading { () throws(MetadataError) in try source.bytes(in: payload) }
            var new = extensions.payloads[index] ?? changed(old, part.kind, extensions, &profile) ?? []
            if part.kind == .exif, let block = remainder, block.count + 6 <= old.count {
                (new, remainder) = (old.prefix(6) + block, nil)
            }
            // A block that is too long now is dropped: it would move the bytes behind it.
            if new.count > old.count { new = [] }
            new += [UInt8](repeating: 0, count: old.count - new.count)
            if new != old { patches.append((payload.lowerBound, new)) }
        }
    }

    /// A segment's new bytes; nil if none are left, or they cannot be understood.
    private func changed(
        _ old: [UInt8], _ kind: JPEGSegmentKind, _ extensions: XMPExtension, _ profile: inout JPEGProfile
    ) -> [UInt8]? {
        switch kind {
        case .picture: return old
        case .gainMap: return edit == .removeSensitive ? nil : old
        case .profile: return profile.next(old)
        case .multiPicture: return (try? MultiPictureDirectory(old))?.bare
        case .jfif, .adobe: return kind.head(of: old, edit) ?? old
        case .comment: return edit == .removeSensitive ? nil : old
        case .stray: return old.allSatisfy { $0 == 0xFF } ? old : nil
        case .other, .xmpExtension: return nil
        case .exif, .xmp, .photoshop:
            guard edit == .removeLocation else { return nil }
            let block = Array(old.dropFirst(kind.signatureLength))
            let new: [UInt8]? =
                switch kind {
                case .exif: try? edit.changed(exif: block, at: 0)
                case .xmp: try? extensions.renamed(XMPEditor.blanked(block))
                default: try? edit.changed(photoshop: block, at: 0)
                }
            return new.map { old.prefix(kind.signatureLength) + $0 }
        }
    }
}

extension XMPExtension {
    /// The XMP extensions among some segments of a source; none if they are damaged.
    fileprivate static func blanked(
        _ parts: [JPEGLayout.Part], _ source: any ByteSource
    ) throws(MetadataEditError) -> XMPExtension {
        var extensions: [Part] = []
        for (index, part) in parts.enumerated() where part.kind == .xmpExtension {
            let payload = part.segment.payload
            extensions.append(
                (index, payload.lowerBound, try reading { () throws(MetadataError) in try source.bytes(in: payload) }))
        }
        if let changed = try? XMPExtension(extensions) { return changed }
        return try XMPExtension([])
    }
}
