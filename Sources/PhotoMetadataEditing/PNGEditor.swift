import PhotoMetadata

/// Writes a PNG file with changed metadata: replaces the chunks that hold them and copies all others.
struct PNGEditor {
    private let source: any ByteSource
    private let edit: MetadataEdit
    private let remainder: [UInt8]?
    private let reader: ByteReader
    private let mostMetadataBytes: Int
    /// How many bytes of metadata were read and unpacked.
    private(set) var metadataBytes = 0
    private var hasProfile = false

    /// - Parameters:
    ///   - remainder: the EXIF block that replaces all metadata.
    ///   - mostMetadataBytes: the limit of metadata in bytes, unpacked: small packed data may become large.
    init(
        _ source: any ByteSource, _ edit: MetadataEdit, remainder: [UInt8]?, mostMetadataBytes: Int = 64 << 20
    ) throws(MetadataEditError) {
        (self.source, self.edit, self.remainder) = (source, edit, remainder)
        self.mostMetadataBytes = mostMetadataBytes
        reader = try reading { () throws(MetadataError) in try ByteReader(source, limits: TIFFEditor.limits) }
    }

    /// The new file; new chunks stand in front of the picture data.
    ///
    /// - Throws: `.damaged`, `.tooMany`, `.tooLong`, `.unknownData`, `.unknownTrailer`, `.unreadable`, and what the
    ///   blocks' changes throw.
    mutating func plan() throws(MetadataEditError) -> EditPlan {
        let chunks = try chunks()
        guard let data = chunks.firstIndex(where: { $0.type == PNGChunk.imageData }),
            chunks.first?.type == PNGChunk.header
        else { throw .damaged(.container, at: 8) }
        var plan = EditPlan(of: source)
        var (hasEXIF, hasXMP) = (false, false)
        var changes: [Int: [UInt8]] = [:]
        for (index, chunk) in chunks.enumerated() {
            let before = metadataBytes
            let change = try change(of: chunk)
            // What the next edit reads counts, too, so that it is not refused.
            try take(max((change.bytes?.count ?? 0) - (metadataBytes - before), 0))
            hasEXIF = hasEXIF || change.isEXIF
            hasXMP = hasXMP || change.isXMP
            changes[index] = change.bytes
        }
        plan.copy(0..<8)
        for (index, chunk) in chunks.enumerated() {
            if index == data {
                let new = try inserted(hasEXIF: hasEXIF, hasXMP: hasXMP)
                try take(new.count)
                plan.add(new)
            }
            if let bytes = changes[index] { plan.add(bytes) } else { plan.copy(chunk.range) }
        }
        // No reader uses bytes behind the end.
        if !edit.isRemoval { plan.copy((chunks.last?.range.upperBound ?? 8)..<reader.count) }
        return plan
    }

    private func chunks() throws(MetadataEditError) -> [PNGChunk] {
        var walk = PNGChunks(reader)
        let chunks = try reading { () throws(MetadataError) in try walk.rest() }
        guard walk.end != .limitReached else { throw .tooMany(.container, limit: reader.limits.parts) }
        guard walk.end == .complete, chunks.allSatisfy(\.isWhole) else { throw .damaged(.container, at: walk.position) }
        if edit == .removeLocation, try !source.isZero(walk.position..<reader.count) {
            throw .unknownTrailer(at: walk.position)
        }
        return chunks
    }

    /// A chunk's replacement; the chunk stays as it is if the bytes are nil.
    private typealias Change = (bytes: [UInt8]?, isEXIF: Bool, isXMP: Bool)

    private mutating func change(of chunk: PNGChunk) throws(MetadataEditError) -> Change {
        switch chunk.type {
        case PNGChunk.exif:
            let bytes = try data(of: chunk)
            let signature = bytes.matches("Exif\0\0", at: 0) ? 6 : 0
            let old = Array(bytes.dropFirst(signature))
            let changed = try edit.changed(exif: old, at: chunk.data.lowerBound + signature)
            return (changed.map { Self.chunk(PNGChunk.exif, $0) } ?? [], true, false)
        case PNGChunk.text, PNGChunk.compressedText, PNGChunk.internationalText:
            return edit == .removeSensitive ? ([], false, false) : try changeText(chunk)
        case PNGChunk.profile where edit.isRemoval: return (try isProfile(chunk) ? nil : [], false, false)
        default:
            // The picture needs its critical chunks, and the content of an unknown one is unknown.
            if edit.isRemoval, chunk.type & 0x2000_0000 == 0, !Self.critical.contains(chunk.type) {
                throw .unknownData(at: chunk.range.lowerBound)
            }
            // The content of an unknown chunk is unknown: a removal drops the chunk.
            if !edit.isRemoval || Self.isNeeded(chunk.type, edit) { return (nil, false, false) }
            return (try isHarmless(chunk) ? nil : [], false, false)
        }
    }

    /// Whether a chunk holds no place and has the standard's length.
    private func isHarmless(_ chunk: PNGChunk) throws(MetadataEditError) -> Bool {
        guard edit == .removeLocation, let length = Self.longest[chunk.type], chunk.data.count <= length else {
            return false
        }
        return try MetadataSignatures.first(in: chunk.data, of: source) == nil
    }

    /// Whether a chunk holds the color profile: the first one that does, as for decoders.
    ///
    /// - Throws: `.unknownData` if bytes follow the profile: without them it would have to be packed again.
    private mutating func isProfile(_ chunk: PNGChunk) throws(MetadataEditError) -> Bool {
        guard !hasProfile else { return false }
        hasProfile = true
        let data = try data(of: chunk)
        // A name and the kind of packing stand in front of it.
        guard let name = data.prefix(80).firstIndex(of: 0),
            let unpacked = Inflate.beginning(of: data.dropFirst(name + 2), limit: mostMetadataBytes - metadataBytes),
            let length = ICCProfile.length(of: unpacked.bytes), length <= unpacked.bytes.count
        else { return false }
        let behind = [unpacked.bytes.dropFirst(length), data.dropFirst(unpacked.end + 4)]
        guard behind.joined().allSatisfy({ $0 == 0 }) else { throw .unknownData(at: chunk.range.lowerBound) }
        return true
    }

    private mutating func changeText(_ chunk: PNGChunk) throws(MetadataEditError) -> Change {
        let head = try reading { () throws(MetadataError) in try Array(source.bytes(in: chunk.data.prefix(80))) }
        guard let end = head.firstIndex(of: 0), end > 0 else { return (edit.isRemoval ? [] : nil, false, false) }
        let keyword = MetadataText.latin(head[..<end])
        switch (edit, keyword) {
        case (_, PNGTextChunk.xmpKeyword):
            guard let text = try text(of: chunk), let old = text.bytes else { return unreadable }
            let changed = try edit.changed(xmp: old, at: chunk.data.lowerBound)
            return (changed == old ? nil : changed.map { Self.xmpChunk($0) } ?? [], false, true)
        case _ where keyword.lowercased().hasPrefix("raw profile type "):
            guard let profile = try text(of: chunk)?.rawProfile else { return unreadable }
            return try changeProfile(profile.kind, profile.bytes, chunk.data.lowerBound)
        case (.setCaptureDate(let date), _):
            guard let new = PNGDateText(keyword) else { return (nil, false, false) }
            return (new.text(of: date).map { Self.textChunk(keyword, $0) } ?? [], false, false)
        case (.setTimeZone, _), (.removeTimeZone, _): return (try changeZone(chunk, keyword), false, false)
        case (.removeLocation, _) where LocationTags.contains(keyword: keyword): return ([], false, false)
        // ImageMagick repeats EXIF's values.
        case (.setLocation, _) where keyword.lowercased().hasPrefix("exif:gps"): return ([], false, false)
        default:
            guard let text = edit.pictureText, text.keyword == keyword else { return (nil, false, false) }
            return (text.texts.first.map { Self.textChunk(keyword, $0) } ?? [], false, false)
        }
    }

    /// A text with a new zone, or without one; empty if it is a zone and removed, nil if it stays as it is.
    private mutating func changeZone(_ chunk: PNGChunk, _ keyword: String) throws(MetadataEditError) -> [UInt8]? {
        switch PNGDateText(keyword) {
        case .moment:
            guard let old = try text(of: chunk)?.text, let new = MetadataDate(old, zone: edit.zone) else { return nil }
            return Self.textChunk(keyword, new.description)
        case .zone: return edit.zone.map { Self.textChunk(keyword, MetadataDate.text(ofOffset: $0)) } ?? []
        case .exif, .subseconds, nil: return nil
        }
    }

    /// A text that cannot be read: metadata that cannot be understood.
    private var unreadable: Change { (edit.isRemoval ? [] : nil, false, false) }

    /// A block that a program put into a text; a changed block is written unpacked.
    private func changeProfile(
        _ kind: String, _ bytes: [UInt8], _ position: Int
    ) throws(MetadataEditError) -> Change {
        switch kind {
        case "exif", "APP1":
            if let name = [MetadataParser.xmpSignature].first(where: { bytes.matches($0, at: 0) }) {
                let changed = try edit.changed(xmp: Array(bytes.dropFirst(name.utf8CodeUnitCount)), at: position)
                return (changed.map { Self.profileChunk("xmp", $0) } ?? [], false, true)
            }
            let signature = bytes.matches("Exif\0", at: 0) ? 6 : 0
            let changed = try edit.changed(exif: Array(bytes.dropFirst(signature)), at: position)
            return (changed.map { Self.profileChunk(kind, bytes.prefix(signature) + $0) } ?? [], true, false)
        case "xmp":
            let changed = try edit.changed(xmp: bytes, at: position)
            return (changed.map { Self.profileChunk(kind, $0) } ?? [], false, true)
        case "iptc", "8bim":
            let isPhotoshop = bytes.starts(with: "8BIM".utf8)
            let changed =
                try isPhotoshop ? edit.changed(photoshop: bytes, at: position) : edit.changed(iptc: bytes, at: position)
            return (changed.map { $0.isEmpty ? [] : Self.profileChunk(kind, $0) } ?? [], false, false)
        case "icc", "icm":
            guard edit.isRemoval else { return (nil, false, false) }
            guard let length = ICCProfile.length(of: bytes) else { return unreadable }
            return (length < bytes.count ? Self.profileChunk(kind, bytes.prefix(length)) : nil, false, false)
        default: return unreadable
        }
    }

    private func inserted(hasEXIF: Bool, hasXMP: Bool) throws(MetadataEditError) -> [UInt8] {
        if let remainder { return Self.chunk(PNGChunk.exif, remainder) }
        var chunks: [UInt8] = []
        if !hasEXIF, let exif = try edit.changed(exif: nil, at: 0) { chunks += Self.chunk(PNGChunk.exif, exif) }
        if !hasXMP, let xmp = try edit.changed(xmp: nil, at: 0) { chunks += Self.xmpChunk(xmp) }
        return chunks
    }

    private mutating func data(of chunk: PNGChunk) throws(MetadataEditError) -> [UInt8] {
        try take(chunk.data.count)
        return try reading { () throws(MetadataError) in try source.bytes(in: chunk.data) }
    }

    /// A text, unpacked within the rest of the file's budget; nil if it is not a text.
    private mutating func text(of chunk: PNGChunk) throws(MetadataEditError) -> PNGTextChunk? {
        let data = try data(of: chunk)
        let left = mostMetadataBytes - metadataBytes
        guard let text = PNGTextChunk(data[...], type: chunk.type, limit: left) else { return nil }
        // A text that cannot be unpacked may have used up the whole allowance.
        if text.isPacked { try take(text.bytes?.count ?? left) }
        return text
    }

    private mutating func take(_ count: Int) throws(MetadataEditError) {
        guard count <= mostMetadataBytes - metadataBytes else {
            throw .tooLong(.container, bytes: metadataBytes + count, limit: mostMetadataBytes)
        }
        metadataBytes += count
    }
}

extension PNGEditor {
    /// Whether the picture cannot be shown as it is without a chunk.
    ///
    /// True for all critical chunks, and for those of color, transparency, resolution and animation.
    private static func isNeeded(_ type: Int, _ edit: MetadataEdit) -> Bool {
        critical.contains(type) || needed.contains(type) || edit == .removeLocation && harmless.contains(type)
    }

    private static let critical: Set<Int> = [
        PNGChunk.header, FourCC.number("PLTE"), PNGChunk.imageData, PNGChunk.end,
    ]

    /// When the picture was changed last (`tIME`), and suggested palettes, which have names (`sPLT`).
    private static let harmless: Set<Int> = [FourCC.number("tIME"), FourCC.number("sPLT")]

    /// Registered chunks that hold no place, with their maximum sizes in bytes.
    ///
    /// Physical measures, the position on a page, the eye of a stereo pair, and ImageMagick's canvas.
    private static let longest: [Int: Int] = Dictionary(
        uniqueKeysWithValues: ([
            ("sCAL", 256), ("pCAL", 1_024), ("oFFs", 9), ("sTER", 1), ("vpAg", 9), ("caNv", 16), ("orNT", 1),
            ("gIFg", 4),
        ] as [(StaticString, Int)]).map { (FourCC.number($0.0), $0.1) })

    private static let needed: Set<Int> = Set(
        ([
            "tRNS", "gAMA", "cHRM", "sRGB", "cICP", "mDCV", "cLLI", "sBIT", "bKGD", "pHYs", "hIST",
            "acTL", "fcTL", "fdAT",
        ] as [StaticString]).map(FourCC.number))

    private static func chunk(_ type: Int, _ data: [UInt8]) -> [UInt8] {
        var chunk: [UInt8] = []
        chunk.append(data.count, bytes: 4)
        chunk.append(type, bytes: 4)
        chunk += data
        chunk.append(Int(CRC32.checksum(chunk.dropFirst(4))), bytes: 4)
        return chunk
    }

    private static func xmpChunk(_ packet: [UInt8]) -> [UInt8] {
        chunk(PNGChunk.internationalText, Array(PNGTextChunk.xmpKeyword.utf8) + [0, 0, 0, 0, 0] + packet)
    }

    private static func textChunk(_ keyword: String, _ text: String) -> [UInt8] {
        chunk(PNGChunk.internationalText, Array(keyword.utf8) + [0, 0, 0, 0, 0] + Array(text.utf8))
    }

    private static func profileChunk(_ kind: String, _ bytes: some Collection<UInt8>) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        var text = Array("Raw profile type \(kind)\0\n\(kind)\n\(bytes.count)".utf8)
        for (index, byte) in bytes.enumerated() {
            if index % 36 == 0 { text.append(0x0A) }
            text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return chunk(PNGChunk.text, text + [0x0A])
    }
}
