import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll

/// Prompting the user: once, when a caller requests it, and for as long as a caller waits.
@Suite(.timeLimit(.hang)) struct PermissionRequestTests {
    private let tasks = SteppedTasks()

    /// Starts a request; returns once it waits or has its answer.
    private func ask(_ permission: Permission, _ level: AccessLevel = .readWrite) -> Task<AuthorizationStatus, Never> {
        tasks.start { await permission.request(level) }
    }

    @Test(arguments: [AuthorizationStatus.restricted, .denied, .authorized, .limited])
    func `A user who has decided is not prompted`(status: AuthorizationStatus) async {
        let authorization = ScriptedAuthorization([status])
        #expect(await Permission(authorization).request(.readWrite) == status)
        #expect(authorization.asked.all.isEmpty)
    }

    // the callers              the user
    // -----------              --------
    // 20 request
    //                          sees one prompt
    //                          allows some photos
    // all get the answer
    @Test func `However many callers wait, the user is prompted once, and all receive the answer`() async {
        let authorization = MockAuthorization(.notDetermined)
        let permission = Permission(authorization)
        let waiting = (0..<20).map { _ in ask(permission) }
        await authorization.waitUntilPrompted(1)
        #expect(tasks.waitingJobs == 0)
        authorization.status = .limited
        await tasks.waitUntilEnqueued(20)
        for task in waiting { #expect(await tasks.value(of: task) == .limited) }
        #expect(authorization.prompts == 1)
    }

    @Test func `Concurrent requests cause one prompt`() async {
        let (arrived, decided) = (Gate(), Gate())
        let authorization = ScriptedAuthorization([.notDetermined]) { _ in
            arrived.open()
            await decided.wait()
            return .denied
        }
        let permission = Permission(authorization)
        let answers = await withTaskGroup { group in
            for _ in 0..<50 { group.addTask { await permission.request(.readWrite) } }
            await arrived.wait()
            authorization.set(.denied)
            decided.open()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers == Array(repeating: .denied, count: 50) && authorization.asked.all == [.readWrite])
    }

    // the first                the second               the user
    // ---------                ----------               --------
    // requests                                          sees a prompt
    //                          requests
    // is canceled
    //                                                   allows everything
    //                          gets the answer
    @Test func `A cancelled caller gets the current status, and the others continue to wait`() async {
        let authorization = MockAuthorization(.notDetermined)
        let permission = Permission(authorization)
        let (first, second) = (ask(permission), ask(permission))
        await authorization.waitUntilPrompted(1)
        first.cancel()
        #expect(await tasks.value(of: first) == .notDetermined)
        #expect(tasks.waitingJobs == 0)
        authorization.status = .authorized
        await tasks.waitUntilEnqueued(1)
        #expect(await tasks.value(of: second) == .authorized && authorization.prompts == 1)
    }

    @Test func `A caller cancelled before its request gets the current status, and the user is not prompted`() async {
        let authorization = ScriptedAuthorization([.notDetermined])
        let permission = Permission(authorization)
        let answer = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await permission.request(.readWrite)
        }.value
        #expect(answer == .notDetermined && authorization.asked.all.isEmpty)
    }

    @Test func `The prompt remains when all callers are cancelled, and a later caller waits for its answer`()
        async
    {
        let authorization = MockAuthorization(.notDetermined)
        let permission = Permission(authorization)
        let first = ask(permission)
        await authorization.waitUntilPrompted(1)
        first.cancel()
        #expect(await tasks.value(of: first) == .notDetermined)
        let second = ask(permission)
        #expect(tasks.waitingJobs == 0)
        authorization.status = .denied
        await tasks.waitUntilEnqueued(1)
        #expect(await tasks.value(of: second) == .denied && authorization.prompts == 1)
    }

    @Test func `Each access level has its own question`() async {
        let authorization = ScriptedAuthorization([.notDetermined]) { $0 == .addOnly ? .authorized : .denied }
        let permission = Permission(authorization)
        #expect(await permission.request(.addOnly) == .authorized)
        #expect(await permission.request(.readWrite) == .denied)
        #expect(authorization.asked.all == [.addOnly, .readWrite])
    }

    @Test func `A user who does not decide ends the wait, and is prompted again only by another request`() async {
        let authorization = ScriptedAuthorization([.notDetermined]) { _ in .notDetermined }
        let permission = Permission(authorization)
        #expect(await permission.request(.readWrite) == .notDetermined)
        #expect(authorization.asked.all.count == 1)
        #expect(await permission.request(.readWrite) == .notDetermined)
        #expect(authorization.asked.all.count == 2)
    }
}
