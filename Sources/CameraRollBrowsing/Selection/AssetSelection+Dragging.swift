public import CameraRoll

extension AssetSelection {
    /// A drag in progress.
    struct Drag: Sendable {
        /// The position at which the drag began.
        let first: Int
        /// Whether the drag selects; otherwise it deselects.
        let isSelecting: Bool
        /// The position over which the drag is.
        var current: Int
        /// The number of selected assets before the drag.
        let countBefore: Int
        /// The number of selected assets after the drag's first position.
        var countAtFirst: Int
        /// The runs that the drag deselected, in order.
        var removed: [SelectedRuns.Removed] = []
    }

    /// Whether a drag is in progress.
    public var isDragging: Bool { drag != nil }

    /// Begins a drag, which selects assets if the one at its first position is not selected, and deselects otherwise.
    ///
    /// A drag in progress ends. Nothing happens if the list has no such position.
    ///
    /// - Parameters:
    ///   - position: the first position.
    ///   - mediaTypeAt: returns the media type of the asset at a position; called only if the limits depend on it.
    @discardableResult public mutating func beginDrag(
        at position: Int, mediaTypeAt: (_ position: Int) -> MediaType?
    ) -> Change {
        drag = nil
        guard 0..<listCount ~= position else { return Change() }
        var drag = Drag(
            first: position, isSelecting: !contains(position), current: position, countBefore: runs.count,
            countAtFirst: runs.count)
        var change = Change()
        extend(&drag, over: position..<position + 1, isDescending: false, mediaTypeAt, &change)
        drag.countAtFirst = runs.count
        self.drag = drag
        return change
    }

    /// Continues a drag to a position: exactly the assets from the first position to this one change.
    ///
    /// Assets that the drag passed and left again return to their previous state, with their order numbers. Selection
    /// begins at the first position, so the assets nearest to it are selected if a limit does not allow all. Nothing
    /// happens if no drag is in progress.
    ///
    /// - Parameters:
    ///   - position: the position, limited to those of the list.
    ///   - mediaTypeAt: returns the media type of the asset at a position; called only if the limits depend on it.
    /// - Complexity: O(log r) on average for each run and each gap that the drag passes or leaves in this step.
    @discardableResult public mutating func drag(
        to position: Int, mediaTypeAt: (_ position: Int) -> MediaType?
    ) -> Change {
        guard var drag else { return Change() }
        // Otherwise everything that can be undone would be copied.
        self.drag = nil
        let target = min(max(position, 0), listCount - 1)
        var change = Change()
        let (first, current) = (drag.first, drag.current)
        let isOpposite = (target < first) != (current < first)
        let isNearer = isOpposite || abs(target - first) < abs(current - first)
        // Back to the target, or to the first position if the target is on the other side.
        if isNearer { shrink(&drag, to: isOpposite ? first : target, &change) }
        if drag.current != target {
            let isDescending = target < first
            let range = isDescending ? target..<drag.current : drag.current + 1..<target + 1
            extend(&drag, over: range, isDescending: isDescending, mediaTypeAt, &change)
            drag.current = target
        }
        self.drag = drag
        return change.sorted()
    }

    /// Ends a drag, and keeps its effect.
    public mutating func endDrag() {
        drag = nil
    }

    /// Ends a drag, and undoes its effect.
    @discardableResult public mutating func cancelDrag() -> Change {
        guard var drag else { return Change() }
        self.drag = nil
        var change = Change()
        shrink(&drag, to: drag.first, &change)
        takeBack(runs.count - drag.countBefore, &change)
        while let last = drag.removed.popLast() { restore(last, &change) }
        return change.sorted()
    }
}

extension AssetSelection {
    /// Changes the assets of a range that the drag has not passed.
    private mutating func extend(
        _ drag: inout Drag, over range: Range<Int>, isDescending: Bool, _ mediaTypeAt: (Int) -> MediaType?,
        _ change: inout Change
    ) {
        guard !drag.isSelecting else { return add(range, isDescending: isDescending, mediaTypeAt, to: &change) }
        for removed in remove(range, isDescending: isDescending) {
            drag.removed.append(removed)
            change.deselected.append(removed.run.range)
        }
    }

    /// Undoes the drag's effect beyond a position, which is between the first and the current one.
    private mutating func shrink(_ drag: inout Drag, to position: Int, _ change: inout Change) {
        let left = drag.current < drag.first ? drag.current..<position : position + 1..<drag.current + 1
        if drag.isSelecting {
            // What the drag selected was selected last, in its direction.
            while let run = runs.last, runs.count > drag.countAtFirst {
                let number = min(run.range.count, runs.count - drag.countAtFirst)
                let recent = run.recent(number).clamped(to: left)
                takeBack(recent.count, &change)
                if recent.count < run.range.count { break }
            }
        } else {
            while let last = drag.removed.last, last.run.range.overlaps(left) {
                drag.removed.removeLast()
                let back = last.run.range.clamped(to: left)
                let (rest, restored) = last.divided(restoring: back)
                restore(restored, &change)
                if let rest { drag.removed.append(rest) }
            }
        }
        drag.current = position
    }

    /// Deselects the assets that were selected last.
    private mutating func takeBack(_ number: Int, _ change: inout Change) {
        var number = number
        while number > 0, let run = runs.last {
            let part = run.recent(min(number, run.range.count))
            _ = runs.remove(part)
            if let type = run.mediaType { countByMediaType[type, default: 0] -= part.count }
            change.deselected.append(part)
            number -= part.count
        }
    }

    /// Selects again what was deselected last, with its old order numbers.
    private mutating func restore(_ removed: SelectedRuns.Removed, _ change: inout Change) {
        runs.insert(removed.run, at: removed.offset)
        if let type = removed.run.mediaType { countByMediaType[type, default: 0] += removed.run.range.count }
        change.selected.append(removed.run.range)
    }
}

extension SelectedRun {
    /// The positions of the run that were selected last.
    fileprivate func recent(_ number: Int) -> Range<Int> {
        isDescending
            ? range.lowerBound..<range.lowerBound + number : range.upperBound - number..<range.upperBound
    }
}

extension SelectedRuns.Removed {
    /// Divides a removed run at one end into a part to restore now, and the rest, to restore later.
    fileprivate func divided(restoring back: Range<Int>) -> (rest: Self?, restored: Self) {
        guard back != run.range else { return (nil, self) }
        let isUpper = back.upperBound == run.range.upperBound
        let restRange = isUpper ? run.range.lowerBound..<back.lowerBound : back.upperBound..<run.range.upperBound
        // While the rest is missing, the restored part is at the start of the gap; the rest then follows or precedes
        // it.
        let isFirst = isUpper == run.isDescending
        return (
            Self(run: run.part(restRange), offset: isFirst ? offset + back.count : offset),
            Self(run: run.part(back), offset: offset)
        )
    }
}
