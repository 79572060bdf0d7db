#if FolderLibrary || canImport(Darwin)
public import CameraRoll

/// The photos that edits have deleted. Only ``emptyTrash(olderThan:)`` removes them permanently.
///
/// ```swift
/// let deleted = try await folder.trashedPhotos()
/// try await folder.restore(deleted.filter { $0.isFavorite })
/// try await folder.emptyTrash(olderThan: .seconds(30 * 86_400))
/// ```
extension PhotoFolder {
    /// The photos in the trash, the latest first.
    ///
    /// In a configured folder, ``FolderConfiguration/trash``, this includes photos that this index has recorded, and
    /// files whose names begin as those of deleted files do, with eight hexadecimal digits and a dash: other files
    /// there are the user's own. Files that were removed from the trash are not included, nor, in a copy of a library,
    /// what the original has deleted.
    ///
    /// - Throws: `FolderError`.
    /// - Complexity: O(n log n) in the files in the trash.
    public func trashedPhotos() async throws(FolderError) -> [TrashedPhoto] {
        let trash = TrashFolder(store)
        return try await service.read { try trash.contents($0).map(\.photo) }
    }

    /// Restores deleted photos to their former places, with their albums and favorites; either all photos or none.
    ///
    /// A folder that no longer exists is created again; if another file now has the name, a number is added to the
    /// photo's name. A photo that the index no longer knows is restored to the folder of photos itself, as a new asset.
    ///
    /// - Parameter photos: elements of ``trashedPhotos()``.
    /// - Throws: `EditError`; `.failed` if a photo is no longer in the trash.
    /// - Complexity: O(k log n), and O(n) in the files in the trash.
    public func restore(_ photos: some Sequence<TrashedPhoto>) async throws(EditError) {
        let ids = photos.map(\.id)
        let hasStrangers = try await service.edit { store in try TrashRestorer(store).restore(ids) }
        // The photos are restored even if this scan fails: the next one finds them.
        if hasStrangers { _ = try? await scans.begin(.folders([.root])).waitUntilFinished() }
    }

    /// Removes photos in the trash permanently, except files in a configured folder of which there is no record.
    ///
    /// Time counts as it does for missing photos: no more than a week between two scans, so that a wrong clock removes
    /// nothing. A file without a record ages from the first call of this function that finds it.
    ///
    /// - Parameter age: the minimum time since their deletion; zero removes all of them.
    /// - Returns: the number of photos removed.
    /// - Throws: `EditError`; photos removed before the error stay removed.
    /// - Complexity: O(n log n) in the files in the trash.
    @discardableResult
    public func emptyTrash(olderThan age: Duration = .zero) async throws(EditError) -> Int {
        try await service.edit { store in try TrashFolder(store).empty(olderThan: age, store) }
    }
}
#endif
