import CameraRollTesting
import SyntheticLibrary
import Testing

@testable import CameraRoll

@Suite struct PermissionTests {
    private let door = ManualDoor()

    @Test(arguments: [AuthorizationStatus.notDetermined, .restricted, .denied])
    func `Without permission nothing is touched, not even opened`(status: AuthorizationStatus) async {
        door.authorization.status = status
        let read = Task { try await door.read(1) }
        await door.manual.waitUntilEnqueued(1)
        door.manual.runAll()
        #expect(await read.libraryError == .notAuthorized(status))
        #expect(door.ledger.entries.isEmpty)
    }

    @Test(arguments: [AuthorizationStatus.authorized, .limited])
    func `Once permission is given the library is opened, and only once`(status: AuthorizationStatus) async throws {
        door.authorization.status = .notDetermined
        _ = try? await door.finish(1)
        door.authorization.status = status
        #expect(try await door.finish(2) == 2)
        #expect(try await door.finish(3) == 3)
        // Under limited access each change may mean that an asset was deselected.
        #expect(door.ledger.entries.map(\.touch) == (status == .limited ? [.open, .startObserving] : [.open]))
        #expect(door.ledger.touchesBeforePermission.isEmpty)
    }

    // the user                 the executor
    // --------                 ------------
    //                          slice 1
    // revokes permission
    //                          slice 2 is refused
    @Test func `Permission that is withdrawn between two slices ends the read`() async throws {
        let slices = Notes<Int>()
        let read = Task {
            try await door.access.perform("sliced", NotedSlices(3) { slices.append($0) })
        }
        await door.manual.waitUntilEnqueued(1)
        let other = Task(priority: .background) { try await door.read(0) }
        await door.manual.waitUntilEnqueued(2)
        door.manual.runNext()
        door.authorization.status = .denied
        door.manual.runAll()
        #expect(await read.libraryError == .notAuthorized(.denied))
        #expect(await other.libraryError == .notAuthorized(.denied))
        #expect(slices.all == [1])
        #expect(door.ledger.touchesBeforePermission.isEmpty)
    }

    @Test func `Permission that is withdrawn while a read waits is noticed in its turn`() async {
        let read = Task { try await door.read(1) }
        await door.manual.waitUntilEnqueued(1)
        door.authorization.status = .denied
        door.manual.runAll()
        #expect(await read.libraryError == .notAuthorized(.denied))
        #expect(door.ledger.entries.isEmpty)
    }

    @Test func `Permission that is given back is good again`() async throws {
        #expect(try await door.finish(1) == 1)
        door.authorization.status = .denied
        door.manual.runAll()
        _ = try? await door.finish(2)
        door.authorization.status = .authorized
        #expect(try await door.finish(3) == 3)
    }
}
