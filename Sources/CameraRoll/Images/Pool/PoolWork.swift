/// A piece of work for a ``DecodePool``: it is either run or cancelled, and that exactly once (*Ends Exactly Once*).
package protocol PoolWork: Sendable {
    /// Does the work, on a thread of the pool; may block.
    func run()

    /// Is told that it will never be run, on the thread of whoever cancelled it or ended the pool.
    func cancel()
}
