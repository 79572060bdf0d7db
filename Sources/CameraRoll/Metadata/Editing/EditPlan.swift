/// A file made of another one: parts that are copied as they are, and new bytes between them.
///
/// It is a source itself, so that an edit can be made of an edited file before anything is written.
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
