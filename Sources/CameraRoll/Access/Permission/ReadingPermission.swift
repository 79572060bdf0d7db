import Synchronization

/// Whether a library may be read: the shell of ``PermissionState``, which all that deliver compare with.
///
/// Any thread may ask it. No lock is held while the authorization is asked or a handler is called.
final class ReadingPermission: Sendable {
    typealias Observation = ObserverList<PermissionState.Note>.Observation
    typealias Handler = ObserverList<PermissionState.Note>.Handler

    private let authorization: any LibraryAuthorization
    private let state = Lock(PermissionState())
    private let observers = ObserverList<PermissionState.Note>()
    /// The state's generation, to be compared without a lock; written under the state's lock, so it never goes back.
    private let published = Atomic<UInt64>(0)
    private let isLimited = Atomic(false)

    init(_ authorization: any LibraryAuthorization) {
        self.authorization = authorization
    }

    /// How often something was taken back; one atomic load.
    var generation: UInt64 { published.load(ordering: .acquiring) }

    /// What was allowed at the last look.
    var permit: Permit { state.withLock(\.permit) }

    /// Looks at what the user allows, and takes note of it.
    ///
    /// - Parameter isTold: whether the authorization said that something has changed.
    @discardableResult func look(isTold: Bool = false) -> Permit {
        while true {
            let looks = state.withLock(\.looks)
            let status = authorization.status(for: .readWrite)
            let note = state.withLock { state in
                let note = state.note(status, after: looks, isTold: isTold)
                publish(state.permit)
                return note
            }
            // Another thread's status came between, and this one may be older: look again.
            guard let note else { continue }
            if note.concernsStatus { observers.tell(note) }
            return note.permit
        }
    }

    /// The library has changed: under limited access an asset may have been deselected.
    func libraryChanged() {
        guard isLimited.load(ordering: .acquiring) else { return }
        let note = state.withLock { state in
            let note = state.noteLibraryChange()
            publish(state.permit)
            return note
        }
        if let note { observers.tell(note) }
    }

    /// Has a handler called after each change, on the thread that has noted it, for as long as the result is kept.
    func observe(_ handler: @escaping Handler) -> Observation { observers.add(handler) }

    private func publish(_ permit: Permit) {
        published.store(permit.generation, ordering: .releasing)
        isLimited.store(permit.status == .limited, ordering: .releasing)
    }
}

// MARK: - The last look before something is given out

extension ReadingPermission {
    /// Refuses what was read under a permission that was withdrawn since.
    ///
    /// - Returns: whether it may be given out; not if full access has become limited since, so that it is to be read
    ///   again.
    /// - Throws: `.notAuthorized` if reading was forbidden since, even if it is allowed again.
    func allows(_ generation: UInt64) throws(LibraryError) -> Bool {
        guard generation != self.generation else { return true }
        let permit = permit
        guard generation >= permit.withdrawal else { throw .notAuthorized(permit.refusal) }
        return generation >= permit.revocation
    }
}
