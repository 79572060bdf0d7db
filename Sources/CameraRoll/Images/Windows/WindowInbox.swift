/// What a window was told and the manager has not heard yet: one wish, however often it changes.
final class WindowInbox: Sendable {
    /// What is wished, to be done in this order.
    struct Wish: Sendable {
        var empties = false
        /// What was shown of the list before.
        var planBefore: WindowPlan?
        var snapshot: AssetSnapshot?
        var plan: WindowPlan?

        mutating func rebase(on snapshot: AssetSnapshot) {
            if self.snapshot == nil { planBefore = plan ?? planBefore }
            (self.snapshot, plan) = (snapshot, nil)
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

    /// True where the manager is to be told; so for the functions below.
    func show(_ visible: Range<Int>, speed: Double) throws(WindowError) -> Bool {
        try contents.withLock { contents throws(WindowError) in
            let plan = try planner.plan(count: contents.count, visible: visible, speed: speed)
            return Self.change(&contents) { $0.plan = plan }
        }
    }

    func rebase(on snapshot: AssetSnapshot) -> Bool {
        let (announces, before) = contents.withLock { contents in
            let before = contents.wish?.snapshot
            contents.count = snapshot.count
            return (Self.change(&contents) { $0.rebase(on: snapshot) }, before)
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
