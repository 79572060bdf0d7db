/// What the user allows to be read at a moment, and how often it was taken back before.
///
/// All that is read of the library remembers the ``generation`` of its moment, which is compared with the current one
/// right before it is delivered. A generation that was passed tells by itself how much was taken back since.
struct Permit: Equatable, Sendable {
    /// What the user allows.
    var status = AuthorizationStatus.notDetermined
    /// How often something was taken back: everything, all but some assets, or perhaps one of those few.
    var generation: UInt64 = 0
    /// The first generation since the status was narrowed last: what is older may show what is allowed no more.
    var revocation: UInt64 = 0
    /// The first generation since reading was forbidden last: what is older is not delivered.
    var withdrawal: UInt64 = 0
    /// The status with which reading was forbidden last.
    var refusal = AuthorizationStatus.denied
}

/// What the user allows to be read, and how often that was taken back: a pure value.
///
/// How a revocation reaches what is on its way
///
/// There is one state for each library, and a number in it, the generation, that rises whenever something is taken
/// back: when reading is forbidden, when full access becomes limited, and under limited access when the library
/// changes, since the user may have deselected an asset. Nothing is sent to those who read: snapshots, images,
/// originals, streams and preloads remember the generation under which they began, and look at the state once more
/// before they give something out. So no message can be forgotten, and none comes late. The handlers of
/// ``ReadingPermission`` only wake those who would otherwise wait in vain; it does no harm if they are late.
///
/// Three sources feed the state: the authorization where it tells of changes, every read, which looks at the status
/// before it touches the library, and the library's own signals. Several threads may look at once, and what they saw
/// may arrive in another order than that in which it was true. So a status counts only if no other was noted between
/// the look and the note; otherwise the thread looks again. The statuses therefore stand in the state in the order in
/// which they were true, the last one is never older than any that was noted before it, and each repetition is paid
/// for by another thread's progress. A thread that is told of a change looks after it was made: so the last status in
/// the state is the last one that was true, wherever the authorization tells of its changes.
///
/// Permission that is given back raises nothing: what was taken away before is invalid by its older generation.
struct PermissionState {
    /// What a look led to.
    struct Note: Equatable, Sendable {
        let permit: Permit
        /// Whether the status is another, or the authorization said that it may be.
        var concernsStatus = false
        /// Whether something was taken back.
        var isRevocation = false
    }

    private(set) var permit = Permit()
    /// How many statuses were noted: a look that began before the last of them does not count.
    private(set) var looks: UInt64 = 0
    /// Before the first look nothing was read, so nothing can be taken back.
    private var isKnown = false

    /// Takes a status that was looked up.
    ///
    /// - Parameters:
    ///   - status: what the user allowed.
    ///   - looks: how many statuses were noted when the look began.
    ///   - isTold: whether the authorization said that something has changed: under limited access perhaps the
    ///     selection.
    /// - Returns: what came of it; nil if another status was noted meanwhile, and this one may be older.
    mutating func note(_ status: AuthorizationStatus, after looks: UInt64, isTold: Bool = false) -> Note? {
        guard looks == self.looks else { return nil }
        self.looks += 1
        let before = isKnown ? permit.status : status
        isKnown = true
        permit.status = status
        if before.allowsReading, !status.allowsReading {
            withdraw(status)
        } else if before == .authorized, status == .limited {
            narrow()
        } else if isTold, before == .limited, status == .limited {
            permit.generation += 1
        } else {
            return Note(permit: permit, concernsStatus: isTold || before != status)
        }
        return Note(permit: permit, concernsStatus: true, isRevocation: true)
    }

    /// The library has changed; returns what comes of it if the user may have deselected an asset.
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
