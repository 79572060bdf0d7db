import CameraRoll
import CameraRollTesting
import CoreTestSupport
import Foundation
import SyntheticLibrary
import TestSupport
import Testing

/// Edits whose permission is revoked before they are carried out, and libraries that do not report an edit.
@Suite(.timeLimit(.hang)) struct RevokedEditsTests {
    /// An edit that waits for the user's consent.
    private static func begin(
        _ authorization: any LibraryAuthorization
    ) async -> (store: SyntheticStore, edit: Task<EditOutcome<Void>, any Error>) {
        var configuration = SyntheticConfiguration(assets: 20)
        configuration.consent = .forEverything
        let store = SyntheticStore(configuration)
        let factory = PhotoLibrarySource.synthetic(store, authorization: authorization)
        let manager = MediaManager(factory, executor: LibraryExecutor(label: "withdrawn"), limits: .untimed)
        let doomed = store.contents.assets[0].id
        let edit = Task { try await manager.performChanges { $0.delete(doomed) } }
        await store.waitUntilConsentIsAsked()
        return (store, edit)
    }

    // the edit                 the authorization        the user
    // --------                 -----------------        --------
    // waits for consent
    //                          revoked, without a report
    //                                                   agrees
    // is checked again, ends
    @Test func `An unreported withdrawal is noticed before the edit is carried out`() async throws {
        let silent = SilentAuthorization()
        let (store, edit) = await Self.begin(silent)
        let count = store.contents.assets.count
        silent.status = .denied
        store.answerConsent(true)
        #expect(await edit.result.editError == .library(.notAuthorized(.denied)))
        #expect(store.contents.assets.count == count)
    }

    // the edit                 the authorization        the user
    // --------                 -----------------        --------
    // waits for consent
    //                          revoked, and reports it
    // ends                                              never answers
    @Test func `An edit that waits for an answer does not outlast its permission`() async throws {
        let authorization = MockAuthorization(.authorized)
        let (store, edit) = await Self.begin(authorization)
        let count = store.contents.assets.count
        authorization.status = .denied
        #expect(await edit.result.editError == .library(.notAuthorized(.denied)))
        #expect(store.contents.assets.count == count)
    }

    @Test func `An edit that only adds does not follow the selection of assets that may no longer be read`()
        async throws
    {
        let subject = LivingSubject(status: .limited)
        _ = try await subject.photos.snapshot()
        #expect(subject.count(of: .startObserving) == 1)
        subject.authorization.set(.denied, for: .readWrite)
        _ = try await subject.manager.performChanges { $0.createAsset(.photo(Data([0xFF, 0xD8, 0xFF]))) }
        #expect(subject.count(of: .open) == 2 && subject.count(of: .startObserving) == 1)
    }

    @Test func `After an edit the first page has it, also where the library tells nothing of it`() async throws {
        let store = SyntheticStore(assets: 30)
        let factory = PhotoLibrarySource.synthetic(store).wrapping { SilentLibrary($0) }
        let manager = MediaManager(factory, executor: LibraryExecutor(label: "silent"), limits: .untimed)
        try await manager.preload()
        let doomed = try #require(store.contents.assets.first { AssetQuery.all.matches($0) }).id
        try await manager.performChanges { $0.delete(doomed) }
        #expect(try await !manager.page(PageRequest(size: 100)).assets.map(\.id).contains(doomed))
    }
}

/// A library that changes and does not report it.
private final class SilentLibrary: ForwardingLibrary {
    override func startObserving(_ signal: ChangeSignal) throws(LibraryError) {}
    override func stopObserving() {}
}
