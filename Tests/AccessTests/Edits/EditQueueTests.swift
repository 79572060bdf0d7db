import CameraRollTesting
import CoreTestSupport
import Foundation
import TestSupport
import Testing

@testable import CameraRoll

/// The queue in which transactions wait for their editor.
@Suite(.timeLimit(.hang)) struct EditQueueTests {
    private let lane = EditQueue()
    private let gate = BlockingGate()

    /// An editor that waits at the gate, and then does what the test says.
    private func waitingEditor(commitsFirst: Bool = false) -> ScriptedEditor {
        ScriptedEditor { [gate] (transaction: EditTransaction) throws(EditError) in
            if commitsFirst { try transaction.commit() }
            gate.pass()
            try transaction.commit()
            return EditReceipt()
        }
    }

    private func perform(_ title: String, by editor: ScriptedEditor) -> Task<EditError?, Never> {
        Task { [lane] in
            let transaction = EditTransaction(title)
            return await editFailure { () async throws(EditError) in try await lane.perform(transaction, by: editor) }
        }
    }

    @Test func `Transactions from everywhere are carried out one at a time, each once`() async {
        let running = Lock((now: 0, most: 0))
        let editor = ScriptedEditor { (transaction: EditTransaction) throws(EditError) in
            running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            defer { running.withLock { $0.now -= 1 } }
            try transaction.commit()
            return EditReceipt()
        }
        let tasks = (0..<200).map { perform("\($0)", by: editor) }
        for task in tasks { #expect(await task.value == nil) }
        #expect(running.withLock(\.most) == 1 && Set(editor.reached.all).count == 200)
        #expect(editor.reached.all.count == 200)
    }

    @Test func `The editor's receipt and the editor's error are the caller's`() async throws {
        let token = ChangeToken(library: LibraryIdentity("a"), place: .init([1]))
        let receipt = try await lane.perform(
            EditTransaction("a"), by: ScriptedEditor { (_: EditTransaction) in EditReceipt(token: token) })
        #expect(receipt.token == token)
        let failing = ScriptedEditor { (_: EditTransaction) throws(EditError) in throw .notEnoughSpace }
        #expect(await perform("b", by: failing).value == .notEnoughSpace)
    }

    // the first                the second               the lane
    // ---------                ----------               --------
    // is with the editor
    //                          is queued
    //                          is canceled
    // ends
    //                                                   the third
    @Test func `An edit cancelled in the queue never reaches the editor`() async {
        let editor = waitingEditor()
        let first = perform("first", by: editor)
        await gate.waitUntilReached()
        let second = perform("second", by: editor)
        second.cancel()
        #expect(await second.value == .cancelled)
        gate.open()
        #expect(await first.value == nil)
        #expect(await perform("third", by: editor).value == nil)
        #expect(editor.reached.all == EditTransaction("first").edits + EditTransaction("third").edits)
    }

    // the caller               the editor
    // ----------               ----------
    //                          waits for the user
    // is canceled
    //                          is notified, stops waiting, commits nothing
    @Test func `A cancellation while the editor waits for the user ends that wait`() async {
        let (waits, told) = (Gate(), BlockingGate())
        let commits = Notes<EditError?>()
        let editor = ScriptedEditor { (transaction: EditTransaction) throws(EditError) in
            transaction.onCancel { told.open() }
            waits.open()
            told.pass()
            do throws(EditError) { try transaction.commit() } catch {
                commits.append(error)
                throw error
            }
            return EditReceipt()
        }
        let task = perform("a", by: editor)
        await waits.wait()
        task.cancel()
        #expect(await task.value == .cancelled)
        // The queue continues, so the editor has stopped waiting.
        #expect(await perform("b", by: ScriptedEditor()).value == nil)
        #expect(commits.all == [.cancelled])
    }

    @Test func `After the commit a cancellation and a close wait for the outcome`() async {
        let editor = waitingEditor(commitsFirst: true)
        let task = perform("a", by: editor)
        await gate.waitUntilReached()
        task.cancel()
        lane.close()
        gate.open()
        #expect(await task.value == nil)
    }

    // the first                the others               the access
    // ---------                ----------               ----------
    // is committed
    //                          are queued
    //                                                   closes
    //                          end
    // continues, and succeeds
    @Test func `Closing ends those that have not begun, and refuses those that come later`() async {
        let editor = waitingEditor(commitsFirst: true)
        let first = perform("first", by: editor)
        await gate.waitUntilReached()
        let others = (0..<20).map { perform("\($0)", by: editor) }
        lane.close()
        for task in others { #expect(await task.value == .shutDown) }
        #expect(await perform("late", by: editor).value == .shutDown)
        gate.open()
        #expect(await first.value == nil)
        #expect(editor.reached.all == EditTransaction("first").edits)
    }

    @Test func `Nothing is kept of an edit that has ended, however it ended`() async {
        let editor = waitingEditor()
        let failing = ScriptedEditor { (_: EditTransaction) throws(EditError) in throw .notEnoughSpace }
        let (first, second) = (perform("first", by: editor), perform("second", by: failing))
        await gate.waitUntilReached()
        let canceled = perform("canceled", by: editor)
        canceled.cancel()
        _ = await canceled.value
        #expect(lane.count >= 1)
        gate.open()
        _ = await (first.value, second.value)
        #expect(lane.count == 0)
        lane.close()
        #expect(await perform("late", by: editor).value == .shutDown)
        #expect(lane.count == 0)
    }

    @Test(arguments: [TaskPriority.background, .utility, .medium, .high])
    func `An edit is as urgent as the task that waits for it`(priority: TaskPriority) async throws {
        let found = Notes<PoolPriority?>()
        let editor = ScriptedEditor { (_: EditTransaction) in
            found.append(BlockingThread.currentPriority)
            return EditReceipt()
        }
        // Without a task that waits for it, and would make it more urgent, before the edit is with its editor.
        let (begun, lane) = (Gate(), lane)
        Task.detached(priority: priority) {
            _ = try? await lane.perform(EditTransaction("a"), by: editor)
            begun.open()
        }
        await begun.wait()
        #expect(found.all == [PoolPriority(priority)])
    }

    @Test func `A task that is cancelled before it asks changes nothing`() async {
        let editor = waitingEditor()
        let error = await Task { [lane] in
            withUnsafeCurrentTask { $0?.cancel() }
            return await editFailure { () async throws(EditError) in
                try await lane.perform(EditTransaction("a"), by: editor)
            }
        }.value
        gate.open()
        #expect(error == .cancelled)
    }
}
