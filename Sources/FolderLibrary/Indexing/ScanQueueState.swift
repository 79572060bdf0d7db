#if FolderLibrary || canImport(Darwin)

/// The queued and running scans of a folder, the number of subscribers of each, and the last result.
///
/// A scan of the whole tree that has not begun serves every caller that requests one: it will see all changes up to
/// its start. A running scan may have missed changes in folders that it has passed; callers join it only if a watch
/// has reported changes since its start.
struct ScanQueueState {
    /// Identifies a scan; scans are numbered in the order of their requests.
    typealias ID = Int

    /// The result of a request for a scan.
    enum Admission: Equatable {
        /// The caller joins this scan.
        case joined(ID)
        /// This scan is new, and must be carried out.
        case new(ID)
    }

    /// The result of a subscriber's departure.
    enum Departure: Equatable {
        /// Nothing to do: the scan has ended, or is ending.
        case none
        /// Other subscribers remain: only the departing one is ended.
        case leaves
        /// No subscriber remains: the scan must end.
        case endsScan
    }

    private struct Entry {
        let id: ID
        let isWhole: Bool
        var members = 1
        /// Whether a watch has reported changes since its start; nil if it has not begun.
        var isWatched: Bool?

        func canBeJoined(whileUnderWay: Bool) -> Bool {
            isWhole && members > 0 && (isWatched == nil || whileUnderWay && isWatched == true)
        }
    }

    private var entries: [Entry] = []
    private var lastID: ID = 0
    private(set) var status = IndexingStatus()

    /// Joins a queued or running scan, or adds a new one.
    ///
    /// - Parameters:
    ///   - isWhole: whether the caller requests the whole tree.
    ///   - joiningOneUnderWay: whether the scan may have begun.
    /// - Complexity: O(n) in the queued scans.
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

    /// Marks a scan as running.
    mutating func begin(_ id: ID, isWatched: Bool) {
        guard let index = index(of: id) else { return }
        entries[index].isWatched = isWatched
        status.progress = IndexingProgress()
    }

    /// Records the progress of a scan.
    mutating func advance(_ id: ID, to progress: IndexingProgress) {
        if index(of: id) != nil { status.progress = progress }
    }

    /// Removes a subscriber from a scan.
    mutating func leave(_ id: ID) -> Departure {
        guard let index = index(of: id), entries[index].members > 0 else { return .none }
        entries[index].members -= 1
        return entries[index].members > 0 ? .leaves : .endsScan
    }

    /// Removes a scan that has ended, whether or not it had begun.
    mutating func end(_ id: ID, _ outcome: Result<IndexingProgress, FolderError>) {
        guard let index = index(of: id) else { return }
        let entry = entries.remove(at: index)
        if entry.isWatched != nil { status.progress = nil }
        status.lastOutcome = outcome
        note()
    }

    /// Records whether the index can be written.
    mutating func note(indexProblem: FolderError?) {
        status.indexProblem = indexProblem
    }

    private func index(of id: ID) -> Int? { entries.firstIndex { $0.id == id } }

    private mutating func note() {
        status.isLookingAtEverything = entries.contains(where: \.isWhole)
    }
}
#endif
