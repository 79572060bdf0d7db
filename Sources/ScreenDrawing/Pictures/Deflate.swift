/// Compresses bytes as zlib does: repetitions up to 32 KB back, in the fixed code of DEFLATE.
///
/// A fixed code needs no tables in each of many small pictures.
struct Deflate {
    private var output: [UInt8] = [0x78, 0x01]
    private var bits: UInt64 = 0
    private var bitCount = 0

    /// Returns the bytes in the format of zlib; the same for the same bytes.
    static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var deflate = Deflate()
        deflate.write(0b011, 3)  // The last block, in the fixed code.
        deflate.compress(bytes)
        deflate.writeSymbol(256)
        deflate.write(0, (8 - deflate.bitCount % 8) % 8)
        return deflate.output + Checksum.adler32(bytes).bigEndianBytes
    }

    private mutating func compress(_ bytes: [UInt8]) {
        var matches = MatchFinder(bytes)
        var position = 0
        while position < bytes.count {
            guard let match = matches.longest(at: position) else {
                writeSymbol(Int(bytes[position]))
                matches.insert(position)
                position += 1
                continue
            }
            write(match)
            for passed in position..<position + match.length { matches.insert(passed) }
            position += match.length
        }
    }
}

// MARK: - Codes

extension Deflate {
    /// The smallest length or distance of each code, and the number of bits that follow it.
    private typealias Codes = [(least: Int, extra: Int)]
    private static let lengths = codes(from: 3, extras: [Int](repeating: 0, count: 8) + (1...5).repeated(4))
    private static let distances = codes(from: 1, extras: [0, 0, 0, 0] + (1...13).repeated(2))

    private static func codes(from first: Int, extras: [Int]) -> Codes {
        var least = first
        return extras.map { extra in
            defer { least += 1 << extra }
            return (least, extra)
        }
    }

    private mutating func write(_ match: MatchFinder.Match) {
        if match.length == 258 {
            writeSymbol(285)
        } else {
            let code = Self.lengths.lastIndex { $0.least <= match.length } ?? 0
            writeSymbol(257 + code)
            write(match.length - Self.lengths[code].least, Self.lengths[code].extra)
        }
        let code = Self.distances.lastIndex { $0.least <= match.distance } ?? 0
        write(Self.reversed(code, 5), 5)
        write(match.distance - Self.distances[code].least, Self.distances[code].extra)
    }

    private mutating func writeSymbol(_ symbol: Int) {
        let (code, length) =
            switch symbol {
            case 0..<144: (0x30 + symbol, 8)
            case 144..<256: (0x190 + symbol - 144, 9)
            case 256..<280: (symbol - 256, 7)
            default: (0xC0 + symbol - 280, 8)
            }
        write(Self.reversed(code, length), length)
    }

    private static func reversed(_ code: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 << 1 | code >> $1 & 1 }
    }

    private mutating func write(_ value: Int, _ count: Int) {
        bits |= UInt64(value) << UInt64(bitCount)
        bitCount += count
        while bitCount >= 8 {
            output.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
            bitCount -= 8
        }
    }
}

extension ClosedRange<Int> {
    fileprivate func repeated(_ times: Int) -> [Int] { flatMap { [Int](repeating: $0, count: times) } }
}

/// Finds earlier places with the same bytes.
private struct MatchFinder {
    struct Match {
        let length: Int
        let distance: Int
    }

    private let bytes: [UInt8]
    /// The last place of each hash of three bytes, and for each place the one before with the same hash.
    private var last = [Int](repeating: -1, count: 1 << 13)
    private var previous: [Int]

    private static let (longest, farthest, tries) = (258, 32_768, 48)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        previous = [Int](repeating: -1, count: bytes.count)
    }

    private func hash(_ position: Int) -> Int {
        let value = UInt32(bytes[position]) | UInt32(bytes[position + 1]) << 8 | UInt32(bytes[position + 2]) << 16
        return Int((value &* 2_654_435_761) >> 19)
    }

    mutating func insert(_ position: Int) {
        guard position + 2 < bytes.count else { return }
        let hash = hash(position)
        previous[position] = last[hash]
        last[hash] = position
    }

    func longest(at position: Int) -> Match? {
        guard position + 2 < bytes.count else { return nil }
        var (best, candidate) = (Match(length: 2, distance: 0), last[hash(position)])
        for _ in 0..<Self.tries {
            guard candidate >= 0, position - candidate <= Self.farthest else { break }
            let length = length(candidate, position)
            if length > best.length { best = Match(length: length, distance: position - candidate) }
            candidate = previous[candidate]
        }
        return best.length > 2 ? best : nil
    }

    private func length(_ earlier: Int, _ position: Int) -> Int {
        let most = min(Self.longest, bytes.count - position)
        var length = 0
        while length < most, bytes[earlier + length] == bytes[position + length] { length += 1 }
        return length
    }
}

/// The checksums of zlib and PNG.
enum Checksum {
    static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    private static let table: [UInt32] = (0..<256).map { index in
        var value = UInt32(index)
        for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
        return value
    }

    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var checksum = ~UInt32(0)
        for byte in bytes { checksum = table[Int((checksum ^ UInt32(byte)) & 255)] ^ (checksum >> 8) }
        return ~checksum
    }
}

extension UInt32 {
    var bigEndianBytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) } }
}
