public import CameraRoll

extension AssetSelection {
    /// A drag in progress.
    struct Drag: Sendable {
        /// The position at which the drag began.
        let first: Int
        /// Whether the drag selects; otherwise it deselects.
        let isSelecting: Bool
        /// What was selected before the drag.
        let base: SelectedRuns
        /// The position over which the drag is.
        var current: Int

        /// The positions from the first one to another one.
        func passed(to position: Int) -> Range<Int> { min(first, position)..<max(first, position) + 1 }
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
        at position: Int, mediaTypeAt: (_ position: Int) -> MediaType? = { _ in nil }
    ) -> Change {
        drag = nil
        guard 0..<listCount ~= position else { return Change() }
        let new = Drag(first: position, isSelecting: !contains(position), base: runs, current: position)
        let change = new.isSelecting ? select(position, mediaTypeAt: mediaTypeAt) : deselect(position)
        drag = new
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
    @discardableResult public mutating func drag(
        to position: Int, mediaTypeAt: (_ position: Int) -> MediaType? = { _ in nil }
    ) -> Change {
        guard var drag else { return Change() }
        let target = min(max(position, 0), listCount - 1)
        let window = min(drag.current, target)..<max(drag.current, target) + 1
        let change = changing(window) { $0.continueDrag(drag, to: target, mediaTypeAt) }
        drag.current = target
        self.drag = drag
        return change
    }

    private mutating func continueDrag(
        _ drag: Drag, to target: Int, _ mediaTypeAt: (Int) -> MediaType?
    ) -> Refusal? {
        let passed = drag.passed(to: target)
        guard drag.isSelecting else {
            restore(drag.base)
            runs.remove(runs.offsets(in: passed))
            return nil
        }
        // What the drag has selected was selected last, in its direction, and may no longer be in memory.
        let kept = drag.passed(to: drag.current).clamped(to: passed)
        runs.takeBack(to: drag.base.count + runs.count(in: kept) - drag.base.count(in: kept))
        let isDescending = target < drag.first
        let rest = isDescending ? passed.lowerBound..<kept.lowerBound : kept.upperBound..<passed.upperBound
        return add(rest, isDescending: isDescending, mediaTypeAt)
    }

    /// Ends a drag, and keeps its effect.
    public mutating func endDrag() {
        drag = nil
    }

    /// Ends a drag, and undoes its effect.
    @discardableResult public mutating func cancelDrag() -> Change {
        guard let drag else { return Change() }
        self.drag = nil
        return changing(drag.passed(to: drag.current)) { selection in
            selection.restore(drag.base)
            return nil
        }
    }

    private mutating func restore(_ base: SelectedRuns) {
        runs = base
        runs.unchangedCount = 0
    }
}
