/// A file made of another one: parts that are copied as they are, and new bytes between them.
///
/// It is a source itself, so that an edit can be made of an edited file before anything is written.
struct EditPlan: ByteSource {
    private enum Content {
        case copy(from: Int)
        case bytes([UInt8])
    }

    private struct Piece {
        let start: Int
        let count: Int
        let content: Content
    }

    private let source: any ByteSource
    private var pieces: [Piece] = []
    private(set) var byteCount = 0

    init(of source: any ByteSource) {
        self.source = source
    }

    /// Copies a part of the old file.
    mutating func copy(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<source.byteCount)
        guard !range.isEmpty else { return }
        add(range.count, .copy(from: range.lowerBound))
    }

    /// Adds new bytes.
    mutating func add(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        add(bytes.count, .bytes(bytes))
    }

    private mutating func add(_ count: Int, _ content: Content) {
        pieces.append(Piece(start: byteCount, count: count, content: content))
        byteCount += count
    }

    func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) throws(MetadataError) -> Int {
        guard position >= 0, var index = pieces.lastIndex(where: { $0.start <= position }) else { return 0 }
        var done = 0
        while done < buffer.count, index < pieces.count {
            let piece = pieces[index]
            let offset = position + done - piece.start
            guard offset < piece.count else {
                if index == pieces.count - 1 { break }
                index += 1
                continue
            }
            let part = UnsafeMutableRawBufferPointer(
                rebasing: buffer[done..<min(done + piece.count - offset, buffer.count)])
            switch piece.content {
            case .bytes(let bytes): part.copyBytes(from: bytes[offset..<offset + part.count])
            case .copy(let start):
                guard try source.read(at: start + offset, into: part) == part.count else { return done }
            }
            done += part.count
            index += 1
        }
        return done
    }

    /// Whether a part of the old file is in the new one as it was, in one piece or in several that follow each other.
    func keeps(_ range: Range<Int>) -> Bool {
        var next = range.lowerBound
        for piece in pieces {
            guard case .copy(let start) = piece.content, start <= next, next < start + piece.count else { continue }
            next = start + piece.count
            if next >= range.upperBound { return true }
        }
        return range.isEmpty
    }
}
