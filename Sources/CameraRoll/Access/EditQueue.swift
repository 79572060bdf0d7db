// How edits work
//
// 1. The closure of `MediaManager.performChanges` lists its edits in `ChangeRequest`; nothing is accessed. Edits that
//    no library could carry out are refused at once.
// 2. The library's `EditorBackend` is obtained on the library executor, which checks the permission: adding assets
//    requires less than other edits.
// 3. The edits become an `EditTransaction`. `EditQueue` submits it to its own thread, which is created for the first
//    transaction, and carries out one transaction at a time. Transactions about which the editor may ask the user have
//    a second thread: while it waits for the user's consent, other edits go on. Reads continue meanwhile on the library
//    executor.
// 4. Directly before the editor does what cannot be undone, it calls `commit()`, which checks the permission once
//    more. Up to the commit, the transaction ends as soon as its task is canceled, the library access is closed or
//    the permission is revoked: it is removed from the queue, or the editor's `onCancel` action ends its wait, and
//    nothing is changed. From the commit on, only the editor ends it, and the caller waits for the outcome.
//    `EditState` is this state machine. Once the access closes, no transaction begins or commits anymore.
// 5. The editor returns an `EditReceipt` with the identifiers of the created objects. The preload cache is
//    invalidated, and `EditOutcome` maps the placeholders of the closure to these identifiers.
//
// The library reports an edit like any other change, so update streams deliver it.

/// Carries out edits one after the other, on threads separate from all reads, since a library may wait a long time for
/// consent.
///
/// Transactions that may ask the user wait for each other only, so at most one question is open at a time.
final class EditQueue: Sendable {
    /// The maximum number of transactions that wait for each thread; each stems from a user's action, so more indicate
    /// a runaway loop.
    private static let waiting = 1_024

    /// The threads, each for one transaction at a time.
    private enum EditThread: String {
        /// For transactions that never ask the user.
        case silent = "cameraroll.edit"
        /// For transactions that may wait for the user.
        case asking = "cameraroll.ask"
    }

    private struct Contents {
        var pools: [EditThread: WorkPool] = [:]
        var transactions: [ObjectIdentifier: (number: Int, transaction: EditTransaction)] = [:]
        var last = 0
        var isClosed = false

        /// The transactions in the order of their submission.
        var inOrder: [EditTransaction] { transactions.values.sorted { $0.number < $1.number }.map(\.transaction) }
    }

    private let contents = Lock(Contents())

    /// Carries out a transaction, and waits for its end.
    ///
    /// - Throws: the editor's error, `.cancelled` or `.shutDown` before the commit, or `.library(.tooManyCalls)`.
    func perform(_ transaction: EditTransaction, by editor: any EditorBackend) async throws(EditError) -> EditReceipt {
        let interval = WorkInterval("edit", "\(transaction.edits.count) edits")
        defer { interval.end() }
        try start(transaction, by: editor)
        defer { contents.withLock { _ = $0.transactions.removeValue(forKey: ObjectIdentifier(transaction)) } }
        return try await transaction.receipt()
    }

    /// Ends all transactions that are not committed yet, and refuses later ones.
    ///
    /// All of them have ended before a caller or an editor learns of it: an editor whose wait ends would otherwise
    /// reach the next transaction on its thread, and commit it. The last ones end first, for the same reason.
    func close() {
        let transactions = contents.withLock { contents in
            contents.isClosed = true
            return contents.inOrder
        }
        let announcements = transactions.reversed().map { $0.abandon(.shutDown) }
        for announce in announcements.reversed() { announce() }
    }

    /// The number of transactions that have not ended.
    var count: Int { contents.withLock(\.transactions.count) }

    /// Ends the transactions that the user's permission no longer allows.
    func permissionChanged() {
        let transactions = contents.withLock(\.inOrder)
        for transaction in transactions { transaction.giveUpUnlessAllowed() }
    }

    private func start(_ transaction: EditTransaction, by editor: any EditorBackend) throws(EditError) {
        do throws(PoolError) {
            let thread = editor.mayAsk(transaction.edits) ? EditThread.asking : .silent
            let pool = try openPool(thread, for: transaction)
            let place = Lock<PoolTicket?>(nil)
            // A canceled transaction also leaves the pool's queue; if it is canceled before its ticket is known, its
            // work does nothing. Registered before the editor receives the transaction: only the last action is kept,
            // and the editor's action must not be lost.
            transaction.onCancel { [weak pool] in
                if let ticket = place.withLock(\.self) { _ = pool?.cancel(ticket) }
            }
            let ticket = try pool.submit(
                EditWork(transaction: transaction, editor: editor), priority: PoolPriority(Task.currentPriority))
            place.withLock { $0 = ticket }
        } catch {
            _ = contents.withLock { $0.transactions.removeValue(forKey: ObjectIdentifier(transaction)) }
            throw error == .shutDown ? .shutDown : .library(.tooManyCalls(limit: Self.waiting))
        }
    }

    /// A thread, created for its first transaction, since most apps never edit.
    private func openPool(_ thread: EditThread, for transaction: EditTransaction) throws(PoolError) -> WorkPool {
        try contents.withLock { contents throws(PoolError) in
            if contents.isClosed { throw .shutDown }
            let pool =
                if let pool = contents.pools[thread] { pool } else {
                    try WorkPool(label: thread.rawValue, limits: PoolLimits(threads: 1, waiting: Self.waiting))
                }
            contents.pools[thread] = pool
            contents.last += 1
            contents.transactions[ObjectIdentifier(transaction)] = (contents.last, transaction)
            return pool
        }
    }
}

/// A transaction as work for the pool.
private struct EditWork: PoolWork {
    let transaction: EditTransaction
    let editor: any EditorBackend

    func run() {
        transaction.run(by: editor)
    }

    func cancel() {
        transaction.giveUp(.shutDown)
    }
}
