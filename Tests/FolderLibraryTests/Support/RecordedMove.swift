#if FolderLibrary || canImport(Darwin)
@testable import FolderLibrary

extension PhotoFolder {
    /// Records the move of a file in the index, as an edit does before it moves the file.
    func recordMove(of origin: String, to goal: String) throws {
        let inode = try OpenFolder(root: path).status(origin).inode
        let move = FileMove(origin: Array(origin.utf8), goal: Array(goal.utf8), inode: inode)
        try store.exclusively { writer in try writer.transaction { try writer.intend(writer.intents() + [move]) } }
    }
}
#endif
