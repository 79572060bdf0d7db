/// What a window keeps, starts and stops when the list under it changes.
///
/// Positions mean nothing across two snapshots, so the windows are compared by what stands in them. Compare keys rather
/// than assets: an edited picture has another key, and so its old image is stopped and its new one started.
struct WindowRebase<Item: Hashable>: Equatable {
    /// What both windows hold, in the new window's order.
    let kept: [Item]
    /// What only the new window holds, in its order.
    let started: [Item]
    /// What only the old window held, in its order.
    let stopped: [Item]

    /// Compares two windows; an item that stands in one more than once counts where it stands first.
    ///
    /// - Complexity: O(n), where n is how many items both windows hold.
    init(from old: some Collection<Item>, to new: some Collection<Item>) {
        var isPending: [Item: Bool] = [:]
        isPending.reserveCapacity(old.count + new.count)
        for item in old { isPending[item] = true }
        var (kept, started): ([Item], [Item]) = ([], [])
        for item in new {
            switch isPending.updateValue(false, forKey: item) {
            case true?: kept.append(item)
            case false?: break
            case nil: started.append(item)
            }
        }
        self.kept = kept
        self.started = started
        stopped = old.filter { isPending.updateValue(false, forKey: $0) == true }
    }
}

extension WindowRebase: Sendable where Item: Sendable {}
