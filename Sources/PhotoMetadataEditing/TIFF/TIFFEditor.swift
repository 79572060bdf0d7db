import PhotoMetadata

/// Changes tags of a TIFF structure without moving existing bytes.
///
/// A TIFF structure is full of offsets, also in undocumented maker notes. So values are overwritten where they fit
/// and otherwise appended behind the end, and so are directories that grow. Removed data are overwritten with
/// zeros, and bytes that two structures claim are never overwritten. The structure is read once, and each directory
/// is written at most once.
struct TIFFEditor {
    typealias Directory = TIFFStructure.Directory

    let source: any ByteSource
    let structure: TIFFStructure
    let claims: TIFFByteOwnership
    private var bytes: PatchedBytes
    /// The position up to which zeros precede appended bytes.
    private var fillEnd = 0
    /// The start of the part that is rewritten: the additions of earlier edits.
    private var tail = Int.max
    /// Whether the end is not rewritten.
    private var keepsTail = false
    private var sharedErasures = 0
    /// Whether bytes that several values share stay as they are: true for all edits but removals for privacy.
    var keepsShared = false
    /// The values that were inspected, by their tags: the pages of a file may share them.
    var inspected: [UInt16: Set<Range<Int>>] = [:]
    /// How many bytes of JPEG pictures were inspected.
    var inspectedBytes = 0
    var header: TIFFHeader { structure.header }
    var directories: [Directory] { structure.directories }

    static let limits = MetadataLimits(
        blockBytes: 64 << 20, valueBytes: 16 << 20, allValueBytes: 64 << 20, tags: 1 << 16, parts: 1 << 14)
    /// How many shared values are checked one by one.
    static let mostShared = 16

    /// Creates an editor of a structure.
    ///
    /// - Parameter isFile: whether it is a TIFF file, and not an EXIF block.
    /// - Throws: `.damaged` if it is not one, `.tooMany`, `.tooLong`, `.unreadable`.
    init(_ source: any ByteSource, isFile: Bool = false) throws(MetadataEditError) {
        let reader = try reading { () throws(MetadataError) in try ByteReader(source, limits: Self.limits) }
        guard let structure = try TIFFStructure(ByteBlock(reader)), !structure.directories.isEmpty else {
            throw .damaged(.exif, at: 0)
        }
        self.source = source
        self.structure = structure
        claims = try TIFFByteOwnership(of: structure, reader.count, isFile: isFile)
        bytes = PatchedBytes(source)
    }

    /// Creates an editor of a new structure without tags.
    init(_ order: ByteOrder = .big) throws(MetadataEditError) {
        var empty = Array((order == .big ? "MM" : "II").utf8)
        empty.append(42, bytes: 2, order)
        empty.append(8, bytes: 4, order)
        try self.init(MemoryBytes(empty + [0, 0, 0, 0, 0, 0]))
    }

    /// The structure with all changes.
    var plan: EditPlan { bytes.plan() }

    /// The structure with all changes, in memory.
    func rendered() throws(MetadataEditError) -> [UInt8] {
        let plan = plan
        return try reading { () throws(MetadataError) in try plan.readAll() }
    }

    /// The first directory, which every structure has.
    func first() throws(MetadataEditError) -> Directory {
        guard let first = directories.first(where: { $0.kind == .image(0) }) else { throw .damaged(.exif, at: 0) }
        return first
    }

    /// The bytes of an entry's value.
    func value(of entry: TIFFEntry) throws(MetadataEditError) -> [UInt8] {
        let range = try range(of: entry)
        guard range.count <= Self.limits.blockBytes else {
            throw .tooLong(.exif, bytes: range.count, limit: Self.limits.blockBytes)
        }
        let source = source
        return try reading { () throws(MetadataError) in try source.bytes(in: range) }
    }

    /// The range of an entry's value.
    ///
    /// - Throws: `.damaged` if it is cut off, or its length is unknown.
    func range(of entry: TIFFEntry) throws(MetadataEditError) -> Range<Int> {
        guard let length = entry.byteCount, entry.valuePosition <= source.byteCount,
            length <= source.byteCount - entry.valuePosition
        else { throw .damaged(.exif, at: entry.position) }
        return entry.valuePosition..<entry.valuePosition + length
    }
}

// MARK: - Writing

extension TIFFEditor {
    /// Makes all changes to the structure.
    ///
    /// At first as usual. If appended bytes would fall into a claim that reaches behind the end (a thumbnail with a
    /// wrong length): again, without rewriting the end; and if that still appends, a third time, with zeros up to the
    /// claim's end first.
    ///
    /// - Throws: what the changes throw; `.damaged` if such a claim is too long to be filled.
    mutating func make(
        _ changes: (inout TIFFEditor) throws(MetadataEditError) -> Void
    ) throws(MetadataEditError) {
        let unchanged = self
        try changes(&self)
        let start = bytes.byteCount - bytes.addedCount
        let count = bytes.addedCount
        if (try? claims.overhangs.fill(appending: count, at: start)) == start { return }
        self = unchanged
        keepsTail = true
        try changes(&self)
        if bytes.addedCount == 0 { return }
        self = unchanged
        fillEnd = try claims.overhangs.fill(appending: count, at: start)
        try changes(&self)
    }

    /// Fills an entry's value with zeros, unless it is stored in the entry itself.
    ///
    /// - Parameter keepsShared: whether bytes shared with another owner may stay.
    mutating func erase(_ entry: TIFFEntry, keepsShared: Bool = false) throws(MetadataEditError) {
        guard !entry.isInline else { return }
        let range = try range(of: entry)
        if keepsShared || self.keepsShared, claims.isShared(.value(entry.position)) {
            sharedErasures += 1
            // Each check searches all claims: no real file has more than a few shared values.
            guard sharedErasures <= Self.mostShared else { throw .overlapping(at: range.lowerBound) }
            for part in claims.own(range, of: .value(entry.position)) { bytes.clear(part) }
        } else {
            try claims.check(.value(entry.position))
            bytes.clear(range)
        }
    }

    /// Fills a directory and its values with zeros.
    mutating func erase(_ directory: Directory) throws(MetadataEditError) {
        guard directory.isWhole else { throw .damaged(.exif, at: directory.position) }
        for entry in directory.entries { try erase(entry) }
        try claims.check(.directory(directory.position))
        bytes.clear(directory.range)
    }

    /// Fills a directory's picture with zeros.
    mutating func erasePicture(of directory: Directory) throws(MetadataEditError) {
        try claims.check(.picture(directory.position))
        for range in claims.pictures[directory.position] ?? [] { bytes.clear(range) }
    }

    /// Fills the unclaimed bytes of a range with zeros.
    mutating func clear(_ range: Range<Int>) {
        bytes.clear(range)
    }

    /// Overwrites a part of a picture that belongs only to its directory.
    mutating func write(_ new: [UInt8], at position: Int, inPictureOf directory: Directory) throws(MetadataEditError) {
        try claims.check(.picture(directory.position))
        bytes.write(new, at: position)
    }

    /// Overwrites a value that keeps its length.
    mutating func write(_ new: [UInt8], over entry: TIFFEntry) throws(MetadataEditError) {
        if !entry.isInline { try claims.check(.value(entry.position)) }
        bytes.write(new, at: entry.valuePosition)
    }

    /// Rewrites the end of the structure, as far as it belongs only to some directories and values.
    ///
    /// Otherwise it would grow with every edit: a value that does not fit into its old place is appended behind the
    /// end, and leaves zeros. All of these directories and values must be written afterwards.
    mutating func rewriteTail(of owners: Set<TIFFByteOwnership.Owner>) throws(MetadataEditError) {
        guard !keepsTail, let start = try claims.tail(of: owners, in: source) else { return }
        bytes.cut(at: start)
        tail = start
    }

    /// Whether a directory must be written although no tag changes: it, or one of its values, was cut off.
    func isInTail(_ directory: Directory) -> Bool {
        directory.position >= tail || directory.entries.contains(where: isInTail)
    }

    /// Whether an entry's value was cut off.
    func isInTail(_ entry: TIFFEntry) -> Bool {
        !entry.isInline && entry.valuePosition >= tail && entry.valuePosition < source.byteCount
    }

    /// Appends bytes behind the end, and returns their position.
    mutating func append(_ new: [UInt8]) throws(MetadataEditError) -> Int {
        if fillEnd > bytes.byteCount { _ = bytes.append([UInt8](repeating: 0, count: fillEnd - bytes.byteCount)) }
        let position = bytes.append(new)
        let limit = header.isBig ? Int.max : Int(UInt32.max)
        guard bytes.byteCount <= limit else { throw .tooLong(.exif, bytes: bytes.byteCount, limit: limit) }
        return position
    }

    /// Returns the place for a directory with so many entries: its old one if there is room.
    mutating func place(for count: Int, of directory: Directory) throws(MetadataEditError) -> Int {
        try claims.check(.directory(directory.position))
        let length = header.countLength + count * header.entryLength
        if directory.position < tail {
            bytes.clear(directory.range)
            let pointer = directory.kind.isImage ? header.offsetLength : 0
            if length + pointer <= directory.bytes.count { return directory.position }
        }
        return try append([UInt8](repeating: 0, count: length + header.offsetLength))
    }

    /// Writes the entries of a directory, and the position of the next one, at the place that was found for them.
    mutating func write(
        _ entries: [[UInt8]], of directory: Directory, at position: Int, next: Int
    ) throws(MetadataEditError) {
        write(entries, at: position, next: directory.kind.isImage ? next : nil)
        guard directory.kind == .image(0), position != directory.position else { return }
        var target: [UInt8] = []
        target.append(position, bytes: header.offsetLength, header.order)
        try claims.check(.header)
        bytes.write(target, at: header.isBig ? 8 : 4)
    }

    /// Writes a directory's entries, and the position of the next one if there is room for it.
    mutating func write(_ entries: [[UInt8]], at position: Int, next: Int?) {
        var new: [UInt8] = []
        new.append(entries.count, bytes: header.countLength, header.order)
        new += entries.joined()
        if let next { new.append(next, bytes: header.offsetLength, header.order) }
        bytes.write(new, at: position)
    }

    /// An entry with a new value: overwritten if it fits, otherwise appended behind the end.
    mutating func replaced(_ entry: TIFFEntry, by value: TIFFValue) throws(MetadataEditError) -> [UInt8] {
        let isOwn = !keepsShared || !claims.isShared(.value(entry.position))
        guard isOwn, !entry.isInline, !isInTail(entry), let capacity = entry.byteCount, value.bytes.count <= capacity,
            value.bytes.count > header.offsetLength
        else {
            try erase(entry)
            return try entryBytes(value)
        }
        let range = try range(of: entry)
        try claims.check(.value(entry.position))
        // Only the rest is cleared: a value may claim more than fits into memory.
        bytes.clear(range.dropFirst(value.bytes.count))
        bytes.write(value.bytes, at: entry.valuePosition)
        return value.entry(at: entry.valuePosition, header)
    }

    /// A new entry, with its value in it or behind the end.
    mutating func entryBytes(_ value: TIFFValue) throws(MetadataEditError) -> [UInt8] {
        value.entry(at: value.bytes.count <= header.offsetLength ? nil : try append(value.bytes), header)
    }
}
