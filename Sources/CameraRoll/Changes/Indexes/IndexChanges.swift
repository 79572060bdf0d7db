/// What turns one list of assets or albums into another: Photos' `PHFetchResultChangeDetails`, as a value.
///
/// The order is K21's and K22's: first what was removed, then what was inserted, then what moved; what changed its
/// content is reloaded last. Each part counts positions in the list that the parts before it have left:
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
