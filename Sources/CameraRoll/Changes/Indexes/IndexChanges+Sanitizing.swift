extension IndexChanges {
    /// Changes as a library reports them, made whole: real ones overlap, repeat themselves and name too much (K26).
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
