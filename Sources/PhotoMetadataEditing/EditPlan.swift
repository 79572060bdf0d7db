import PhotoMetadata

/// A file assembled from another one: parts that are copied as they are, and new bytes between them.
///
/// It is itself a source, so that an already edited file can be edited again before anything is written.
struct EditPlan: ByteSource {
    private enum Content {
        case copy(from: Int)
        case bytes([UInt8])
        case zeros
    }

    private struct Piece {
        let start: Int
        var count: Int
        let content: Content
    }

    private let source: any ByteSource
    private var pieces: [Piece] = []
    private(set) var byteCount = 0

    init(of source: any ByteSource) {
        self.source = source
    }

    /// A part of a source.
    init(of source: any ByteSource, _ range: Range<Int>) {
        self.init(of: source)
        copy(range)
    }

    /// Copies a part of the old file.
    mutating func copy(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<max(source.byteCount, 0))
        guard !range.isEmpty else { return }
        if let last = pieces.indices.last, case .copy(let from) = pieces[last].content,
            from + pieces[last].count == range.lowerBound
        {
            pieces[last].count += range.count
            byteCount += range.count
        } else {
            add(range.count, .copy(from: range.lowerBound))
        }
    }

    /// Adds new bytes.
    mutating func add(_ bytes: [UInt8]) {
        if !bytes.isEmpty { add(bytes.count, .bytes(bytes)) }
    }

    /// Adds zeros, without holding them in memory.
    mutating func addZeros(_ count: Int) {
        if count > 0 { add(count, .zeros) }
    }

    private mutating func add(_ count: Int, _ content: Content) {
        pieces.append(Piece(start: byteCount, count: count, content: content))
        byteCount += count
    }

    func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) throws(MetadataError) -> Int {
        guard position >= 0, position < byteCount else { return 0 }
        var done = 0
        var index = piece(at: position)
        while done < buffer.count, index < pieces.count {
            let piece = pieces[index]
            let offset = position + done - piece.start
            let count = min(piece.count - offset, buffer.count - done)
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + count])
            switch piece.content {
            case .bytes(let bytes): part.copyBytes(from: bytes[offset..<offset + count])
            case .zeros: part.copyBytes(from: repeatElement(0, count: count))
            case .copy(let start):
                guard try source.read(at: start + offset, into: part) == count else { return done }
            }
            done += count
            index += 1
        }
        return done
    }

    /// The index of the piece that a position lies in.
    private func piece(at position: Int) -> Int {
        var (low, high) = (0, pieces.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if pieces[middle].start <= position { low = middle } else { high = middle }
        }
        return low
    }
}

/// Bytes with overwritten parts and additions behind the end; all others keep their place.
struct PatchedBytes {
    private typealias Patch = (range: Range<Int>, bytes: [UInt8]?)

    private let base: any ByteSource
    private var baseCount: Int
    private var patches: [Patch] = []
    private var appended: [UInt8] = []

    init(_ base: any ByteSource) {
        self.base = base
        baseCount = base.byteCount
    }

    var byteCount: Int { baseCount + appended.count }
    /// The number of bytes behind the old ones.
    var addedCount: Int { appended.count }

    /// Overwrites existing or added bytes; writes nothing behind the end.
    mutating func write(_ bytes: [UInt8], at position: Int) {
        let old = bytes.prefix(max(baseCount - position, 0))
        if !old.isEmpty { patches.append((position..<position + old.count, Array(old))) }
        let start = min(max(position - baseCount, 0), appended.count)
        let new = bytes.dropFirst(old.count).prefix(appended.count - start)
        appended.replaceSubrange(start..<start + new.count, with: new)
    }

    /// Truncates the bytes at a position behind which nothing was written yet.
    mutating func cut(at position: Int) {
        assert(appended.isEmpty && patches.allSatisfy { $0.range.upperBound <= position })
        patches.removeAll { $0.range.upperBound > position }
        baseCount = min(baseCount, position)
    }

    /// Fills a range with zeros.
    mutating func clear(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<baseCount)
        if !range.isEmpty { patches.append((range, nil)) }
    }

    /// Appends bytes at an even position behind the end, and returns that position.
    mutating func append(_ bytes: [UInt8]) -> Int {
        if byteCount % 2 == 1 { appended.append(0) }
        defer { appended += bytes }
        return byteCount
    }

    /// The new bytes; of overlapping writes the later one counts.
    ///
    /// - Complexity: O(*n* log *n*) in the number of patches.
    func plan() -> EditPlan {
        var plan = EditPlan(of: base)
        var next = 0
        var rest = patches.indices.sorted { patches[$0].range.lowerBound < patches[$1].range.lowerBound }[...]
        while let first = rest.popFirst() {
            var (group, range) = ([first], patches[first].range)
            while let other = rest.first, patches[other].range.lowerBound < range.upperBound {
                range = range.lowerBound..<max(range.upperBound, patches[other].range.upperBound)
                group.append(other)
                rest.removeFirst()
            }
            plan.copy(next..<range.lowerBound)
            add(group.sorted().map { patches[$0] }, range, to: &plan)
            next = range.upperBound
        }
        plan.copy(next..<baseCount)
        plan.add(appended)
        return plan
    }

    /// Applies overlapping patches in the order in which they were made.
    private func add(_ group: [Patch], _ range: Range<Int>, to plan: inout EditPlan) {
        guard group.contains(where: { $0.bytes != nil }) else { return plan.addZeros(range.count) }
        var bytes = [UInt8](repeating: 0, count: range.count)
        for patch in group {
            let start = patch.range.lowerBound - range.lowerBound
            bytes.replaceSubrange(
                start..<start + patch.range.count, with: patch.bytes ?? [UInt8](repeating: 0, count: patch.range.count))
        }
        plan.add(bytes)
    }
}
