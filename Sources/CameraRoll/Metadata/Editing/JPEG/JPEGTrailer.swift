/// The picture data of a JPEG file and what stands behind them: further pictures, which have metadata of their own.
///
/// Where something is to be removed, it is removed from these pictures too, in place, so that none of them moves.
struct JPEGTrailer {
    private static let mostCandidates = 64
    private let range: Range<Int>
    private var patches: [(position: Int, bytes: [UInt8])] = []

    /// - Throws: `.unknownTrailer` where something is to be removed, and may stand in what nobody knows.
    init(_ layout: JPEGLayout, _ edit: MetadataEdit) throws(MetadataEditError) {
        range = layout.scan..<layout.reader.count
        guard edit.isRemoval else { return }
        let reader = layout.reader
        var position = try layout.end()
        while position < reader.count {
            let next = try Self.nextPicture(in: position..<reader.count, reader)
            try Self.check(position..<(next?.start ?? reader.count), reader)
            guard let next else { return }
            for part in next.parts { try remove(part, edit, reader) }
            position = max(try next.end(), next.start + 2)
        }
    }

    /// The next picture that is one; what only looks like its first bytes is passed over.
    private static func nextPicture(
        in range: Range<Int>, _ reader: ByteReader
    ) throws(MetadataEditError) -> JPEGLayout? {
        var position = range.lowerBound
        // Noise has such bytes once in 16 MB; where there are many, somebody made them.
        for _ in 0..<mostCandidates {
            let start = try start(of: [0xFF, 0xD8, 0xFF], in: position..<range.upperBound, reader)
            guard let start else { return nil }
            if let picture = try? JPEGLayout(reader, at: start) { return picture }
            position = start + 1
        }
        throw .unknownTrailer(at: position)
    }

    func add(to plan: inout EditPlan) {
        var next = range.lowerBound
        for patch in patches.sorted(by: { $0.position < $1.position }) {
            plan.copy(next..<patch.position)
            plan.add(patch.bytes)
            next = patch.position + patch.bytes.count
        }
        plan.copy(next..<range.upperBound)
    }

    /// Removes what a segment of a further picture has, without a change of its length.
    private mutating func remove(
        _ part: JPEGLayout.Part, _ edit: MetadataEdit, _ reader: ByteReader
    ) throws(MetadataEditError) {
        let payload = part.segment.payload
        let old = try reading { () throws(MetadataError) in try reader.slice(payload).map { Array($0) } }
        guard let old, part.kind != .picture, part.kind != .display, part.kind != .multiPicture else { return }
        if edit == .removeSensitive {
            return patches.append((payload.lowerBound, [UInt8](repeating: 0, count: old.count)))
        }
        guard let new = try Self.withoutPlace(old, part.kind, at: payload.lowerBound) else { return }
        guard new.count == old.count else { throw .unknownTrailer(at: payload.lowerBound) }
        if new != old { patches.append((payload.lowerBound, new)) }
    }

    private static func withoutPlace(
        _ old: [UInt8], _ kind: JPEGSegmentKind, at position: Int
    ) throws(MetadataEditError) -> [UInt8]? {
        switch kind {
        case .exif:
            let block = Array(old.dropFirst(6))
            return try MetadataEdit.removePlace.changed(exif: block, at: position + 6).map { old.prefix(6) + $0 }
        case .xmp:
            let length = MetadataParser.xmpSignature.utf8CodeUnitCount
            var editor = try XMPEditor(Array(old.dropFirst(length)), at: position + length)
            editor.remove(PlaceNames.contains)
            return editor.blankedPacket.map { old.prefix(length) + $0 }
        case .photoshop:
            let block = Array(old.dropFirst(14))
            return try MetadataEdit.removePlace.changed(photoshop: block, at: position + 14).map { old.prefix(14) + $0 }
        default: return nil
        }
    }

    /// Checks bytes that are no picture for what looks like metadata.
    private static func check(_ range: Range<Int>, _ reader: ByteReader) throws(MetadataEditError) {
        for signature in ["Exif", "ns.adobe.com", "ftyp", "GPS", "moov"] {
            guard let found = try start(of: Array(signature.utf8), in: range, reader) else { continue }
            throw .unknownTrailer(at: found)
        }
    }

    private static func start(
        of pattern: [UInt8], in range: Range<Int>, _ reader: ByteReader
    ) throws(MetadataEditError) -> Int? {
        try reading { () throws(MetadataError) in
            var position = range.lowerBound
            while position <= range.upperBound - pattern.count {
                let bytes = try reader.prefix(at: position, min(1 << 16, range.upperBound - position))
                for index in bytes.indices.dropLast(pattern.count - 1) where bytes[index] == pattern[0] {
                    if bytes[index...].starts(with: pattern) { return position + index - bytes.startIndex }
                }
                position += max(bytes.count - pattern.count + 1, 1)
            }
            return nil
        }
    }
}
