import CameraRollTesting
import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

/// Edits about which the user may be asked: they wait for each other, and hold up no other edit.
@Suite(.timeLimit(.hang)) struct OpenQuestionTests {
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

    // the deletion             the favorite            the access
    // ------------             ------------            ----------
    // waits for the user
    //                          waits
    //                                                  closes: both end, then their editors learn of it
    @Test(arguments: [true, false])
    func `An editor that learns that the library closes finds that all edits have ended`(deletesFirst: Bool) async {
        let edits = deletesFirst ? [Self.deletion("a"), Self.favorite] : [Self.favorite, Self.deletion("a")]
        let transactions = edits.map { EditTransaction([$0]) }
        let (gates, ends) = ([BlockingGate(), BlockingGate()], Notes<Bool>())
        let editor = ScriptedEditor { (transaction: EditTransaction) throws(EditError) in
            let gate = gates[transaction === transactions[0] ? 0 : 1]
            transaction.onCancel {
                for other in transactions { ends.append(other.isCancelled) }
                gate.open()
            }
            gate.pass()
            try transaction.commit()
            return EditReceipt()
        }.asking { $0.contains(where: \.deletes) }
        var tasks: [Task<EditError?, Never>] = []
        for (transaction, gate) in zip(transactions, gates) {
            tasks.append(
                Task { [queue] in
                    await editFailure { () async throws(EditError) in
                        try await queue.perform(transaction, by: editor)
                    }
                })
            await gate.waitUntilReached()
        }
        queue.close()
        for task in tasks { #expect(await task.value == .shutDown) }
        #expect(ends.all == [true, true, true, true])
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
