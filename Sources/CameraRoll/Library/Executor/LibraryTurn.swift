/// One turn on the executor, that of a library call: it runs one slice and may ask for another turn.
protocol LibraryTurn: AnyObject, Sendable {
    /// What it is part of.
    var operation: LibraryOperation { get }
    /// Runs a slice; called on the executor, by its thread.
    ///
    /// - Parameter lane: the lane in which the turn came; a call that has become more urgent stands in two of them.
    func run(from lane: ExecutorLane)
}
