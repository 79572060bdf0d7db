import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll

/// Decisions that are made elsewhere, and prompts that are never answered.
@Suite(.timeLimit(.hang)) struct PermissionElsewhereTests {
    private let tasks = SteppedTasks()

    // the caller               the user
    // ----------               --------
    // requests
    //                          ignores the prompt
    //                          allows it in the settings
    // gets the status
    @Test func `A status that is decided elsewhere ends the wait, though the question is never answered`() async {
        let arrived = Gate()
        let authorization = ScriptedAuthorization([.notDetermined]) { _ in
            arrived.open()
            await Gate().wait()
            return .notDetermined
        }
        let permission = Permission(authorization)
        permission.follow()
        let task = tasks.start { await permission.request(.readWrite) }
        await arrived.wait()
        #expect(tasks.waitingJobs == 0)
        authorization.set(.limited)
        #expect(tasks.waitingJobs == 1)
        #expect(await tasks.value(of: task) == .limited)
    }

    // the caller               the user
    // ----------               --------
    // checks: not determined
    //                          decides in the settings
    // shows no prompt, gets the status
    @Test func `After a decision between the check and the prompt the user is not prompted`() async {
        let gone = Gate()
        let asked: Notes<AccessLevel>
        do {
            let departure = Departure(gone)
            let authorization = ScriptedAuthorization([.notDetermined, .authorized]) { _ in
                withExtendedLifetime(departure) { .denied }
            }
            asked = authorization.asked
            #expect(await Permission(authorization).request(.readWrite) == .authorized)
        }
        // The prompt's task retains the authorization until it has ended.
        await gone.wait()
        #expect(gone.isOpen && asked.all.isEmpty)
    }

    @Test func `A follower receives each change with the status for reading, and prompts no user`() {
        let authorization = ScriptedAuthorization([.notDetermined])
        let permission = Permission(authorization)
        let heard = Notes<AuthorizationStatus>()
        permission.follow()
        let observation = permission.reading.observe { heard.append($0.permit.status) }
        authorization.set(.limited)
        authorization.set(.denied)
        withExtendedLifetime(observation) {}
        #expect(heard.all == [.limited, .denied] && authorization.asked.all.isEmpty)
    }

    // the stream               the user                 a read
    // ----------               --------                 ------
    // returns: not determined
    //                          allows it, unreported
    //                                                   is the first to check
    // returns: authorized
    @Test func `A stream returns a status that the first read notices`() async {
        let authorization = SilentAuthorization(.notDetermined)
        let permission = Permission(authorization)
        var updates = AuthorizationUpdates(permission: permission, level: .readWrite).makeAsyncIterator()
        #expect(await updates.next() == .notDetermined)
        authorization.status = .authorized
        permission.reading.look()
        #expect(await updates.next() == .authorized)
    }

    // the owner                the prompt
    // ---------                ----------
    // requests, is canceled
    //                          is on the screen
    // is released
    //                          is canceled
    @Test func `A question that is never answered is cancelled when its owner goes`() async {
        let (arrived, ended) = (Gate(), Gate())
        let authorization = ScriptedAuthorization([.notDetermined]) { _ in
            arrived.open()
            await Gate().wait()
            if Task.isCancelled { ended.open() }
            return .notDetermined
        }
        weak var gone: Permission?
        do {
            let permission = Permission(authorization)
            gone = permission
            let task = tasks.start { await permission.request(.readWrite) }
            await arrived.wait()
            task.cancel()
            #expect(await tasks.value(of: task) == .notDetermined)
        }
        await ended.wait()
        #expect(ended.isOpen && gone == nil)
    }

    @Test func `An owner that goes follows nothing any more`() {
        let authorization = ScriptedAuthorization([.notDetermined])
        let reading: ReadingPermission
        do {
            let permission = Permission(authorization)
            permission.follow()
            reading = permission.reading
        }
        authorization.set(.authorized)
        #expect(reading.permit == Permit())
    }

    // the first prompt         the user                 the second caller
    // ----------------         --------                 -----------------
    // is on the screen
    //                          decides in the settings
    //                          takes it back there
    //                                                   requests again
    // is denied, late
    //                                                   keeps waiting
    //                          answers the second prompt
    //                                                   gets the answer
    @Test func `A late answer to an old prompt does not answer the new one`() async {
        let (arrived, decided) = ([Gate(), Gate()], Gate())
        let questions = Lock(0)
        let authorization = ScriptedAuthorization([.notDetermined]) { _ in
            let number = questions.withLock { number in
                number += 1
                return number
            }
            arrived[number - 1].open()
            await (number == 1 ? Gate() : decided).wait()
            return .limited
        }
        let permission = Permission(authorization)
        permission.follow()
        let early = tasks.start { await permission.request(.readWrite) }
        await arrived[0].wait()
        authorization.set(.restricted)
        #expect(await tasks.value(of: early) == .restricted)
        authorization.set(.notDetermined)
        let late = tasks.start { await permission.request(.readWrite) }
        await arrived[1].wait()
        permission.answer(.readWrite, .denied, to: 1)
        #expect(tasks.waitingJobs == 0)
        decided.open()
        await tasks.waitUntilEnqueued(1)
        #expect(await tasks.value(of: late) == .limited)
    }
}
