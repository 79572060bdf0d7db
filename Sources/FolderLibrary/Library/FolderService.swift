#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Serves calls about a folder as a whole, and manages its trash, on its own thread: both wait for the disk.
actor FolderService {
    let store: FolderStore
    private let executor = LibraryExecutor(label: "cameraroll.folder")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ store: FolderStore) {
        self.store = store
    }

    /// Reads from the index, all of one moment.
    func read<Value: Sendable>(_ body: @Sendable (SQLiteConnection) throws -> Value) throws(FolderError) -> Value {
        do {
            return try store.read(body)
        } catch {
            throw FolderError(error)
        }
    }

    /// Edits the folder.
    func edit<Value: Sendable>(_ body: @Sendable (FolderStore) throws -> Value) throws(EditError) -> Value {
        // One writer for all that is done.
        store.users.join()
        defer { store.users.leaveBlocking() }
        do {
            try store.prepare()
            return try body(store)
        } catch {
            throw EditError(ofFolder: error)
        }
    }
}
#endif
