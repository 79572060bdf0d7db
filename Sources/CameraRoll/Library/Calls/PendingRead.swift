/// A read that was started and is to be waited for, once, or given up.
///
/// Not Sendable: one caller owns it. When the caller drops it, the read ends and its turns are passed by; so a read
/// ahead needs no task, and nothing outlives the iterator that wanted it.
final class PendingRead<Read: SlicedRead> {
    private let call: LibraryCall<Read>

    /// A read that was started.
    init(_ call: LibraryCall<Read>) {
        self.call = call
    }

    deinit {
        call.end(.cancelled)
    }

    /// Waits for the read to end; ends at once with `.cancelled` when the waiting task is cancelled.
    func value() async throws(LibraryError) -> Read.Output {
        try await call.outcome().get()
    }
}

@available(*, unavailable)
extension PendingRead: Sendable {}
