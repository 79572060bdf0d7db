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
    /// - Complexity: O((r + k) log (r + k)) for r runs and k changes.
    @discardableResult public mutating func apply(_ changes: ListChanges) throws(InvalidArgument) -> [Int] {
        try apply(changes, keepingRemovedOf: nil)
    }

    /// Follows changes of the list.
    ///
    /// - Parameter list: the list before the changes; assets that have left it stay selected outside of the new one. If
    ///   nil, they are deselected.
    mutating func apply(_ changes: ListChanges, keepingRemovedOf list: AssetSnapshot?) throws(InvalidArgument) -> [Int]
    {
        guard changes.oldCount == listCount else {
            throw InvalidArgument(
                "changes", "of a list of \(changes.oldCount)",
                allowed: "changes of the list's \(listCount.counting("asset"))")
        }
        let (map, old) = (changes.positionMap, runs)
        var removed: [Int] = []
        runs = old.emptied()
        let source = list.map { runs.addSource(.list($0)) }
        for run in old.inOrder.map(\.run) {
            guard run.source == 0 else {
                runs.add(run, isIndexed: false)
                continue
            }
            let parts = map.parts(of: run.range)
            for (positions, start) in run.isDescending ? parts.reversed() : parts {
                var part = run.part(run.offsets(of: positions))
                if let start {
                    part.range = start..<start + positions.count
                } else {
                    removed.append(contentsOf: (0..<part.count).map { part.position(at: $0) })
                    guard let source else { continue }
                    part.source = source
                }
                runs.add(part, isIndexed: false)
            }
        }
        runs.index()
        (listCount, drag) = (changes.newCount, nil)
        return removed
    }

    /// Switches to another list: all assets stay selected outside of it.
    ///
    /// - Parameters:
    ///   - list: the list until now; nil if there was none.
    ///   - newCount: the number of assets in the new list.
    /// - Complexity: O(r) in the number of runs, however many assets they have.
    mutating func leave(_ list: AssetSnapshot?, forOneOf newCount: Int) {
        if let list { runs.leaveShown(for: list) }
        (listCount, drag) = (newCount, nil)
    }

    /// Selects the assets that an app has preselected, which are not confirmed yet.
    mutating func preselect(_ ids: [AssetID]) {
        if !ids.isEmpty { append(.identifiers(ids, arePreselected: true), count: ids.count, nil) }
    }

    /// Selects an asset outside of the list that is not selected, as far as the limits allow.
    mutating func select(outside asset: MediaAsset) -> Change {
        drag = nil
        if let maximum = limits.maximum, count >= maximum { return Change(refusal: .maximum(maximum)) }
        let limit = limits.maximumByMediaType[asset.mediaType]
        if let limit, runs.countByMediaType[asset.mediaType, default: 0] >= limit {
            return Change(refusal: .mediaType(asset.mediaType, maximum: limit))
        }
        let type = limits.maximumByMediaType.isEmpty ? nil : asset.mediaType
        append(.identifiers([asset.id], arePreselected: false), count: 1, type)
        return Change()
    }

    private mutating func append(_ source: SelectedSource, count: Int, _ type: MediaType?) {
        let run = SelectedRun(
            0..<count, mediaType: type, source: runs.addSource(source), serial: runs.nextSerial)
        runs.add(run, isIndexed: false)
    }
}

// MARK: - By order number and by serial number

extension AssetSelection {
    /// Moves a selected asset to another order number; the assets in between close up.
    ///
    /// - Parameters:
    ///   - position: the asset's position; nothing happens if it is not selected.
    ///   - number: the new order number, counted from 1, limited to the existing ones.
    public mutating func move(_ position: Int, toOrderNumber number: Int) {
        drag = nil
        if let offset = runs.offset(of: position) { move(orderNumber: offset + 1, to: number) }
    }

    /// Moves the asset with an order number to another one, even if the list shown does not contain it.
    ///
    /// - Parameters:
    ///   - number: the order number, from 1 to ``count``; nothing happens for another one.
    ///   - newNumber: the new order number, limited to the existing ones.
    public mutating func move(orderNumber number: Int, to newNumber: Int) {
        guard 1...max(count, 1) ~= number, let placed = runs.run(at: number - 1) else { return }
        drag = nil
        let run = placed.part(number - 1..<number)
        runs.remove([number - 1..<number])
        runs.insert(run, at: min(max(newNumber, 1) - 1, runs.count))
    }

    /// Deselects the asset with an order number, even if the list shown does not contain it.
    ///
    /// - Parameter number: the order number, from 1 to ``count``; nothing happens for another one.
    @discardableResult public mutating func deselect(orderNumber number: Int) -> Change {
        guard 1...max(count, 1) ~= number, count > 0 else { return Change() }
        drag = nil
        let position = position(ofOrderNumber: number)
        return changing(position.map { Range($0) } ?? 0..<0) { selection in
            selection.runs.remove([number - 1..<number])
            // Releases a list from which no other asset is selected.
            selection.runs.index()
            return nil
        }
    }

    /// The order number of the asset with a serial number; nil if it is not selected.
    func number(ofSerial serial: Int) -> Int? { runs.offset(ofSerial: serial).map { $0 + 1 } }

    /// The serial numbers of the first assets, in the order of selection.
    func serials(first count: Int) -> [Int] {
        Array(runs.inOrder.lazy.flatMap(\.run.serials).prefix(count))
    }
}
