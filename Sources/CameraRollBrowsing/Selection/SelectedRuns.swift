import CameraRoll

/// The runs of a selection in the order of selection, and those of the list shown also by position.
///
/// Each run is kept with the number of assets selected before it, so that a position, an order number and a serial
/// number are found by binary search, and each change is one pass over arrays without references.
struct SelectedRuns: Sendable {
    /// The runs in the order of selection.
    private(set) var inOrder: [PlacedRun] = []
    /// The runs of the list shown, by position.
    private(set) var byPosition: [PlacedRun] = []
    /// What the runs refer to: the list shown, then other lists and identifiers.
    private(set) var sources: [SelectedSource] = [.shown]
    /// The numbers of assets by media type, if the selection counts them.
    private(set) var countByMediaType: [MediaType: Int] = [:]
    /// The serial number of the asset that is selected next.
    private(set) var nextSerial = 0
    /// The number of assets, from the first, that have kept their order numbers since this was set to ``count``.
    var unchangedCount = 0

    /// The number of selected assets.
    var count: Int { inOrder.last?.end ?? 0 }

    /// Whether assets outside of the list shown are selected.
    var hasOutside: Bool { inOrder.count > byPosition.count }

    /// Whether a position of the list shown is selected.
    func contains(_ position: Int) -> Bool { offset(of: position) != nil }

    /// The number of assets that were selected before a position; nil if it is not selected.
    func offset(of position: Int) -> Int? {
        let next = byPosition.firstIndex(partitionedBy: { $0.run.range.lowerBound > position })
        guard let placed = byPosition[..<next].last, placed.run.range.contains(position) else { return nil }
        return placed.start + placed.run.offset(of: position)
    }

    /// The number of assets that were selected before the one with a serial number; nil if it is not selected.
    ///
    /// - Complexity: O(r) in the number of runs.
    func offset(ofSerial serial: Int) -> Int? {
        inOrder.first { $0.run.serials.contains(serial) }.map { $0.start + serial - $0.run.serial }
    }

    /// The run of the asset that was selected after `offset` others; nil if there is none.
    func run(at offset: Int) -> PlacedRun? {
        0..<count ~= offset ? inOrder[inOrder.firstIndex(partitionedBy: { $0.end > offset })] : nil
    }

    /// The selected positions of a range, as ascending ranges with adjacent ones joined.
    func ranges(in window: Range<Int>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        guard !window.isEmpty else { return ranges }
        for placed in byPosition[
            byPosition.firstIndex(partitionedBy: { $0.run.range.upperBound > window.lowerBound })...]
        {
            guard placed.run.range.lowerBound < window.upperBound else { break }
            let range = placed.run.range.clamped(to: window)
            if let last = ranges.last, last.upperBound == range.lowerBound {
                ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
            } else {
                ranges.append(range)
            }
        }
        return ranges
    }

    /// The number of selected positions of a range.
    func count(in window: Range<Int>) -> Int { ranges(in: window).reduce(0) { $0 + $1.count } }

    /// The places of the selected positions of a range in the order of selection, ascending.
    func offsets(in window: Range<Int>) -> [Range<Int>] {
        guard !window.isEmpty else { return [] }
        let first = byPosition.firstIndex(partitionedBy: { $0.run.range.upperBound > window.lowerBound })
        return byPosition[first...].prefix { $0.run.range.lowerBound < window.upperBound }.map { placed in
            let offsets = placed.run.offsets(of: placed.run.range.clamped(to: window))
            return placed.start + offsets.lowerBound..<placed.start + offsets.upperBound
        }.sorted { $0.lowerBound < $1.lowerBound }
    }
}

// MARK: - Changing

extension SelectedRuns {
    /// Selects positions of the list shown that are not selected, after all others.
    mutating func append(_ new: [SelectedRun]) {
        // Many are sorted at once, few are inserted one by one.
        let areMany = new.count > 32
        for var run in new {
            run.serial = nextSerial
            add(run, isIndexed: !areMany)
        }
        if areMany { index() }
    }

    /// Adds a run after all others, with its own serial number.
    ///
    /// - Parameter isIndexed: whether it is found by position at once; if not, `index()` has to follow.
    mutating func add(_ run: SelectedRun, isIndexed: Bool) {
        nextSerial = max(nextSerial, run.serial + run.count)
        if let type = run.mediaType { countByMediaType[type, default: 0] += run.count }
        var placed = PlacedRun(run: run, start: count)
        let last = inOrder.last
        let both = last.flatMap { $0.run.joined(with: run) }
        if let both, let last {
            placed = PlacedRun(run: both, start: last.start)
            inOrder[inOrder.count - 1] = placed
        } else {
            inOrder.append(placed)
        }
        guard isIndexed, run.source == 0 else { return }
        let old = (both == nil ? run : last?.run ?? run).range.lowerBound
        let index = byPosition.firstIndex(partitionedBy: { $0.run.range.lowerBound >= old })
        if both == nil { byPosition.insert(placed, at: index) } else { byPosition[index] = placed }
    }

    /// Finds all runs of the list shown by position, and forgets sources without runs.
    mutating func index() {
        let used = Set(inOrder.map(\.run.source)).union([0]).sorted()
        if used.count < sources.count {
            let new = Dictionary(uniqueKeysWithValues: zip(used, used.indices))
            for index in inOrder.indices { inOrder[index].run.source = new[inOrder[index].run.source] ?? 0 }
            sources = used.map { sources[$0] }
        }
        byPosition = inOrder.filter { $0.run.source == 0 }
        byPosition.sort { $0.run.range.lowerBound < $1.run.range.lowerBound }
    }

    /// No runs, but the same sources and serial numbers.
    func emptied() -> SelectedRuns {
        var empty = SelectedRuns()
        (empty.sources, empty.nextSerial) = (sources, nextSerial)
        return empty
    }

    /// Adds a source, and returns its index.
    mutating func addSource(_ source: SelectedSource) -> Int {
        sources.append(source)
        return sources.count - 1
    }

    /// Gives a source its contents, after the runs that refer to it.
    mutating func replaceSource(_ index: Int, by source: SelectedSource) { sources[index] = source }

    /// Lets the runs of the list shown refer to another list from now on.
    mutating func leaveShown(for list: AssetSnapshot) {
        guard !byPosition.isEmpty else { return }
        let source = addSource(.list(list))
        for index in inOrder.indices where inOrder[index].run.source == 0 { inOrder[index].run.source = source }
        byPosition = []
    }

    /// Gives all assets serial numbers that were never used, from a number on.
    mutating func renumber(from serial: Int) {
        var new = emptied()
        new.nextSerial = max(serial, nextSerial)
        for var run in inOrder.map(\.run) {
            run.serial = new.nextSerial
            new.add(run, isIndexed: false)
        }
        new.index()
        self = new
    }

    /// Deselects all assets that were selected after a number of others; their serial numbers are used again.
    mutating func takeBack(to count: Int) {
        nextSerial -= max(self.count - count, 0)
        if count < self.count { remove([count..<self.count]) }
    }

    /// Deselects assets by their places in the order of selection, which are ascending and disjoint.
    mutating func remove(_ offsets: [Range<Int>]) {
        guard let first = offsets.first else { return }
        unchangedCount = min(unchangedCount, first.lowerBound)
        let removed = RemovedPlaces(offsets)
        inOrder = removed.rest(of: inOrder)
        byPosition = removed.rest(of: byPosition, isByPosition: true)
        if !countByMediaType.isEmpty {
            countByMediaType = [:]
            for case (let count, let type?) in inOrder.map({ ($0.run.count, $0.run.mediaType) }) {
                countByMediaType[type, default: 0] += count
            }
        }
    }

    /// Selects an asset after `offset` others, at most ``count``, with its serial number.
    mutating func insert(_ run: SelectedRun, at offset: Int) {
        unchangedCount = min(unchangedCount, offset)
        let (before, after) = (inOrder.prefix { $0.start < offset }, inOrder.drop { $0.start < offset })
        var new = emptied()
        for placed in before.dropLast() { new.add(placed.run, isIndexed: false) }
        if let last = before.last { new.add(last.part(last.start..<min(last.end, offset)), isIndexed: false) }
        new.add(run, isIndexed: false)
        if let last = before.last, last.end > offset { new.add(last.part(offset..<last.end), isIndexed: false) }
        for placed in after { new.add(placed.run, isIndexed: false) }
        new.index()
        new.unchangedCount = unchangedCount
        self = new
    }
}

/// Places that are taken out of the order of selection.
private struct RemovedPlaces {
    private let places: [Range<Int>]
    /// The number of places before each range, and in all of them.
    private var before = [0]

    init(_ places: [Range<Int>]) {
        self.places = places
        for range in places { before.append(before[before.count - 1] + range.count) }
    }

    /// What is left of some runs.
    ///
    /// - Parameter isByPosition: whether the runs are in the order of their positions, not in that of selection.
    func rest(of runs: [PlacedRun], isByPosition: Bool = false) -> [PlacedRun] {
        var left: [PlacedRun] = []
        left.reserveCapacity(runs.count + places.count)
        for placed in runs {
            let first = left.count
            add(placed, to: &left)
            if isByPosition, placed.run.isDescending { left[first...].reverse() }
        }
        return left
    }

    /// Adds what is left of a run, in the order of selection.
    private func add(_ placed: PlacedRun, to left: inout [PlacedRun]) {
        var index = places.firstIndex(partitionedBy: { $0.upperBound > placed.start })
        var start = placed.start
        while start < placed.end {
            let gap = index < places.count ? places[index].clamped(to: start..<placed.end) : placed.end..<placed.end
            if start < gap.lowerBound {
                left.append(PlacedRun(run: placed.part(start..<gap.lowerBound), start: start - before[index]))
            }
            (start, index) = (gap.upperBound, index + 1)
        }
    }
}
