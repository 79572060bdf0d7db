/// One subscriber of a library's changes; leaves when it is let go.
final class ChangeSubscription: Sendable {
    private let access: LibraryAccess
    private let inbox: ChangeInbox
    private let number: Int

    /// Joins those who hear of changes, and has the library observed where it is not yet.
    ///
    /// - Throws: `.notAuthorized` where there is no permission: nothing was touched then; or why it failed.
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

    /// The next message; nil where nothing comes any more.
    func next() async throws(LibraryError) -> LatestMessageState.Message? {
        try await inbox.next()
    }
}

/// The messages of a library's changes, as the iterators of change streams take them: from the first question on.
struct ChangeMessages {
    private let access: LibraryAccess
    private var subscription: ChangeSubscription?
    /// Whether nothing comes any more.
    private(set) var isFinished = false

    init(behind access: LibraryAccess) {
        self.access = access
    }

    /// The next message; nil where nothing comes any more, and after a throw.
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

    /// Leaves; nothing comes any more.
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
