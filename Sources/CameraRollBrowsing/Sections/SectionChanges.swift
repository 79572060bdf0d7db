public import CameraRoll
public import Foundation

/// The difference between the sections of two lists, in the form that collection views expect.
///
/// ```swift
/// let (sections, changes) = try days.applying(listChanges) { assets[$0]?.creationDate }
/// guard let changes else { return collectionView.reloadData() }
/// collectionView.performBatchUpdates {
///     collectionView.deleteSections(IndexSet(changes.deletedSections))
///     collectionView.insertSections(IndexSet(changes.insertedSections))
///     collectionView.deleteItems(at: changes.deletions)
///     collectionView.insertItems(at: changes.insertions)
///     for move in changes.moves { collectionView.moveItem(at: move.from, to: move.to) }
/// }
/// collectionView.reconfigureItems(at: changes.reloads)                     // after it, never within
/// ```
///
/// Index paths consist of the section's index and the position in the section. The items of deleted and inserted
/// sections are not listed. An item that moves out of a deleted section is inserted, and one that moves into an
/// inserted section is deleted, as collection views expect it.
public struct SectionChanges: Hashable, Sendable {
    /// An item that moves between or within sections that remain.
    public struct Move: Hashable, Sendable {
        /// The index path before the changes.
        public let from: IndexPath
        /// The index path after the changes.
        public let to: IndexPath
    }

    /// The sections that are gone, by their index before the changes, ascending.
    public internal(set) var deletedSections: [Int] = []
    /// The inserted sections, by their index after the changes, ascending.
    public internal(set) var insertedSections: [Int] = []
    /// The deleted items of remaining sections, by their index path before the changes, ascending.
    public internal(set) var deletions: [IndexPath] = []
    /// The inserted items of remaining sections, by their index path after the changes, ascending.
    public internal(set) var insertions: [IndexPath] = []
    /// The moved items, ascending by their index path after the changes.
    public internal(set) var moves: [Move] = []
    /// The items with changed content, by their index path after the changes, ascending.
    public internal(set) var reloads: [IndexPath] = []

    /// Whether nothing changed.
    public var isEmpty: Bool {
        deletedSections.isEmpty && insertedSections.isEmpty && deletions.isEmpty && insertions.isEmpty
            && moves.isEmpty && reloads.isEmpty
    }
}

extension AssetSections {
    /// Returns the sections after changes of the list, and the difference.
    ///
    /// An asset whose creation date was edited changes its section even if it keeps its position.
    ///
    /// - Parameters:
    ///   - changes: the changes of the list.
    ///   - date: returns the creation date of the asset at a position of the new list; called for inserted, moved and
    ///     changed assets, which a screen reads anyway.
    /// - Returns: the new sections, and the difference; nil instead of the difference if the dates contradict the order
    ///   of the list, since an asset was edited again meanwhile: in that case, reload, and count the sections again.
    /// - Throws: `InvalidArgument` if the changes are those of a list of another length.
    /// - Complexity: O(s + k log k) for s sections and k changes.
    public func applying(
        _ changes: ListChanges, date: (_ position: Int) -> Date?
    ) throws(InvalidArgument) -> (sections: AssetSections, changes: SectionChanges?) {
        guard changes.oldCount == assetCount else {
            throw InvalidArgument(
                "changes", "of a list of \(changes.oldCount)",
                allowed: "changes of the list's \(assetCount.counting("asset"))")
        }
        let batch = changes.batchUpdate
        var tally = SectionTally(of: self)
        for position in batch.deletions { tally.remove(position) }
        for position in batch.insertions { tally.add(position, date(position)?.instant) }
        var moves = batch.moves
        for move in moves {
            tally.remove(move.from)
            tally.add(move.to, date(move.to)?.instant)
        }
        // The others keep their position in the list, but perhaps not their section.
        let moved = Set(moves.map(\.to))
        let stays = changes.changed.filter { !moved.contains($0) }
        for (old, new) in zip(changes.positionMap.oldPositions(ofKept: stays), stays) {
            let date = date(new)?.instant
            guard !tally.isInSection(old, date) else { continue }
            tally.remove(old)
            tally.add(new, date)
            moves.append(ListChanges.Move(from: old, to: new))
        }
        let sections = AssetSections(
            fromOldest: tally.periods, unit: unit, calendar: calendar, isOldestFirst: isOldestFirst)
        guard tally.agrees(with: sections) else { return (sections, nil) }
        let difference = SectionDifference(from: self, to: sections)
        return (sections, difference.changes(batch, moves: moves))
    }
}

/// Counts the assets of each period after changes.
private struct SectionTally {
    private let old: AssetSections
    /// The numbers of assets of the old sections.
    private var counts: [Int]
    /// Periods that were not sections before, by their start; undated assets have none.
    private var added: [Date?: SectionPeriod] = [:]
    /// The dates of the assets that were added, with their new positions.
    private var arrivals: [(position: Int, date: Date?)] = []
    private var calendarPeriods: CalendarPeriods

    init(of old: AssetSections) {
        self.old = old
        counts = old.indices.map { old.range(at: $0).count }
        calendarPeriods = CalendarPeriods(old.calendar)
    }

    /// Whether the asset at an old position is in the section to which a date belongs.
    func isInSection(_ position: Int, _ date: Date?) -> Bool {
        old.index(containing: position).map { old.entries[$0].contains(date) } ?? false
    }

    /// Removes the asset at an old position.
    mutating func remove(_ position: Int) {
        if let index = old.index(containing: position) { counts[index] -= 1 }
    }

    /// Adds an asset with a date at a new position.
    mutating func add(_ position: Int, _ date: Date?) {
        arrivals.append((position, date))
        if let index = old.index(holding: date) {
            counts[index] += 1
            return
        }
        let dates = date.map { calendarPeriods.period(of: old.unit, containing: $0) }
        added[dates?.lowerBound, default: SectionPeriod(dates: dates, count: 0)].count += 1
    }

    /// The periods that have assets, from the oldest.
    var periods: [SectionPeriod] {
        var kept: [SectionPeriod] = []
        kept.reserveCapacity(counts.count + added.count)
        let indices = old.isOldestFirst ? Array(counts.indices) : counts.indices.reversed()
        for index in indices where counts[index] > 0 {
            kept.append(SectionPeriod(dates: old.entries[index].dates, count: counts[index]))
        }
        guard !added.isEmpty else { return kept }
        return (kept + added.values).sorted { left, right in
            guard let rightStart = right.dates?.lowerBound else { return false }
            return left.dates.map { $0.lowerBound < rightStart } ?? true
        }
    }

    /// Whether each added asset has a position in the section of its date.
    func agrees(with sections: AssetSections) -> Bool {
        arrivals.allSatisfy { arrival in
            sections.index(containing: arrival.position).map { sections.entries[$0].contains(arrival.date) } ?? false
        }
    }
}

/// The sections that are deleted, inserted, or remain between two lists.
private struct SectionDifference {
    private let old: AssetSections
    private let new: AssetSections
    /// For each old section, whether it remains.
    private var oldRemains: [Bool]
    /// For each new section, whether it existed before.
    private var newRemains: [Bool]

    init(from old: AssetSections, to new: AssetSections) {
        (self.old, self.new) = (old, new)
        oldRemains = Array(repeating: false, count: old.count)
        newRemains = Array(repeating: false, count: new.count)
        var (oldIndex, newIndex) = (0, 0)
        while oldIndex < old.count, newIndex < new.count {
            let (before, after) = (old.entries[oldIndex].start, new.entries[newIndex].start)
            if before == after {
                (oldRemains[oldIndex], newRemains[newIndex]) = (true, true)
                (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
            } else if (before < after) == old.isOldestFirst {
                oldIndex += 1
            } else {
                newIndex += 1
            }
        }
    }

    /// - Parameters:
    ///   - batch: the changes of the list.
    ///   - moves: its moves, and the assets that changed their section without moving.
    func changes(_ batch: ListChanges.BatchUpdate, moves: [ListChanges.Move]) -> SectionChanges {
        var changes = SectionChanges()
        changes.deletedSections = oldRemains.indices.filter { !oldRemains[$0] }
        changes.insertedSections = newRemains.indices.filter { !newRemains[$0] }
        changes.deletions = batch.deletions.compactMap { remainingPath(old, oldRemains, $0) }
        changes.insertions = batch.insertions.compactMap { remainingPath(new, newRemains, $0) }
        for move in moves {
            let from = remainingPath(old, oldRemains, move.from)
            let to = remainingPath(new, newRemains, move.to)
            switch (from, to) {
            case (let from?, let to?): changes.moves.append(SectionChanges.Move(from: from, to: to))
            case (let from?, nil): changes.deletions.append(from)
            case (nil, let to?): changes.insertions.append(to)
            case (nil, nil): break
            }
        }
        changes.deletions.sort()
        changes.insertions.sort()
        changes.moves.sort { $0.to < $1.to }
        changes.reloads = batch.reloads.compactMap { new.indexPath(of: $0) }
        return changes
    }

    /// The index path of a position; nil if its section does not remain.
    private func remainingPath(_ sections: AssetSections, _ remains: [Bool], _ position: Int) -> IndexPath? {
        guard let path = sections.indexPath(of: position), remains[path[0]] else { return nil }
        return path
    }
}

extension AssetSections {
    /// The index path of a position: the section's index, and the position in the section; nil if the list has no such
    /// position.
    ///
    /// - Complexity: O(log s) in the number of sections.
    public func indexPath(of position: Int) -> IndexPath? {
        index(containing: position).map { [$0, position - range(at: $0).lowerBound] }
    }

    /// The position of an index path of two indexes; nil if there is no such item.
    public func position(of path: IndexPath) -> Int? {
        guard path.count == 2, indices.contains(path[0]) else { return nil }
        let range = range(at: path[0])
        return path[1] >= 0 && path[1] < range.count ? range.lowerBound + path[1] : nil
    }

    /// The index of the section to which a date, or no date, belongs.
    fileprivate func index(holding date: Date?) -> Int? {
        if let date { return index(containing: date) }
        let index = isOldestFirst ? 0 : count - 1
        return indices.contains(index) && entries[index].isUndated ? index : nil
    }
}
