/// Lets modelled time pass, and keeps account of it.
///
/// A sleep lasts longer than it was asked to. What one sleep took too long is taken off the next ones, so that the
/// total comes out right although a single asset costs no more than a sleep's error.
struct CostLedger: Sendable {
    /// All that was paid.
    private(set) var total: Duration = .zero
    /// How much longer than asked the sleeps have been.
    private var credit: Duration = .zero

    /// Sleeps for as long as something costs; reads no clock where it costs nothing.
    mutating func pay(_ cost: Duration) {
        guard cost > .zero else { return }
        total += cost
        let due = cost - credit
        let slept = due > .zero ? ContinuousClock().measure { ThreadSleep.sleep(due) } : .zero
        credit = slept - due
    }
}
