import Synchronization

/// The permission to read a library: the concurrent wrapper of ``PermissionState``, checked before each delivery.
///
/// It may be used from any thread. No lock is held while the authorization is asked or a handler is called.
final class ReadingPermission: Sendable {
    typealias Observation = ObserverList<PermissionState.Note>.Observation
    typealias Handler = ObserverList<PermissionState.Note>.Handler

    private let authorization: any LibraryAuthorization
    private let state = Lock(PermissionState())
    private let observers = ObserverList<PermissionState.Note>()
    // The state's generation and number of statuses, written under its lock: they never decrease.
    private let published = Atomic<UInt64>(0)
    private let looks = Atomic<UInt64>(0)

    init(_ authorization: any LibraryAuthorization) {
        self.authorization = authorization
    }

    /// The number of revocations; one atomic load.
    var generation: UInt64 { published.load(ordering: .acquiring) }

    /// The permission as of the last check.
    var permit: Permit { state.withLock(\.permit) }

    /// Checks the user's permission, and records it.
    ///
    /// - Parameter isTold: whether the authorization reported a change.
    @discardableResult func look(isTold: Bool = false) -> Permit {
        while true {
            let looks = looks.load(ordering: .acquiring)
            let status = authorization.status(for: .readWrite)
            let note = state.withLock { state in
                let note = state.note(status, after: looks, isTold: isTold)
                publish(state)
                return note
            }
            // Another thread recorded a status meanwhile, and this one may be older: check again.
            guard let note else { continue }
            if note.concernsStatus { observers.tell(note) }
            return note.permit
        }
    }

    /// Records a change of the library: under limited access an asset may have been deselected.
    func libraryChanged() {
        let note = state.withLock { state in
            let note = state.noteLibraryChange()
            publish(state)
            return note
        }
        if let note { observers.tell(note) }
    }

    /// Calls a handler after each change, on the thread that recorded it, for as long as the result is retained.
    func observe(_ handler: @escaping Handler) -> Observation { observers.add(handler) }

    private func publish(_ state: PermissionState) {
        published.store(state.permit.generation, ordering: .releasing)
        looks.store(state.looks, ordering: .releasing)
    }
}

// MARK: - The check before a delivery

extension ReadingPermission {
    /// Checks whether data that were read under a generation may be delivered.
    ///
    /// - Returns: false if full access became limited since, so that the data have to be read again.
    /// - Throws: `.notAuthorized` if reading was forbidden since, even if it is allowed again.
    func allows(_ generation: UInt64) throws(LibraryError) -> Bool {
        guard generation != self.generation else { return true }
        let permit = permit
        guard generation >= permit.withdrawal else { throw .notAuthorized(permit.refusal) }
        return generation >= permit.revocation
    }
}
