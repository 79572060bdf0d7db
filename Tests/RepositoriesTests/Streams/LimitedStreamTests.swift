import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// Streams under limited access.
@Suite(.timeLimit(.hang)) struct LimitedStreamTests {
    // Photos reports no details here: a filter that waits for index sets loses these changes (HXPhotoPicker #812).
    @Test(arguments: 0...2, 0...2)
    func `From any few assets to any few others, no change is lost`(before: Int, after: Int) async throws {
        let subject = LivingSubject(status: .limited)
        let all = subject.store.contents.assets.filter { AssetQuery.all.matches($0) }.map(\.id)
        subject.store.select(all.prefix(before))
        var follower = try await Follower(of: .all, subject.photos)
        #expect(follower.list.count == before)
        subject.store.select(all.suffix(after))
        guard before + after > 0 else { return }
        let update = try await follower.follow()
        #expect(update?.changes == .reload(.limitedAccess))
        #expect(Set(follower.list) == Set(all.suffix(after)))
    }

    @Test func `The user's choice in the picker arrives as a change, and its new assets are named`() async throws {
        let store = SyntheticStore(assets: 40)
        let authorization = MockAuthorization(.limited)
        let manager = MediaManager(
            .synthetic(store, authorization: authorization), executor: LibraryExecutor(), limits: .untimed)
        let all = store.contents.assets.filter { AssetQuery.all.matches($0) }.map(\.id)
        store.select(all.prefix(2))
        #expect(try await manager.limitedAccess() == LimitedAccess(selectedAssetCount: 2))
        var follower = try await Follower(of: .all, manager.photos)
        store.pickNext(all.prefix(3))
        #expect(await manager.presentLimitedPicker() == [all[2]])
        _ = try await follower.follow()
        #expect(Set(follower.list) == Set(all.prefix(3)))
        #expect(try await manager.limitedAccess()?.selectedAssetCount == 3)
    }

    @Test func `Without a picker only the settings are offered`() async throws {
        struct PickerlessAuthorization: LibraryAuthorization {
            var hasLimitedPicker: Bool { false }
            func status(for level: AccessLevel) -> AuthorizationStatus { .limited }
        }
        let contents = FixedContents(assets: [MediaAsset(id: "a")])
        let manager = MediaManager(.fixed(contents, authorization: PickerlessAuthorization()), limits: .untimed)
        #expect(try await manager.limitedAccess()?.offers == [.openSettings])
    }

    @Test func `Full access makes everything appear`() async throws {
        let subject = LivingSubject(status: .limited)
        var follower = try await Follower(of: .all, subject.photos)
        #expect(follower.list.isEmpty)
        subject.authorization.status = .authorized
        _ = try await follower.follow()
        #expect(follower.list.count > 40)
        #expect(try await subject.manager.limitedAccess() == nil)
    }

    @Test func `Without limits there is no picker`() async throws {
        let subject = LivingSubject()
        #expect(await subject.manager.presentLimitedPicker() == [])
    }
}
