import CameraRoll

/// A subscriber that shows a snapshot, and changes the shown list according to its stream of updates.
final class Follower: Sendable {
    private struct Contents {
        var shown: [MediaAsset]
        var problem: String?
    }

    private let query: AssetQuery
    private let contents: Lock<Contents>
    private let watchers = Watchers()
    private let work = Lock<TaskedWork<Void>?>(nil)

    init(of query: AssetQuery, in library: LivingProbe) async throws {
        let photos = library.manager.photos
        let snapshot = try await photos.snapshot(of: query)
        self.query = query
        contents = Lock(Contents(shown: try await photos.assets(in: snapshot.indices, of: snapshot)))
        let following = TaskedWork { await self.follow(photos, from: snapshot) }
        work.withLock { $0 = following }
    }

    /// The shown list.
    var shown: [MediaAsset] { contents.withLock(\.shown) }

    /// Waits until the shown list differs from a list.
    func leaves(_ list: [MediaAsset], _ library: LivingProbe) async throws {
        try await library.wait(for: "the wait for an update of \(query)") { [self] in
            await watchers.wait { [self] in contents.withLock { $0.problem != nil || $0.shown != list } }
        }
    }

    func stop() {
        work.withLock(\.self)?.cancel()
    }

    /// Waits until the shown list equals a fresh fetch.
    func reaches(_ library: LivingProbe) async throws {
        let query = query
        let target = try await library.read { try $0.all(query) }
        let subject = "the wait for a follower of \(query)"
        try await library.wait(for: subject) { [self] in
            await watchers.wait { [self] in contents.withLock { $0.problem != nil || $0.shown == target } }
        }
        try library.expect.equal(contents.withLock(\.problem), nil, "the updates of \(query)")
    }

    private func follow(_ photos: PhotoRepository, from snapshot: AssetSnapshot) async {
        do {
            for try await update in photos.updates(of: snapshot) {
                let new = try await photos.assets(in: update.snapshot.indices, of: update.snapshot)
                try contents.withLock { contents in
                    contents.shown = try update.changes.applied(to: contents.shown, giving: new)
                }
                watchers.check()
            }
        } catch LibraryError.cancelled {
            return
        } catch {
            contents.withLock { $0.problem = "\(error)" }
            watchers.check()
        }
    }
}

extension AssetUpdate.Changes {
    /// The shown list after the update.
    fileprivate func applied(to shown: [MediaAsset], giving new: [MediaAsset]) throws -> [MediaAsset] {
        switch self {
        case .reload(.inconsistentDetails): throw LibraryError.failed("update", reason: "inconsistent details")
        case .reload: return new
        case .indexes(let changes):
            let after = try changes.applied(to: shown) { new[$0] }
            guard after.map(\.id) == new.map(\.id) else {
                throw LibraryError.failed("update", reason: "the changes lead to another list")
            }
            return after
        }
    }
}
