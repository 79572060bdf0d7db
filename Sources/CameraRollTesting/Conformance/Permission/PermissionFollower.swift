import CameraRoll

/// Follows albums or a snapshot with a stream of updates, while the permission changes.
final class PermissionFollower: Sendable {
    /// The state reported by the stream.
    struct News: Sendable {
        var updates = 0
        /// The albums of the last list, if albums are followed.
        var albums: Set<AlbumID> = []
        /// The assets of the last update, or of the start, if a snapshot is followed.
        var assets: [MediaAsset] = []
        var end: LibraryError?
    }

    /// Follows a stream, and reports its updates.
    typealias Following =
        @Sendable (_ note: @Sendable (_ change: (inout News) -> Void) -> Void) async throws -> Void

    private let news: Lock<News>
    private let watchers = Watchers()
    private let work = Lock<TaskedWork<Void>?>(nil)

    /// Follows until the stream ends or this object is released.
    ///
    /// - Parameter start: the contents before the first update.
    init(_ start: News = News(), _ follow: @escaping Following) {
        let news = Lock(start)
        self.news = news
        let following = TaskedWork { [watchers] in
            do {
                try await follow { change in
                    news.withLock { news in
                        change(&news)
                        news.updates += 1
                    }
                    watchers.check()
                }
            } catch {
                news.withLock { $0.end = error as? LibraryError ?? .failed("follow", reason: ErrorReason(error)) }
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
            try await expectShown(change, by: following)
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
        let shown = try await photos.assets(in: snapshot.indices, of: snapshot)
        return PermissionFollower(PermissionFollower.News(assets: shown)) { note in
            for try await update in photos.updates(of: snapshot) {
                let assets = try await photos.assets(in: update.snapshot.indices, of: update.snapshot)
                note { $0.assets = assets }
            }
        }
    }

    /// Causes a change if possible, and waits until a stream shows it; three times.
    ///
    /// After a change of the permission a stream reads again, once or twice, and such a late read shows a change that
    /// the library never signals. Later changes are shown after a signal only.
    func expectFollowed(by following: PermissionFollower) async throws {
        let isEditable = try await isEditable
        for number in 1...3 {
            if isEditable {
                guard try await expectAlbumShown("Conformance: permission \(number)", by: following) else { return }
            } else if let change = subject.change {
                try await expectShown(change, by: following)
            }
        }
    }

    /// Creates an album, and waits until a stream shows it; returns false if the library does not support that.
    private func expectAlbumShown(_ title: String, by following: PermissionFollower) async throws -> Bool {
        do {
            let album = try await living.makeAlbum(title)
            try await wait(for: following, "an update after an edit") { $0.albums.contains(album) }
            return true
        } catch is UnsupportedEdit {
            return false
        }
    }

    /// Causes a change, and waits until a stream shows another list, and then the list that a new fetch finds.
    ///
    /// An update alone proves nothing: it may have another cause, or show the same list as before.
    private func expectShown(
        _ change: @Sendable () async throws -> Void, by following: PermissionFollower
    ) async throws {
        let shown = following.latest.assets
        try await change()
        try await wait(for: following, "an update after a change") { $0.assets != shown }
        let photos = manager.photos
        let fresh = try await photos.snapshot(of: .everything())
        let target = try await photos.assets(in: fresh.indices, of: fresh)
        try await wait(for: following, "the list that a new fetch finds") { $0.assets == target }
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
