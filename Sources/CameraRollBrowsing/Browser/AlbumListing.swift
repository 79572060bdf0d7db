import CameraRoll

/// The albums of a library at one time, and what goes with them, ready to be shown.
///
/// Reading the albums, sorting them into sections, comparing them with those that are shown and releasing what is not
/// needed takes time in proportion to their number: all of it runs away from the main actor, which takes the result
/// with its tables and trees as they are. Nil is what the library did not answer, or what is shown already: the browser
/// keeps it.
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

    /// Reads the albums of a library, and finds out what is new.
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
        // Additions: without them the list is still worth showing.
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

/// Releases values away from the main actor, which the release of very many albums would hold up.
///
/// - Parameter values: the values, which nothing else need hold any more.
func releaseElsewhere(_ values: consuming some Sendable) {
    Task.detached(priority: .utility) { [values] in withExtendedLifetime(values) {} }
}
