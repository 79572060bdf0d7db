#if FolderLibrary || canImport(Darwin)

/// Which scans of a folder wait and which one is under way, who takes part in each, and how the last one ended.
///
/// A scan of the whole tree that has not begun is of use to all who ask for one: it will see whatever is there by then.
/// One that has begun may have passed by what happened since; it is joined only where a watch, which was there from its
/// beginning, tells of that too.
struct ScanQueueState {
    /// A scan, by the order in which scans were asked for.
    typealias ID = Int

    /// What to do for somebody who wants a scan.
    enum Admission: Equatable {
        /// Nothing: it is this one.
        case joined(ID)
        /// Have this one carried out.
        case new(ID)
    }

    /// What to do for somebody who wants a scan no more.
    enum Departure: Equatable {
        /// Nothing: the scan has ended, or is about to.
        case none
        /// Others want it still: only the one who leaves is told of an end.
        case leaves
        /// Nobody wants it: it is to end.
        case endsScan
    }

    private struct Entry {
        let id: ID
        let isWhole: Bool
        var members = 1
        /// Whether a watch told of changes from its beginning; nil where it has not begun.
        var isWatched: Bool?

        func canBeJoined(whileUnderWay: Bool) -> Bool {
            isWhole && members > 0 && (isWatched == nil || whileUnderWay && isWatched == true)
        }
    }

    private var entries: [Entry] = []
    private var lastID: ID = 0
    private(set) var status = IndexingStatus()

    /// Somebody wants a scan.
    ///
    /// - Parameters:
    ///   - isWhole: whether of the whole tree.
    ///   - joiningOneUnderWay: whether it may be one that has begun.
    /// - Complexity: O(n) in the scans that wait.
    mutating func admit(isWhole: Bool, joiningOneUnderWay: Bool) -> Admission {
        let fitting = entries.lastIndex { isWhole && $0.canBeJoined(whileUnderWay: joiningOneUnderWay) }
        if let fitting {
            entries[fitting].members += 1
            return .joined(entries[fitting].id)
        }
        lastID += 1
        entries.append(Entry(id: lastID, isWhole: isWhole))
        note()
        return .new(lastID)
    }

    /// A scan begins.
    mutating func begin(_ id: ID, isWatched: Bool) {
        guard let index = index(of: id) else { return }
        entries[index].isWatched = isWatched
        status.progress = IndexProgress()
    }

    /// A scan has come so far.
    mutating func advance(_ id: ID, to progress: IndexProgress) {
        if index(of: id) != nil { status.progress = progress }
    }

    /// Somebody wants a scan no more.
    mutating func leave(_ id: ID) -> Departure {
        guard let index = index(of: id), entries[index].members > 0 else { return .none }
        entries[index].members -= 1
        return entries[index].members > 0 ? .leaves : .endsScan
    }

    /// A scan has ended, whether or not it had begun.
    mutating func end(_ id: ID, _ outcome: Result<IndexProgress, FolderError>) {
        guard let index = index(of: id) else { return }
        let entry = entries.remove(at: index)
        if entry.isWatched != nil { status.progress = nil }
        status.lastOutcome = outcome
        note()
    }

    /// The index can be written, or cannot.
    mutating func note(indexProblem: FolderError?) {
        status.indexProblem = indexProblem
    }

    private func index(of id: ID) -> Int? { entries.firstIndex { $0.id == id } }

    private mutating func note() {
        status.isLookingAtEverything = entries.contains(where: \.isWhole)
    }
}
#endif
