import CameraRoll

/// The cells of a grid by position: keeps those that were requested last, and finds those that a view holds.
///
/// The grid keeps at most `limit` cells. A cell that the pool has given up but a view still holds continues to be
/// updated, and is returned again when it is requested.
@MainActor struct CellPool {
    private struct HeldCell {
        weak var cell: AssetCell?
    }

    /// The cells that the pool itself keeps.
    private var kept: [Int: AssetCell] = [:]
    /// The cells that the pool has given up while a view held them.
    private var held: [Int: HeldCell] = [:]
    private let limit: Int
    /// The number of held cells from which those that were released are removed.
    private var sweepCount: Int

    init(limit: Int) {
        self.limit = limit
        sweepCount = limit
    }

    /// The number of cells that the pool itself keeps.
    var keptCount: Int { kept.count }

    /// All cells, kept or held by a view: a copy, since what observes a cell may ask for others as it changes.
    var cells: [AssetCell] { Array(kept.values) + held.values.compactMap(\.cell) }

    /// The cell at a position, if there is one.
    subscript(position: Int) -> AssetCell? { kept[position] ?? (held.isEmpty ? nil : held[position]?.cell) }

    /// The cell at a position, which is kept from now on.
    ///
    /// - Parameters:
    ///   - visible: the visible positions: the cells farthest from them are given up first.
    ///   - isNew: set to true if the cell did not exist.
    mutating func cell(at position: Int, near visible: Range<Int>, isNew: inout Bool) -> AssetCell {
        if let cell = kept[position] { return cell }
        let found = held.removeValue(forKey: position)?.cell
        isNew = found == nil
        let cell = found ?? AssetCell(position: position)
        if kept.count >= limit { giveUpFarthest(from: visible) }
        kept[position] = cell
        return cell
    }

    /// Gives up a quarter of the cells, so that a long scroll does not look for the farthest cell each time.
    private mutating func giveUpFarthest(from visible: Range<Int>) {
        for position in Self.farthest(max(limit / 4, 1), of: Array(kept.keys), from: visible) {
            guard var cell = kept.removeValue(forKey: position) else { continue }
            if !isKnownUniquelyReferenced(&cell) { held[position] = HeldCell(cell: cell) }
        }
        guard held.count >= sweepCount else { return }
        held = held.filter { $0.value.cell != nil }
        // What is left is held by views: the next sweep is due when their number has doubled.
        sweepCount = max(limit, 2 * held.count)
    }

    /// The positions that are farthest from the visible ones.
    ///
    /// Not isolated: each comparison would otherwise check that it runs on the main actor, which takes far longer.
    private nonisolated static func farthest(_ number: Int, of positions: [Int], from visible: Range<Int>) -> [Int] {
        // Each distance is computed once, not with each comparison.
        let distances = positions.map { (distance: $0.distance(from: visible), position: $0) }
        return distances.sorted { $0.distance > $1.distance }.prefix(number).map(\.position)
    }

    /// Moves the cells to their assets' new positions.
    ///
    /// - Parameter newPosition: returns the new position of a cell; nil if its asset is gone.
    /// - Returns: the cells whose assets are gone, which are no longer in the pool.
    mutating func move(_ newPosition: (AssetCell) -> Int?) -> [AssetCell] {
        let old = (kept: Array(kept.values), held: held.values.compactMap(\.cell))
        var gone: [AssetCell] = []
        (kept, held) = ([:], [:])
        for (cells, isKept) in [(old.kept, true), (old.held, false)] {
            for cell in cells {
                guard let position = newPosition(cell), kept[position] == nil, held[position] == nil else {
                    gone.append(cell)
                    continue
                }
                if cell.position != position { cell.position = position }
                if isKept { kept[position] = cell } else { held[position] = HeldCell(cell: cell) }
            }
        }
        return gone
    }
}

extension Int {
    /// How far a position is from a range; 0 within it.
    fileprivate func distance(from range: Range<Int>) -> Int {
        self < range.lowerBound ? range.lowerBound - self : Swift.max(self - range.upperBound + 1, 0)
    }
}
