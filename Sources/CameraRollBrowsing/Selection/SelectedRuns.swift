import CameraRoll

/// Contiguous positions that were selected one after another, upward or downward.
struct SelectedRun: Hashable, Sendable {
    /// The positions, at least one.
    var range: Range<Int>
    /// Whether the last position was selected first; false for a single position.
    var isDescending: Bool
    /// The media type of all assets of the run; nil unless the selection counts its types.
    var mediaType: MediaType?

    init(_ range: Range<Int>, isDescending: Bool, mediaType: MediaType?) {
        self.range = range
        self.isDescending = isDescending && range.count > 1
        self.mediaType = mediaType
    }

    /// The number of positions of the run that were selected before a position.
    func offset(of position: Int) -> Int {
        isDescending ? range.upperBound - 1 - position : position - range.lowerBound
    }

    /// The position that was selected after `offset` others of the run.
    func position(at offset: Int) -> Int {
        isDescending ? range.upperBound - 1 - offset : range.lowerBound + offset
    }

    /// A part of the run, by its positions.
    func part(_ part: Range<Int>) -> SelectedRun {
        SelectedRun(part, isDescending: isDescending, mediaType: mediaType)
    }

    /// The run, moved by a number of positions.
    func moved(by distance: Int) -> SelectedRun {
        SelectedRun(
            range.lowerBound + distance..<range.upperBound + distance, isDescending: isDescending, mediaType: mediaType)
    }

    /// The run of this run's positions followed by another's; nil if that is not a single run.
    func joined(with next: SelectedRun) -> SelectedRun? {
        guard mediaType == next.mediaType else { return nil }
        if range.upperBound == next.range.lowerBound, !isDescending, !next.isDescending {
            return SelectedRun(
                range.lowerBound..<next.range.upperBound, isDescending: false, mediaType: mediaType)
        }
        guard next.range.upperBound == range.lowerBound, isDescending || range.count == 1,
            next.isDescending || next.range.count == 1
        else { return nil }
        return SelectedRun(next.range.lowerBound..<range.upperBound, isDescending: true, mediaType: mediaType)
    }
}

/// The runs of a selection, ordered both by position and by time of selection.
///
/// Runs that continue each other are always joined, so equal selections consist of equal runs.
///
/// - Complexity: O(log r) on average for each run that an operation touches, of r runs.
struct SelectedRuns: Sendable {
    /// A run that was removed, and the number of selected positions that were selected before it.
    struct Removed: Hashable, Sendable {
        var run: SelectedRun
        var offset: Int
    }

    /// The runs by slot; free slots keep an old run.
    private var runs: [SelectedRun] = []
    private var freeSlots: [Int] = []
    private var byPosition = WeightedSequence()
    private var bySelection = WeightedSequence()

    /// The number of positions, from the first, that have kept their order numbers since this was set to ``count``.
    var unchangedCount = 0

    /// The number of selected positions.
    var count: Int { bySelection.sum }

    /// The number of runs.
    var runCount: Int { runs.count - freeSlots.count }

    /// The run that was selected last.
    var last: SelectedRun? { bySelection.last.map { runs[$0] } }

    /// Whether a position is selected.
    func contains(_ position: Int) -> Bool {
        guard let slot = slot(atOrBefore: position) else { return false }
        return runs[slot].range.contains(position)
    }

    /// The number of positions that were selected before a selected position; nil if it is not selected.
    func offset(of position: Int) -> Int? {
        guard let slot = slot(atOrBefore: position), runs[slot].range.contains(position) else { return nil }
        return bySelection.weight(before: slot) + runs[slot].offset(of: position)
    }

    /// Returns the position that was selected after `offset` others, or nil if `offset` is outside `0..<count`.
    func position(at offset: Int) -> Int? {
        bySelection.slot(at: offset).map { runs[$0.slot].position(at: offset - $0.before) }
    }

    /// The number of selected positions below a position.
    func count(below position: Int) -> Int {
        guard let slot = slot(atOrBefore: position) else { return 0 }
        let range = runs[slot].range
        return byPosition.weight(before: slot) + min(position, range.upperBound) - range.lowerBound
    }

    /// The run that contains a position, or else the next one; nil if neither exists.
    func run(atOrAfter position: Int) -> SelectedRun? {
        guard let slot = slot(atOrBefore: position) else { return byPosition.first.map { runs[$0] } }
        if runs[slot].range.contains(position) { return runs[slot] }
        return byPosition.next(after: slot).map { runs[$0] }
    }

    /// The run that contains a position, or else the one before it; nil if neither exists.
    func run(atOrBefore position: Int) -> SelectedRun? { slot(atOrBefore: position).map { runs[$0] } }

    /// The runs in the order of their selection.
    var inOrder: some Sequence<SelectedRun> {
        sequence(state: bySelection.first) { slot in
            defer { slot = slot.flatMap(bySelection.next(after:)) }
            return slot.map { runs[$0] }
        }
    }

    private func slot(atOrBefore position: Int) -> Int? {
        byPosition.last { runs[$0].range.lowerBound <= position }
    }
}

extension SelectedRuns {
    /// Selects positions that are not selected, after all others.
    mutating func append(_ run: SelectedRun) {
        insert(run, at: count)
    }

    /// Selects positions that are not selected, after `offset` others, at most ``count``.
    mutating func insert(_ run: SelectedRun, at offset: Int) {
        unchangedCount = min(unchangedCount, offset)
        let previous = slot(before: offset)
        let slot = newSlot(run)
        bySelection.insert(slot, weight: run.range.count, after: previous)
        byPosition.insert(slot, weight: run.range.count, after: self.slot(atOrBefore: run.range.lowerBound - 1))
        join(slot)
    }

    /// Removes selected positions that are contiguous and part of a run.
    ///
    /// - Parameter part: the positions, all within one run.
    mutating func remove(_ part: Range<Int>) -> Removed? {
        guard !part.isEmpty, let slot = slot(atOrBefore: part.lowerBound),
            runs[slot].range.contains(part.lowerBound), part.upperBound <= runs[slot].range.upperBound
        else { return nil }
        let run = runs[slot]
        let removed = run.part(part)
        let offset = bySelection.weight(before: slot) + run.offset(of: removed.position(at: 0))
        unchangedCount = min(unchangedCount, offset)
        let (lower, upper) = (run.range.lowerBound..<part.lowerBound, part.upperBound..<run.range.upperBound)
        if lower.isEmpty, upper.isEmpty {
            free(slot)
            let previous = self.slot(before: offset)
            if let previous { join(previous) }
        } else if lower.isEmpty || upper.isEmpty {
            replace(slot, by: run.part(lower.isEmpty ? upper : lower))
            join(slot)
        } else {
            replace(slot, by: run.part(lower))
            let second = newSlot(run.part(upper))
            // A descending run selected its upper part first.
            let before = run.isDescending ? bySelection.previous(before: slot) : slot
            bySelection.insert(second, weight: upper.count, after: before)
            byPosition.insert(second, weight: upper.count, after: slot)
        }
        return Removed(run: removed, offset: offset)
    }

    /// The slot that ends after `offset` selected positions; a run that contains more is divided there.
    private mutating func slot(before offset: Int) -> Int? {
        guard let (slot, before) = bySelection.slot(at: offset) else { return bySelection.last }
        guard before < offset else { return bySelection.previous(before: slot) }
        let run = runs[slot]
        let border = run.isDescending ? run.position(at: offset - before) + 1 : run.position(at: offset - before)
        let upper = run.part(border..<run.range.upperBound)
        // The slot keeps the lower part, so that the order of the slots by position does not change.
        replace(slot, by: run.part(run.range.lowerBound..<border))
        let new = newSlot(upper)
        byPosition.insert(new, weight: upper.range.count, after: slot)
        let beforeNew = run.isDescending ? bySelection.previous(before: slot) : slot
        bySelection.insert(new, weight: upper.range.count, after: beforeNew)
        return run.isDescending ? new : slot
    }

    /// Joins a run with its neighbors in the order of selection, if they continue each other.
    private mutating func join(_ slot: Int) {
        if let next = bySelection.next(after: slot), let both = runs[slot].joined(with: runs[next]) {
            free(next)
            replace(slot, by: both)
        }
        if let previous = bySelection.previous(before: slot), let both = runs[previous].joined(with: runs[slot]) {
            free(slot)
            replace(previous, by: both)
        }
    }

    private mutating func newSlot(_ run: SelectedRun) -> Int {
        guard let slot = freeSlots.popLast() else {
            runs.append(run)
            return runs.count - 1
        }
        runs[slot] = run
        return slot
    }

    /// Replaces the run of a slot with one that has the same place in both orders.
    private mutating func replace(_ slot: Int, by run: SelectedRun) {
        runs[slot] = run
        byPosition.setWeight(run.range.count, of: slot)
        bySelection.setWeight(run.range.count, of: slot)
    }

    private mutating func free(_ slot: Int) {
        byPosition.remove(slot)
        bySelection.remove(slot)
        freeSlots.append(slot)
    }
}

extension SelectedRuns: Equatable {
    /// Whether both select the same positions in the same order.
    static func == (left: SelectedRuns, right: SelectedRuns) -> Bool {
        left.runCount == right.runCount && left.inOrder.elementsEqual(right.inOrder)
    }
}
