/// Rows in an order, in chunks that copies share: a snapshot is free, and a change copies one chunk and the spine.
///
/// Random access is O(log n), inserting and removing O(chunk + spine); for ten million rows the spine has 10,000
/// entries.
struct RowIndex: Sendable {
    /// The number of rows in a chunk when it is created.
    static let chunkSize = 1024

    private var chunks: [[UInt32]] = []
    /// The position of each chunk's first row.
    private var starts: [Int] = []
    private(set) var count = 0

    init(_ rows: some Sequence<UInt32>) {
        var chunk: [UInt32] = []
        for row in rows {
            if chunk.isEmpty { chunk.reserveCapacity(Self.chunkSize) }
            chunk.append(row)
            if chunk.count == Self.chunkSize { close(&chunk) }
        }
        if !chunk.isEmpty { close(&chunk) }
    }

    private mutating func close(_ chunk: inout [UInt32]) {
        starts.append(count)
        count += chunk.count
        chunks.append(chunk)
        chunk = []
    }

    /// The allocated memory in bytes: rows, the spine, and 32 bytes for the header of each chunk.
    var memoryFootprint: Int {
        chunks.reduce(0) { $0 + $1.capacity * MemoryLayout<UInt32>.stride + 32 }
            + (chunks.capacity + starts.capacity) * MemoryLayout<Int>.stride
    }
}

// MARK: - Reading

extension RowIndex {
    /// The row at a position within `0..<count`.
    subscript(position: Int) -> UInt32 {
        let chunk = chunkIndex(at: position)
        return chunks[chunk][position - starts[chunk]]
    }

    /// The rows at some positions, all within `0..<count`.
    ///
    /// - Complexity: O(range + log n).
    func rows(in range: Range<Int>) -> [UInt32] {
        guard !range.isEmpty else { return [] }
        var rows: [UInt32] = []
        rows.reserveCapacity(range.count)
        var chunk = chunkIndex(at: range.lowerBound)
        var position = range.lowerBound
        while position < range.upperBound {
            let offset = position - starts[chunk]
            let end = min(chunks[chunk].count, offset + range.upperBound - position)
            rows.append(contentsOf: chunks[chunk][offset..<end])
            position += end - offset
            chunk += 1
        }
        return rows
    }

    /// The first position whose row belongs to the second part, if all rows of the first part come first.
    ///
    /// - Complexity: O(log n).
    func partitionPoint(where isInSecondPart: (UInt32) -> Bool) -> Int {
        let chunk = Self.partitionPoint(in: chunks) { isInSecondPart($0[0]) } - 1
        guard chunk >= 0 else { return 0 }
        return starts[chunk] + Self.partitionPoint(in: chunks[chunk], where: isInSecondPart)
    }

    /// The first position for each limit whose row has at least this date, in an index with ascending dates.
    ///
    /// - Parameters:
    ///   - limits: the limits, ascending.
    ///   - value: the date of a row, as ``CreationDates`` store it.
    /// - Complexity: O(k log(n / k)) for k limits; evenly distributed dates save most memory accesses of a binary
    ///   search.
    func partitionPoints(_ limits: some Sequence<Double>, value: (UInt32) -> Double) -> [Int] {
        guard !chunks.isEmpty else { return limits.map { _ in 0 } }
        var chunk = 0
        var (start, end) = (value(chunks[0][0]), startOfChunk(1, value))
        return limits.map { limit in
            if end < limit {
                // The last chunk that begins before the limit, in growing steps from that of the previous limit.
                let range = Self.range(from: chunk + 1, of: chunks) { value($0[0]) >= limit }
                chunk = Self.partitionPoint(in: chunks, range) { value($0[0]) >= limit } - 1
                (start, end) = (startOfChunk(chunk, value), startOfChunk(chunk + 1, value))
            }
            let rows = chunks[chunk]
            let guess = CreationDates.fraction(of: limit, from: start, to: end) * Double(rows.count - 1)
            let near = Self.range(around: Int(guess), of: rows) { value($0) >= limit }
            return starts[chunk] + Self.partitionPoint(in: rows, near) { value($0) >= limit }
        }
    }

    /// The date of the first row of a chunk; infinity after the last chunk.
    private func startOfChunk(_ chunk: Int, _ value: (UInt32) -> Double) -> Double {
        chunk < chunks.count ? value(chunks[chunk][0]) : .infinity
    }

    /// A range that contains the partition point, which is after `start`, found in growing steps.
    private static func range<Element>(
        from start: Int, of elements: [Element], where isInSecondPart: (Element) -> Bool
    ) -> Range<Int> {
        var (low, step) = (start, 1)
        while low + step < elements.count, !isInSecondPart(elements[low + step]) {
            low += step
            step *= 2
        }
        return low + 1..<min(low + step, elements.count)
    }

    /// The position of a row that can be compared with others; nil if it is not there.
    ///
    /// - Parameters:
    ///   - row: the row to find.
    ///   - fraction: estimates its relative position between a chunk's first row and its last, 0 to 1. A good
    ///     estimate saves most of the memory accesses of a binary search.
    ///   - isBehind: whether another row comes after it.
    /// - Complexity: O(log n).
    func position(
        of row: UInt32, near fraction: (_ first: UInt32, _ last: UInt32) -> Double, isBehind: (UInt32) -> Bool
    ) -> Int? {
        let chunk = Self.partitionPoint(in: chunks) { isBehind($0[0]) } - 1
        guard chunk >= 0 else { return nil }
        let rows = chunks[chunk]
        let guess = Int(fraction(rows[0], rows[rows.count - 1]) * Double(rows.count - 1))
        let range = Self.range(around: guess, of: rows, where: isBehind)
        let offset = Self.partitionPoint(in: rows, range, where: isBehind) - 1
        return offset >= 0 && rows[offset] == row ? starts[chunk] + offset : nil
    }

    /// The range of the partition point, found in growing steps from an estimate.
    private static func range(
        around guess: Int, of rows: [UInt32], where isInSecondPart: (UInt32) -> Bool
    ) -> Range<Int> {
        var step = 4
        if isInSecondPart(rows[guess]) {
            var end = guess
            while end - step >= 0, isInSecondPart(rows[end - step]) { (end, step) = (end - step, step * 4) }
            return max(0, end - step + 1)..<end
        }
        var start = guess + 1
        while start + step < rows.count, !isInSecondPart(rows[start + step]) {
            (start, step) = (start + step + 1, step * 4)
        }
        return start..<min(rows.count, start + step)
    }

    /// The position of a row, searched from the front.
    ///
    /// - Complexity: O(n), about half a nanosecond for each row.
    func firstPosition(of row: UInt32) -> Int? {
        for (chunk, start) in zip(chunks, starts) {
            if let offset = chunk.firstIndex(of: row) { return start + offset }
        }
        return nil
    }

    /// The positions of some rows; those that are not there are left out.
    ///
    /// - Complexity: O(n), about ten nanoseconds for each row.
    func firstPositions(of rows: Set<UInt32>) -> [UInt32: Int] {
        var found: [UInt32: Int] = [:]
        found.reserveCapacity(rows.count)
        for (chunk, start) in zip(chunks, starts) {
            for (offset, row) in chunk.enumerated() where rows.contains(row) && found[row] == nil {
                found[row] = start + offset
            }
        }
        return found
    }

    private func chunkIndex(at position: Int) -> Int {
        Self.partitionPoint(in: starts) { $0 > position } - 1
    }

    private static func partitionPoint<Element>(
        in elements: [Element], _ range: Range<Int>? = nil, where isInSecondPart: (Element) -> Bool
    ) -> Int {
        var (low, high) = (range?.lowerBound ?? 0, range?.upperBound ?? elements.count)
        while low < high {
            let middle = (low + high) / 2
            if isInSecondPart(elements[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

// MARK: - Changes

extension RowIndex {
    /// Inserts a row at a position within `0...count`.
    mutating func insert(_ row: UInt32, at position: Int) {
        guard !chunks.isEmpty else { return self = RowIndex(CollectionOfOne(row)) }
        let chunk = max(0, position == count ? chunks.count - 1 : chunkIndex(at: position))
        chunks[chunk].insert(row, at: position - starts[chunk])
        shiftStarts(after: chunk, by: 1)
        if chunks[chunk].count > 2 * Self.chunkSize { split(chunk) }
    }

    /// Removes the row at a position within `0..<count`.
    mutating func remove(at position: Int) {
        let chunk = chunkIndex(at: position)
        chunks[chunk].remove(at: position - starts[chunk])
        shiftStarts(after: chunk, by: -1)
        if chunks[chunk].isEmpty {
            chunks.remove(at: chunk)
            starts.remove(at: chunk)
        } else if chunks[chunk].count < Self.chunkSize / 4 {
            mergeWithNext(chunk)
        }
    }

    private mutating func shiftStarts(after chunk: Int, by distance: Int) {
        count += distance
        for index in starts.indices.dropFirst(chunk + 1) { starts[index] += distance }
    }

    private mutating func split(_ chunk: Int) {
        let half = chunks[chunk].count / 2
        let (front, back) = (Array(chunks[chunk][..<half]), Array(chunks[chunk][half...]))
        chunks[chunk] = front
        chunks.insert(back, at: chunk + 1)
        starts.insert(starts[chunk] + half, at: chunk + 1)
    }

    private mutating func mergeWithNext(_ chunk: Int) {
        guard chunk + 1 < chunks.count, chunks[chunk].count + chunks[chunk + 1].count <= Self.chunkSize else { return }
        chunks[chunk] += chunks[chunk + 1]
        chunks.remove(at: chunk + 1)
        starts.remove(at: chunk + 1)
    }
}
