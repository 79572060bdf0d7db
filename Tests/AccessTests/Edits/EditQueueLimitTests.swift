import CameraRollTesting
import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

/// How many transactions may wait, and which caller gets which outcome when many come and go.
@Suite(.timeLimit(.hang)) struct EditQueueLimitTests {
    private let lane = EditQueue()

    private func perform(_ title: String, by editor: ScriptedEditor) -> Task<EditError?, Never> {
        Task { [lane] in
            let transaction = EditTransaction(title)
            return await editFailure { () async throws(EditError) in try await lane.perform(transaction, by: editor) }
        }
    }

    @Test func `With one at the editor 1,024 may wait, and more are refused; the others end all the same`() async {
        let gate = BlockingGate()
        let editor = ScriptedEditor { (transaction: EditTransaction) throws(EditError) in
            gate.pass()
            try transaction.commit()
            return EditReceipt()
        }
        let first = perform("first", by: editor)
        await gate.waitUntilReached()
        let (refusals, isRefused) = (Notes<EditError?>(), Gate())
        let waiting = (0..<1_025).map { number in
            Task { [lane] in
                let error = await editFailure { () async throws(EditError) in
                    try await lane.perform(EditTransaction("\(number)"), by: editor)
                }
                refusals.append(error)
                isRefused.open()
                return error
            }
        }
        // No other transaction can end before the gate opens, so the first to end is the refused one.
        await isRefused.wait()
        #expect(refusals.all == [.library(.tooManyCalls(limit: 1_024))])
        gate.open()
        #expect(await first.value == nil)
        var ended = 0
        for task in waiting where await task.value == nil { ended += 1 }
        #expect(ended == 1_024 && editor.reached.all.count == 1_025)
    }

    @Test func `An edit that leaves the queue makes room in it`() async {
        let gate = BlockingGate()
        let editor = ScriptedEditor { (_: EditTransaction) in
            gate.pass()
            return EditReceipt()
        }
        let first = perform("first", by: editor)
        await gate.waitUntilReached()
        for number in 0..<3 {
            let tasks = (0..<600).map { perform("\(number).\($0)", by: editor) }
            for task in tasks { task.cancel() }
            for task in tasks { #expect(await task.value == .cancelled) }
        }
        gate.open()
        #expect(await first.value == nil)
        #expect(editor.reached.all.count == 1)
    }

    // the caller               the editor
    // ----------               ----------
    // is queued
    //                          begins, and registers for a cancellation
    // is canceled
    //                          must be notified
    @Test func `However soon the editor begins, it is notified that its caller was cancelled`() async {
        for number in 0..<400 {
            let (begun, told, end) = (Gate(), Gate(), BlockingGate())
            let editor = ScriptedEditor { (transaction: EditTransaction) throws(EditError) in
                transaction.onCancel { told.open() }
                begun.open()
                end.pass()
                try transaction.commit()
                return EditReceipt()
            }
            let task = perform("\(number)", by: editor)
            await begun.wait()
            task.cancel()
            // Both have completed once the cancellation and the task have: nothing is pending.
            #expect(await task.value == .cancelled)
            end.open()
            guard told.isOpen else {
                Issue.record("round \(number): the editor waits forever")
                return
            }
        }
    }
}
