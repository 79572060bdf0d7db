import CameraRoll
import Foundation

extension ConformanceCheck {
    static var history: [ConformanceCheck] {
        [exactHistory, mergedHistory, pagedHistory, emptyHistory, affectedAlbums]
    }

    /// A check of the history since a first place; not applicable to a library without a history.
    private init(
        history name: String, body: @escaping @Sendable (LivingProbe, Expectation) async throws -> Void
    ) {
        self.init(living: name) { library, expect in
            _ = try await library.token()
            try await body(library, expect)
        }
    }

    private static let exactHistory = ConformanceCheck(
        history: "The history tells what was inserted, updated and deleted"
    ) { library, expect in
        let assets = try await library.read { try $0.all(.all) }
        guard assets.count >= 2 else { throw NotApplicable("The library shows fewer than two assets.") }
        let (marked, gone) = (assets[0], assets[assets.count / 2])
        let (renamed, deleted) = (try await library.makeAlbum("Renamed"), try await library.makeAlbum("Deleted"))
        let start = try await library.token()
        let created = try await library.makeAsset()
        let outcome = try await library.edit { edits in
            _ = edits.createAlbum("New")
            edits.setFavorite(!marked.isFavorite, for: [marked])
            edits.delete([gone])
            edits.rename(renamed, to: "Renamed again")
            edits.deleteCollections([deleted])
        }
        let changes = try await library.changes(since: start)
        try expect.equal(changes.assets.inserted, Set([created].compactMap(\.self)), "the assets inserted")
        try expect.equal(changes.assets.deleted, [gone.id], "the assets deleted")
        try expect.equal(changes.assets.updated.contains(marked.id), true, "whether '\(marked.id)' was updated")
        try expect.equal(changes.albums.inserted, Set(outcome.createdAlbums), "the albums inserted")
        try expect.equal(changes.albums.deleted, [deleted], "the albums deleted")
        try expect.equal(changes.albums.updated.contains(renamed), true, "whether album '\(renamed)' was updated")
        try await library.checkUpdated(changes)
    }

    private static let mergedHistory = ConformanceCheck(
        history: "The history tells what remains of several transactions"
    ) { library, expect in
        let assets = try await library.read { try $0.all(.all) }
        let gone = try expect.needs(assets.first, "The library shows no assets.")
        let start = try await library.token()
        let album = try await library.makeAlbum("Passing")
        let (passing, kept) = (try await library.makeAsset(), try await library.makeAsset())
        let made = Set([passing, kept].compactMap(\.self))
        try await library.edit { edits in edits.setFavorite(true, for: made.union([gone.id])) }
        try await library.edit { edits in
            edits.deleteCollections([album])
            edits.delete([gone.id, passing].compactMap(\.self))
        }
        let changes = try await library.changes(since: start)
        try expect.equal(changes.assets.inserted, Set([kept].compactMap(\.self)), "the assets inserted and kept")
        try expect.equal(changes.assets.deleted, [gone.id], "the assets deleted that were there before")
        let told = changes.albums.inserted.union(changes.albums.updated).union(changes.albums.deleted)
        try expect.equal(told.contains(album), false, "whether an album is told of that came and went")
        try await library.checkUpdated(changes)
    }

    private static let pagedHistory = ConformanceCheck(
        history: "The history in pages tells what it tells as a whole"
    ) { library, expect in
        let assets = try await library.read { try $0.all(.all) }
        let gone = try expect.needs(assets.first, "The library shows no assets.")
        let start = try await library.token()
        let album = try await library.makeAlbum("Passing")
        let made = [try await library.makeAsset(), gone.id].compactMap(\.self)
        try await library.edit { edits in edits.delete(made) }
        try await library.edit { edits in edits.deleteCollections([album]) }
        _ = try await library.makeAlbum("Kept")
        _ = try await library.changes(since: start)
        for limit in 1...3 {
            let (whole, pages) = try await library.read { library in
                (try library.changes(since: start), try library.historyInPages(of: limit, since: start))
            }
            guard case .changes(let whole) = whole else { continue }
            try expect.equal(pages.hasMore, false, "whether pages of \(limit) go on without an end")
            try expect.equal(pages.assets, whole.assets, "the changes of assets in pages of \(limit)")
            try expect.equal(pages.albums, whole.albums, "the changes of albums in pages of \(limit)")
            try expect.equal(pages.token, whole.token, "the place that pages of \(limit) lead up to")
            // Pages may name an album that the whole does not, but not vice versa.
            guard let named = pages.affectedAlbums else { continue }
            let missing = whole.affectedAlbums?.subtracting(named) ?? []
            try expect.equal(missing, [], "the affected albums that pages of \(limit) do not name")
        }
    }

    private static let emptyHistory = ConformanceCheck(
        history: "The history tells nothing since now"
    ) { library, expect in
        let start = try await library.token()
        for _ in 0..<2 {
            let changes = try await library.changes(since: try await library.token())
            try expect.equal(changes.isEmpty, true, "whether nothing changed since now")
            try expect.equal(changes.affectedAlbums ?? [], [], "the albums affected since now")
            _ = try await library.makeAlbum("Now")
        }
        let end = try await library.changes(since: start).token
        let rest = try await library.changes(since: end)
        try expect.equal(rest.isEmpty, true, "whether nothing changed since the place that an answer leads up to")
    }

    private static let affectedAlbums = ConformanceCheck(
        history: "The history names each album whose count, cover or order changed"
    ) { library, expect in
        let edit = try await MixedEdit(of: library)
        for change in [edit.perform, edit.rearrange] {
            let start = try await library.token()
            let before = try await library.albumLooks()
            try await change(library)
            let after = try await library.albumLooks()
            let named = try await library.changes(since: start).affectedAlbums
            let affected = try expect.needs(named, "The history does not name the albums that are affected.")
            let changed = Set(after.keys.filter { after[$0] != before[$0] })
            try expect.equal(changed.subtracting(affected), [], "the albums that changed and are not named")
        }
    }
}

// MARK: - Reading the history

extension ProbedLibrary {
    /// Reads the history page by page; the result says that there is more if a page makes no progress, or asks for
    /// everything to be read again.
    fileprivate func historyInPages(of limit: Int, since start: ChangeToken) throws(LibraryError) -> LibraryChanges {
        var merged = LibraryChanges(affectedAlbums: [], upTo: start)
        // A library whose pages lead around in a circle must not hang the check.
        for _ in 0..<10_000 {
            guard case .changes(let page) = try changes(since: merged.token, limit: limit) else {
                merged.hasMore = true
                return merged
            }
            let isStuck = page.hasMore && page.token == merged.token
            merged.append(page)
            if isStuck || !merged.hasMore { return merged }
        }
        return merged
    }
}

extension LivingProbe {
    /// The current place in the history; not applicable to a library without a history.
    func token() async throws -> ChangeToken {
        try expect.needs(try await read { try $0.changeToken() }, "The library keeps no history.")
    }

    /// The changes since a token; not applicable if the library need not report them.
    func changes(since token: ChangeToken) async throws -> LibraryChanges {
        switch try await manager.changes(since: token) {
        case .changes(let changes): return changes
        case .resyncRequired(.tokenExpired, _):
            throw expect.fail("a change token of a moment ago", expected: "what changed", found: "that it is expired")
        case .resyncRequired(let reason, _):
            throw NotApplicable("The library asks for all to be read again instead of telling: \(reason).")
        }
    }

    /// Checks that each updated object exists, and is reported in only one way.
    func checkUpdated(_ changes: LibraryChanges) async throws {
        let objects = changes.assets
        let elsewhere = objects.updated.intersection(objects.inserted.union(objects.deleted))
        try expect.equal(elsewhere, [], "the assets that are updated and also inserted or deleted")
        let found = try await read { try $0.assets(withIdentifiers: Array(objects.updated)) }
        try expect.equal(Set(found.map(\.id)), objects.updated, "the assets updated that are there")
    }

    /// The visible data of each album in a list of albums, and its own order.
    fileprivate func albumLooks() async throws -> [AlbumID: AlbumLook] {
        try await read { library in
            var looks: [AlbumID: AlbumLook] = [:]
            for album in try library.albums(.all) {
                looks[album.id] = AlbumLook(
                    count: try library.assetCount(of: album.id, mediaTypes: []),
                    covers: try CoverPolicy.allCases.map {
                        try library.cover(of: album.id, mediaTypes: [], policy: $0)
                    },
                    order: try library.members(of: album.id))
            }
            return looks
        }
    }
}

private struct AlbumLook: Equatable, Sendable {
    let count: Int
    let covers: [MediaAsset?]
    let order: [AssetID]
}

extension ConformanceCheck {
    static var changeTokens: [ConformanceCheck] { [tokenTexts, foreignTokens] }

    private static let tokenTexts = ConformanceCheck(living: "A change token means the same after it was stored") {
        library, expect in
        let token = try await library.token()
        try expect.equal(token.library, try await library.read(\.identity), "the library of a change token")
        let album = try await library.makeAlbum("Stored")
        let stored = try ChangeToken(token: token.token)
        let changes = try await library.changes(since: stored)
        try expect.equal(changes.albums.inserted, [album], "the albums inserted since a token that was stored")
        let direct = try await library.changes(since: token)
        try expect.equal(direct.albums, changes.albums, "the albums changed since the token itself")
    }

    private static let foreignTokens = ConformanceCheck(living: "Foreign change tokens are refused, and malformed ones")
    {
        library, expect in
        let token = try await library.token()
        let foreign = ChangeToken(library: LibraryIdentity(rawValue: "no such library: 3F0C2A"), place: token.place)
        let error = LibraryError.foreignChangeToken(from: foreign.library, usedIn: token.library)
        try expect.equal(try await library.refusal(of: foreign), error, "the refusal of a foreign token")
        for place in [Data(), Data("no such place: 3F0C2A".utf8)] {
            let malformed = ChangeToken(library: token.library, place: place)
            guard case .invalidToken? = try await library.refusal(of: malformed) else {
                throw expect.fail("a malformed token", expected: "the error invalidToken", found: "another end")
            }
        }
    }
}

extension LivingProbe {
    /// The error with which a token is refused; nil if it is accepted.
    fileprivate func refusal(of token: ChangeToken) async throws -> LibraryError? {
        do throws(LibraryError) {
            _ = try await manager.changes(since: token)
            return nil
        } catch {
            return error
        }
    }
}
