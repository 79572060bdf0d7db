/// The pending request of a window, which the manager has not applied yet: one, however often it changes.
final class WindowInbox: Sendable {
    /// The requested changes, applied in this order.
    struct Wish: Sendable {
        var empties = false
        /// The range shown before the rebase.
        var planBefore: WindowPlan?
        var snapshot: AssetSnapshot?
        var plan: WindowPlan?
        /// How often memory had been short when the range was shown.
        var shortage: UInt64 = 0

        mutating func rebase(on snapshot: AssetSnapshot, _ planner: WindowPlanner) {
            if self.snapshot == nil {
                (planBefore, plan) = (plan ?? planBefore, nil)
            } else if let shown = plan {
                // No window has read the snapshot in between, so only the positions can be kept.
                plan = planner.plan(count: snapshot.count, near: shown.visible)
            }
            self.snapshot = snapshot
        }

        mutating func empty() {
            (empties, planBefore, plan) = (true, nil, nil)
        }
    }

    private struct Contents {
        var wish: Wish?
        var count: Int
    }

    private let planner: WindowPlanner
    private let contents: Lock<Contents>

    init(_ planner: WindowPlanner, count: Int) {
        self.planner = planner
        contents = Lock(Contents(count: count))
    }

    /// Returns true if the manager has to be notified; so do the functions below.
    func show(_ visible: Range<Int>, speed: Double, shortage: UInt64 = 0) throws(InvalidArgument) -> Bool {
        try contents.withLock { contents throws(InvalidArgument) in
            let plan = try planner.plan(count: contents.count, visible: visible, speed: speed)
            return Self.change(&contents) { ($0.plan, $0.shortage) = (plan, shortage) }
        }
    }

    func rebase(on snapshot: AssetSnapshot) -> Bool {
        let (announces, before) = contents.withLock { contents in
            let before = contents.wish?.snapshot
            contents.count = snapshot.count
            let planner = planner
            return (Self.change(&contents) { $0.rebase(on: snapshot, planner) }, before)
        }
        return withExtendedLifetime(before) { announces }
    }

    func empty() -> Bool {
        contents.withLock { Self.change(&$0) { $0.empty() } }
    }

    func take() -> Wish? {
        contents.withLock { $0.wish.take() }
    }

    private static func change(_ contents: inout Contents, _ body: (inout Wish) -> Void) -> Bool {
        let isFirst = contents.wish == nil
        var wish = contents.wish ?? Wish()
        body(&wish)
        contents.wish = wish
        return isFirst
    }
}
