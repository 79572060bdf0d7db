#if FolderLibrary || canImport(Darwin)

/// The read connection of a library, which switches to an index that has replaced the old one.
///
/// Any process may repair a damaged index; a removed one is written again, and one that could only be read is reopened
/// once it can be written. If the index is away with its photos, the open connection still works. It never switches to
/// an index of another library.
final class IndexReader {
    private let store: FolderStore
    private let name: String
    private var open: IndexConnection

    /// Opens the index.
    ///
    /// - Throws: the error because of which the index can be opened neither for writing nor for reading.
    init(_ store: FolderStore) throws {
        self.store = store
        store.users.join()
        do {
            open = try store.openReader()
            name = try open.connection.libraryName()
        } catch {
            store.leave()
            throw error
        }
    }

    deinit {
        // Closed before the writer: a read-only connection cannot remove SQLite's files next to the index.
        open.connection.close()
        store.leave()
    }

    /// The connection; a new one if ``refresh()`` has found a new index.
    var connection: SQLiteConnection { open.connection }

    /// Whether another connection would see the same data: the index is in its place, and can be shared.
    var isShared: Bool { open.stamp == nil && open.file == store.index.file }

    /// Switches to the index that is now in place; called before each use, and costs one system call if nothing has
    /// changed.
    func refresh() {
        let mayThaw = open.stamp != nil && store.health.problem == nil
        guard mayThaw || !open.isCurrent(in: store.index) else { return }
        guard let new = try? store.index.connect(), (try? new.connection.libraryName()) == name else { return }
        open = new
    }
}
#endif
