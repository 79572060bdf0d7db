public import CameraRoll

extension SyntheticContents {
    /// Deletes a folder with all albums and folders in it; nothing happens where there is no such folder.
    public mutating func deleteFolder(_ folder: AlbumID) {
        guard let index = folderRecords.firstIndex(where: { $0.id == folder }) else { return }
        folderRecords.remove(at: index)
        log.note(.collection(folder, .deleted))
        for album in albumRecords where album.folder == folder { deleteAlbum(album.id) }
        for child in folderRecords where child.parent == folder { deleteFolder(child.id) }
    }

    /// Puts an album or a folder of the user's into a folder, or at the top where nil.
    ///
    /// Nothing happens where a folder would stand in itself, or where there is no such folder.
    public mutating func move(_ id: AlbumID, into folder: AlbumID?) {
        if let folder, !isFolder(folder) || foldersAbove(folder).contains(id) { return }
        if let index = folderRecords.firstIndex(where: { $0.id == id }) {
            guard folderRecords[index].parent != folder else { return }
            folderRecords[index].parent = folder
        } else if let index = albumRecords.firstIndex(where: { $0.id == id && $0.type == .user }) {
            guard albumRecords[index].folder != folder else { return }
            albumRecords[index].folder = folder
        } else {
            return
        }
        log.note(.collection(id, .updated))
    }

    func isFolder(_ id: AlbumID) -> Bool { folderRecords.contains { $0.id == id } }

    /// Whether there is such an album or folder.
    func hasCollection(_ id: AlbumID) -> Bool { isFolder(id) || albumRecords.contains { $0.id == id } }

    /// A folder, the one it stands in, and so on to the top.
    func foldersAbove(_ folder: AlbumID) -> Set<AlbumID> {
        var above: Set<AlbumID> = []
        var next: AlbumID? = folder
        while let id = next, above.insert(id).inserted {
            next = folderRecords.first { $0.id == id }?.parent
        }
        return above
    }
}
