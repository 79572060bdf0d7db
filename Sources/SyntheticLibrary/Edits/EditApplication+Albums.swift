import CameraRoll

extension EditApplication {
    mutating func applyToAlbums(_ edit: LibraryEdit) throws(EditError) {
        switch edit {
        case .createAlbum(let placeholder, let title, let parent):
            try checkTitle(title)
            let folder = try folder(parent)
            albums[placeholder] = contents.makeAlbum(title, in: folder)
        case .createFolder(let placeholder, let title, let parent):
            try checkTitle(title)
            let folder = try folder(parent)
            albums[placeholder] = contents.makeFolder(title, in: folder)
        case .rename(let album, let title):
            try checkTitle(title)
            contents.rename(try editableCollection(album), to: title)
        case .deleteAlbums(let references): try deleteAlbums(references)
        case .moveAlbum(let album, let parent): try moveAlbum(album, into: parent)
        default: break
        }
    }

    private func checkTitle(_ title: String) throws(EditError) {
        if title.allSatisfy(\.isWhitespace) { throw .emptyTitle }
    }

    /// All are looked up before the first is deleted: a folder may be named together with what is in it.
    private mutating func deleteAlbums(_ references: [AlbumReference]) throws(EditError) {
        let ids = try references.map { reference throws(EditError) in try editableCollection(reference) }
        for id in ids {
            if contents.isFolder(id) { contents.deleteFolder(id) } else { contents.deleteAlbum(id) }
        }
    }

    private mutating func moveAlbum(_ reference: AlbumReference, into parent: AlbumReference?) throws(EditError) {
        let id = try editableCollection(reference)
        let folder = try folder(parent)
        if let folder, contents.isFolder(id), contents.foldersAbove(folder).contains(id) {
            throw .folderInItself(reference)
        }
        contents.move(id, into: folder)
    }
}
