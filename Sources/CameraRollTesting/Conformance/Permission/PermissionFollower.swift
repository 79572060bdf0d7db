import CameraRoll

/// Follows albums or a snapshot with a stream of updates, while the permission changes.
final class PermissionFollower: Sendable {
    /// The state reported by the stream.
    struct News: Sendable {
        var updates = 0
        /// The albums of the last list, if albums are followed.
        var albums: Set<AlbumID> = []
        /// The assets of the last update, if a snapshot is followed.
        var assets: [MediaAsset] = []
        var end: LibraryError?
    }

    /// Follows a stream, and reports its updates.
    typealias Following =
        @Sendable (_ note: @Sendable (_ change: (inout News) -> Void) -> Void) async throws -> Void

    private let news = Lock(News())
    private let watchers = Watchers()
    private let work = Lock<TaskedWork<Void>?>(nil)

    /// Follows until the stream ends or this object is released.
    init(_ follow: @escaping Following) {
        let following = TaskedWork { [news, watchers] in
            do {
                try await follow { change in
                    news.withLock { news in
                        change(&news)
                        news.updates += 1
                    }
                    watchers.check()
                }
            } catch {
                news.withLock { $0.end = error as? LibraryError ?? .failed("follow", reason: "\(error)") }
                watchers.check()
            }
        }
        work.withLock { $0 = following }
    }

    deinit {
        work.withLock(\.self)?.cancel()
    }

    /// The latest state reported by the stream.
    var latest: News { news.withLock(\.self) }

    /// Waits until the stream has reported a matching state, or has ended.
    func wait(until isSo: @escaping @Sendable (News) -> Bool) async {
        await watchers.wait { [news] in news.withLock { $0.end != nil || isSo($0) } }
    }
}

extension PermissionProbe {
    /// Follows the list of albums of an editable library, or all assets of one that changes from outside; returns
    /// after the first update.
    func followWhatChanges() async throws -> PermissionFollower {
        if !(try await isEditable), let change = subject.change {
            let following = try await follow(.everything())
            try await change()
            try await wait(for: following, "the first update of a snapshot") { $0.updates > 0 }
            return following
        }
        let following = PermissionFollower { [albums = manager.albums] note in
            // The albums created by a check are empty.
            let options = AlbumListOptions(includesEmpty: true, includesUntitled: true)
            for try await update in albums.albumUpdates(options) {
                note { $0.albums = Set(update.albums.map(\.album.id)) }
            }
        }
        try await wait(for: following, "the first list of albums") { $0.updates > 0 }
        return following
    }

    /// Follows a snapshot of a query.
    func follow(_ query: AssetQuery) async throws -> PermissionFollower {
        let photos = manager.photos
        let snapshot = try await photos.snapshot(of: query)
        return PermissionFollower { note in
            for try await update in photos.updates(of: snapshot) {
                let assets = try await photos.assets(in: update.snapshot.indices, of: update.snapshot)
                note { $0.assets = assets }
            }
        }
    }

    /// Causes a change if possible, and waits until a stream reports it.
    func expectFollowed(by following: PermissionFollower) async throws {
        guard try await isEditable else {
            guard let change = subject.change else { return }
            let count = following.latest.updates
            try await change()
            return try await wait(for: following, "an update after a change") { $0.updates > count }
        }
        do {
            let album = try await living.makeAlbum("Conformance: permission")
            try await wait(for: following, "an update after an edit") { $0.albums.contains(album) }
        } catch is UnsupportedEdit {
            return
        }
    }

    /// Waits until a stream has reported these assets.
    func expectReached(_ assets: [MediaAsset], by following: PermissionFollower) async throws {
        try await wait(for: following, "the update of a selection that has grown") { $0.assets == assets }
    }

    private var isEditable: Bool {
        get async throws { try await access.look { try $0.editor() != nil } }
    }

    private func wait(
        for following: PermissionFollower, _ subject: String,
        _ isSo: @escaping @Sendable (PermissionFollower.News) -> Bool
    ) async throws {
        try await living.wait(for: "the wait for \(subject)") { await following.wait(until: isSo) }
        try expect.equal(following.latest.end, nil, "the end of a stream of updates")
    }
}
