import Foundation
import Testing

@testable import CameraRoll
@testable import SyntheticLibrary

struct ConsentTests {
    /// Performs edits on their own thread, as the core does; returns the result.
    private func start(
        _ subject: EditSubject, _ write: (inout ChangeRequest) -> Void
    ) -> (transaction: EditTransaction, outcome: Task<Result<EditReceipt, EditError>, Never>) {
        var edits = ChangeRequest()
        write(&edits)
        let transaction = EditTransaction(edits.edits)
        let editor = subject.editor
        let outcome = Task.detached { () -> Result<EditReceipt, EditError> in
            do throws(EditError) { return .success(try await transaction.receipt()) } catch { return .failure(error) }
        }
        Thread.detachNewThread { transaction.run(by: editor) }
        return (transaction, outcome)
    }

    @Test(arguments: [true, false])
    func `A delete waits for the user, and the library does not`(isAllowed: Bool) async throws {
        let subject = EditSubject(consent: .forDeletions)
        let (_, outcome) = start(subject) { $0.delete([AssetID.row(1)]) }
        await subject.store.waitUntilConsentIsAsked()
        #expect(try await makeAccess(to: subject.store).ids(of: AssetQuery(.identifiers([.row(1)]))) == [.row(1)])
        #expect(subject.store.answerConsent(isAllowed) == 1)
        switch await outcome.value {
        case .success: #expect(isAllowed)
        case .failure(let error): #expect(!isAllowed && error == .refusedByUser)
        }
        #expect((subject.store.contents.asset(.row(1)) == nil) == isAllowed)
        #expect(subject.store.answerConsent(true) == 0 && subject.store.consentPrompts == 1)
    }

    @Test func `Only what deletes is asked for, unless everything is`() async throws {
        let subject = EditSubject(consent: .forDeletions)
        try subject.perform { $0.setFavorite(true, for: [AssetID.row(1)]) }
        #expect(subject.store.consentPrompts == 0)
        let strict = EditSubject(consent: .forEverything)
        let (_, outcome) = start(strict) { $0.setFavorite(true, for: [AssetID.row(1)]) }
        await strict.store.waitUntilConsentIsAsked()
        strict.store.answerConsent(true)
        _ = try await outcome.value.get()
    }

    @Test func `What cannot be done is not asked for`() async {
        let subject = EditSubject(consent: .forDeletions)
        // Answers what must not be asked: the edit would wait for ever.
        let user = Task { [store = subject.store] in
            await store.waitUntilConsentIsAsked()
            store.answerConsent(false)
        }
        let (_, outcome) = start(subject) { $0.delete([AssetID("nobody")]) }
        #expect(await outcome.value == .failure(.assetNotFound("nobody")))
        #expect(subject.store.consentPrompts == 0)
        user.cancel()
    }

    @Test func `An edit cancelled while the user decides leaves no trace, and holds no thread`() async throws {
        let subject = EditSubject(consent: .forDeletions)
        let before = subject.trace
        let (_, outcome) = start(subject) { $0.delete([AssetID.row(1)]) }
        await subject.store.waitUntilConsentIsAsked()
        outcome.cancel()
        #expect(await outcome.value == .failure(.cancelled))
        #expect(subject.store.answerConsent(true) == 0 && subject.trace == before)
    }

    @Test func `What the user took away meanwhile is an error, though they consented`() async throws {
        let subject = EditSubject(consent: .forDeletions)
        let (_, outcome) = start(subject) { $0.delete([AssetID.row(1)]) }
        await subject.store.waitUntilConsentIsAsked()
        subject.store.delete([.row(1)])
        subject.store.answerConsent(true)
        #expect(await outcome.value == .failure(.assetNotFound(.row(1))))
    }

    @Test func `A cancelled transaction is not carried out`() throws {
        let subject = EditSubject()
        var edits = ChangeRequest()
        edits.delete([AssetID.row(1)])
        let transaction = EditTransaction(edits.edits)
        transaction.giveUp(.shutDown)
        let before = subject.trace
        #expect(throws: EditError.shutDown) { try subject.editor.perform(transaction) }
        #expect(subject.trace == before)
    }
}

struct EditFailureTests {
    private func write(_ edits: inout ChangeRequest, _ album: AlbumID) {
        let asset = edits.createAsset(.photo(Data([1])))
        let folder = edits.createFolder("Folder")
        edits.append([asset], to: edits.createAlbum("New", in: folder))
        edits.setFavorite(true, for: [AssetID.row(1), .row(2)])
        edits.insert([AssetID.row(9)], at: 0, into: album)
        edits.move([AssetID.row(9)], to: 1, in: album)
        edits.reorder(album, as: [AssetID.row(9), .row(0), .row(1)])
        edits.rename(album, to: "Ours")
        edits.move(album, into: folder)
        edits.delete([AssetID.row(0), .row(5)])
        edits.deleteCollections([folder])
    }

    @Test(arguments: 1...13)
    func `A failure at any edit leaves no trace, and after it all goes well`(edit: Int) async throws {
        let subject = EditSubject()
        let album = subject.store.change { $0.makeAlbum("Mine", [.row(0), .row(1)]) }
        try await makeAccess(to: subject.store).read("observe") { [signal = subject.signals.signal] library in
            try library.startObserving(signal)
        }
        let before = subject.trace
        subject.store.faults.editFailure = SyntheticEditFault(at: edit, .notEnoughSpace)
        #expect(throws: EditError.notEnoughSpace) { try subject.perform { write(&$0, album) } }
        #expect(subject.trace == before && subject.signals.count == 0)
        subject.store.faults = .none
        try subject.perform { write(&$0, album) }
        #expect(subject.trace != before)
    }

    @Test func `A commit costs what a commit costs, the lock held, and a failure nothing`() throws {
        let subject = EditSubject(costs: CostModel(commit: .microseconds(50)))
        #expect(throws: EditError.self) { try subject.perform { $0.delete([AssetID("nobody")]) } }
        #expect(subject.store.statistics.modelledTime == .zero)
        try subject.perform { $0.delete([AssetID.row(1)]) }
        #expect(subject.store.statistics.modelledTime == .microseconds(50))
    }
}
