/// Makes a PNG file with other metadata: the chunks that hold them are replaced, all others are copied.
struct PNGEditor {
    private let source: any ByteSource
    private let edit: MetadataEdit
    private let reader: ByteReader

    init(_ source: any ByteSource, _ edit: MetadataEdit) throws(MetadataEditError) {
        self.source = source
        self.edit = edit
        reader = try reading { () throws(MetadataError) in try ByteReader(source, limits: TIFFEditor.limits) }
    }

    /// The new file; what is new stands in front of the picture data.
    func plan() throws(MetadataEditError) -> EditPlan {
        let chunks = try chunks()
        guard let data = chunks.firstIndex(where: { $0.type == PNGChunk.imageData }),
            chunks.first?.type == PNGChunk.header
        else { throw .damaged(.container, at: 8) }
        var plan = EditPlan(of: source)
        var (hasEXIF, hasXMP) = (false, false)
        var changes: [Int: [UInt8]] = [:]
        for (index, chunk) in chunks.enumerated() {
            let change = try change(of: chunk)
            hasEXIF = hasEXIF || change.isEXIF
            hasXMP = hasXMP || change.isXMP
            changes[index] = change.bytes
        }
        plan.copy(0..<8)
        for (index, chunk) in chunks.enumerated() {
            if index == data { plan.add(try inserted(hasEXIF: hasEXIF, hasXMP: hasXMP)) }
            if let bytes = changes[index] { plan.add(bytes) } else { plan.copy(chunk.range) }
        }
        plan.copy((chunks.last?.range.upperBound ?? 8)..<reader.count)
        return plan
    }

    private func chunks() throws(MetadataEditError) -> [PNGChunk] {
        var walk = PNGChunks(reader)
        let chunks = try reading { () throws(MetadataError) in
            var chunks: [PNGChunk] = []
            while let chunk = try walk.next() { chunks.append(chunk) }
            return chunks
        }
        guard walk.isComplete, chunks.allSatisfy(\.isWhole) else { throw .damaged(.container, at: walk.position) }
        // Behind the end nothing is read by anyone, but may stand.
        guard !edit.isRemoval || walk.position == reader.count else { throw .unknownTrailer(at: walk.position) }
        return chunks
    }

    /// What becomes of a chunk: nothing where the bytes are nil.
    private typealias Change = (bytes: [UInt8]?, isEXIF: Bool, isXMP: Bool)

    private func change(of chunk: PNGChunk) throws(MetadataEditError) -> Change {
        switch chunk.type {
        case PNGChunk.exif:
            let changed = try edit.changed(exif: data(of: chunk), at: chunk.data.lowerBound)
            return (changed.map { Self.chunk(PNGChunk.exif, $0) } ?? [], true, false)
        case PNGChunk.text, PNGChunk.compressedText, PNGChunk.internationalText: return try changeText(chunk)
        default: return (edit == .removeSensitive && !Self.isNeeded(chunk.type) ? [] : nil, false, false)
        }
    }

    private func changeText(_ chunk: PNGChunk) throws(MetadataEditError) -> Change {
        guard edit != .removeSensitive else { return ([], false, false) }
        let data = try data(of: chunk)
        guard let text = PNGTextChunk(data[...], type: chunk.type, limit: 16 << 20), let bytes = text.bytes else {
            if edit.isRemoval { throw .damaged(.container, at: chunk.range.lowerBound) }
            return (nil, false, false)
        }
        if text.keyword == PNGTextChunk.xmpKeyword {
            let changed = try edit.changed(xmp: bytes, at: chunk.data.lowerBound)
            return (changed == bytes ? nil : changed.map { Self.xmpChunk($0) } ?? [], false, true)
        }
        if text.keyword.hasPrefix("Raw profile type ") { return try changeProfile(text, chunk) }
        switch (edit, text.keyword) {
        case (.setCopyright(let notice), "Copyright"): return (Self.textChunk(text.keyword, notice), false, false)
        case (.setCaptureDate(let date), "Creation Time"):
            return (Self.textChunk(text.keyword, date.description), false, false)
        default: return (nil, false, false)
        }
    }

    /// A block that a program put into a text; what is changed is written anew, unpacked.
    private func changeProfile(_ text: PNGTextChunk, _ chunk: PNGChunk) throws(MetadataEditError) -> Change {
        guard let profile = text.rawProfile else {
            if edit.isRemoval { throw .damaged(.container, at: chunk.range.lowerBound) }
            return (nil, false, false)
        }
        let position = chunk.data.lowerBound
        switch profile.kind {
        case "exif", "APP1":
            let signature = profile.bytes.matches("Exif\0", at: 0) ? 6 : 0
            let changed = try edit.changed(exif: Array(profile.bytes.dropFirst(signature)), at: position)
            return (
                changed.map { Self.profileChunk(profile.kind, profile.bytes.prefix(signature) + $0) } ?? [], true, false
            )
        case "xmp":
            let changed = try edit.changed(xmp: profile.bytes, at: position)
            return (changed.map { Self.profileChunk(profile.kind, $0) } ?? [], false, true)
        case "iptc", "8bim":
            let isPhotoshop = profile.bytes.starts(with: "8BIM".utf8)
            let changed =
                try isPhotoshop
                ? edit.changed(photoshop: profile.bytes, at: position) : edit.changed(iptc: profile.bytes, at: position)
            return (changed.map { $0.isEmpty ? [] : Self.profileChunk(profile.kind, $0) } ?? [], false, false)
        default: return (nil, false, false)
        }
    }

    private func inserted(hasEXIF: Bool, hasXMP: Bool) throws(MetadataEditError) -> [UInt8] {
        var chunks: [UInt8] = []
        if !hasEXIF, let exif = try edit.changed(exif: nil, at: 0) { chunks += Self.chunk(PNGChunk.exif, exif) }
        if !hasXMP, let xmp = try edit.changed(xmp: nil, at: 0) { chunks += Self.xmpChunk(xmp) }
        return chunks
    }

    private func data(of chunk: PNGChunk) throws(MetadataEditError) -> [UInt8] {
        try reading { () throws(MetadataError) in try source.bytes(in: chunk.data) }
    }
}

extension PNGEditor {
    /// Whether the picture cannot be shown as it is without a chunk.
    ///
    /// All that are critical, and those of its colours, its transparency, its resolution and its animation.
    private static func isNeeded(_ type: Int) -> Bool {
        type & 0x2000_0000 == 0 || needed.contains(type)
    }

    private static let needed: Set<Int> = Set(
        ([
            "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "cLLI", "sBIT", "bKGD", "pHYs", "hIST", "sPLT",
            "acTL", "fcTL", "fdAT",
        ] as [StaticString]).map(FourLetters.number))

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
