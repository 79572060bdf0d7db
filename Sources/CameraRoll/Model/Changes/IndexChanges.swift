/// What turns one list of assets or albums into another: Photos' `PHFetchResultChangeDetails`, as a value.
///
/// The order is that of Photos' header: first what was removed, then what was inserted, then what moved; what changed
/// its content is reloaded last. Each part counts positions in the list that the parts before it have left:
///
/// - ``removed``: in the old list.
/// - ``inserted``: in the list without what was removed, with all that was inserted.
/// - ``moves``: `from` in that same list, all at once; `to` in the new list.
/// - ``changed``: in the new list. Header and documentation of Photos differ here where something moved; this is the
///   header's reading. Do not use it inside a batch update: reload these cells after it.
///
/// ``applied(to:element:)`` does all of it to an array.
public struct IndexChanges: Hashable, Sendable, Codable {
    /// An element that stands elsewhere among the others.
    public struct Move: Hashable, Sendable, Codable {
        /// Where it stood in the list after removing and inserting.
        public let from: Int
        /// Where it stands in the new list.
        public let to: Int

        /// A move from one place to another.
        public init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// How many elements the old list has.
    public let oldCount: Int
    /// How many elements the new list has.
    public let newCount: Int
    /// What is gone: positions in the old list, ascending.
    public let removed: [Int]
    /// What is new: positions in the list after removing and inserting, ascending.
    public let inserted: [Int]
    /// What stands elsewhere, by `to`, ascending.
    public let moves: [Move]
    /// What was there before and says something else of itself: positions in the new list, ascending.
    public let changed: [Int]

    /// Whether nothing changed, neither which elements there are, nor their order, nor their content.
    public var isEmpty: Bool {
        removed.isEmpty && inserted.isEmpty && moves.isEmpty && changed.isEmpty
    }

    /// How many positions it names.
    public var count: Int { removed.count + inserted.count + moves.count + changed.count }

    /// Nothing changed in a list of so many.
    static func none(in count: Int) -> IndexChanges {
        IndexChanges(oldCount: count, newCount: count, removed: [], inserted: [], moves: [], changed: [])
    }

    /// Changes whose parts are known to fit each other.
    init(oldCount: Int, newCount: Int, removed: [Int], inserted: [Int], moves: [Move], changed: [Int]) {
        self.oldCount = oldCount
        self.newCount = newCount
        self.removed = removed
        self.inserted = inserted
        self.moves = moves
        self.changed = changed
    }
}

extension IndexChanges {
    /// Reads changes that were written with `encode(to:)`.
    ///
    /// - Throws: `DecodingError`, also where what is read does not lead from one list to another.
    public init(from decoder: any Decoder) throws {
        let parts = try decoder.container(keyedBy: CodingKeys.self)
        let changes = IndexChanges(
            reported: try parts.decode([Int].self, forKey: .removed),
            inserted: try parts.decode([Int].self, forKey: .inserted),
            moves: try parts.decode([Move].self, forKey: .moves),
            changed: try parts.decode([Int].self, forKey: .changed),
            oldCount: try parts.decode(Int.self, forKey: .oldCount),
            newCount: try parts.decode(Int.self, forKey: .newCount))
        guard let changes else {
            let reason = "The changes do not lead from one list to another."
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: reason))
        }
        self = changes
    }
}

extension IndexChanges: CustomStringConvertible {
    /// How much of what.
    public var description: String {
        "\(oldCount) to \(newCount): \(removed.count) removed, \(inserted.count) inserted, \(moves.count) moved, "
            + "\(changed.count) changed"
    }
}

extension IndexChanges {
    /// The changes as collection and table views take them: old positions for what goes, new ones for what comes.
    ///
    /// ```swift
    /// let batch = changes.batchUpdate
    /// collectionView.performBatchUpdates {
    ///     collectionView.deleteItems(at: batch.deletions.map { [0, $0] })
    ///     collectionView.insertItems(at: batch.insertions.map { [0, $0] })
    ///     for move in batch.moves { collectionView.moveItem(at: [0, move.from], to: [0, move.to]) }
    /// }
    /// collectionView.reconfigureItems(at: batch.reloads.map { [0, $0] })       // after it, never within
    /// ```
    public struct BatchUpdate: Hashable, Sendable {
        /// What is gone, by its position in the old list, ascending.
        public let deletions: [Int]
        /// What is new, by its position in the new list, ascending.
        public let insertions: [Int]
        /// What stands elsewhere: `from` in the old list, `to` in the new one.
        public let moves: [Move]
        /// What says something else of itself, by its position in the new list, ascending.
        public let reloads: [Int]
    }

    /// The changes as collection and table views take them.
    ///
    /// - Complexity: O(k log k).
    public var batchUpdate: BatchUpdate {
        var insertedBefore = SortedCounter(inserted)
        var places = FreePlaces(taken: removed)
        let moves = moves.sorted { $0.from < $1.from }.map { move in
            let kept = move.from - insertedBefore.count(below: move.from)
            return Move(from: places.position(ofFree: kept), to: move.to)
        }
        return BatchUpdate(
            deletions: removed, insertions: newPositionsOfInserted.sorted(), moves: moves.sorted { $0.to < $1.to },
            reloads: changed)
    }
}

extension IndexChanges {
    /// Changes as a library reports them, made whole: real ones overlap, repeat themselves and name too much.
    ///
    /// What is named twice counts once; an element that is new is not also changed; a position that does not exist is
    /// dropped from `changed`, which only reloads a cell.
    ///
    /// - Returns: nil where the rest does not lead from a list of the old length to one of the new: then reload.
    /// - Complexity: O(k log k) in the positions named.
    public init?(
        reported removed: [Int], inserted: [Int], moves: [Move] = [], changed: [Int],
        oldCount: Int, newCount: Int
    ) {
        let (removed, inserted) = (Set(removed).sorted(), Set(inserted).sorted())
        let moves = Set(moves).sorted { $0.to < $1.to }
        self.init(
            oldCount: oldCount, newCount: newCount, removed: removed, inserted: inserted, moves: moves, changed: [])
        guard fits else { return nil }
        let new = Set(newPositionsOfInserted)
        let reload = Set(changed).filter { 0..<newCount ~= $0 && !new.contains($0) }.sorted()
        self.init(
            oldCount: oldCount, newCount: newCount, removed: removed, inserted: inserted, moves: moves, changed: reload)
    }

    /// Whether every position exists where it is counted, and the numbers add up.
    private var fits: Bool {
        let (froms, tos) = (Set(moves.map(\.from)), Set(moves.map(\.to)))
        return oldCount >= 0 && newCount >= 0
            && removed.allSatisfy { 0..<oldCount ~= $0 }
            && oldCount - removed.count == newCount - inserted.count
            && [inserted, Array(froms), Array(tos)].joined().allSatisfy { 0..<newCount ~= $0 }
            && froms.count == moves.count && tos.count == moves.count && froms.isDisjoint(with: inserted)
    }

    /// Where what was inserted stands in the new list, in the order of ``inserted``.
    ///
    /// - Complexity: O(k log k).
    public var newPositionsOfInserted: [Int] {
        guard !moves.isEmpty else { return inserted }
        let froms = moves.map(\.from).sorted()
        var before = SortedCounter(froms)
        var place = FreePlaces(taken: moves.map(\.to))
        return inserted.map { position in place.position(ofFree: position - before.count(below: position)) }
    }
}

/// Counts the numbers of an ascending list that are below others, which are asked for in ascending order.
struct SortedCounter {
    private let numbers: [Int]
    private var passed = 0

    init(_ numbers: [Int]) {
        self.numbers = numbers
    }

    mutating func count(below number: Int) -> Int {
        while passed < numbers.count, numbers[passed] < number { passed += 1 }
        return passed
    }
}

/// Finds the places that are not taken, which are asked for in ascending order.
struct FreePlaces {
    private let taken: [Int]
    private var passed = 0

    /// Places of which some are taken, ascending.
    init(taken: [Int]) {
        self.taken = taken
    }

    mutating func position(ofFree number: Int) -> Int {
        while passed < taken.count, taken[passed] <= number + passed { passed += 1 }
        return number + passed
    }
}
