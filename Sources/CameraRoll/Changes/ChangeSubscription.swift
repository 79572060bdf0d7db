/// A subscription to a library's changes, which ends when it is released.
final class ChangeSubscription: Sendable {
    private let access: LibraryAccess
    private let inbox: ChangeInbox
    private let number: Int

    /// Adds a subscription, and starts observing the library if not already observing.
    ///
    /// - Throws: `.notAuthorized` without permission, in which case nothing was accessed; or the reason why it
    ///   failed.
    static func open(behind access: LibraryAccess) async throws(LibraryError) -> ChangeSubscription {
        let subscription = ChangeSubscription(behind: access)
        try await access.observeChanges()
        return subscription
    }

    private init(behind access: LibraryAccess) {
        self.access = access
        inbox = ChangeInbox()
        number = access.changes.join(inbox, at: access.permission.reading.generation)
    }

    deinit {
        access.leaveChanges(number)
    }

    /// Waits for the next message; returns nil after the end.
    func next() async throws(LibraryError) -> LatestMessageState.Message? {
        try await inbox.next()
    }
}

/// The messages of a library's changes for the iterators of change streams; subscribes with the first call of `next`.
struct ChangeMessages {
    private let access: LibraryAccess
    private var subscription: ChangeSubscription?
    /// Whether the messages have ended.
    private(set) var isFinished = false

    init(behind access: LibraryAccess) {
        self.access = access
    }

    /// Waits for the next message; returns nil after the end and after an error.
    mutating func next() async throws(LibraryError) -> LatestMessageState.Message? {
        guard !isFinished else { return nil }
        do throws(LibraryError) {
            let message = try await open().next()
            if message == nil { finish() }
            return message
        } catch {
            finish()
            throw error
        }
    }

    /// Ends the subscription.
    mutating func finish() {
        isFinished = true
        subscription = nil
    }

    private mutating func open() async throws(LibraryError) -> ChangeSubscription {
        if let subscription { return subscription }
        let opened = try await ChangeSubscription.open(behind: access)
        subscription = opened
        return opened
    }
}
