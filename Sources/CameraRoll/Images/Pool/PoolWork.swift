/// A piece of work for a ``DecodePool``: it is run, cancelled or refused, and that exactly once (*Ends Exactly Once*).
package protocol PoolWork: Sendable {
    /// Does the work, on a thread of the pool; may block.
    func run()

    /// Is told that it will never be run, on the thread of whoever cancelled it or ended the pool.
    func cancel()

    /// Is told why it will never be run, although no caller cancelled it, on the thread that found that out.
    func refuse(_ error: ImageError)
}

extension PoolWork {
    /// As if it was cancelled.
    package func refuse(_ error: ImageError) {
        cancel()
    }
}
