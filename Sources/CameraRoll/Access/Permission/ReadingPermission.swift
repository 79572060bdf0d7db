import Synchronization

/// The permission to read a library: the concurrent wrapper of ``PermissionState``, checked before each delivery.
///
/// It may be used from any thread. No lock is held while the authorization is queried or a handler is called.
package final class ReadingPermission: Sendable {
    package typealias Observation = ObserverList<PermissionState.Note>.Observation

    private let authorization: any LibraryAuthorization
    private let state = Lock(PermissionState())
    private let observers = ObserverList<PermissionState.Note>()
    // The state's generations and number of statuses, written under its lock: they never decrease.
    private let published = Atomic<UInt64>(0)
    private let narrowed = Atomic<UInt64>(0)
    private let looks = Atomic<UInt64>(0)

    init(_ authorization: any LibraryAuthorization) {
        self.authorization = authorization
    }

    /// The number of revocations; one atomic load.
    package var generation: UInt64 { published.load(ordering: .acquiring) }

    /// The first generation since the permission was last narrowed; one atomic load.
    var revocation: UInt64 { narrowed.load(ordering: .acquiring) }

    /// The permission as of the last check.
    package var permit: Permit { state.withLock(\.permit) }

    /// Checks the user's permission, and records it.
    ///
    /// - Parameter isReported: whether the authorization reported a change.
    @discardableResult func look(isReported: Bool = false) -> Permit {
        while true {
            let looks = looks.load(ordering: .acquiring)
            let status = authorization.status(for: .readWrite)
            let note = state.withLock { state in
                let note = state.note(status, after: looks, isReported: isReported)
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
    package func observe(_ handler: @escaping ObserverList<PermissionState.Note>.Handler) -> Observation {
        observers.add(handler)
    }

    private func publish(_ state: PermissionState) {
        // Before the generation: whoever sees a revocation's generation sees its revocation, too.
        narrowed.store(state.permit.revocation, ordering: .releasing)
        published.store(state.permit.generation, ordering: .releasing)
        looks.store(state.looks, ordering: .releasing)
    }
}

// MARK: - The check before a delivery

extension ReadingPermission {
    /// Checks whether data read under a generation may be delivered.
    ///
    /// - Returns: false if full access became limited since, so that the data has to be read again.
    /// - Throws: `.notAuthorized` if reading was forbidden since, even if it is allowed again.
    package func allows(_ generation: UInt64) throws(LibraryError) -> Bool {
        guard generation != self.generation else { return true }
        let permit = permit
        guard generation >= permit.withdrawal else { throw .notAuthorized(permit.refusal) }
        return generation >= permit.revocation
    }
}

/// The permission to read at one moment, with the history of its revocations.
///
/// All data read from the library is stored with the ``generation`` of its moment, which is compared with the current
/// one directly before delivery. An older generation by itself tells how much was revoked since.
package struct Permit: Equatable, Sendable {
    /// The user's permission.
    package var status = AuthorizationStatus.notDetermined
    /// The number of revocations: of everything, of all but some assets, or possibly of one of those assets.
    package var generation: UInt64 = 0
    /// The first generation since the status was last narrowed: older data may contain assets that are no longer
    /// allowed.
    package var revocation: UInt64 = 0
    /// The first generation since reading was last forbidden: older data is not delivered.
    var withdrawal: UInt64 = 0
    /// The status when reading was last forbidden.
    var refusal = AuthorizationStatus.denied
}

/// The permission to read, and the number of its revocations: a pure value.
///
/// How a revocation reaches data that are being delivered
///
/// Each library has one permission state with a number, the generation. It is incremented by each revocation: when
/// reading is forbidden, when full access becomes limited, and, under limited access, when the library changes, since
/// the user may have deselected an asset. No message is sent to the readers: snapshots, images, originals, streams
/// and preloads store the generation under which they began, and compare it with the state directly before they
/// deliver data. So no message can be lost or late. The handlers of ``ReadingPermission`` only wake callers that
/// would otherwise wait in vain; they may run late without harm.
///
/// The state has three sources: the authorization, if it reports changes; every read, which checks the status before
/// it accesses the library; and the library's own signals. Several threads may check at a time, and their statuses
/// may arrive in another order than the one in which they were true. A status is therefore accepted only if no other
/// was recorded between the check and the record; otherwise the thread checks again. So the state receives statuses
/// in the order in which they were true, the last one is never older than an earlier one, and each repetition means
/// that another thread made progress. A thread that is notified of a change checks after the change: the last status
/// in the state is then the last one that was true, provided that the authorization reports its changes.
///
/// Restoring a permission increments nothing: data from before the revocation stays invalid because of its older
/// generation.
package struct PermissionState {
    /// The result of a check.
    package struct Note: Equatable, Sendable {
        let permit: Permit
        /// Whether the status changed, or the authorization reported that it may have.
        var concernsStatus = false
        /// Whether other assets may be visible: the status changed, or the authorization reported a change under
        /// limited access, which may be one of the selection.
        var concernsAssets = false
        /// Whether the permission was revoked or narrowed.
        var isRevocation = false
    }

    private(set) var permit = Permit()
    /// The number of recorded statuses: a check that began before the last of them is not accepted.
    private(set) var looks: UInt64 = 0
    /// Before the first check nothing was read, so nothing can be revoked.
    private var isKnown = false

    /// Records a status that was checked.
    ///
    /// - Parameters:
    ///   - status: the user's permission.
    ///   - looks: the number of recorded statuses when the check began.
    ///   - isReported: whether the authorization reported a change; under limited access, the selection may then have
    ///     changed.
    /// - Returns: the result; nil if another status was recorded meanwhile, so that this one may be older.
    mutating func note(_ status: AuthorizationStatus, after looks: UInt64, isReported: Bool = false) -> Note? {
        guard looks == self.looks else { return nil }
        self.looks += 1
        let before = isKnown ? permit.status : status
        isKnown = true
        permit.status = status
        if before.allowsReading, !status.allowsReading {
            withdraw(status)
        } else if before == .authorized, status == .limited {
            narrow()
        } else if isReported, before == .limited, status == .limited {
            permit.generation += 1
        } else {
            let hasChanged = before != status
            return Note(permit: permit, concernsStatus: isReported || hasChanged, concernsAssets: hasChanged)
        }
        return Note(permit: permit, concernsStatus: true, concernsAssets: true, isRevocation: true)
    }

    /// Records a change of the library; returns a revocation if the user may have deselected an asset.
    mutating func noteLibraryChange() -> Note? {
        guard permit.status == .limited else { return nil }
        permit.generation += 1
        return Note(permit: permit, isRevocation: true)
    }

    private mutating func narrow() {
        permit.generation += 1
        permit.revocation = permit.generation
    }

    private mutating func withdraw(_ status: AuthorizationStatus) {
        narrow()
        (permit.withdrawal, permit.refusal) = (permit.generation, status)
    }
}
