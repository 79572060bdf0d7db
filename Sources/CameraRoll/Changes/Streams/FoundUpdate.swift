/// What was found behind the door, from which the changes by index are worked out outside of it.
struct FoundUpdate: Sendable {
    enum Difference: Sendable {
        /// Where the assets stood and stand that may have moved; all others kept their order.
        case located([LocatedElement])
        /// Both lists, where any asset may have moved.
        case lists(old: [AssetID], new: [AssetID], changed: Set<AssetID>)
        /// The library's own account.
        case indexes(IndexChanges)
        case reload(ReloadReason)
    }

    let snapshot: AssetSnapshot
    let oldCount: Int
    let difference: Difference
    /// Both lists, to prove the changes by; in debug builds only, and where they are not long.
    var proof: (old: [AssetID], new: [AssetID])?

    /// More elements than this that stand elsewhere are of no use to a list on the screen.
    private static let mostMoves = 10_000

    /// Whether its changes are worked out in a fraction of a millisecond.
    var isSmall: Bool {
        switch difference {
        case .reload: true
        case .indexes(let changes): proof == nil && changes.count <= 1_000
        case .located(let located): proof == nil && located.count <= 1_000
        case .lists: false
        }
    }

    /// How the list differs.
    func changes() -> AssetUpdate.Changes {
        switch difference {
        case .reload(let reason): return .reload(reason)
        case .located(let located): return proven(changes(of: located))
        case .indexes(let changes): return proven(changes.leads(from: oldCount, to: snapshot.count) ? changes : nil)
        case .lists(let old, let new, let changed):
            return proven(IndexDifference(from: old, to: new, isChanged: changed.contains).changes())
        }
    }

    private func changes(of located: [LocatedElement]) -> IndexChanges? {
        var located = located
        if let limit = snapshot.query.limit {
            located += LimitTails(of: located, oldCount: oldCount, newCount: snapshot.count, limit: limit).elements
        }
        return IndexDifference(of: located, oldCount: oldCount, newCount: snapshot.count).changes()
    }

    /// The changes, where they lead to the new list as far as that can be told; a library can contradict itself.
    private func proven(_ changes: IndexChanges?) -> AssetUpdate.Changes {
        guard let changes else { return .reload(.inconsistentDetails) }
        if changes.moves.count > Self.mostMoves { return .reload(.tooManyChanges(changes.moves.count)) }
        guard let proof else { return .indexes(changes) }
        let applied = try? changes.applied(to: proof.old) { proof.new[$0] }
        return applied == proof.new ? .indexes(changes) : .reload(.inconsistentDetails)
    }
}

extension IndexChanges {
    /// Whether they are about two lists of these lengths.
    func leads(from oldCount: Int, to newCount: Int) -> Bool {
        self.oldCount == oldCount && self.newCount == newCount
    }
}

extension IndexDifference {
    /// The difference of two lists, in which each element stands once.
    ///
    /// - Complexity: O(n log n).
    init<ID: Hashable>(from old: [ID], to new: [ID], isChanged: (ID) -> Bool) {
        var oldPositions = Dictionary(zip(old, old.indices), uniquingKeysWith: { first, _ in first })
        var located = new.enumerated().map { position, id in
            let before = oldPositions.removeValue(forKey: id)
            return LocatedElement(old: before, new: position, isChanged: before != nil && isChanged(id))
        }
        located += oldPositions.values.map { LocatedElement(old: $0, new: nil) }
        self.init(of: located, oldCount: old.count, newCount: new.count)
    }
}
