#if PhotosDouble
    /// What leads from one list of identifiers to another.
    struct FetchDifference: Sendable {
        var isIncremental = true
        var removed: [Int] = []
        var inserted: [Int] = []
        var moves: [(from: Int, to: Int)] = []

        /// - Parameter limit: the number of changes above which the difference is not incremental.
        init(from old: [String], to new: [String], limit: Int) {
            let before = Set(old)
            let after = Set(new)
            removed = old.indices.filter { !after.contains(old[$0]) }
            inserted = new.indices.filter { !before.contains(new[$0]) }
            guard removed.count + inserted.count <= limit else {
                (isIncremental, removed, inserted) = (false, [], [])
                return
            }
            moves = Self.moves(from: old.filter { after.contains($0) }, in: new, inserted: Set(inserted))
        }

        /// The moves of all but a longest run that keeps its order and its places between what is inserted.
        private static func moves(
            from kept: [String], in new: [String], inserted: Set<Int>
        ) -> [(from: Int, to: Int)] {
            let target = Dictionary(uniqueKeysWithValues: new.enumerated().map { ($1, $0) })
            let free = new.indices.filter { !inserted.contains($0) }
            let order = kept.compactMap { target[$0] }
            var insertedBefore: [Int] = []
            var count = 0
            for place in new.indices {
                insertedBefore.append(count)
                if inserted.contains(place) { count += 1 }
            }
            let candidates = order.indices.filter { insertedBefore[free[$0]] == insertedBefore[order[$0]] }
            let run = longestRun(candidates.map { order[$0] })
            let still = Set(run.map { candidates[$0] })
            return order.indices.filter { !still.contains($0) }.map { (free[$0], order[$0]) }
        }

        /// The places of a longest increasing run.
        private static func longestRun(_ values: [Int]) -> Set<Int> {
            var ends: [Int] = []
            var previous = [Int?](repeating: nil, count: values.count)
            for place in values.indices {
                var (low, high) = (0, ends.count)
                while low < high {
                    let middle = (low + high) / 2
                    if values[ends[middle]] < values[place] { low = middle + 1 } else { high = middle }
                }
                previous[place] = low > 0 ? ends[low - 1] : nil
                if low == ends.count { ends.append(place) } else { ends[low] = place }
            }
            var run: Set<Int> = []
            var next = ends.last
            while let place = next {
                run.insert(place)
                next = previous[place]
            }
            return run
        }
    }
#endif
