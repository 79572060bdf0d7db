/// Reads a source through two small windows: its head, which most metadata lie in, and one that moves.
///
/// What it gives are slices of a window, so nothing is copied but what the source copies into the window.
package final class ByteReader {
    /// What is read first: holds 98 % of the metadata of camera files.
    package static let headLength = 8 << 10
    /// What is read at least when something lies elsewhere.
    static let windowLength = 4 << 10

    let count: Int
    let limits: MetadataLimits
    /// Where in a file the bytes came from that were unpacked or put together, and who reads that file; nil for a
    /// file.
    let origin: (reader: ByteReader, position: Int)?
    private(set) var bytesRead: Int
    /// How many bytes may be read in all: directories that lie in turns at both ends of a file move the window each
    /// time.
    private let mostBytes: Int
    private var isExhausted = false
    private var visits = 0
    private(set) var problems: [MetadataProblem] = []
    private let source: any ByteSource
    /// The first bytes, which never change: the compiler need not guard the path on which nearly all is read.
    let head: [UInt8]
    private var window: [UInt8] = []
    private var windowStart = 0

    /// A reader of a source.
    ///
    /// - Parameter mostBytes: how many bytes it reads before it gives no more, and notes that; as many as it takes by
    ///   default.
    convenience init(
        _ source: any ByteSource, limits: MetadataLimits, mostBytes: Int = .max
    ) throws(MetadataError) {
        try self.init(source, limits: limits, mostBytes: mostBytes, origin: nil)
    }

    /// A reader of bytes that were unpacked, or put together from parts, at a position of another reader's source.
    convenience init(unpacked bytes: [UInt8], at position: Int, of reader: ByteReader) throws(MetadataError) {
        try self.init(MemoryBytes(bytes), limits: reader.limits, mostBytes: .max, origin: (reader, position))
    }

    private init(
        _ source: any ByteSource, limits: MetadataLimits, mostBytes: Int,
        origin: (reader: ByteReader, position: Int)?
    ) throws(MetadataError) {
        self.source = source
        self.limits = limits
        self.mostBytes = mostBytes
        self.origin = origin
        count = max(source.byteCount, 0)
        head = try source.bytes(in: 0..<min(count, Self.headLength))
        bytesRead = head.count
    }

    /// The bytes of a range, whose indices are not those of the source; nil where they are not all there.
    ///
    /// - Throws: `MetadataError.cannotRead`.
    @inline(__always)
    func slice(_ range: Range<Int>) throws(MetadataError) -> ArraySlice<UInt8>? {
        if range.lowerBound >= 0, range.upperBound <= head.count { return head[range] }
        return try movedSlice(range)
    }

    /// The bytes of a block that is kept or searched as a whole; nil, and noted, where it is too long or cut off.
    ///
    /// - Throws: `MetadataError.cannotRead`.
    func block(_ range: Range<Int>) throws(MetadataError) -> ArraySlice<UInt8>? {
        guard range.count <= limits.blockBytes else {
            note(.overLimit(.blockBytes), at: range.lowerBound)
            return nil
        }
        if let bytes = try slice(range) { return bytes }
        note(.truncated, at: range.lowerBound)
        return nil
    }

    /// Four bytes of the source as a number, most significant first; nil where they are not all there.
    ///
    /// What a walk over segments and boxes asks most; unlike a slice it holds on to no window.
    @inline(__always)
    func uint32(at position: Int) throws(MetadataError) -> Int? {
        if let number = head.uint32(at: position) { return number }
        return try slice(position..<position + 4).flatMap { $0.uint32(at: $0.startIndex) }
    }

    /// As many bytes from a position on, or fewer at the source's end.
    @inline(__always)
    func prefix(at position: Int, _ length: Int) throws(MetadataError) -> ArraySlice<UInt8> {
        guard position >= 0, position < count, length > 0 else { return [] }
        return try slice(position..<position + min(length, count - position)) ?? []
    }

    @inline(never)
    private func movedSlice(_ range: Range<Int>) throws(MetadataError) -> ArraySlice<UInt8>? {
        guard range.lowerBound >= 0, range.upperBound <= count,
            range.count <= max(limits.blockBytes, Self.windowLength)
        else { return nil }
        if range.lowerBound < windowStart || range.upperBound > windowStart + window.count {
            guard try moveWindow(to: range) else { return nil }
        }
        guard range.upperBound <= windowStart + window.count else { return nil }
        return window[range.lowerBound - windowStart..<range.upperBound - windowStart]
    }

    /// Reads the window anew; false, and noted, where more would be read than is allowed in all.
    private func moveWindow(to range: Range<Int>) throws(MetadataError) -> Bool {
        // A little of what lies before, too: the values of a directory stand on both its sides.
        let start = range.lowerBound & ~1023
        let end = min(count, max(range.upperBound, start + Self.windowLength))
        guard end - start <= mostBytes - bytesRead else {
            note(.overLimit(.bytesRead), at: range.lowerBound)
            isExhausted = true
            return false
        }
        window = try source.bytes(in: start..<end)
        bytesRead += window.count
        windowStart = start
        return true
    }

    /// Counts a part that is visited; false, and noted, where there are more in all than the limits allow.
    ///
    /// For parts that lie in each other: a limit for each of them would be none for all.
    func visit(at position: Int) -> Bool {
        visits += 1
        if visits > limits.parts { note(.overLimit(.parts), at: position) }
        return visits <= limits.parts
    }

    /// Takes a note of what is wrong with the source; the first ones only, since a damaged file has thousands.
    ///
    /// - Parameter position: where; what lies behind the end is noted at the end, and what was unpacked where it was
    ///   packed.
    func note(_ kind: MetadataProblem.Kind, at position: Int) {
        if let origin { return origin.reader.note(kind, at: origin.position) }
        // What is missing from then on is not the file's fault.
        guard problems.count < limits.problems, !isExhausted else { return }
        problems.append(MetadataProblem(kind: kind, position: min(max(position, 0), count)))
    }
}

/// The four letters by which PNG, WebP and files of boxes name their parts, as the number that they are.
enum FourCC {
    /// The number of a name of four letters.
    static func number(_ name: StaticString) -> Int {
        name.withUTF8Buffer { letters in letters.reduce(0) { $0 << 8 | Int($1) } }
    }
}

/// How bytes of unknown encoding are read as text.
enum MetadataText {
    /// UTF-8 where it is that, otherwise Latin-1; without blanks at the end.
    static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        let end = bytes.lastIndex { $0 != UInt8(ascii: " ") && $0 != 0 }.map { $0 + 1 } ?? bytes.startIndex
        let trimmed = bytes[bytes.startIndex..<end]
        if let text = String(validating: trimmed, as: UTF8.self) { return text }
        return latin(trimmed)
    }

    /// Latin-1, whose bytes are the first 256 characters of Unicode.
    static func latin(_ bytes: ArraySlice<UInt8>) -> String {
        let wide = bytes.count { $0 >= 0x80 }
        return String(unsafeUninitializedCapacity: bytes.count + wide) { text in
            var count = 0
            for byte in bytes {
                if byte >= 0x80 {
                    text[count] = 0xC0 | byte >> 6
                    count += 1
                }
                text[count] = byte < 0x80 ? byte : 0x80 | byte & 0x3F
                count += 1
            }
            return count
        }
    }
}
