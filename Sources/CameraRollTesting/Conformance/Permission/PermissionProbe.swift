import CameraRoll
import SyntheticLibrary

/// A permission that a check sets, and a ledger of the accesses to the library.
struct PermissionControl: Sendable {
    let authorization = MockAuthorization(.notDetermined)
    let ledger = AccessLedger()
    let leaks = LeakTracker()

    /// A factory with this permission instead of its own.
    func factory(_ base: PhotoLibrarySource) -> PhotoLibrarySource {
        PhotoLibrarySource(authorization: authorization) { [leaks, open = base.open] context in
            ProbedLibrary(try open(context), leaks: leaks)
        }.recorded(in: ledger)
    }
}

/// A library with a permission that a check sets.
struct PermissionProbe: Sendable {
    let subject: LibrarySubject
    let control: PermissionControl
    let manager: MediaManager
    let expect: Expectation

    var access: LibraryAccess { manager.photos.access }

    /// Checks that every read is refused with a status.
    func expectRefusals(_ status: AuthorizationStatus) async throws {
        let refused = LibraryError.notAuthorized(status)
        try await expectError(refused, "a snapshot") { _ = try await manager.photos.snapshot() }
        try await expectError(refused, "a look-up") { _ = try await manager.photos.assets(withIdentifiers: [.unknown]) }
        try await expectError(refused, "a list of albums") { _ = try await manager.loadAlbums() }
        try await expectError(refused, "a change token") { _ = try await manager.changeToken() }
        let edit = living.begin { edits in _ = edits.createAlbum("Not allowed") }
        guard case .failure(let error) = try await expect.end(of: "an edit", within: subject.deadline, edit.value)
        else {
            throw expect.fail("an edit", expected: "the error \(refused)", found: "no error")
        }
        try expect.equal(error, .library(refused), "the error of an edit")
    }

    private func expectError(
        _ expected: LibraryError, _ subject: String, _ body: () async throws -> Void
    ) async throws {
        do {
            try await body()
        } catch let error as LibraryError {
            return try expect.equal(error, expected, "the error of \(subject)")
        }
        throw expect.fail(subject, expected: "the error \(expected)", found: "no error")
    }

    /// Reads from a library after its release; fails if it cannot be opened again.
    func reopen() async throws -> (LibraryIdentity, [MediaAsset]) {
        do {
            return try await access.look { ($0.identity, try $0.everything()) }
        } catch let error as LibraryError {
            throw expect.fail("a library that was open before", expected: "that it opens again", found: "\(error)")
        }
    }

    /// Follows the list of albums, and returns once the library is observed and no read is pending.
    func follow() async throws -> TaskedWork<LibraryError?> {
        let hasBegun = Gate()
        let following = TaskedWork { [albums = manager.albums] in
            defer { hasBegun.open() }
            do throws(LibraryError) {
                for try await _ in albums.albumUpdates() { hasBegun.open() }
                return nil as LibraryError?
            } catch {
                return error
            }
        }
        _ = try await living.wait(for: "the wait for a stream of updates") { await hasBegun.wait() }
        return following
    }

    /// Edits the library, or causes a change from outside, and waits for its signal.
    func awaitChangeSignal() async throws {
        let isEditable = try await access.look { try $0.editor() != nil }
        guard isEditable || subject.change != nil else {
            throw NotApplicable("The library has no editor, and the subject brings no way to cause a change.")
        }
        let signals = SignalCount()
        do {
            try await living.observing(signals) {
                if let change = subject.change {
                    try await OutsideProbe(living: living, change: change).changeAndAwaitSignal(signals)
                }
                if isEditable { try await living.editAndAwaitSignal(signals) }
            }
        } catch is UnsupportedEdit {
            guard subject.change == nil else { return }
            throw NotApplicable("The editor does not create albums.")
        }
    }

    var living: LivingProbe {
        LivingProbe(
            access: access, manager: manager, hooks: EditHooks(), deadline: subject.deadline, expect: expect)
    }
}
