/// A canonical Huffman code: its symbols in the order of their codes, and how many there are of each length.
struct HuffmanCode {
    fileprivate var counts = [Int](repeating: 0, count: 16)
    fileprivate var symbols: [Int] = []

    /// A code from the length of each symbol's code, 0 for one that is not used; nil where there are too many codes.
    init?(_ lengths: ArraySlice<UInt8>) {
        for length in lengths where length > 0 { counts[Int(length & 15)] += 1 }
        var free = 1
        for length in 1...15 {
            free = free * 2 - counts[length]
            guard free >= 0 else { return nil }
        }
        // Those of a length stand behind all shorter ones, in their own order.
        var next = [Int](repeating: 0, count: 16)
        for length in 1..<15 { next[length + 1] = next[length] + counts[length] }
        symbols = [Int](repeating: 0, count: next[15] + counts[15])
        for (symbol, length) in lengths.enumerated() where length > 0 {
            symbols[next[Int(length & 15)]] = symbol
            next[Int(length & 15)] += 1
        }
    }

    /// A code from runs of lengths, which leave nothing over.
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
