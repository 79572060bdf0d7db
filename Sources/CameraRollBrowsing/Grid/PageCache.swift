import CameraRoll

/// The assets of a list that are in memory, around the visible ones: a pure value.
///
/// Pages are blocks of positions; a page may have gaps, which are read one by one. Reads are chosen here and performed
/// by the owner: first what is visible, then the pages around it. When the list changes, assets move to their new
/// positions, and so do those that are still being read: only new and changed assets are read again. At most
/// `pageLimit` pages are kept, the most recently shown ones.
struct PageCache: Sendable {
    /// A read of contiguous assets.
    struct Load: Hashable, Sendable {
        /// Identifies the read.
        let number: Int
        /// The positions, in the list at the start of the read.
        let range: Range<Int>
    }

    /// The maximum number of reads at a time: one runs, and one waits for its turn.
    static let mostLoads = 2

    fileprivate struct Slot {
        var asset: MediaAsset?
        /// Whether the asset does not have to be read again.
        var isFresh = false
    }

    fileprivate struct Page {
        var slots: [Slot]
        /// The number of slots that have to be read.
        var gaps: Int
        var lastUse: Int

        init(slots: Int, lastUse: Int) {
            self.slots = Array(repeating: Slot(), count: slots)
            gaps = slots
            self.lastUse = lastUse
        }
    }

    /// A read that has not ended, with the positions that its assets have now.
    fileprivate struct PendingLoad {
        let load: Load
        var parts: [(offsets: Range<Int>, position: Int)]
    }

    /// The number of assets per page.
    let pageSize: Int
    /// The maximum number of pages.
    let pageLimit: Int
    /// The number of assets in the list.
    private(set) var count = 0
    /// The visible positions, as far as pages may hold them.
    private(set) var visible = 0..<0
    /// The pages to be read.
    private var reach = 0..<0
    private var isForward = true
    private var readsAround = false
    private var pages: [Int: Page] = [:]
    private var loads: [Int: PendingLoad] = [:]
    /// The number of reads so far.
    private(set) var loadCount = 0
    private var uses = 0

    init(pageSize: Int, pageLimit: Int) {
        self.pageSize = pageSize
        self.pageLimit = pageLimit
    }

    /// The asset at a position, if it was read.
    subscript(position: Int) -> MediaAsset? {
        guard position >= 0, let page = pages[position / pageSize] else { return nil }
        let offset = position % pageSize
        return offset < page.slots.count ? page.slots[offset].asset : nil
    }

    /// The number of pages in memory.
    var pageCount: Int { pages.count }

    /// Whether an asset does not have to be read.
    func isFresh(_ position: Int) -> Bool {
        guard position >= 0, let page = pages[position / pageSize] else { return false }
        let offset = position % pageSize
        return offset < page.slots.count && page.slots[offset].isFresh
    }

    /// The positions of a range whose assets are in memory, ascending, with adjacent ones joined.
    ///
    /// - Complexity: O(p log p + a) for p pages in memory and a positions in those of the range.
    func positionsInMemory(of range: Range<Int>) -> [Range<Int>] {
        let numbers = pageNumbers(of: range.clamped(to: 0..<count))
        let known =
            numbers.count <= pages.count ? numbers.filter { pages[$0] != nil } : pages.keys.filter(numbers.contains)
        var found: [Range<Int>] = []
        for number in known.sorted() {
            for position in self.range(ofPage: number).clamped(to: range) where self[position] != nil {
                if let last = found.last, last.upperBound == position {
                    found[found.count - 1] = last.lowerBound..<position + 1
                } else {
                    found.append(position..<position + 1)
                }
            }
        }
        return found
    }

    /// Whether there is a page for a position.
    func hasPage(of position: Int) -> Bool { position >= 0 && pages[position / pageSize] != nil }

    private func range(ofPage number: Int) -> Range<Int> {
        number * pageSize..<min((number + 1) * pageSize, count)
    }

    private func pageNumbers(of range: Range<Int>) -> Range<Int> {
        range.isEmpty ? 0..<0 : range.lowerBound / pageSize..<(range.upperBound - 1) / pageSize + 1
    }
}

// MARK: - What to read

extension PageCache {
    /// Which assets are read around the visible ones.
    enum Lead: Hashable, Sendable {
        /// Nothing is read, not even what is visible.
        case nothing
        /// Only what is visible.
        case visible
        /// This number of positions before and after what is visible.
        case around(before: Int, after: Int)
    }

    /// Sets the visible positions.
    ///
    /// - Parameters:
    ///   - visible: the positions, within the list.
    ///   - lead: what else is read.
    /// - Returns: the reads that are no longer needed, which have ended.
    mutating func show(_ visible: Range<Int>, lead: Lead) -> [Int] {
        let visible = visible.clamped(to: 0..<count).prefix((pageLimit - 2) * pageSize)
        noteUse(before: pagesToRead(around: visible, lead), pageNumbers(of: visible))
        self.visible = visible
        readsAround = lead != .visible
        guard !loads.isEmpty else { return [] }
        let wanted = reach.lowerBound * pageSize..<reach.upperBound * pageSize
        return endLoads { load in
            !load.parts.contains { wanted.overlaps($0.position..<$0.position + $0.offsets.count) }
        }
    }

    /// Records the last use of the pages that no longer have to be read, those on screen last; the pages to be read are
    /// in use, and need no record.
    private mutating func noteUse(before newReach: Range<Int>, _ newOnScreen: Range<Int>) {
        let (old, onScreen) = (reach, pageNumbers(of: visible))
        reach = newReach
        // Most scroll events stay on the same pages, whose order does not change either.
        guard old != newReach || onScreen != newOnScreen else { return }
        for number in old where !newReach.contains(number) {
            pages[number]?.lastUse = onScreen.contains(number) ? uses : uses - 1
        }
        uses += 2
        // What is on screen while nothing is read, for example during a drag of the scrubber.
        for number in newOnScreen where !newReach.contains(number) { pages[number]?.lastUse = uses }
    }

    private mutating func pagesToRead(around visible: Range<Int>, _ lead: Lead) -> Range<Int> {
        let onScreen = pageNumbers(of: visible)
        guard !onScreen.isEmpty else { return 0..<0 }
        switch lead {
        case .nothing: return 0..<0
        case .visible: return onScreen
        case .around(let before, let after):
            isForward = after >= before
            var first = max(visible.lowerBound - min(before, visible.lowerBound), 0) / pageSize
            var last = (visible.upperBound - 1 + min(after, count - visible.upperBound)) / pageSize
            // Pages behind the visible ones are given up first.
            for isBehind in [true, false] {
                let surplus = max(last - first + 1 - (pageLimit - 1), 0)
                if isBehind == isForward {
                    first += min(surplus, onScreen.lowerBound - first)
                } else {
                    last -= min(surplus, last - (onScreen.upperBound - 1))
                }
            }
            return first..<last + 1
        }
    }

    /// Starts the next read; nil if nothing is missing, or enough reads are running.
    mutating func nextLoad() -> Load? {
        guard loads.count < Self.mostLoads, !reach.isEmpty, let range = nextGap() else { return nil }
        loadCount += 1
        let load = Load(number: loadCount, range: range)
        loads[load.number] = PendingLoad(load: load, parts: [(0..<range.count, range.lowerBound)])
        return load
    }

    private func nextGap() -> Range<Int>? {
        if let gap = gap(in: visible) { return gap.prefix(pageSize) }
        guard readsAround else { return nil }
        let onScreen = pageNumbers(of: visible)
        let after = onScreen.upperBound..<max(reach.upperBound, onScreen.upperBound)
        let before = (min(reach.lowerBound, onScreen.lowerBound)..<onScreen.lowerBound).reversed()
        if let gap = firstGap(of: onScreen) { return gap }
        return isForward ? firstGap(of: after) ?? firstGap(of: before) : firstGap(of: before) ?? firstGap(of: after)
    }

    /// The gap of the first of some pages that has one.
    private func firstGap(of numbers: some Sequence<Int>) -> Range<Int>? {
        for number in numbers where reach.contains(number) {
            if let gap = gap(in: range(ofPage: number)) { return gap }
        }
        return nil
    }

    /// The positions from the first to the last one in a range that have to be read, and are not being read.
    private func gap(in range: Range<Int>) -> Range<Int>? {
        guard pageNumbers(of: range).contains(where: { pages[$0].map { $0.gaps > 0 } ?? true }) else { return nil }
        guard let first = range.first(where: isMissing), let last = range.last(where: isMissing) else { return nil }
        return first..<last + 1
    }

    private func isMissing(_ position: Int) -> Bool {
        !isFresh(position) && !loads.values.contains { $0.contains(position) }
    }
}

// MARK: - What was read

extension PageCache {
    /// Stores what a read has found.
    ///
    /// - Returns: the positions of the assets that are new in memory, ascending within each range; empty if the read
    ///   has ended before, or did not return what was requested.
    mutating func receive(_ assets: [MediaAsset], from number: Int) -> [Range<Int>] {
        guard let pending = loads.removeValue(forKey: number), assets.count == pending.load.range.count else {
            return []
        }
        var stored: [Range<Int>] = []
        for part in pending.parts {
            let range = part.position..<part.position + part.offsets.count
            stored.append(range)
            for (position, asset) in zip(range, assets[part.offsets]) { store(asset, at: position, ifMissing: true) }
        }
        trim()
        return stored
    }

    /// Ends a read without a result.
    mutating func fail(_ number: Int) {
        loads[number] = nil
    }

    /// Stores assets that were read in another way after the list was last changed.
    mutating func store(_ assets: [Int: MediaAsset]) {
        for (position, asset) in assets where 0..<count ~= position { store(asset, at: position, ifMissing: false) }
        trim()
    }

    private mutating func store(_ asset: MediaAsset, at position: Int, ifMissing: Bool) {
        let number = position / pageSize
        guard 0..<count ~= position, !ifMissing || !isFresh(position) else { return }
        if pages[number] == nil { pages[number] = Page(slots: range(ofPage: number).count, lastUse: uses - 1) }
        pages[number]?.put(asset, at: position % pageSize, isFresh: true)
    }

    /// Removes the pages above the limit, the least recently shown ones first, but none that is to be read.
    private mutating func trim() {
        while pages.count > pageLimit {
            let rest = pages.filter { !reach.contains($0.key) }
            let oldest = rest.min { ($0.value.lastUse, $0.key) < ($1.value.lastUse, $1.key) }
            guard let oldest else { return }
            pages[oldest.key] = nil
        }
    }

    private mutating func endLoads(where isUseless: (PendingLoad) -> Bool) -> [Int] {
        let ended = loads.values.filter(isUseless).map(\.load.number).sorted()
        for number in ended { loads[number] = nil }
        return ended
    }
}

extension PageCache.Page {
    fileprivate mutating func put(_ asset: MediaAsset?, at offset: Int, isFresh: Bool) {
        guard slots.indices.contains(offset) else { return }
        if slots[offset].isFresh != isFresh { gaps += isFresh ? -1 : 1 }
        slots[offset].asset = asset
        slots[offset].isFresh = isFresh
    }
}

extension PageCache.PendingLoad {
    fileprivate func contains(_ position: Int) -> Bool {
        parts.contains { $0.position <= position && position < $0.position + $0.offsets.count }
    }
}

// MARK: - Changes

extension PageCache {
    /// Begins with another list, about which nothing is known.
    ///
    /// - Returns: the reads of the old list, which have ended.
    mutating func reset(count: Int) -> [Int] {
        self.count = max(count, 0)
        (pages, visible, reach) = ([:], 0..<0, 0..<0)
        return endLoads { _ in true }
    }

    /// Moves all assets to their new positions; nothing is visible until the next call of ``show(_:lead:)``.
    ///
    /// - Parameters:
    ///   - map: the map from old to new positions.
    ///   - changed: the new positions of assets with changed content, ascending: they stay until they have been read
    ///     again.
    ///   - newCount: the number of assets in the new list.
    mutating func apply(_ map: ListChanges.PositionMap, changed: [Int], newCount: Int) {
        noteUse(before: 0..<0, 0..<0)
        let old = pages
        let ranges = old.keys.sorted().map { range(ofPage: $0) }
        (pages, visible, reach, count) = ([:], 0..<0, 0..<0, newCount)
        for range in ranges {
            guard let page = old[range.lowerBound / pageSize] else { continue }
            for part in map.parts(of: range) {
                guard let new = part.new else { continue }
                move(page, part.old.lowerBound - range.lowerBound, part.old.count, to: new)
            }
        }
        for position in changed { forget(position) }
        for number in loads.keys { loads[number]?.apply(map, changed: changed) }
        trim()
    }

    /// Moves contiguous slots of a page to where they are now, which may be in two pages.
    private mutating func move(_ page: Page, _ start: Int, _ length: Int, to new: Int) {
        var offset = 0
        while offset < length {
            let number = (new + offset) / pageSize
            let positions = range(ofPage: number)
            let end = min(length, positions.upperBound - new)
            // Taken out of the dictionary, so that it is changed without a copy.
            var target = pages.removeValue(forKey: number) ?? Page(slots: positions.count, lastUse: page.lastUse)
            for slot in offset..<end {
                let old = page.slots[start + slot]
                if old.asset != nil {
                    target.put(old.asset, at: new + slot - positions.lowerBound, isFresh: old.isFresh)
                }
            }
            target.lastUse = max(target.lastUse, page.lastUse)
            pages[number] = target
            offset = max(end, offset + 1)
        }
    }

    /// Marks an asset to be read again, and keeps it until then; what a running read finds for it is out of date.
    mutating func invalidate(_ position: Int) {
        forget(position)
        for number in loads.keys { loads[number]?.cut(position) }
    }

    /// Marks an asset to be read again, and keeps it until then.
    private mutating func forget(_ position: Int) {
        guard position >= 0, let page = pages[position / pageSize] else { return }
        let offset = position % pageSize
        guard offset < page.slots.count, let asset = page.slots[offset].asset else { return }
        pages[position / pageSize]?.put(asset, at: offset, isFresh: false)
    }
}

extension PageCache.PendingLoad {
    /// Moves the positions of what is being read; what has changed meanwhile has to be read again.
    fileprivate mutating func apply(_ map: ListChanges.PositionMap, changed: [Int]) {
        var moved: [(offsets: Range<Int>, position: Int)] = []
        for part in parts {
            for piece in map.parts(of: part.position..<part.position + part.offsets.count) {
                guard let new = piece.new else { continue }
                let start = part.offsets.lowerBound + piece.old.lowerBound - part.position
                moved.append((start..<start + piece.old.count, new))
            }
        }
        parts = moved
        for position in changed { cut(position) }
    }

    /// Leaves a position out.
    fileprivate mutating func cut(_ position: Int) {
        guard let index = parts.firstIndex(where: { 0..<$0.offsets.count ~= position - $0.position }) else { return }
        let part = parts.remove(at: index)
        let middle = part.offsets.lowerBound + position - part.position
        let pieces = [
            (part.offsets.lowerBound..<middle, part.position), (middle + 1..<part.offsets.upperBound, position + 1),
        ]
        parts.insert(contentsOf: pieces.filter { !$0.0.isEmpty }, at: index)
    }
}
