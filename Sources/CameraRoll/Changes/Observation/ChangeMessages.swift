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
    mutating func next() async throws(LibraryError) -> InboxState.Message? {
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
