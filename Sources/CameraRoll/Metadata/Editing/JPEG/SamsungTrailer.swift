/// What newer Samsung phones put behind a picture: blocks, a directory of them (`SEFH`), its length, and `SEFT`.
///
/// The directory says how far in front of itself each block begins, so that all of them may move together. Only what
/// older phones put behind it names positions in the file: those of a sound (`QDIO`), which are changed when it moves.
struct SamsungTrailer {
    private struct Block {
        let type: Int
        let range: Range<Int>
    }

    /// All of it, up to the file's end.
    let range: Range<Int>
    private let source: any ByteSource
    /// The blocks in the order of the directory, and in that of their positions.
    private let blocks: [Block]
    private let sorted: [Block]
    private let directory: Range<Int>
    private let version: Int
    private let sound: Range<Int>?

    private static let longestDirectory = 1 << 16
    private static let soundLength = 28

    /// Finds it at a file's end; nil where there is none, or not all of its blocks lie apart behind a position.
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

    /// Refuses blocks that have metadata of their own, as pictures and movies do.
    ///
    /// - Throws: `.unknownTrailer`.
    func refusePlaces() throws(MetadataEditError) {
        for block in sorted {
            if let mark = try MetadataMarks.first(in: block.range, of: source) { throw .unknownTrailer(at: mark) }
        }
    }

    /// Adds it to a file, with the sound's positions as they are there.
    ///
    /// - Parameter withoutPlace: whether the country of the phone's net (`MCC_Data`) goes, and what is not known.
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

    /// Adds the block that says where in the file a sound begins and ends.
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

    /// The types of blocks that tell no place: sounds and what they are, panoramas, selfies, bursts, moments, second
    /// pictures and depth maps, what was blurred, and in what mode the picture was taken.
    private static let harmless: Set<Int> = [
        0x0001, 0x0100, 0x0800, 0x08D0, 0x08E0, 0x08E1, 0x0910, 0x09E0, 0x0A01, 0x0A20, 0x0AB0, 0x0AB1, 0x0AB3, 0x0AC0,
        0x0B40, 0x0B41, 0x0C61,
    ]
}
