/// Bytes of which some are written over, and more are added behind their end; what is not touched stays where it is.
struct PatchedBytes {
    private typealias Patch = (range: Range<Int>, bytes: [UInt8]?)

    private let base: any ByteSource
    private var baseCount: Int
    private var patches: [Patch] = []
    private var appended: [UInt8] = []

    init(_ base: any ByteSource) {
        self.base = base
        baseCount = base.byteCount
    }

    var byteCount: Int { baseCount + appended.count }

    /// Writes over what is there, and over what was added; nothing is written behind the end.
    mutating func write(_ bytes: [UInt8], at position: Int) {
        let old = bytes.prefix(max(baseCount - position, 0))
        if !old.isEmpty { patches.append((position..<position + old.count, Array(old))) }
        let start = min(max(position - baseCount, 0), appended.count)
        let new = bytes.dropFirst(old.count).prefix(appended.count - start)
        appended.replaceSubrange(start..<start + new.count, with: new)
    }

    /// Ends the bytes at a position, behind which nothing was written yet.
    mutating func cut(at position: Int) {
        assert(appended.isEmpty && patches.allSatisfy { $0.range.upperBound <= position })
        patches.removeAll { $0.range.upperBound > position }
        baseCount = min(baseCount, position)
    }

    /// Fills a range with zeros.
    mutating func clear(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<baseCount)
        if !range.isEmpty { patches.append((range, nil)) }
    }

    /// Adds bytes at an even position behind the end; says where.
    mutating func append(_ bytes: [UInt8]) -> Int {
        if byteCount % 2 == 1 { appended.append(0) }
        defer { appended += bytes }
        return byteCount
    }

    /// The new bytes: of what is written twice the later counts.
    ///
    /// - Complexity: O(*n* log *n*) in the number of patches.
    func plan() -> EditPlan {
        var plan = EditPlan(of: base)
        var next = 0
        var rest = patches.indices.sorted { patches[$0].range.lowerBound < patches[$1].range.lowerBound }[...]
        while let first = rest.popFirst() {
            var (group, range) = ([first], patches[first].range)
            while let other = rest.first, patches[other].range.lowerBound < range.upperBound {
                range = range.lowerBound..<max(range.upperBound, patches[other].range.upperBound)
                group.append(other)
                rest.removeFirst()
            }
            plan.copy(next..<range.lowerBound)
            add(group.sorted().map { patches[$0] }, range, to: &plan)
            next = range.upperBound
        }
        plan.copy(next..<baseCount)
        plan.add(appended)
        return plan
    }

    /// Adds patches that overlap, in the order in which they were made.
    private func add(_ group: [Patch], _ range: Range<Int>, to plan: inout EditPlan) {
        guard group.contains(where: { $0.bytes != nil }) else { return plan.addZeros(range.count) }
        var bytes = [UInt8](repeating: 0, count: range.count)
        for patch in group {
            let start = patch.range.lowerBound - range.lowerBound
            bytes.replaceSubrange(
                start..<start + patch.range.count, with: patch.bytes ?? [UInt8](repeating: 0, count: patch.range.count))
        }
        plan.add(bytes)
    }
}
