#if FolderLibrary || canImport(Darwin)
public import CameraRoll

/// The photos that edits have deleted. Nothing but ``emptyTrash(olderThan:)`` removes them for good.
///
/// ```swift
/// let deleted = try await folder.trashedPhotos()
/// try await folder.restore(deleted.filter { $0.isFavorite })
/// try await folder.emptyTrash(olderThan: .seconds(30 * 86_400))
/// ```
extension PhotoFolder {
    /// What is in the trash, the latest first.
    ///
    /// In a folder of one's own, ``FolderConfiguration/trash``, only what this index knows: other files there are
    /// somebody else's. So are files that were taken out of it.
    ///
    /// - Throws: `FolderError`.
    /// - Complexity: O(n log n) in the files in the trash.
    public func trashedPhotos() async throws(FolderError) -> [TrashedPhoto] {
        let trash = TrashFolder(store)
        return try await service.read { try trash.contents($0).map(\.photo) }
    }

    /// Puts deleted photos back where they were, all or none, as favorites and in the albums that they were in.
    ///
    /// A folder that is gone is made again; where another file has the name by now, the photo gets a number behind its
    /// own. A photo that the index does not know any more goes to the folder of photos itself, and is a new asset.
    ///
    /// - Parameter photos: those of ``trashedPhotos()``.
    /// - Throws: `EditError`; `.failed` if one is in the trash no more.
    /// - Complexity: O(k log n), and O(n) in the files in the trash.
    public func restore(_ photos: some Sequence<TrashedPhoto>) async throws(EditError) {
        let ids = photos.map(\.id)
        let hasStrangers = try await service.edit { store in try TrashRestorer(store).restore(ids) }
        // They are back, whatever becomes of this scan: the next one finds them.
        if hasStrangers { _ = try? await scans.begin(.folders([.root])).report() }
    }

    /// Removes photos in the trash for good.
    ///
    /// - Parameter age: those that were deleted at least so long ago; all of them where it is zero.
    /// - Returns: how many were removed.
    /// - Throws: `EditError`; what could be removed before is.
    /// - Complexity: O(n log n) in the files in the trash.
    @discardableResult
    public func emptyTrash(olderThan age: Duration = .zero) async throws(EditError) -> Int {
        try await service.edit { store in try TrashFolder(store).empty(olderThan: age, store) }
    }
}
#endif
