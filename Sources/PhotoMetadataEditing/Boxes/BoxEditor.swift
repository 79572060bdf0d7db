import PhotoMetadata

// How a file of boxes loses its place
//
// HEIC, AVIF, MP4 and QuickTime files are full of positions counted from the file's start: of a picture's items, and of
// a movie's chunks of media. So no box moves or changes its length. What is removed becomes zeros: values in an EXIF
// structure, the text of a property, the content of a box, which is then called `free`, as boxes are that readers skip.
// The result has as many bytes as the file.
//
// `HEIFEditor` follows the lists of a picture's items to EXIF and XMP, and clears what no item refers to. `MovieEditor`
// follows the lists of a movie's values. Both know the boxes that hold no place, and clear the content of all others;
// what the picture or the movie may need, and may hold a place, is refused: unknown properties and items that look like
// metadata, tracks of data that change with time, as drones and action cameras write, and media in a box that would be
// cleared.
//
// A box counts as one that holds no place by its type. Those with room for other data (descriptions of samples,
// references to files, groups of items, a movie's poster) are searched for the marks of metadata, those of numbers and
// the properties of pictures are not. Coded pictures are not inspected; of a movie's media data, each byte is compared
// with the marks of the blocks that cameras write between chunks.

/// Removes places from a file of boxes, in place.
struct BoxEditor {
    let reader: ByteReader
    private let source: any ByteSource
    private var bytes: PatchedBytes
    /// The boxes whose content was cleared.
    private(set) var cleared: [Range<Int>] = []

    /// Boxes that readers skip.
    private static let skipped = FourCC.numbers("free", "skip", "wide")

    /// - Parameter parts: the limit of boxes and parts of items.
    init(_ source: any ByteSource, parts: Int = TIFFEditor.limits.parts) throws(MetadataEditError) {
        self.source = source
        bytes = PatchedBytes(source)
        var limits = TIFFEditor.limits
        limits.parts = parts
        reader = try reading { [limits] () throws(MetadataError) in try ByteReader(source, limits: limits) }
    }

    /// The file with all changes.
    var plan: EditPlan { bytes.plan() }

    /// The boxes in a block.
    ///
    /// - Throws: `.damaged` if one is cut off, or something else follows the last one; `.tooMany`.
    func boxes(in block: ByteBlock, from start: Int = 0) throws(MetadataEditError) -> [MediaBox] {
        var walk = MediaBoxes(block, from: start)
        let boxes = try reading { () throws(MetadataError) in try walk.rest() }
        try check(walk.end)
        // Zeros may end a list.
        let end = boxes.last?.range.upperBound ?? min(start, block.count)
        let isClean = try source.isZero(block.start + end..<block.range.upperBound)
        guard isClean else { throw .damaged(.container, at: block.start + end) }
        return boxes
    }

    /// The bytes inside the box of a type that may occur only once among these boxes; nil if it does not occur.
    ///
    /// - Throws: `.damaged` if there are several, of which a reader may take any; what `boxes(in:from:)` throws.
    func only(_ name: StaticString, in block: ByteBlock, from start: Int = 0) throws(MetadataEditError) -> ByteBlock? {
        let type = FourCC.number(name)
        let found = try boxes(in: block, from: start).filter { $0.type == type }
        guard found.count < 2 else { throw .damaged(.container, at: block.block(found[1].range).start) }
        return found.first.map { block.block($0.content) }
    }

    /// Checks that a walk has passed over everything.
    ///
    /// - Throws: `.damaged`, `.tooMany`.
    func check(_ end: WalkEnd?) throws(MetadataEditError) {
        guard end != .limitReached else { throw .tooMany(.container, limit: reader.limits.parts) }
        guard end == .complete else { throw .damaged(.container, at: reader.problems.last?.position ?? 0) }
    }

    /// The bytes of some ranges of the file, one behind the other.
    ///
    /// - Throws: `.damaged` if they lie behind the file's end, `.tooLong`.
    func content(of parts: [Range<Int>], _ block: MetadataBlock) throws(MetadataEditError) -> [UInt8] {
        let (count, limit) = (parts.reduce(0) { $0 + $1.count }, reader.limits.blockBytes)
        guard count <= limit else { throw .tooLong(block, bytes: count, limit: limit) }
        let source = source
        return try reading { () throws(MetadataError) in
            var bytes: [UInt8] = []
            for part in parts { bytes += try source.bytes(in: part) }
            return bytes
        }
    }

    /// Overwrites some ranges of the file, one behind the other, with as many bytes.
    mutating func write(_ new: [UInt8], over parts: [Range<Int>]) {
        assert(new.count == parts.reduce(0) { $0 + $1.count })
        var start = 0
        for part in parts {
            bytes.write(Array(new[start..<start + part.count]), at: part.lowerBound)
            start += part.count
        }
    }

    mutating func clear(_ range: Range<Int>) {
        bytes.clear(range)
    }

    /// Clears a box that readers skip; returns whether it is one.
    mutating func clearSkipped(_ box: MediaBox, in block: ByteBlock) -> Bool {
        guard Self.skipped.contains(box.type) else { return false }
        clearContent(of: box, in: block)
        return true
    }

    /// Makes a box one that readers skip, and clears its content.
    mutating func drop(_ box: MediaBox, in block: ByteBlock) {
        bytes.write(Array("free".utf8), at: block.block(box.range).start + 4)
        clearContent(of: box, in: block)
    }

    private mutating func clearContent(of box: MediaBox, in block: ByteBlock) {
        clear(block.block(box.content).range)
        cleared.append(block.block(box.range).range)
    }

    /// Refuses a box that looks like metadata, or like a movie.
    ///
    /// - Parameter marks: what metadata begin with or contain.
    /// - Throws: `.unknownData`.
    func refuseMetadata(
        in range: Range<Int>, _ marks: [[UInt8]] = MetadataSignatures.all
    ) throws(MetadataEditError) {
        if let mark = try MetadataSignatures.first(marks, in: range, of: source) { throw .unknownData(at: mark) }
    }

    /// Clears what may hold a place in the blocks of a Samsung phone; returns false if there are none that it writes.
    ///
    /// - Throws: `.unknownData` for a picture or a movie among them.
    mutating func clearSamsungPlaces(in range: Range<Int>) throws(MetadataEditError) -> Bool {
        guard let samsung = try SamsungTrailer(EditPlan(of: source, range), behind: 0) else { return false }
        let start = range.lowerBound
        try refuseMetadata(in: start..<start + samsung.directory.lowerBound)
        for part in samsung.unknown { clear(start + part.lowerBound..<start + part.upperBound) }
        return true
    }

    /// Removes places from an XMP packet, whose length stays.
    mutating func blankXMP(in parts: [Range<Int>]) throws(MetadataEditError) {
        let packet = try content(of: parts, .xmp)
        do throws(MetadataEditError) {
            write(try XMPEditor.blanked(packet), over: parts)
        } catch {
            throw error.moved(by: parts.first?.lowerBound ?? 0)
        }
    }
}

extension FourCC {
    /// The numbers of some names of four letters.
    static func numbers(_ names: StaticString...) -> Set<Int> { Set(names.map(number)) }
}
