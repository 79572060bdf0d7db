import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

/// Transactions with an editor, for every order of the other events before, during and after it.
@Suite(.timeLimit(.hang)) struct EditTransactionTests {
    private enum Step: CaseIterable {
        case run, commit, listen, cancel, close
    }

    /// The events of a transaction.
    private struct Story {
        let transaction = EditTransaction("a")
        let editor: ScriptedEditor
        let called = Notes<Int>()
        let committed = Notes<EditError?>()

        /// - Parameter script: the events while the editor carries out the edits.
        init(_ script: [Step], fails: Bool) {
            let (transaction, called, committed) = (transaction, called, committed)
            editor = ScriptedEditor { (_: EditTransaction) throws(EditError) in
                for step in script { try Self.take(step, transaction, called, committed) }
                if fails { throw .notEnoughSpace }
                return EditReceipt()
            }
        }

        static func take(
            _ step: Step, _ transaction: EditTransaction, _ called: Notes<Int>, _ committed: Notes<EditError?>
        ) throws(EditError) {
            switch step {
            case .run: break
            case .listen: transaction.onCancel { called.append(1) }
            case .cancel: transaction.giveUp(.cancelled)
            case .close: transaction.giveUp(.shutDown)
            case .commit:
                do throws(EditError) {
                    try transaction.commit()
                    committed.append(nil)
                } catch {
                    committed.append(error)
                    throw error
                }
            }
        }
    }

    /// The model: the first cancellation before the commit decides the outcome; otherwise the editor does.
    private func expected(before: [Step], during: [Step], fails: Bool) -> EditError? {
        for step in before + during {
            if step == .cancel { return .cancelled }
            if step == .close { return .shutDown }
            if step == .commit { break }
        }
        return fails ? .notEnoughSpace : nil
    }

    @Test func `A cancellation before the commit ends the transaction, and from then on only the editor does`()
        async throws
    {
        for before in sequences(of: [.listen, .cancel, .close] as [Step], count: 2) + [[]] {
            for during in sequences(of: [.commit, .listen, .cancel, .close] as [Step], count: 3) {
                for fails in [true, false] {
                    let story = Story(during, fails: fails)
                    for step in before { try Story.take(step, story.transaction, story.called, story.committed) }
                    story.transaction.run(by: story.editor)
                    story.transaction.giveUp(.cancelled)
                    let error = await editFailure(story.transaction.receipt)
                    #expect(error == expected(before: before, during: during, fails: fails), "\(before), \(during)")
                    check(story, before: before, during: during, error)
                }
            }
        }
    }

    private func check(_ story: Story, before: [Step], during: [Step], _ error: EditError?) {
        let isGivenUpBefore = before.contains(.cancel) || before.contains(.close)
        #expect(story.editor.reached.all.isEmpty == isGivenUpBefore)
        // After a commit no cancellation is reported.
        if story.committed.all.contains(nil) {
            #expect(story.called.all.isEmpty && error != .cancelled && error != .shutDown, "\(before), \(during)")
        }
        let isGivenUp = error == .cancelled || error == .shutDown
        if !isGivenUp { #expect(story.called.all.isEmpty, "\(before), \(during)") }
        #expect(story.transaction.isCancelled == (error != nil))
    }

    @Test func `Only the last action is called, and once; one that comes too late at once`() {
        let transaction = EditTransaction("a")
        let called = Notes<String>()
        transaction.onCancel { called.append("first") }
        transaction.onCancel { called.append("second") }
        transaction.giveUp(.cancelled)
        transaction.giveUp(.shutDown)
        #expect(called.all == ["second"])
        transaction.onCancel { called.append("late") }
        #expect(called.all == ["second", "late"])
        #expect(throws: EditError.cancelled) { try transaction.commit() }
    }

    @Test func `A waiting caller learns of a cancellation after the editor was notified`() async {
        let transaction = EditTransaction("a")
        let tasks = SteppedTasks()
        let waiter = tasks.start { await editFailure(transaction.receipt) }
        let resumed = Notes<Int>()
        transaction.onCancel { resumed.append(tasks.waitingJobs) }
        transaction.giveUp(.cancelled)
        #expect(resumed.all == [0])
        #expect(await tasks.value(of: waiter) == .cancelled)
    }

    @Test func `A transaction that is over is not committed again`() async throws {
        let transaction = EditTransaction("a")
        transaction.run(by: ScriptedEditor())
        #expect(try await transaction.receipt() == EditReceipt())
        #expect(throws: EditError.failed(reason: "the transaction is over")) { try transaction.commit() }
    }
}
