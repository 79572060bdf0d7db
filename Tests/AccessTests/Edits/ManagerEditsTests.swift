import CameraRoll
import CameraRollTesting
import CoreTestSupport
import Foundation
import SyntheticLibrary
import TestSupport
import Testing

/// Edits as an app makes them, through the manager.
@Suite(.timeLimit(.hang)) struct ManagerEditsTests {
    private let subject = LivingSubject()

    private func editError<Value>(_ body: (inout ChangeRequest) throws -> Value) async -> EditError? {
        do throws(EditError) {
            _ = try await subject.manager.performChanges(body)
            return nil
        } catch {
            return error
        }
    }

    @Test func `What is created is used in the same transaction, and named by its outcome`() async throws {
        let photos = Array(try await subject.ids(of: .photos).prefix(3))
        let outcome = try await subject.manager.performChanges { changes in
            let trip = changes.createAlbum("Trip")
            let asset = changes.createAsset(.photo(Data([0xFF, 0xD8, 0xFF])))
            changes.append(photos, to: trip)
            changes.insert([asset], at: 1, into: trip)
            changes.setFavorite(true, for: [asset])
            return (trip, asset)
        }
        let album = try outcome.id(of: outcome.value.0)
        let asset = try outcome.id(of: outcome.value.1)
        #expect(outcome.createdAlbums == [album] && outcome.createdAssets == [asset])
        let list = try await subject.ids(of: .album(album).inLibraryOrder())
        #expect(list == [photos[0], asset, photos[1], photos[2]])
        #expect(try await subject.photos.asset(withIdentifier: asset).isFavorite)
    }

    @Test func `An edit is one change to each subscriber, and its token leads behind it`() async throws {
        var follower = try await Follower(of: .all, subject.photos)
        let doomed = [follower.list[1], follower.list[5]]
        let outcome = try await subject.manager.performChanges { $0.delete(doomed) }
        #expect(try await follower.follow()?.indexChanges?.removed == [1, 5])
        let token = try #require(outcome.token)
        let nothing = LibraryChanges(affectedAlbums: [], upTo: token)
        #expect(try await subject.manager.changes(since: token) == .changes(nothing))
    }

    // the edit                      a reader                the user
    // --------                      --------                --------
    // waits for consent
    //                               reads a page
    //                                                       agrees
    // is carried out
    @Test func `An edit that waits for the user holds up no read`() async throws {
        let (store, manager) = Self.asking()
        let edit = Task { try await manager.performChanges { $0.createAlbum("Trip") }.createdAlbums }
        await store.waitUntilConsentIsAsked()
        #expect(try await manager.page(PageRequest(size: 5)).assets.count == 5)
        store.answerConsent(true)
        let album = try #require(try await edit.value.first)
        #expect(try await manager.albums.album(withIdentifier: album).title == "Trip")
    }

    @Test func `Cancelled while the user is asked, an edit changes nothing`() async throws {
        let (store, manager) = Self.asking()
        let albums = store.contents.albums()
        let edit = Task { try await manager.performChanges { $0.createAlbum("Trip") } }
        await store.waitUntilConsentIsAsked()
        edit.cancel()
        #expect(await edit.result.editError == .cancelled)
        #expect(store.contents.albums() == albums)
        // The queue continues.
        let next = Task { try await manager.performChanges { $0.createAlbum("Next") } }
        await store.waitUntilConsentIsAsked()
        store.answerConsent(false)
        #expect(await next.result.editError == .refusedByUser)
    }

    @Test func `What the closure throws comes as it is or with its words, and nothing is changed`() async throws {
        struct Mistake: LocalizedError {
            var errorDescription: String? { "no such trip" }
        }
        let albums = subject.store.contents.albums()
        let error = await editError { changes in
            _ = changes.createAlbum("Trip")
            throw Mistake()
        }
        #expect(error == .closureFailed(reason: "no such trip"))
        #expect(await editError { _ in throw EditError.notEnoughSpace } == .notEnoughSpace)
        #expect(subject.store.contents.albums() == albums)
        #expect(subject.ledger.entries.isEmpty)
    }

    @Test func `A placeholder of another transaction is refused before the library is touched`() async throws {
        let placeholder = try await subject.manager.performChanges { $0.createAlbum("Trip") }.value
        let before = subject.ledger.entries.count
        #expect(await editError { $0.rename(placeholder, to: "Other") } == .foreignAlbumPlaceholder(placeholder))
        #expect(subject.ledger.entries.count == before)
    }

    @Test func `To add takes less permission than to change, and reading back is refused`() async throws {
        let authorization = MockAuthorization(.notDetermined)
        authorization.set(.authorized, for: .addOnly)
        authorization.set(.denied)
        let store = SyntheticStore(assets: 10)
        let factory = PhotoLibrarySource.synthetic(store, authorization: authorization)
        let manager = MediaManager(factory, executor: LibraryExecutor(label: "add"), limits: .untimed)
        let added = try await manager.performChanges { $0.createAsset(.photo(Data([1]))) }
        let id = try added.id(of: added.value)
        #expect(store.contents.asset(id) != nil)
        let reading = await failure { () async throws(LibraryError) in
            try await manager.photos.asset(withIdentifier: id)
        }
        #expect(reading == .notAuthorized(.denied))
        let editing = await Task { try await manager.performChanges { $0.createAlbum("Trip") } }.result.editError
        #expect(editing == .library(.notAuthorized(.denied)))
        #expect(editing?.photoKitErrorCode == 3311)
    }

    @Test(arguments: [AuthorizationStatus.authorized, .limited])
    func `Permission to read and edit includes permission to add, without a separate request`(
        status: AuthorizationStatus
    )
        async throws
    {
        let authorization = MockAuthorization(.notDetermined, answering: status)
        let store = SyntheticStore(assets: 10)
        let factory = PhotoLibrarySource.synthetic(store, authorization: authorization)
        let manager = MediaManager(factory, executor: LibraryExecutor(label: "both"), limits: .untimed)
        #expect(await manager.requestAuthorization() == status)
        let added = try await manager.performChanges { $0.createAsset(.photo(Data([1]))) }
        #expect(store.contents.asset(try added.id(of: added.value)) != nil)
    }

    @Test func `No edits are no transaction`() async throws {
        let outcome = try await subject.manager.performChanges { _ in 7 }
        #expect(outcome.value == 7 && outcome.token == nil)
        #expect(subject.ledger.entries.isEmpty)
    }

    @Test func `A library that cannot be edited says so`() async throws {
        let manager = MediaManager(.fixed(FixedContents()), executor: LibraryExecutor(label: "fixed"), limits: .untimed)
        let error = await Task { try await manager.performChanges { $0.createAlbum("Trip") } }.result.editError
        #expect(error?.photoKitErrorCode == 3300)
    }

    @Test func `Closing ends what waits, and refuses what comes`() async throws {
        let (store, manager) = Self.asking()
        let edit = Task { try await manager.performChanges { $0.createAlbum("Trip") } }
        await store.waitUntilConsentIsAsked()
        await manager.close()
        #expect(await edit.result.editError == .shutDown)
        let late = await Task { try await manager.performChanges { $0.createAlbum("Late") } }.result.editError
        #expect(late == .shutDown)
    }

    /// A library that asks the user before each transaction.
    private static func asking() -> (SyntheticStore, MediaManager) {
        var configuration = SyntheticConfiguration(assets: 40)
        configuration.consent = .forEverything
        let store = SyntheticStore(configuration)
        return (store, MediaManager(.synthetic(store), executor: LibraryExecutor(label: "consent"), limits: .untimed))
    }
}
