#if FolderLibrary || canImport(Darwin)

/// The connection by which one library reads, which goes over to an index that has taken the place of the old one.
///
/// A damaged index is repaired by whichever process finds it so, one that was removed is written again, and one that
/// could only be read is opened again once it can be written. Where the index is away with its photos, what is open
/// still answers. An index of another library is never gone over to.
final class IndexReader {
    private let store: FolderStore
    private let name: String
    private var open: IndexConnection

    /// Opens the index.
    ///
    /// - Throws: why it can be read neither way.
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
        // Before the writer is: a connection that only reads cannot take SQLite's files beside the index away.
        open.connection.close()
        store.leave()
    }

    /// The connection; a new one where ``refresh()`` has found a new index.
    var connection: SQLiteConnection { open.connection }

    /// Whether another connection would see the same: the index is in its place, and can be shared.
    var isShared: Bool { open.stamp == nil && open.file == store.index.file }

    /// Goes over to the index that is in place now, before each use; costs a system call where nothing has happened.
    func refresh() {
        let mayThaw = open.stamp != nil && store.health.problem == nil
        guard mayThaw || !open.isCurrent(in: store.index) else { return }
        guard let new = try? store.index.connect(), (try? new.connection.libraryName()) == name else { return }
        open = new
    }
}
#endif
