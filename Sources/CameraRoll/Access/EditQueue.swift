/// Where edits are carried out: one after the other, on a thread apart from all reads, since a library may wait for the
/// user's consent as long as it likes.
final class EditQueue: Sendable {
    /// How many transactions may wait; each is a user's wish, so more are a loop gone wild.
    private static let waiting = 1_024

    private struct Contents {
        var pool: WorkPool?
        var transactions: [ObjectIdentifier: (number: Int, transaction: EditTransaction)] = [:]
        var last = 0
        var isClosed = false

        /// In the order in which they came.
        var inOrder: [EditTransaction] { transactions.values.sorted { $0.number < $1.number }.map(\.transaction) }
    }

    private let contents = Lock(Contents())

    /// Carries a transaction out, and waits for its end.
    ///
    /// - Throws: what the editor throws, `.cancelled` or `.shutDown` before it has begun, or `.library(.tooManyCalls)`.
    func perform(_ transaction: EditTransaction, by editor: any LibraryEditor) async throws(EditError) -> EditReceipt {
        try start(transaction, by: editor)
        defer { contents.withLock { _ = $0.transactions.removeValue(forKey: ObjectIdentifier(transaction)) } }
        return try await transaction.receipt()
    }

    /// Ends all transactions that have not begun to change anything, and refuses those that come later.
    func close() {
        let transactions = contents.withLock { contents in
            contents.isClosed = true
            return contents.inOrder
        }
        for transaction in transactions { transaction.giveUp(.shutDown) }
    }

    /// Ends the transactions that the user allows no more.
    func permissionChanged() {
        let transactions = contents.withLock(\.inOrder)
        for transaction in transactions { transaction.giveUpUnlessAllowed() }
    }

    private func start(_ transaction: EditTransaction, by editor: any LibraryEditor) throws(EditError) {
        do throws(PoolError) {
            let pool = try openPool(for: transaction)
            let place = Lock<PoolTicket?>(nil)
            // Who gives up leaves the line too; who does so before the place is known is passed by in its turn. Before
            // the editor can have the transaction: the last action counts, and the editor's must not be lost.
            transaction.onCancel { [weak pool] in
                if let ticket = place.withLock(\.self) { _ = pool?.cancel(ticket) }
            }
            let ticket = try pool.submit(EditWork(transaction: transaction, editor: editor), priority: .visible)
            place.withLock { $0 = ticket }
        } catch {
            _ = contents.withLock { $0.transactions.removeValue(forKey: ObjectIdentifier(transaction)) }
            throw error == .shutDown ? .shutDown : .library(.tooManyCalls(limit: Self.waiting))
        }
    }

    /// The thread, made for the first transaction: most apps never edit.
    private func openPool(for transaction: EditTransaction) throws(PoolError) -> WorkPool {
        try contents.withLock { contents throws(PoolError) in
            if contents.isClosed { throw .shutDown }
            let pool =
                if let pool = contents.pool { pool } else {
                    try WorkPool(label: "cameraroll.edit", limits: PoolLimits(threads: 1, waiting: Self.waiting))
                }
            contents.pool = pool
            contents.last += 1
            contents.transactions[ObjectIdentifier(transaction)] = (contents.last, transaction)
            return pool
        }
    }
}

/// A transaction on its way to an editor.
private struct EditWork: PoolWork {
    let transaction: EditTransaction
    let editor: any LibraryEditor

    func run() {
        transaction.run(by: editor)
    }

    func cancel() {
        transaction.giveUp(.shutDown)
    }
}
