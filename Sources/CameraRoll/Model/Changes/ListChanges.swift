/// The difference between two lists of assets or albums, like Photos' `PHFetchResultChangeDetails`, as a value.
///
/// The steps have the order of Photos' header: remove, insert, move, and reload changed content last. Each step
/// counts positions in the list that the steps before it produce:
///
/// - ``removed``: positions in the old list.
/// - ``inserted``: positions in the list after removing and inserting.
/// - ``moves``: `from` in that same list, all at once; `to` in the new list.
/// - ``changed``: positions in the new list. The header and the documentation of Photos differ here if elements
///   moved; this follows the header. Do not use it inside a batch update: reload these cells after it.
///
/// ``applied(to:element:)`` applies all steps to an array.
public struct ListChanges: Hashable, Sendable, Codable {
    /// An element whose position relative to the others changed.
    public struct Move: Hashable, Sendable, Codable {
        /// The position in the list after removing and inserting.
        public let from: Int
        /// The position in the new list.
        public let to: Int

        /// Creates a move from one position to another.
        public init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// The number of elements in the old list.
    public let oldCount: Int
    /// The number of elements in the new list.
    public let newCount: Int
    /// The removed elements: positions in the old list, ascending.
    public let removed: [Int]
    /// The inserted elements: positions in the list after removing and inserting, ascending.
    public let inserted: [Int]
    /// The moved elements, ascending by `to`.
    public let moves: [Move]
    /// The elements with changed content: positions in the new list, ascending.
    public let changed: [Int]

    /// Whether nothing changed: elements, order and content.
    public var isEmpty: Bool {
        removed.isEmpty && inserted.isEmpty && moves.isEmpty && changed.isEmpty
    }

    /// The number of positions listed.
    public var count: Int { removed.count + inserted.count + moves.count + changed.count }

    /// No changes in a list of `count` elements.
    static func none(in count: Int) -> ListChanges {
        ListChanges(oldCount: count, newCount: count, removed: [], inserted: [], moves: [], changed: [])
    }

    /// Creates changes whose parts are known to be consistent.
    init(oldCount: Int, newCount: Int, removed: [Int], inserted: [Int], moves: [Move], changed: [Int]) {
        self.oldCount = oldCount
        self.newCount = newCount
        self.removed = removed
        self.inserted = inserted
        self.moves = moves
        self.changed = changed
    }
}

extension ListChanges {
    /// Decodes changes that were written with `encode(to:)`.
    ///
    /// - Throws: `DecodingError`, including if the decoded changes do not lead from one list to another.
    public init(from decoder: any Decoder) throws {
        let parts = try decoder.container(keyedBy: CodingKeys.self)
        let changes = ListChanges(
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

extension ListChanges: CustomStringConvertible {
    /// A summary of the counts.
    public var description: String {
        "\(oldCount) to \(newCount): \(removed.count) removed, \(inserted.count) inserted, \(moves.count) moved, "
            + "\(changed.count) changed"
    }
}

extension ListChanges {
    /// The changes in the form of collection and table views: old positions of deletions, new positions of
    /// insertions.
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
        /// The deleted elements, by their position in the old list, ascending.
        public let deletions: [Int]
        /// The inserted elements, by their position in the new list, ascending.
        public let insertions: [Int]
        /// The moved elements: `from` in the old list, `to` in the new one.
        public let moves: [Move]
        /// The elements with changed content, by their position in the new list, ascending.
        public let reloads: [Int]
    }

    /// The changes in the form of collection and table views.
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

extension ListChanges {
    /// Creates changes from a library's report, which may overlap, repeat positions and list too many.
    ///
    /// Removes duplicates, drops inserted elements from `changed`, and drops positions that do not exist from
    /// `changed`, which only reloads cells.
    ///
    /// - Returns: nil if the result does not lead from a list of the old length to one of the new length; then
    ///   reload.
    /// - Complexity: O(k log k) in the number of positions.
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

    /// Whether every position exists in its list, and the counts add up.
    private var fits: Bool {
        let (froms, tos) = (Set(moves.map(\.from)), Set(moves.map(\.to)))
        return oldCount >= 0 && newCount >= 0
            && removed.allSatisfy { 0..<oldCount ~= $0 }
            && oldCount - removed.count == newCount - inserted.count
            && [inserted, Array(froms), Array(tos)].joined().allSatisfy { 0..<newCount ~= $0 }
            && froms.count == moves.count && tos.count == moves.count && froms.isDisjoint(with: inserted)
    }

    /// The positions of the inserted elements in the new list, in the order of ``inserted``.
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

/// Counts the numbers of an ascending list that are below given numbers, which must be queried in ascending order.
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

/// Finds the free positions by rank, which must be queried in ascending order.
struct FreePlaces {
    private let taken: [Int]
    private var passed = 0

    /// Creates the counter from the taken positions, ascending.
    init(taken: [Int]) {
        self.taken = taken
    }

    mutating func position(ofFree number: Int) -> Int {
        while passed < taken.count, taken[passed] <= number + passed { passed += 1 }
        return number + passed
    }
}
