import PhotoMetadata

/// The picture data of a JPEG file and the data behind them: further pictures, which have metadata of their own.
///
/// Removing a place also removes it from these pictures, in place, so that none of them moves. Removing all
/// sensitive data removes the pictures. Bytes that are neither a JPEG picture nor zeros never stay. Mostly they are
/// old content of the memory card: 10 files of the set of real images have such bytes, one of them another file's
/// text. No reader uses them, so they are dropped. Data that look like a movie or a block of metadata may matter to
/// the user: removing a place promises to keep everything else, so that edit is refused. A Samsung phone's blocks
/// are known, and stay except for the country.
struct JPEGTrailer {
    /// Each failed search for a picture costs a pass through the file.
    private static let mostCandidates = 16
    private static let mostPictures = 64

    private let source: any ByteSource
    private let edit: MetadataEdit
    private let reader: ByteReader
    private var range: Range<Int>
    private var bytes: PatchedBytes
    private var samsung: SamsungTrailer?
    /// The start of a Samsung phone's blocks, or the end of the file.
    private let limit: Int

    /// - Throws: `.unknownTrailer` if a place is to be removed and a movie or an unknown block may hold it;
    ///   `.tooMany`.
    init(_ layout: JPEGLayout, _ source: any ByteSource, _ edit: MetadataEdit) throws(MetadataEditError) {
        (self.source, self.edit, reader, bytes) = (source, edit, layout.reader, PatchedBytes(source))
        samsung = try SamsungTrailer(source, behind: layout.scan)
        limit = samsung?.range.lowerBound ?? layout.reader.count
        range = layout.scan..<limit
        guard edit.isRemoval else { return }
        let (end, late) = try layout.end()
        var blanker = JPEGBlanker(source, edit)
        try blanker.blank(late)
        add(blanker.patches)
        if edit == .removeLocation {
            try changePictures(from: min(end, limit))
            try samsung?.refusePlaces()
        } else {
            // Other pictures show parts that were cut off, or hidden, in the first one.
            cut(behind: min(end, limit))
            samsung = nil
        }
    }

    /// The file with the changed data at their old places.
    var changed: any ByteSource { edit.isRemoval ? bytes.plan() : source }

    /// Appends what stays of the data to a plan of the changed file.
    func add(to plan: inout EditPlan) {
        plan.copy(range)
        samsung?.add(to: &plan, withoutPlace: edit == .removeLocation)
    }

    private mutating func changePictures(from start: Int) throws(MetadataEditError) {
        var (position, pictureEnd, pictures, candidates) = (start, start, 0, 0)
        while let found = try firstByte(from: position) {
            if let end = try changePicture(at: found) {
                pictures += 1
                guard pictures <= Self.mostPictures else { throw .tooMany(.container, limit: Self.mostPictures) }
                (position, pictureEnd) = (end, end)
            } else {
                candidates += 1
                let next = candidates <= Self.mostCandidates ? try nextPicture(behind: found) : nil
                try drop(found..<(next ?? limit))
                guard let next else { return cut(behind: pictureEnd) }
                position = next
            }
        }
    }

    /// Drops unknown data: in front of another picture they become zeros, so that the picture does not move.
    private mutating func drop(_ unknown: Range<Int>) throws(MetadataEditError) {
        if let mark = try MetadataSignatures.first(in: unknown, of: source) {
            throw .unknownTrailer(at: mark)
        }
        bytes.clear(unknown)
    }

    /// Ends the file behind the last picture: no other follows.
    private mutating func cut(behind end: Int) {
        range = range.lowerBound..<end
    }

    /// Removes metadata from a picture, and returns the position of its end; nil if there is no picture.
    private mutating func changePicture(at start: Int) throws(MetadataEditError) -> Int? {
        let head = try reading { () throws(MetadataError) in try reader.uint32(at: start) }
        guard let head, head >> 8 == 0xFFD8FF, let layout = try? JPEGLayout(reader, at: start) else { return nil }
        let end = min(try layout.end().position, limit)
        add(try JPEGBlanker.blankedPicture(in: start..<end, of: source, edit).patches)
        return max(end, start + 2)
    }

    /// Overwrites what is in front of a Samsung phone's blocks, which are changed by themselves.
    ///
    /// The segments of a picture without its end marker are looked for in them too, and one may extend into them.
    private mutating func add(_ new: [(position: Int, bytes: [UInt8])]) {
        for patch in new { bytes.write(Array(patch.bytes.prefix(max(limit - patch.position, 0))), at: patch.position) }
    }

    /// The position of the next byte that is not zero.
    private func firstByte(from start: Int) throws(MetadataEditError) -> Int? {
        try source.first(in: start..<max(start, limit)) { bytes in bytes.firstIndex { $0 != 0 } }
    }

    /// The position of the next bytes that a picture begins with.
    private func nextPicture(behind start: Int) throws(MetadataEditError) -> Int? {
        try source.first(in: start + 1..<max(start + 1, limit), overlap: 2) { bytes in
            bytes.indices.dropLast(2).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD8 && bytes[$0 + 2] == 0xFF }
        }
    }
}

/// The trailer of newer Samsung phones: blocks, a directory of them (`SEFH`), its length, and `SEFT`.
///
/// The directory gives the distance of each block in front of it, so that all of them may move together. Only the
/// part that older phones write behind it holds positions in the file: those of a sound (`QDIO`), which are changed
/// when it moves.
struct SamsungTrailer {
    private struct Block {
        let type: Int
        let range: Range<Int>
    }

    /// The whole trailer, up to the file's end.
    let range: Range<Int>
    private let source: any ByteSource
    /// The blocks in the order of the directory, and in that of their positions.
    private let blocks: [Block]
    private let sorted: [Block]
    let directory: Range<Int>
    private let version: Int
    private let sound: Range<Int>?

    private static let longestDirectory = 1 << 16
    private static let soundLength = 28

    /// Finds it at a file's end; nil without a trailer, or if its blocks overlap or begin before a position.
    init?(_ source: any ByteSource, behind start: Int) throws(MetadataEditError) {
        func bytes(_ range: Range<Int>) throws(MetadataEditError) -> [UInt8] {
            try reading { () throws(MetadataError) in try source.bytes(in: range) }
        }
        let count = source.byteCount
        guard count - start > Self.soundLength + 2 else { return nil }
        let tail = try bytes(count - Self.soundLength - 2..<count)
        let hasSound = tail.matches("QDIO", at: 0) && tail.matches("QDIOBS", at: Self.soundLength - 4)
        sound = hasSound ? count - Self.soundLength - 2..<count - 2 : nil
        let end = sound?.lowerBound ?? count
        guard end - 8 > start else { return nil }
        let mark = try bytes(end - 8..<end)
        guard mark.matches("SEFT", at: 4), let length = mark.uint32(at: 0, .little), length <= end - 8 - start,
            (12..<Self.longestDirectory).contains(length)
        else { return nil }
        directory = end - 8 - length..<end - 8
        let entries = try bytes(directory)
        guard entries.matches("SEFH", at: 0), let version = entries.uint32(at: 4, .little),
            let number = entries.uint32(at: 8, .little), number <= (length - 12) / 12
        else { return nil }
        var blocks: [Block] = []
        for entry in stride(from: 12, to: 12 + 12 * number, by: 12) {
            guard let type = entries.uint32(at: entry, .little), let back = entries.uint32(at: entry + 4, .little),
                let size = entries.uint32(at: entry + 8, .little), back <= directory.lowerBound - start, size <= back,
                size >= 8
            else { return nil }
            let first = directory.lowerBound - back
            blocks.append(Block(type: type, range: first..<first + size))
        }
        sorted = blocks.sorted { $0.range.lowerBound < $1.range.lowerBound }
        guard zip(sorted, sorted.dropFirst()).allSatisfy({ $0.range.upperBound <= $1.range.lowerBound }) else {
            return nil
        }
        range = (sorted.first?.range.lowerBound ?? directory.lowerBound)..<count
        (self.source, self.blocks, self.version) = (source, blocks, version)
    }

    /// What may hold a place, up to the directory's end: all but the harmless blocks and the directory's entries.
    var unknown: [Range<Int>] {
        let entries = directory.lowerBound..<directory.lowerBound + 12 + 12 * blocks.count
        let known = sorted.filter { Self.harmless.contains($0.type >> 16) }.map(\.range) + [entries]
        return zip([0] + known.map(\.upperBound), known.map(\.lowerBound) + [directory.upperBound]).map { $0..<$1 }
    }

    /// Refuses blocks that have metadata of their own, as pictures and movies do.
    ///
    /// - Throws: `.unknownTrailer`.
    func refusePlaces() throws(MetadataEditError) {
        for block in sorted {
            if let mark = try MetadataSignatures.first(in: block.range, of: source) { throw .unknownTrailer(at: mark) }
        }
    }

    /// Appends it to a file, with the sound's new positions.
    ///
    /// - Parameter withoutPlace: whether the country of the mobile network (`MCC_Data`) and unknown blocks are
    ///   dropped.
    func add(to plan: inout EditPlan, withoutPlace: Bool) {
        var starts: [Int: Int] = [:]
        if withoutPlace {
            for block in sorted where Self.harmless.contains(block.type >> 16) {
                starts[block.range.lowerBound] = plan.byteCount
                plan.copy(block.range)
            }
            addDirectory(starts, to: &plan)
        } else {
            for block in sorted {
                starts[block.range.lowerBound] = plan.byteCount + block.range.lowerBound - range.lowerBound
            }
            plan.copy(range.lowerBound..<directory.upperBound + 8)
        }
        addSound(starts, to: &plan)
        plan.copy((sound?.upperBound ?? range.upperBound)..<range.upperBound)
    }

    private func addDirectory(_ starts: [Int: Int], to plan: inout EditPlan) {
        var bytes = Array("SEFH".utf8)
        bytes.append(version, bytes: 4, .little)
        bytes.append(starts.count, bytes: 4, .little)
        for block in blocks {
            guard let start = starts[block.range.lowerBound] else { continue }
            for number in [block.type, plan.byteCount - start, block.range.count] {
                bytes.append(number, bytes: 4, .little)
            }
        }
        bytes.append(bytes.count, bytes: 4, .little)
        plan.add(bytes + "SEFT".utf8)
    }

    /// Appends the block that holds the start and end of a sound in the file.
    private func addSound(_ starts: [Int: Int], to plan: inout EditPlan) {
        guard let sound, var bytes = try? source.bytes(in: sound) else { return }
        for place in [12, 16] {
            guard let old = bytes.uint32(at: place, .little),
                let block = sorted.first(where: { ($0.range.lowerBound...$0.range.upperBound).contains(old) }),
                let start = starts[block.range.lowerBound]
            else { continue }
            var new: [UInt8] = []
            new.append(start + old - block.range.lowerBound, bytes: 4, .little)
            bytes.replaceSubrange(place..<place + 4, with: new)
        }
        plan.add(bytes)
    }

    /// The types of blocks that hold no place.
    ///
    /// Sounds and their descriptions, panoramas, selfies, bursts, moments, second pictures and depth maps, blurred
    /// regions, and the shooting mode.
    private static let harmless: Set<Int> = [
        0x0001, 0x0100, 0x0800, 0x08D0, 0x08E0, 0x08E1, 0x0910, 0x09E0, 0x0A01, 0x0A20, 0x0AB0, 0x0AB1, 0x0AB3, 0x0AC0,
        0x0B40, 0x0B41, 0x0C61,
    ]
}

/// The directory of the pictures behind a JPEG file's first one (CIPA DC-007), as a segment has it.
struct MultiPictureDirectory {
    /// Its version, the number of pictures, and the position and length of each.
    private static let needed: Set<UInt16> = [0xB000, 0xB001, 0xB002]
    private static let signature = 4
    /// A file has some dozens at most; a longer directory hides something.
    private static let mostPictures = 64

    let header: TIFFHeader
    private let payload: [UInt8]
    private let entries: [TIFFEntry]
    private let position: Int
    /// The position of the list of pictures in the segment's bytes, 16 bytes for each.
    let pictures: Range<Int>

    /// Reads a segment's bytes, its signature first; nil if they are not a directory of pictures.
    init?(_ payload: [UInt8]) throws(MetadataError) {
        guard payload.count > Self.signature else { return nil }
        let reader = try ByteReader(MemoryBytes(payload), limits: TIFFEditor.limits)
        let block = ByteBlock(reader, Self.signature..<payload.count)
        guard let header = try TIFFHeader(block), !header.isBig,
            let directory = try TIFFDirectory(block, at: header.firstDirectory, header), !directory.isCut,
            let list = directory[0xB002], let length = list.byteCount, length > 0, length % 16 == 0,
            length / 16 <= Self.mostPictures, list.valuePosition <= block.count,
            length <= block.count - list.valuePosition
        else { return nil }
        (self.header, self.payload, position) = (header, payload, directory.position)
        entries = directory.entries.filter { Self.needed.contains($0.id) && ($0.isInline || $0.id == 0xB002) }
        let start = Self.signature + list.valuePosition
        pictures = start..<start + length
    }

    /// The segment's bytes reduced to the pictures' positions: nothing moves, all other bytes become zeros.
    var bare: [UInt8] {
        var bare = [UInt8](repeating: 0, count: payload.count)
        bare.replaceSubrange(pictures, with: payload[pictures])
        bare.replaceSubrange(0..<Self.signature + 8, with: payload[..<(Self.signature + 8)])
        var directory: [UInt8] = []
        directory.append(entries.count, bytes: 2, header.order)
        for entry in entries {
            let start = Self.signature + entry.position
            directory += payload[start..<start + header.entryLength]
        }
        let start = Self.signature + position
        bare.replaceSubrange(start..<start + directory.count, with: directory)
        return bare
    }
}
