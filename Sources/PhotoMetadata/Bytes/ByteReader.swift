/// Reads a source through two small windows: its head, which holds most metadata, and one that moves.
///
/// It returns slices of a window, so the only copy is that from the source into the window.
package final class ByteReader {
    /// The length of the head in bytes: it holds 98% of the metadata of camera files.
    package static let headLength = 8 << 10
    /// The minimum length of a read elsewhere, in bytes.
    static let windowLength = 4 << 10

    package let count: Int
    package let limits: MetadataLimits
    /// The file's reader and the position in it that unpacked or assembled bytes come from; nil for a file.
    let origin: (reader: ByteReader, position: Int)?
    private(set) var bytesRead: Int
    /// The limit of bytes read in total: directories that alternate between both ends of a file move the window
    /// each time.
    private let mostBytes: Int
    private var isExhausted = false
    private var visits = 0
    package private(set) var problems: [MetadataProblem] = []
    /// Whether a block of metadata is being read: a problem in it says nothing about the picture.
    var isInMetadata = false
    /// Whether a part of the file outside of the metadata is cut off or malformed.
    private(set) var hasDamagedPicture = false
    private let source: any ByteSource
    /// The first bytes, or all bytes of a source in memory; constant, so that the compiler need not guard the path of
    /// nearly all reads.
    let head: [UInt8]
    private var window: [UInt8] = []
    private var windowStart = 0

    /// Creates a reader of a source.
    ///
    /// - Parameter mostBytes: the maximum number of bytes to read before it stops and notes that; by default as many as
    ///   the source needs.
    package init(
        _ source: any ByteSource, limits: MetadataLimits, mostBytes: Int = .max
    ) throws(MetadataError) {
        (self.source, self.limits, self.mostBytes, origin) = (source, limits, mostBytes, nil)
        count = max(source.byteCount, 0)
        head = try source.bytes(in: 0..<min(count, Self.headLength))
        bytesRead = head.count
    }

    /// Creates a reader of bytes that were unpacked, or assembled from parts, at a position of another reader's
    /// source.
    convenience init(unpacked bytes: [UInt8], at position: Int, of reader: ByteReader) {
        self.init(bytes, limits: reader.limits, origin: (reader, position))
    }

    /// Creates a reader of a file in memory: it shares the file's storage, never throws, and has no limit of parts.
    package convenience init(_ file: [UInt8]) {
        self.init(file, limits: MetadataLimits(blockBytes: .max, parts: .max, problems: 0), origin: nil)
    }

    private init(_ bytes: [UInt8], limits: MetadataLimits, origin: (reader: ByteReader, position: Int)?) {
        (source, head, count, bytesRead) = (MemoryBytes(bytes), bytes, bytes.count, bytes.count)
        (self.limits, mostBytes, self.origin) = (limits, .max, origin)
    }

    /// The bytes of a range, as a slice whose indices are not those of the source; nil if they are not all present.
    ///
    /// - Throws: `MetadataError.cannotRead`.
    @inline(__always)
    package func slice(_ range: Range<Int>) throws(MetadataError) -> ArraySlice<UInt8>? {
        if range.lowerBound >= 0, range.upperBound <= head.count { return head[range] }
        return try movedSlice(range)
    }

    /// The bytes of a block that is kept or searched as a whole; nil, with a note, if it is too long or cut off.
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

    /// Four bytes of the source as a number, most significant first; nil if they are not all present.
    ///
    /// The most frequent read in a walk over segments and boxes; unlike a slice it does not retain a window.
    @inline(__always)
    package func uint32(at position: Int) throws(MetadataError) -> Int? {
        if let number = head.uint32(at: position) { return number }
        return try slice(position..<position + 4).flatMap { $0.uint32(at: $0.startIndex) }
    }

    /// `length` bytes from a position, or fewer at the source's end.
    @inline(__always)
    package func prefix(at position: Int, _ length: Int) throws(MetadataError) -> ArraySlice<UInt8> {
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

    /// Loads the window; returns false, and notes it, if the total limit would be exceeded.
    private func moveWindow(to range: Range<Int>) throws(MetadataError) -> Bool {
        // Includes some bytes before it: the values of a directory lie on both sides of it.
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

    /// Counts a visited part; returns false, and notes it, if the total limit is exceeded.
    ///
    /// For nested parts: a limit for each of them would not limit the total.
    package func visit(at position: Int) -> Bool {
        visits += 1
        if visits > limits.parts { note(.overLimit(.parts), at: position) }
        return visits <= limits.parts
    }

    /// Notes a problem of the source; only the first ones, since a damaged file may have thousands.
    ///
    /// - Parameter position: the position; one past the end is noted at the end, and one in unpacked bytes at the
    ///   packed bytes.
    func note(_ kind: MetadataProblem.Kind, at position: Int) {
        if let origin { return origin.reader.note(kind, at: origin.position) }
        // Data missing after that is not the file's fault.
        guard !isExhausted else { return }
        if !isInMetadata, kind == .truncated || kind == .malformed { hasDamagedPicture = true }
        guard problems.count < limits.problems else { return }
        problems.append(MetadataProblem(kind: kind, position: min(max(position, 0), count)))
    }

    /// Notes a problem of a block of metadata.
    func noteMetadata(_ kind: MetadataProblem.Kind, at position: Int) {
        if let origin { return origin.reader.noteMetadata(kind, at: origin.position) }
        let before = isInMetadata
        isInMetadata = true
        defer { isInMetadata = before }
        note(kind, at: position)
    }
}

/// The four letters that name the parts of PNG, WebP and box files, as a number.
package enum FourCC {
    /// The number of a name of four letters.
    package static func number(_ name: StaticString) -> Int {
        name.withUTF8Buffer { letters in letters.reduce(0) { $0 << 8 | Int($1) } }
    }
}

/// Decodes bytes of unknown encoding as text.
package enum MetadataText {
    /// Decodes UTF-8 if the bytes are valid, otherwise Latin-1; removes trailing blanks.
    static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        let end = bytes.lastIndex { $0 != UInt8(ascii: " ") && $0 != 0 }.map { $0 + 1 } ?? bytes.startIndex
        let trimmed = bytes[bytes.startIndex..<end]
        if let text = String(validating: trimmed, as: UTF8.self) { return text }
        return latin(trimmed)
    }

    /// Decodes Latin-1, whose bytes are the first 256 characters of Unicode.
    package static func latin(_ bytes: ArraySlice<UInt8>) -> String {
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
