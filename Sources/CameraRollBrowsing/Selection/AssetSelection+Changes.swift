public import CameraRoll

extension AssetSelection {
    /// Follows changes of the list: assets stay selected at their new positions, in the same order.
    ///
    /// Inserted assets are not selected. The order numbers of those that remain close up. A drag in progress ends, and
    /// keeps its effect.
    ///
    /// ```swift
    /// let deleted = try selection.apply(changes)
    /// if !deleted.isEmpty { showHint("\(deleted.count) selected photos were deleted") }
    /// ```
    ///
    /// - Parameter changes: the changes of the list.
    /// - Returns: the old positions of the selected assets that were removed, in the order of selection.
    /// - Throws: `InvalidArgument` if the changes are those of a list of another length.
    /// - Complexity: O((r + k) log (r + k)) on average for r runs and k changes.
    @discardableResult public mutating func apply(_ changes: ListChanges) throws(InvalidArgument) -> [Int] {
        guard changes.oldCount == listCount else {
            throw InvalidArgument(
                "changes", "of a list of \(changes.oldCount)",
                allowed: "changes of the list's \(listCount.counting("asset"))")
        }
        let map = changes.positionMap
        var removed: [Int] = []
        var moved = SelectedRuns()
        for run in runs.inOrder {
            if isOutside(run) {
                moved.append(run.moved(by: changes.newCount - listCount))
                continue
            }
            let parts = map.parts(of: run.range)
            for part in run.isDescending ? parts.reversed() : parts {
                if let start = part.new {
                    moved.append(run.part(start..<start + part.old.count))
                } else {
                    removed.append(contentsOf: part.old)
                    if let type = run.mediaType { countByMediaType[type, default: 0] -= part.old.count }
                }
            }
        }
        runs = moved
        listCount = changes.newCount
        drag = nil
        return removed
    }

    /// Follows a list that was reloaded, without known changes: the same assets stay selected.
    ///
    /// The new positions are those of the assets of ``positions``, in the same order. A drag in progress ends, and
    /// keeps its effect.
    ///
    /// - Parameters:
    ///   - newPositions: the new positions of the selected assets, in the order of selection; nil for a missing asset.
    ///   - newCount: the number of assets in the new list.
    /// - Returns: the old positions of the selected assets that are missing, in the order of selection.
    /// - Throws: `InvalidArgument` if there is not exactly one position for each selected asset, a position occurs
    ///   twice, or the new list has no such position; the selection is unchanged then.
    /// - Complexity: O(n log r) on average in the number of selected assets.
    @discardableResult public mutating func apply(
        newPositions: [Int?], newCount: Int
    ) throws(InvalidArgument) -> [Int] {
        let count = runs.count(below: listCount)
        guard newPositions.count == count else {
            throw InvalidArgument(
                "number of new positions", newPositions.count, allowed: "one for each of \(count) selected assets")
        }
        var new = AssetSelection(listCount: newCount, limits: limits)
        var missing: [Int] = []
        var rest = newPositions[...]
        for run in runs.inOrder {
            if isOutside(run) {
                new.append(run.moved(by: new.listCount - listCount))
                continue
            }
            for offset in 0..<run.range.count {
                guard let position = rest.popFirst() ?? nil else {
                    missing.append(run.position(at: offset))
                    continue
                }
                try new.check(position)
                new.append(position, run.mediaType)
            }
        }
        self = new
        return missing
    }

    /// Throws if the list has no such position, or if it is selected.
    private func check(_ position: Int) throws(InvalidArgument) {
        guard 0..<listCount ~= position, !contains(position) else {
            throw InvalidArgument("new position", position, allowed: "different positions within 0..<\(listCount)")
        }
    }
}

// MARK: - Single selection

extension AssetSelection {
    /// Selects the asset at a position instead of all others, or deselects it if it is selected.
    ///
    /// If the asset is refused, the others stay selected.
    mutating func replace(by position: Int, mediaTypeAt: (_ position: Int) -> MediaType?) -> Change {
        guard !contains(position) else { return deselect(position) }
        var next = self
        let deselected = next.deselectAll().deselected
        var change = next.select(position, mediaTypeAt: mediaTypeAt)
        guard !change.isEmpty else { return change }
        self = next
        change.deselected = deselected
        return change
    }
}
