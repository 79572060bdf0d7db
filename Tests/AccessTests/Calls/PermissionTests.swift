import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import Testing

@Suite struct PermissionTests {
    private let setup = ManualSetup()

    @Test(arguments: [AuthorizationStatus.notDetermined, .restricted, .denied])
    func `Without permission nothing is touched, not even opened`(status: AuthorizationStatus) async {
        setup.authorization.status = status
        let read = Task { try await setup.read(1) }
        await setup.manual.waitUntilEnqueued(1)
        setup.manual.runAll()
        #expect(await read.libraryError == .notAuthorized(status))
        #expect(setup.ledger.entries.isEmpty)
    }

    @Test(arguments: [AuthorizationStatus.authorized, .limited])
    func `Once permission is given the library is opened, and only once`(status: AuthorizationStatus) async throws {
        setup.authorization.status = .notDetermined
        _ = try? await setup.finish(1)
        setup.authorization.status = status
        #expect(try await setup.finish(2) == 2)
        #expect(try await setup.finish(3) == 3)
        // Under limited access each change may mean that an asset was deselected.
        #expect(setup.ledger.entries.map(\.touch) == (status == .limited ? [.open, .startObserving] : [.open]))
        #expect(setup.ledger.touchesBeforePermission.isEmpty)
    }

    // the user                 the executor
    // --------                 ------------
    //                          slice 1
    // revokes permission
    //                          slice 2 is refused
    @Test func `Permission that is withdrawn between two slices ends the read`() async throws {
        let slices = Notes<Int>()
        let read = Task {
            try await setup.read(NotedSlices(3) { slices.append($0) }, as: "sliced")
        }
        await setup.manual.waitUntilEnqueued(1)
        let other = Task(priority: .background) { try await setup.read(0) }
        await setup.manual.waitUntilEnqueued(2)
        setup.manual.runNext()
        setup.authorization.status = .denied
        setup.manual.runAll()
        #expect(await read.libraryError == .notAuthorized(.denied))
        #expect(await other.libraryError == .notAuthorized(.denied))
        #expect(slices.all == [1])
        #expect(setup.ledger.touchesBeforePermission.isEmpty)
    }

    @Test func `Permission that is withdrawn while a read waits is noticed in its turn`() async {
        let read = Task { try await setup.read(1) }
        await setup.manual.waitUntilEnqueued(1)
        setup.authorization.status = .denied
        setup.manual.runAll()
        #expect(await read.libraryError == .notAuthorized(.denied))
        #expect(setup.ledger.entries.isEmpty)
    }

    @Test func `Permission that is given back is good again`() async throws {
        #expect(try await setup.finish(1) == 1)
        setup.authorization.status = .denied
        setup.manual.runAll()
        _ = try? await setup.finish(2)
        setup.authorization.status = .authorized
        #expect(try await setup.finish(3) == 3)
    }
}
