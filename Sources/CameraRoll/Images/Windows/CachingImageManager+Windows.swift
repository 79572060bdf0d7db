extension CachingImageManager {
    /// A window that holds the images around what a grid shows of a snapshot.
    ///
    /// - Parameters:
    ///   - snapshot: the list that the grid shows, from behind the manager's own door.
    ///   - limits: how far it reaches.
    ///   - request: which image is wanted of an asset: the very one that the cell will ask for; nil for none. Its
    ///     priority is at most `.prefetch`.
    /// - Throws: `WindowError` where a limit makes no sense, `.foreignSnapshot`.
    public nonisolated func window(
        over snapshot: AssetSnapshot,
        limits: WindowLimits = WindowLimits(),
        request: @escaping @Sendable (MediaAsset) -> ImageRequest?
    ) throws(WindowError) -> CachingWindow {
        try check(snapshot)
        let planner = try WindowPlanner(limits)
        let holder = CachingLedger.Holder(number: numbers.next())
        let inbox = WindowInbox(planner, count: snapshot.count)
        post(.openWindow(holder, WindowState(over: snapshot, planner: planner, request: request), inbox))
        return CachingWindow(self, holder, inbox, limits)
    }

    nonisolated func check(_ snapshot: AssetSnapshot) throws(WindowError) {
        guard snapshot.access === access else { throw .foreignSnapshot(of: snapshot.library) }
    }
}
