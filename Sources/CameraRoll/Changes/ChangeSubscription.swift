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

/// What the iterators of change streams share: a subscription, and what the subscriber has seen last.
///
/// It subscribes with the first call of `next`, and unsubscribes at the end and at an error.
package struct ChangeIterator<Seen: Sendable> {
    private let access: LibraryAccess
    private var subscription: ChangeSubscription?
    /// What the subscriber has seen last.
    private(set) var seen: Seen
    /// Whether the messages have ended.
    private(set) var isFinished = false

    package init(_ seen: Seen, behind access: LibraryAccess) {
        self.seen = seen
        self.access = access
    }

    /// Waits for the next update; returns nil after the end and after an error.
    ///
    /// - Parameter look: makes an update from a message, or nil if nothing has changed, and stores what was seen.
    package mutating func next<Update>(
        _ look: (LatestMessageState.Message, inout Seen) async throws(LibraryError) -> Update?
    ) async throws(LibraryError) -> Update? {
        guard !isFinished else { return nil }
        do throws(LibraryError) {
            while let message = try await open().next() {
                if let update = try await look(message, &seen) { return update }
            }
            finish()
            return nil
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
