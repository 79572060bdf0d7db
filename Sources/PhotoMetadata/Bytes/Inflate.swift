/// Decompresses zlib data (RFC 1950, RFC 1951), up to a limit.
package struct Inflate {
    private let input: ArraySlice<UInt8>
    private let limit: Int
    private var position: Int
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var output: [UInt8] = []
    private var blockCount = 0
    /// The cost of a block in addition to its bytes: reading a block's own codes takes as long as this many bytes.
    private static let blockCost = 1_024
    /// The number of empty blocks that a short input may have.
    private static let spareBlocks = 64

    /// Unpacks bytes with a zlib header; nil if they are damaged, or the result exceeds the limit.
    package static func zlib(_ bytes: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
        unpack(bytes, limit: limit)?.bytes
    }

    /// Unpacks bytes with a zlib header, and returns the cost in bytes: each block counts in addition to its output.
    ///
    /// Nil if they are damaged, the result exceeds the limit, or they have more blocks than any real encoder
    /// writes.
    static func unpack(_ bytes: ArraySlice<UInt8>, limit: Int) -> (bytes: [UInt8], cost: Int)? {
        guard var inflate = Inflate(bytes, limit: limit), inflate.run() else { return nil }
        return (inflate.output, inflate.output.count + inflate.blockCount * blockCost)
    }

    /// Unpacks bytes with a zlib header as far as possible, and returns the index after the last one that was read.
    ///
    /// The four-byte checksum at that index is not read. Nil without a header.
    package static func beginning(of bytes: ArraySlice<UInt8>, limit: Int) -> (bytes: [UInt8], end: Int)? {
        guard var inflate = Inflate(bytes, limit: limit) else { return nil }
        _ = inflate.run()
        return (inflate.output, inflate.position)
    }

    /// Nil if the bytes do not begin with a header.
    private init?(_ bytes: ArraySlice<UInt8>, limit: Int) {
        guard bytes.count > 2, bytes[bytes.startIndex] & 0x0F == 8, bytes[bytes.startIndex + 1] & 0x20 == 0 else {
            return nil
        }
        input = bytes.dropFirst(2)
        self.limit = limit
        position = input.startIndex
    }

    private mutating func run() -> Bool {
        while true {
            blockCount += 1
            guard blockCount <= Self.spareBlocks + max(limit, 0) / Self.blockCost, let isLast = take(1),
                let kind = take(2)
            else { return false }
            let isGood =
                switch kind {
                case 0: copyStored()
                case 1: unpack(Self.fixedLengths, Self.fixedDistances)
                case 2: unpackDynamic()
                default: false
                }
            guard isGood else { return false }
            if isLast == 1 { return true }
        }
    }

    /// The next bits, the lowest first.
    private mutating func take(_ count: Int) -> Int? {
        while bitCount < count {
            guard position < input.endIndex else { return nil }
            bits |= UInt32(input[position]) << UInt32(bitCount)
            position += 1
            bitCount += 8
        }
        defer {
            bits >>= UInt32(count)
            bitCount -= count
        }
        return Int(bits & (1 << UInt32(count) - 1))
    }

    private mutating func copyStored() -> Bool {
        (bits, bitCount) = (0, 0)
        guard let length = input.uint16(at: position, .little), let check = input.uint16(at: position + 2, .little),
            length == ~check & 0xFFFF, length <= input.endIndex - position - 4, length <= limit - output.count
        else { return false }
        output += input[position + 4..<position + 4 + length]
        position += 4 + length
        return true
    }

    private mutating func unpackDynamic() -> Bool {
        guard let lengthCount = take(5), let distanceCount = take(5), let codeCount = take(4) else { return false }
        var codeLengths = [UInt8](repeating: 0, count: 19)
        for index in Self.codeOrder.prefix(codeCount + 4) {
            guard let length = take(3) else { return false }
            codeLengths[index] = UInt8(length)
        }
        let total = lengthCount + distanceCount + 258
        guard let code = HuffmanCode(codeLengths[...]), let lengths = lengths(total, code) else { return false }
        guard let literals = HuffmanCode(lengths[..<(lengthCount + 257)]),
            let distances = HuffmanCode(lengths[(lengthCount + 257)...])
        else { return false }
        return unpack(literals, distances)
    }

    /// The lengths of codes, which are compressed themselves.
    private mutating func lengths(_ total: Int, _ code: HuffmanCode) -> [UInt8]? {
        var lengths: [UInt8] = []
        while lengths.count < total {
            guard let symbol = symbol(code) else { return nil }
            switch symbol {
            case 0...15: lengths.append(UInt8(symbol))
            case 16:
                guard let last = lengths.last, let more = take(2) else { return nil }
                lengths += repeatElement(last, count: more + 3)
            case 17:
                guard let more = take(3) else { return nil }
                lengths += repeatElement(0, count: more + 3)
            default:
                guard let more = take(7) else { return nil }
                lengths += repeatElement(0, count: more + 11)
            }
        }
        return lengths.count == total ? lengths : nil
    }

    private mutating func unpack(_ literals: HuffmanCode, _ distances: HuffmanCode) -> Bool {
        while let symbol = symbol(literals) {
            if symbol == 256 { return true }
            if symbol < 256 {
                guard output.count < limit else { return false }
                output.append(UInt8(symbol))
            } else if !repeatOutput(symbol - 257, distances) {
                return false
            }
        }
        return false
    }

    private mutating func repeatOutput(_ lengthSymbol: Int, _ distances: HuffmanCode) -> Bool {
        guard lengthSymbol < Self.lengthBases.count, let more = take(Self.lengthBits(lengthSymbol)),
            let distanceSymbol = symbol(distances), distanceSymbol < 30,
            let farther = take(Self.distanceBits(distanceSymbol))
        else { return false }
        let length = Self.lengthBases[lengthSymbol] + more
        let distance = Self.distanceBase(distanceSymbol) + farther
        guard distance <= output.count, length <= limit - output.count else { return false }
        for _ in 0..<length { output.append(output[output.count - distance]) }
        return true
    }

    private mutating func symbol(_ code: HuffmanCode) -> Int? {
        var decoder = HuffmanCode.Decoder()
        while let bit = take(1) {
            switch decoder.feed(bit, code) {
            case .symbol(let symbol): return symbol
            case .more: continue
            case .none: return nil
            }
        }
        return nil
    }

    private static let codeOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let fixedLengths = HuffmanCode(fixed: [(8, 144), (9, 112), (7, 24), (8, 8)])
    private static let fixedDistances = HuffmanCode(fixed: [(5, 30)])

    private static func lengthBits(_ symbol: Int) -> Int {
        symbol < 8 || symbol == 28 ? 0 : symbol / 4 - 1
    }

    private static func distanceBits(_ symbol: Int) -> Int {
        symbol < 4 ? 0 : symbol / 2 - 1
    }

    private static func distanceBase(_ symbol: Int) -> Int {
        symbol < 4 ? symbol + 1 : (2 + symbol % 2) << (symbol / 2 - 1) + 1
    }
}

/// A canonical Huffman code: its symbols in the order of their codes, and the number of codes of each length.
struct HuffmanCode {
    fileprivate var counts = [Int](repeating: 0, count: 16)
    fileprivate var symbols: [Int] = []

    /// Creates a code from the length of each symbol's code, 0 for an unused one; nil if there are too many codes.
    init?(_ lengths: ArraySlice<UInt8>) {
        for length in lengths where length > 0 { counts[Int(length & 15)] += 1 }
        var free = 1
        for length in 1...15 {
            free = free * 2 - counts[length]
            guard free >= 0 else { return nil }
        }
        // The codes of one length follow all shorter ones, in their own order.
        var next = [Int](repeating: 0, count: 16)
        for length in 1..<15 { next[length + 1] = next[length] + counts[length] }
        symbols = [Int](repeating: 0, count: next[15] + counts[15])
        for (symbol, length) in lengths.enumerated() where length > 0 {
            symbols[next[Int(length & 15)]] = symbol
            next[Int(length & 15)] += 1
        }
    }

    /// Creates a complete code from runs of lengths.
    init(fixed runs: [(length: Int, count: Int)]) {
        var lengths: [(length: Int, symbol: Int)] = []
        for run in runs {
            for _ in 0..<run.count { lengths.append((run.length, lengths.count)) }
            counts[run.length] += run.count
        }
        symbols = lengths.sorted { $0 < $1 }.map(\.symbol)
    }

    /// Reads one symbol bit by bit.
    struct Decoder {
        enum Step {
            case symbol(Int)
            case more
            case none
        }

        private var code = 0
        private var first = 0
        private var index = 0
        private var length = 0

        mutating func feed(_ bit: Int, _ table: HuffmanCode) -> Step {
            length += 1
            guard length <= 15 else { return .none }
            code |= bit
            let count = table.counts[length]
            if code - first < count { return .symbol(table.symbols[index + code - first]) }
            index += count
            first = (first + count) << 1
            code <<= 1
            return .more
        }
    }
}
