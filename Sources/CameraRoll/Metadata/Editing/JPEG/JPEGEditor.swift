/// Makes a JPEG file with other metadata: the segments that hold them are replaced, all others are copied.
struct JPEGEditor {
    private let source: any ByteSource
    private let edit: MetadataEdit
    private let layout: JPEGLayout
    private var new: [Int: [UInt8]] = [:]
    private var inserted: [UInt8] = []

    /// The most bytes that a segment holds behind its marker and length.
    static let longest = 65_533

    init(_ source: any ByteSource, _ edit: MetadataEdit) throws(MetadataEditError) {
        self.source = source
        self.edit = edit
        let reader = try reading { () throws(MetadataError) in try ByteReader(source, limits: TIFFEditor.limits) }
        layout = try JPEGLayout(reader)
    }

    /// The new file.
    func plan() throws(MetadataEditError) -> EditPlan {
        var editor = self
        try editor.changeEXIF()
        try editor.changeXMP()
        try editor.changePhotoshop()
        if edit == .removePlace { try editor.changeXMPExtension() }
        if edit == .removeSensitive { editor.dropOthers() }
        return try editor.assembled()
    }

    private func indices(_ kind: JPEGSegmentKind) -> [Int] {
        layout.parts.indices.filter { layout.parts[$0].kind == kind }
    }

    private func payload(_ index: Int, without signature: Int) throws(MetadataEditError) -> [UInt8] {
        let range = layout.parts[index].segment.payload.dropFirst(signature)
        return try reading { () throws(MetadataError) in try source.bytes(in: range) }
    }

    private func position(_ index: Int) -> Int {
        layout.parts[index].segment.payload.lowerBound
    }

    /// Of several EXIF blocks the first counts for readers; what is to be removed is removed from all.
    private mutating func changeEXIF() throws(MetadataEditError) {
        let signature = Array("Exif\0\0".utf8)
        for (number, index) in indices(.exif).enumerated() where number == 0 || edit.isRemoval {
            let old = try payload(index, without: signature.count)
            let changed = try edit.changed(exif: old, at: position(index) + signature.count)
            new[index] = try Self.segment(0xE1, signature, changed, .exif)
        }
        guard indices(.exif).isEmpty, let made = try edit.changed(exif: nil, at: 0) else { return }
        inserted += try Self.segment(0xE1, signature, made, .exif)
    }

    private mutating func changeXMP() throws(MetadataEditError) {
        let signature = MetadataParser.xmpSignature.withUTF8Buffer { Array($0) }
        for (number, index) in indices(.xmp).enumerated() where number == 0 || edit.isRemoval {
            let old = try payload(index, without: signature.count)
            let changed = try edit.changed(xmp: old, at: position(index) + signature.count)
            new[index] = try Self.segment(0xE1, signature, changed, .xmp)
        }
        guard indices(.xmp).isEmpty, let made = try edit.changed(xmp: nil, at: 0) else { return }
        inserted += try Self.segment(0xE1, signature, made, .xmp)
    }

    /// Photoshop's resources go over several segments as if these were one.
    private mutating func changePhotoshop() throws(MetadataEditError) {
        let signature = Array("Photoshop 3.0\0".utf8)
        let indices = indices(.photoshop)
        var old: [UInt8]?
        for index in indices { old = try (old ?? []) + payload(index, without: signature.count) }
        let changed = try edit.changed(photoshop: old, at: indices.first.map(position) ?? 0)
        guard changed != old else { return }
        var segments: [UInt8] = []
        var rest = (changed ?? [])[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(Self.longest - signature.count))
            segments += try Self.segment(0xED, signature, part, .iptc)
            rest = rest.dropFirst(part.count)
        }
        for index in indices { new[index] = [] }
        if let first = indices.first { new[first] = segments } else { inserted += segments }
    }

    private mutating func dropOthers() {
        for (index, part) in layout.parts.enumerated() where part.kind == .other || part.kind == .xmpExtension {
            new[index] = []
        }
    }

    private static func segment(
        _ marker: UInt8, _ signature: [UInt8], _ content: [UInt8]?, _ block: MetadataBlock
    ) throws(MetadataEditError) -> [UInt8] {
        guard let content else { return [] }
        let length = signature.count + content.count
        guard length <= longest else { throw .tooLong(block, bytes: length, limit: longest) }
        var segment: [UInt8] = [0xFF, marker]
        segment.append(length + 2, bytes: 2)
        return segment + signature + content
    }
}

extension JPEGEditor {
    /// Blanks what is removed in a packet that goes over several segments, so that none of them changes its length.
    private mutating func changeXMPExtension() throws(MetadataEditError) {
        let headLength = MetadataParser.xmpExtensionSignature.utf8CodeUnitCount + 40
        var parts: [(index: Int, head: [UInt8], content: [UInt8])] = []
        for index in indices(.xmpExtension) {
            let bytes = try payload(index, without: 0)
            guard bytes.count >= headLength else { throw .damaged(.xmp, at: position(index)) }
            parts.append((index, Array(bytes.prefix(headLength)), Array(bytes.dropFirst(headLength))))
        }
        // In the order of the packets' names, and within a packet of the parts' positions, as their heads have them.
        parts.sort { $0.head.suffix(40).lexicographicallyPrecedes($1.head.suffix(40)) }
        var rest = parts[...]
        while let first = rest.first {
            let packet = rest.prefix { $0.head.suffix(40).prefix(32) == first.head.suffix(40).prefix(32) }
            rest = rest.dropFirst(packet.count)
            var editor = try XMPEditor(packet.flatMap(\.content), at: position(first.index))
            editor.remove(PlaceNames.contains)
            guard var blanked = editor.blankedPacket?[...] else { continue }
            for part in packet {
                new[part.index] = try Self.segment(0xE1, part.head, Array(blanked.prefix(part.content.count)), .xmp)
                blanked = blanked.dropFirst(part.content.count)
            }
        }
    }

    /// All parts in their order: what is new stands behind those that come first by custom.
    private func assembled() throws(MetadataEditError) -> EditPlan {
        var segments: [(range: Range<Int>, bytes: [UInt8]?)] = []
        let lead = layout.parts.prefix { $0.segment.marker == 0xE0 || $0.kind == .exif }.count
        for (index, part) in layout.parts.enumerated() {
            if index == lead {
                segments.append((part.segment.range.lowerBound..<part.segment.range.lowerBound, inserted))
            }
            segments.append((part.segment.range, new[index]))
        }
        if lead == layout.parts.count { segments.append((layout.scan..<layout.scan, inserted)) }
        let trailer = try JPEGTrailer(layout, edit)
        let shift = JPEGShift(segments)
        var plan = EditPlan(of: source)
        plan.copy(0..<2)
        for (segment, part) in zip(segments.indices, segments) {
            if let bytes = part.bytes {
                plan.add(bytes)
            } else if let moved = try shift.directory(at: segment, part.range, in: layout) {
                plan.add(moved)
            } else {
                plan.copy(part.range)
            }
        }
        trailer.add(to: &plan)
        for part in layout.parts where part.kind == .picture {
            guard plan.keeps(part.segment.range) else { throw .damaged(.container, at: part.segment.range.lowerBound) }
        }
        return plan
    }
}

extension MetadataEdit {
    /// Whether it takes something away that must not be found anywhere afterwards.
    var isRemoval: Bool { self == .removePlace || self == .removeSensitive }
}
