import PhotoMetadata

/// Writes a WebP file with changed metadata: replaces the chunks that hold them and copies all others.
struct WebPEditor {
    private let source: any ByteSource
    private let edit: MetadataEdit
    private let remainder: [UInt8]?
    private let reader: ByteReader

    /// - Parameter remainder: the EXIF block that replaces all metadata.
    init(_ source: any ByteSource, _ edit: MetadataEdit, remainder: [UInt8]?) throws(MetadataEditError) {
        (self.source, self.edit, self.remainder) = (source, edit, remainder)
        reader = try reading { () throws(MetadataError) in try ByteReader(source, limits: TIFFEditor.limits) }
    }

    /// The new file; new chunks stand at its end, as the format requires.
    func plan() throws(MetadataEditError) -> EditPlan {
        let (chunks, end) = try chunks()
        if edit.isRemoval { for chunk in chunks where chunk.type == Self.frame { try checkFrame(chunk) } }
        let exif = try changed(chunks, WebPChunk.exif, edit.changed(exif:at:)) ?? remainder
        let xmp = try changed(chunks, WebPChunk.xmp, edit.changed(xmp:at:))
        let rest = chunks.filter { ![WebPChunk.exif, WebPChunk.xmp, WebPChunk.extended].contains($0.type) }
            // The content of an unknown chunk is unknown: a removal drops the chunk.
            .filter { !edit.isRemoval || Self.needed.contains($0.type) }
        let new = Self.chunk(WebPChunk.exif, exif) + Self.chunk(WebPChunk.xmp, xmp)
        let head = try head(chunks, hasEXIF: exif != nil, hasXMP: xmp != nil)
        // An odd chunk at the end of a file may lack its padding.
        let padded = rest.map { $0.range.count + $0.range.count % 2 }
        let length = 4 + head.count + padded.reduce(0, +) + new.count
        guard length <= Int(UInt32.max) - 8 else {
            throw .tooLong(.container, bytes: length, limit: Int(UInt32.max) - 8)
        }
        var plan = EditPlan(of: source)
        var riff = Array("RIFF".utf8)
        riff.append(length, bytes: 4, .little)
        plan.add(riff + "WEBP".utf8 + head)
        for chunk in rest {
            plan.copy(chunk.range.lowerBound..<chunk.data.lowerBound)
            try copyData(of: chunk, to: &plan)
            plan.copy(chunk.data.upperBound..<chunk.range.upperBound)
            if chunk.range.count % 2 == 1 { plan.add([0]) }
        }
        plan.add(new)
        // No reader uses bytes behind the end.
        if !edit.isRemoval { plan.copy(end..<reader.count) }
        return plan
    }

    /// Copies a chunk's bytes; in a removal, those behind the end of a color profile become zeros.
    private func copyData(of chunk: WebPChunk, to plan: inout EditPlan) throws(MetadataEditError) {
        guard edit.isRemoval, chunk.type == WebPChunk.profile else { return plan.copy(chunk.data) }
        let head = try reading { () throws(MetadataError) in
            try source.bytes(in: chunk.data.prefix(ICCProfile.headLength))
        }
        let profile = chunk.data.prefix(ICCProfile.length(of: head) ?? 0)
        plan.copy(profile)
        plan.addZeros(chunk.data.count - profile.count)
    }

    /// The chunks, and the end of the last one.
    private func chunks() throws(MetadataEditError) -> ([WebPChunk], end: Int) {
        var walk = WebPChunks(reader)
        let chunks = try reading { () throws(MetadataError) in try walk.rest() }
        guard walk.end != .limitReached else { throw .tooMany(.container, limit: reader.limits.parts) }
        guard reader.problems.isEmpty, chunks.contains(where: { Self.pictures.contains($0.type) }) else {
            throw .damaged(.container, at: reader.problems.first?.position ?? 12)
        }
        if edit == .removeLocation, let mark = try MetadataSignatures.first(in: walk.limit..<reader.count, of: source) {
            throw .unknownTrailer(at: mark)
        }
        return (chunks, walk.limit)
    }

    /// The new bytes of a block; a file may have one of each kind.
    private func changed(
        _ chunks: [WebPChunk], _ type: Int, _ change: ([UInt8]?, Int) throws(MetadataEditError) -> [UInt8]?
    ) throws(MetadataEditError) -> [UInt8]? {
        guard let chunk = chunks.first(where: { $0.type == type }) else { return try change(nil, 0) }
        if let second = chunks.last(where: { $0.type == type }), second.range != chunk.range {
            throw .damaged(.container, at: second.range.lowerBound)
        }
        guard chunk.data.count <= reader.limits.blockBytes else {
            throw .tooLong(.container, bytes: chunk.data.count, limit: reader.limits.blockBytes)
        }
        let bytes = try reading { () throws(MetadataError) in try source.bytes(in: chunk.data) }
        let signature = type == WebPChunk.exif && bytes.matches("Exif\0\0", at: 0) ? 6 : 0
        return try change(Array(bytes.dropFirst(signature)), chunk.data.lowerBound + signature)
    }

    /// The chunk that lists the file's features (`VP8X`); nil if the file needs none.
    private func head(_ chunks: [WebPChunk], hasEXIF: Bool, hasXMP: Bool) throws(MetadataEditError) -> [UInt8] {
        let old = chunks.first { $0.type == WebPChunk.extended }
        guard old != nil || hasEXIF || hasXMP else { return [] }
        var data: [UInt8]
        if let old {
            data = try reading { () throws(MetadataError) in try source.bytes(in: old.data) }
            guard data.count >= 10 else { throw .damaged(.container, at: old.range.lowerBound) }
            // No reader uses bytes behind these ten.
            if edit.isRemoval { data.removeSubrange(10...) }
        } else {
            data = try newHead(chunks)
        }
        data[0] = data[0] & ~0x0C | (hasEXIF ? 0x08 : 0) | (hasXMP ? 0x04 : 0)
        return Self.chunk(WebPChunk.extended, data)
    }

    /// Refuses an animation frame that contains anything but pixels and transparency.
    private func checkFrame(_ frame: WebPChunk) throws(MetadataEditError) {
        // Its position, size, duration and disposal.
        var chunks = WebPChunks(reader, in: frame.data.dropFirst(16))
        while let chunk = try reading({ () throws(MetadataError) in try chunks.next() }) {
            guard reader.visit(at: chunk.range.lowerBound) else {
                throw .tooMany(.container, limit: reader.limits.parts)
            }
            guard Self.framed.contains(chunk.type), chunk.isWhole else {
                throw .unknownData(at: chunk.range.lowerBound)
            }
        }
        guard chunks.end != .limitReached else { throw .tooMany(.container, limit: reader.limits.parts) }
        guard chunks.end == .complete else { throw .unknownData(at: chunks.position) }
    }

    private func newHead(_ chunks: [WebPChunk]) throws(MetadataEditError) -> [UInt8] {
        guard let picture = chunks.first(where: { Self.pictures.contains($0.type) }) else {
            throw .damaged(.container, at: 12)
        }
        let found = try reading { () throws(MetadataError) in
            (try reader.webPSize(of: picture), try reader.slice(picture.data.prefix(5)))
        }
        guard let size = found.0, let head = found.1, size.width > 0, size.height > 0 else {
            throw .damaged(.container, at: picture.range.lowerBound)
        }
        // A bit behind a lossless picture's sizes says whether it has transparency.
        let hasAlpha = picture.type == WebPChunk.lossless && head.last.map { $0 & 0x10 != 0 } ?? false
        var data: [UInt8] = [hasAlpha ? 0x10 : 0, 0, 0, 0]
        data.append(size.width - 1, bytes: 3, .little)
        data.append(size.height - 1, bytes: 3, .little)
        return data
    }

    private static let frame = FourCC.number("ANMF")
    private static let framed: Set<Int> = [WebPChunk.lossy, WebPChunk.lossless, FourCC.number("ALPH")]
    private static let pictures: Set<Int> = [WebPChunk.lossy, WebPChunk.lossless, frame]
    private static let needed: Set<Int> = framed.union([frame, FourCC.number("ANIM"), WebPChunk.profile])

    private static func chunk(_ type: Int, _ data: [UInt8]?) -> [UInt8] {
        guard let data else { return [] }
        var chunk: [UInt8] = []
        chunk.append(type, bytes: 4)
        chunk.append(data.count, bytes: 4, .little)
        return chunk + data + (data.count % 2 == 1 ? [0] : [])
    }
}
