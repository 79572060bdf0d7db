import CameraRoll

/// The albums of a library and their folders at one point in time, ready to be shown.
///
/// Reading the albums, sorting them into sections, comparing them with those on the screen and releasing what is no
/// longer needed takes time in proportion to their number. All of it runs off the main actor, which only assigns the
/// result. Nil stands for what the library did not return, and for what has not changed: the browser keeps what it has.
struct AlbumListing: Sendable {
    /// What a browser shows while its albums are listed.
    struct Shown: Sendable {
        let table: AlbumTable
        let folders: [AlbumFolder.Item]
    }

    /// The albums, or the reason why they could not be listed.
    var table: Result<AlbumTable?, LibraryError>
    var folders: [AlbumFolder.Item]?
    var limited: LimitedAccess?
    var canSearch: Bool?

    /// Reads the albums of a library, and finds out what has changed.
    ///
    /// - Parameters:
    ///   - manager: the manager of the library.
    ///   - query: the albums to list.
    ///   - shown: what the result is compared with; it keeps the counts and covers of its albums.
    ///   - whenRead: called when everything has been read, before the sections are made; for tests.
    /// - Throws: `.cancelled` if the task was canceled.
    @concurrent static func read(
        _ manager: MediaManager, _ query: AlbumQuery, over shown: consuming Shown,
        whenRead: (@Sendable () async -> Void)?
    ) async throws(LibraryError) -> AlbumListing {
        let albums: [Album]
        do throws(LibraryError) {
            albums = try await manager.albums.listWithDuplicates(query)
        } catch {
            return AlbumListing(table: .failure(error))
        }
        // These are optional: the list is worth showing without them.
        let folders = try? await manager.albums.tree()
        let limited = try? await manager.limitedAccess()
        let canSearch = try? await manager.photos.canSearch()
        await whenRead?()
        guard let table = AlbumTable(albums, keeping: shown.table, while: { !Task.isCancelled })
        else { throw .cancelled }
        return AlbumListing(
            table: .success(table.lists(theSameAs: shown.table) ? nil : table),
            folders: folders == shown.folders ? nil : folders, limited: limited, canSearch: canSearch)
    }
}

/// Releases a value off the main actor, which the release of very many albums would hold up.
///
/// - Parameter value: the value, moved here: with a second reference, the main actor might release the last one. What a
///   view still holds is released by the view.
func releaseElsewhere<Value: Sendable>(_ value: consuming Value) {
    let kept = Lock<Value?>(consume value)
    Task.detached(priority: .utility) {
        let value = kept.withLock { $0.take() }
        withExtendedLifetime(value) {}
    }
}
