/// One value for each row, in chunks that copies share: a copy is free, and a change copies one chunk and the spine.
struct ChunkedColumn<Element: Sendable>: Sendable {
    /// A chunk holds 1,024 values.
    private static var shift: Int { 10 }
    private static var mask: Int { 1 << shift - 1 }

    private var chunks: [[Element]] = []
    private(set) var count = 0

    /// Creates `count` values.
    init(count: Int, _ element: (Int) -> Element) {
        chunks.reserveCapacity((count + Self.mask) >> Self.shift)
        for start in stride(from: 0, to: count, by: 1 << Self.shift) {
            chunks.append((start..<min(start + 1 << Self.shift, count)).map(element))
        }
        self.count = count
    }

    /// The value at a position within `0..<count`.
    subscript(position: Int) -> Element {
        get { chunks[position >> Self.shift][position & Self.mask] }
        set { chunks[position >> Self.shift][position & Self.mask] = newValue }
    }

    mutating func append(_ element: Element) {
        if count & Self.mask == 0 {
            var chunk: [Element] = []
            chunk.reserveCapacity(1 << Self.shift)
            chunks.append(chunk)
        }
        chunks[count >> Self.shift].append(element)
        count += 1
    }

    /// The allocated memory in bytes: values, the spine, and 32 bytes for the header of each chunk.
    var memoryFootprint: Int {
        chunks.reduce(0) { $0 + $1.capacity * MemoryLayout<Element>.stride + 32 }
            + chunks.capacity * MemoryLayout<Int>.stride
    }
}
