import CameraRoll
import SyntheticLibrary

extension ConformanceCheck {
    /// The guarantees of permission: nothing is accessed before it, and everything is released when it is revoked.
    ///
    /// The check's permission replaces the subject's.
    public static var permission: [ConformanceCheck] {
        [nothingBefore, lettingGo, openingAgain, tellingAgain, givenLater, becomingFull]
    }

    /// A check of a library with a permission that is not determined at first.
    init(
        permission name: String,
        body: @escaping @Sendable (PermissionProbe, PermissionControl, Expectation) async throws -> Void
    ) {
        self.init(name) { subject, expect in
            let control = PermissionControl()
            try await subject.withAccess(to: control.factory(subject.factory())) { access in
                let manager = MediaManager(access: access)
                try await body(
                    PermissionProbe(subject: subject, control: control, manager: manager, expect: expect),
                    control, expect)
            }
        }
    }

    private static let nothingBefore = ConformanceCheck(
        permission: "Nothing is opened before permission, and then the same library as ever"
    ) { library, control, expect in
        let usual = try await library.subject.read { ($0.identity, try $0.everything()) }
        for status in [AuthorizationStatus.notDetermined, .restricted, .denied] {
            control.authorization.status = status
            try await library.expectRefusals(status)
            try expect.equal(control.ledger.entries, [], "the touches without permission")
        }
        control.authorization.status = .authorized
        let late = try await library.access.look { ($0.identity, try $0.everything()) }
        try expect.equal(late.0, usual.0, "the identity of the library that is opened late")
        try expect.equal(late.1, usual.1, "the assets of the library that is opened late")
        try expect.equal(control.ledger.entries(of: .open).count, 1, "the number of openings")
        try expect.equal(control.ledger.touchesOffExecutor, [], "the touches off the executor")
    }

    private static let lettingGo = ConformanceCheck(
        permission: "A library is released with its results when permission is withdrawn"
    ) { library, control, expect in
        control.authorization.status = .authorized
        let photos = library.manager.photos
        let snapshots = [try await photos.snapshot(), try await photos.snapshot(of: .videos)]
        let following = try await library.follow()
        control.ledger.reset()
        // In a job of the executor, so that no read is between its check of the status and its access: the reads of
        // a changing library's followers happen before this or are refused.
        _ = try? await library.access.look { [authorization = control.authorization] _ in
            authorization.status = .denied
        }
        let error = try await expect.end(
            of: "a stream of updates", within: library.subject.deadline, following.value)
        try expect.equal(error, .notAuthorized(.denied), "the end of a stream of updates")
        // The refusal comes after the revocation, on the executor.
        try await library.expectRefusals(.denied)
        let touches = control.ledger.entries.filter { $0.status == .denied }.map(\.touch)
        try expect.equal(touches.first, .stopObserving, "what is done first where permission is withdrawn")
        try expect.equal(touches.count { $0 == .releaseResult }, snapshots.count, "the number of released results")
        try expect.equal(touches.count { $0 == .releaseLibrary }, 1, "the number of released libraries")
        try expect.equal(control.ledger.touchesOffExecutor, [], "releases off the executor")
        try expect.equal(control.ledger.touchesBeforePermission, [], "the touches after permission was withdrawn")
        control.authorization.status = .authorized
        let survivors = try await library.access.look { [leaks = control.leaks] _ in leaks.survivors }
        try expect.equal(survivors, 0, "the number of libraries and results that are still there")
    }

    private static let openingAgain = ConformanceCheck(
        permission: "A library opens again where permission comes back"
    ) { library, control, expect in
        control.authorization.status = .authorized
        let before = try await library.access.look { ($0.identity, try $0.everything()) }
        for status in [AuthorizationStatus.denied, .notDetermined] {
            control.authorization.status = status
            try await library.expectRefusals(status)
            control.authorization.status = .authorized
            let again = try await library.reopen()
            try expect.equal(again.0, before.0, "the identity of the library that is opened again")
            try expect.equal(again.1, before.1, "the assets of the library that is opened again")
        }
    }

    private static let tellingAgain = ConformanceCheck(
        permission: "A library that opens again tells of its changes"
    ) { library, control, expect in
        control.authorization.status = .authorized
        _ = try await library.access.look(\.identity)
        for status in [AuthorizationStatus.denied, .notDetermined] {
            control.authorization.status = status
            try await library.expectRefusals(status)
            control.authorization.status = .authorized
            _ = try await library.reopen()
            try await library.awaitChangeSignal()
        }
    }
}
