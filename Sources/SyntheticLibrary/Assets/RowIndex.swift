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
    /// A key for each chunk: at most that of its first row, and greater than those of all rows before it.
    ///
    /// They are contiguous, so that a search reads no chunk and no date of a row before it knows the chunk.
    private var heads: [RowKey] = []
    private(set) var count = 0

    /// - Parameter key: the key of a row, ascending if keys are searched for.
    init(_ rows: some Sequence<UInt32>, key: (UInt32) -> RowKey = { RowKey(row: $0) }) {
        var chunk: [UInt32] = []
        for row in rows {
            if chunk.isEmpty { chunk.reserveCapacity(Self.chunkSize) }
            chunk.append(row)
            if chunk.count == Self.chunkSize { close(&chunk, key) }
        }
        if !chunk.isEmpty { close(&chunk, key) }
    }

    private mutating func close(_ chunk: inout [UInt32], _ key: (UInt32) -> RowKey) {
        heads.append(key(chunk[0]))
        starts.append(count)
        count += chunk.count
        chunks.append(chunk)
        chunk = []
    }

    /// The allocated memory in bytes: rows, the spine, and 32 bytes for the header of each chunk.
    var memoryFootprint: Int {
        chunks.reduce(0) { $0 + $1.capacity * MemoryLayout<UInt32>.stride + 32 }
            + (chunks.capacity + starts.capacity) * MemoryLayout<Int>.stride
            + heads.capacity * MemoryLayout<RowKey>.stride
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
        let chunk = Self.partitionPoint(in: chunks.indices) { isInSecondPart(chunks[$0][0]) } - 1
        guard chunk >= 0 else { return 0 }
        return starts[chunk] + Self.partitionPoint(in: chunks[chunk].indices) { isInSecondPart(chunks[chunk][$0]) }
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
        Self.partitionPoint(in: starts.indices) { starts[$0] > position } - 1
    }
}

// MARK: - Searching

/// What an order compares: a number, and rows where numbers are equal.
struct RowKey: Comparable {
    /// The date, as ``CreationDates`` store it, or the row in the order of adding.
    let value: Double
    let row: UInt32

    /// The key of a row in the order of adding.
    init(row: UInt32) {
        (value, self.row) = (Double(row), row)
    }

    /// The key of a row in the order by date; the first key of the date without a row.
    init(date: Double, row: UInt32 = 0) {
        (value, self.row) = (date, row)
    }

    static func < (left: RowKey, right: RowKey) -> Bool {
        left.value == right.value ? left.row < right.row : left.value < right.value
    }
}

extension RowIndex {
    /// The first position for each key whose row has at least this key, in an index with ascending keys.
    ///
    /// - Parameters:
    ///   - keys: the keys to find, in any order; the search for each begins where the previous one ended.
    ///   - key: the key of a row.
    /// - Complexity: O(k log n) for k keys, O(k log(n / k)) if they ascend; evenly distributed keys save most memory
    ///   accesses of a binary search.
    func places(of keys: [RowKey], key: (UInt32) -> RowKey) -> [Int] {
        chunks.isEmpty ? keys.map { _ in 0 } : offsets(of: keys, key).map { starts[$0.chunk] + $0.offset }
    }

    /// The positions of rows in an index with ascending keys; nil for those that are not there.
    ///
    /// - Complexity: as for ``places(of:key:)``.
    func positions(of rows: [UInt32?], key: (UInt32) -> RowKey) -> [Int?] {
        guard !chunks.isEmpty else { return rows.map { _ in nil } }
        let offsets = offsets(of: rows.map { $0.map(key) ?? RowKey(row: 0) }, key)
        return zip(rows, offsets).map { row, place in
            let (chunk, offset) = place
            return offset < chunks[chunk].count && chunks[chunk][offset] == row ? starts[chunk] + offset : nil
        }
    }

    /// The place of each key in its chunk.
    ///
    /// Each pass reads places of memory for each key that no other key's depend on, so that the processor waits for
    /// many of them at once: in a library of millions they are in no cache.
    private func offsets(of keys: [RowKey], _ key: (UInt32) -> RowKey) -> [(chunk: Int, offset: Int)] {
        var chunk = 0
        let estimates = keys.map { wanted in
            chunk = self.chunk(of: wanted, near: chunk)
            return estimate(wanted, in: chunk)
        }
        // The first estimate is some rows off; corrected by the distance from the row that is there, it hardly ever is.
        let distances = zip(estimates, keys).map { ($1.value - key($0.row).value) * $0.density }
        return keys.indices.map { index in
            let (estimate, count) = (estimates[index], chunks[estimates[index].chunk].count)
            let near = Self.position(Double(estimate.offset) + distances[index], below: count)
            let offset = Self.partitionPoint(near: near, below: count) {
                key(chunks[estimate.chunk][$0]) >= keys[index]
            }
            return (estimate.chunk, offset)
        }
    }

    /// Where a key is in a chunk, if keys are evenly distributed.
    private struct Estimate {
        let chunk: Int
        let offset: Int
        /// The row at this place.
        let row: UInt32
        /// The number of rows for a distance of 1 between keys; infinite if unknown.
        let density: Double
    }

    private func estimate(_ key: RowKey, in chunk: Int) -> Estimate {
        let (count, start) = (chunks[chunk].count, heads[chunk].value)
        let density = Double(count) / (heads[min(chunk + 1, heads.count - 1)].value - start)
        let offset = Self.position((key.value - start) * density, below: count)
        return Estimate(chunk: chunk, offset: offset, row: chunks[chunk][offset], density: density)
    }

    /// The position that is nearest to an estimate; the last one if that is not a number.
    private static func position(_ estimate: Double, below count: Int) -> Int {
        Int(max(0, min(Double(count - 1), estimate)))
    }

    /// The chunk that contains a key's place, searched in growing steps from another chunk.
    private func chunk(of key: RowKey, near chunk: Int) -> Int {
        var range = 0..<chunk
        if heads[chunk] <= key {
            var (low, step) = (chunk, 1)
            while low + step < heads.count, heads[low + step] <= key { (low, step) = (low + step, step * 2) }
            range = low + 1..<min(low + step, heads.count)
        }
        return max(0, Self.partitionPoint(in: range) { heads[$0] > key } - 1)
    }

    /// The partition point, searched in growing steps from an estimate.
    private static func partitionPoint(
        near guess: Int, below count: Int, where isInSecondPart: (Int) -> Bool
    ) -> Int {
        var (low, high, step) = (0, count, 1)
        if isInSecondPart(guess) {
            high = guess
            while high - step >= 0, isInSecondPart(high - step) { (high, step) = (high - step, step * 4) }
            low = max(0, high - step + 1)
        } else {
            low = guess + 1
            while low + step < count, !isInSecondPart(low + step) { (low, step) = (low + step + 1, step * 4) }
            high = min(count, low + step)
        }
        return partitionPoint(in: low..<high, where: isInSecondPart)
    }

    private static func partitionPoint(in range: Range<Int>, where isInSecondPart: (Int) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if isInSecondPart(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

// MARK: - Changes

extension RowIndex {
    /// Inserts a row at its place among ascending keys.
    mutating func insert(_ row: UInt32, key: (UInt32) -> RowKey) {
        insert(row, at: places(of: [key(row)], key: key)[0], key: key)
    }

    /// Removes a row from among ascending keys; does nothing if it is not there.
    mutating func remove(_ row: UInt32, key: (UInt32) -> RowKey) {
        if let position = positions(of: [row], key: key)[0] { remove(at: position) }
    }

    /// Inserts a row at a position within `0...count`.
    mutating func insert(_ row: UInt32, at position: Int, key: (UInt32) -> RowKey = { RowKey(row: $0) }) {
        guard !chunks.isEmpty else { return self = RowIndex(CollectionOfOne(row), key: key) }
        let chunk = max(0, position == count ? chunks.count - 1 : chunkIndex(at: position))
        if position == starts[chunk] { heads[chunk] = key(row) }
        chunks[chunk].insert(row, at: position - starts[chunk])
        shiftStarts(after: chunk, by: 1)
        if chunks[chunk].count > 2 * Self.chunkSize { split(chunk, key) }
    }

    /// Removes the row at a position within `0..<count`.
    mutating func remove(at position: Int) {
        let chunk = chunkIndex(at: position)
        chunks[chunk].remove(at: position - starts[chunk])
        shiftStarts(after: chunk, by: -1)
        if chunks[chunk].isEmpty {
            removeFromSpine(chunk)
        } else if chunks[chunk].count < Self.chunkSize / 4 {
            mergeWithNext(chunk)
        }
    }

    private mutating func shiftStarts(after chunk: Int, by distance: Int) {
        count += distance
        for index in starts.indices.dropFirst(chunk + 1) { starts[index] += distance }
    }

    private mutating func split(_ chunk: Int, _ key: (UInt32) -> RowKey) {
        let half = chunks[chunk].count / 2
        let (front, back) = (Array(chunks[chunk][..<half]), Array(chunks[chunk][half...]))
        chunks[chunk] = front
        chunks.insert(back, at: chunk + 1)
        starts.insert(starts[chunk] + half, at: chunk + 1)
        heads.insert(key(chunks[chunk + 1][0]), at: chunk + 1)
    }

    private mutating func mergeWithNext(_ chunk: Int) {
        guard chunk + 1 < chunks.count, chunks[chunk].count + chunks[chunk + 1].count <= Self.chunkSize else { return }
        chunks[chunk] += chunks[chunk + 1]
        removeFromSpine(chunk + 1)
    }

    private mutating func removeFromSpine(_ chunk: Int) {
        chunks.remove(at: chunk)
        starts.remove(at: chunk)
        heads.remove(at: chunk)
    }
}
