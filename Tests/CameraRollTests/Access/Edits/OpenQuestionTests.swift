import CameraRollTesting
import Foundation
import Testing

@testable import CameraRoll

/// Edits about which the user may be asked: they wait for each other, and hold up no other edit.
@Suite(.timeLimit(.minutes(10))) struct OpenQuestionTests {
    private let queue = EditQueue()
    /// Where a question is answered.
    private let answer = BlockingGate()

    /// An editor that asks about deletions, and waits at the gate for the answer.
    private var editor: ScriptedEditor {
        ScriptedEditor { [answer] (transaction: EditTransaction) throws(EditError) in
            if transaction.edits.contains(where: \.deletes) {
                transaction.onCancel { answer.open() }
                answer.pass()
            }
            try transaction.commit()
            return EditReceipt()
        }.asking { $0.contains(where: \.deletes) }
    }

    private func perform(_ edit: LibraryEdit, by editor: ScriptedEditor) -> Task<EditError?, Never> {
        let transaction = EditTransaction([edit])
        return Task { [queue] in
            await editFailure { () async throws(EditError) in try await queue.perform(transaction, by: editor) }
        }
    }

    private static func deletion(_ asset: AssetID) -> LibraryEdit { .deleteAssets([.existing(asset)]) }
    private static let favorite = LibraryEdit.setFavorite(true, [.existing("favorite")])

    // the deletion             the others
    // ------------             ----------
    // waits for the user
    //                          begin, and end
    // is allowed, ends
    @Test func `While the user is asked about an edit, others are carried out`() async {
        let editor = editor
        let asking = perform(Self.deletion("a"), by: editor)
        await answer.waitUntilReached()
        for _ in 0..<20 { #expect(await perform(Self.favorite, by: editor).value == nil) }
        answer.open()
        #expect(await asking.value == nil)
        #expect(editor.reached.all == [Self.deletion("a")] + Array(repeating: Self.favorite, count: 20))
    }

    // the first                the second
    // ---------                ----------
    // waits for the user
    //                          is queued
    //                          is canceled, ends
    // is allowed, ends
    @Test func `An edit that waits to ask can be cancelled, and is never asked`() async {
        let editor = editor
        let first = perform(Self.deletion("a"), by: editor)
        await answer.waitUntilReached()
        let second = perform(Self.deletion("b"), by: editor)
        second.cancel()
        #expect(await second.value == .cancelled)
        #expect(await perform(Self.favorite, by: editor).value == nil)
        answer.open()
        #expect(await first.value == nil)
        #expect(editor.reached.all == [Self.deletion("a"), Self.favorite])
    }

    // the deletion             the caller
    // ------------             ----------
    // waits for the user
    //                          is canceled
    // stops waiting, commits nothing
    @Test func `A cancellation ends an open question, and the next one is asked`() async {
        let editor = editor
        let asking = perform(Self.deletion("a"), by: editor)
        await answer.waitUntilReached()
        asking.cancel()
        #expect(await asking.value == .cancelled)
        #expect(await perform(Self.deletion("b"), by: editor).value == nil)
    }

    // the deletions            the access
    // -------------            ----------
    // wait, for the user and for each other
    //                          closes
    // end
    @Test func `Closing ends an open question and those that wait behind it`() async {
        let editor = editor
        let asking = perform(Self.deletion("a"), by: editor)
        await answer.waitUntilReached()
        let waiting = (0..<20).map { perform(Self.deletion(AssetID("\($0)")), by: editor) }
        queue.close()
        #expect(await asking.value == .shutDown)
        for task in waiting { #expect(await task.value == .shutDown) }
        #expect(await perform(Self.favorite, by: editor).value == .shutDown)
        #expect(editor.reached.all == [Self.deletion("a")])
    }

    // the first                the second               the access
    // ---------                ----------               ----------
    // waits for the user
    //                          is queued
    //                                                   closes: ends the first
    // stops waiting
    //                          has its thread, and ends
    //                                                   ends the second
    @Test func `A deletion whose turn comes while the access closes is not carried out`() async {
        let (tasks, ended) = (SteppedTasks(), BlockingGate())
        let editor = pausingEditor(until: ended)
        let asking = perform(Self.deletion("a"), by: editor)
        await answer.waitUntilReached()
        let waiting = tasks.start { [queue] in
            await editFailure { () async throws(EditError) in
                try await queue.perform(EditTransaction([Self.deletion("b")]), by: editor)
            }
        }
        let closed = close()
        await tasks.waitUntilEnqueued(1)
        ended.open()
        await closed.wait()
        #expect(await tasks.value(of: waiting) == .shutDown)
        #expect(await asking.value == .shutDown)
        #expect(editor.reached.all == [Self.deletion("a")])
    }

    // the question             another edit             the access
    // ------------             ------------             ----------
    // waits for the user
    //                          is with the editor
    //                                                   closes: ends the question
    //                          may not commit, ends
    //                                                   ends the other edit
    @Test func `An edit that would commit while the access closes changes nothing`() async {
        let (ended, commit, tried) = (BlockingGate(), BlockingGate(), Gate())
        let refusals = Notes<EditError>()
        let asking = perform(Self.deletion("a"), by: pausingEditor(until: ended))
        await answer.waitUntilReached()
        let other = perform(
            Self.favorite,
            by: ScriptedEditor { (transaction: EditTransaction) throws(EditError) in
                commit.pass()
                defer { tried.open() }
                do throws(EditError) { try transaction.commit() } catch {
                    refusals.append(error)
                    throw error
                }
                return EditReceipt()
            })
        await commit.waitUntilReached()
        let closed = close()
        // The access is about to end the question.
        await ended.waitUntilReached()
        commit.open()
        #expect(await other.value == .shutDown)
        // The caller learns of the refusal before the editor does.
        await tried.wait()
        #expect(refusals.all == [.shutDown])
        ended.open()
        await closed.wait()
        #expect(await asking.value == .shutDown)
    }

    /// An editor that asks about deletions, and whose first canceled question holds up the close until a gate opens.
    private func pausingEditor(until gate: BlockingGate) -> ScriptedEditor {
        ScriptedEditor { [answer] (transaction: EditTransaction) throws(EditError) in
            transaction.onCancel {
                answer.open()
                gate.pass()
            }
            answer.pass()
            try transaction.commit()
            return EditReceipt()
        }.asking { _ in true }
    }

    /// Closes the queue on a thread of its own, which may block.
    private func close() -> Gate {
        let closed = Gate()
        NamedThread.start("close", .default) { [queue] in
            queue.close()
            closed.open()
        }
        return closed
    }

    @Test func `At most one question is open, and beside it one other edit is carried out at a time`() async {
        let running = Lock((asking: 0, silent: 0, most: (asking: 0, silent: 0)))
        let editor = ScriptedEditor { (transaction: EditTransaction) throws(EditError) in
            let asks = transaction.edits.contains(where: \.deletes)
            running.withLock { running in
                if asks { running.asking += 1 } else { running.silent += 1 }
                running.most.asking = max(running.most.asking, running.asking)
                running.most.silent = max(running.most.silent, running.silent)
            }
            defer { running.withLock { if asks { $0.asking -= 1 } else { $0.silent -= 1 } } }
            try transaction.commit()
            return EditReceipt()
        }.asking { $0.contains(where: \.deletes) }
        let tasks = (0..<200).map { number in
            perform(number.isMultiple(of: 2) ? Self.deletion(AssetID("\(number)")) : Self.favorite, by: editor)
        }
        for task in tasks { #expect(await task.value == nil) }
        #expect(running.withLock { $0.most == (asking: 1, silent: 1) })
        #expect(editor.reached.all.count == 200)
    }

    @Test func `A user who thinks for long does not fill the queue of other edits`() async {
        let editor = editor
        let asking = perform(Self.deletion("a"), by: editor)
        await answer.waitUntilReached()
        let (errors, isRefused) = (Notes<EditError?>(), Gate())
        let waiting = (0..<1_025).map { number in
            Task { [queue] in
                let transaction = EditTransaction([Self.deletion(AssetID("\(number)"))])
                let error = await editFailure { () async throws(EditError) in
                    try await queue.perform(transaction, by: editor)
                }
                errors.append(error)
                isRefused.open()
            }
        }
        await isRefused.wait()
        #expect(errors.all == [.library(.tooManyCalls(limit: 1_024))])
        #expect(await perform(Self.favorite, by: editor).value == nil)
        answer.open()
        #expect(await asking.value == nil)
        for task in waiting { await task.value }
        #expect(errors.all.count { $0 == nil } == 1_024)
    }
}

extension LibraryEdit {
    fileprivate var deletes: Bool {
        if case .deleteAssets = self { true } else { false }
    }
}
