#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// The library of a folder of photos: reads its index on a library executor.
///
/// Its only state is its own read connection. It is not Sendable, so the compiler confines it to the library
/// executor on which it was created.
final class FolderBackend: PhotoLibraryBackend {
    /// The identity stored in the index: a rebuilt index is another library.
    let identity: LibraryIdentity
    /// The first row of the index's assets, on which lists base their rows.
    let firstAsset: Int64
    let folder: PhotoFolder
    let reader: IndexReader
    var connection: SQLiteConnection { reader.connection }
    var store: FolderStore { folder.store }

    /// Opens a library; requires the context that a library executor lends.
    ///
    /// If the index cannot be written, for example because the disk is full, its contents are shown, and
    /// `PhotoFolder.indexing` has the reason.
    ///
    /// - Throws: `LibraryError.cannotOpen` if there is no index and none can be created.
    init(_ folder: PhotoFolder, context: borrowing LibraryContext) throws(LibraryError) {
        do {
            reader = try IndexReader(folder.store)
            let names = try reader.connection.first(
                "SELECT identity, first_asset FROM library", read: { ($0.text(0), $0.integer(1)) })
            identity = LibraryIdentity(names?.0 ?? "")
            firstAsset = names?.1 ?? 0
        } catch {
            throw .cannotOpen(reason: ErrorReason(FolderError(error)))
        }
        self.folder = folder
        folder.follower.join()
        context.closing.add { [weak store = folder.store] hasEnded in
            guard let store else { return hasEnded() }
            store.users.whenClosed(hasEnded)
        }
    }

    deinit {
        store.observers.set(nil, for: self)
        folder.follower.leave()
    }

    /// Reads from the index, as one operation of the library.
    func read<Value>(_ operation: LibraryOperation, _ body: () throws -> Value) throws(LibraryError) -> Value {
        reader.refresh()
        do {
            return try store.guardingDamage(body)
        } catch {
            throw error as? LibraryError ?? .failed(operation, reason: ErrorReason(FolderError(error)))
        }
    }
}

// MARK: - Assets

extension FolderBackend {
    /// Fetches the assets of a query: a few rows now, the rest on demand or soon after.
    ///
    /// - Throws: `LibraryError.albumNotFound`, or `.failed`.
    /// - Complexity: O(1) for all assets, pictures or videos; O(n) for the count of other queries.
    func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        try read("fetch") { try fetch(query) }
    }

    func fetch(_ query: AssetQuery) throws -> FolderFetchResult {
        FolderFetchResult(
            try RowList(query, in: scope(of: query), firstAsset: firstAsset, reader, store), library: self)
    }

    /// Reads the assets that follow a position in a query's order, or the first ones.
    ///
    /// - Throws: `LibraryError.albumNotFound`, or `.failed`.
    /// - Complexity: O(count + log n) by creation date; O(n) in other orders.
    func assets(
        after position: SortPosition?, of query: AssetQuery, count: Int
    ) throws(LibraryError) -> (assets: [MediaAsset], hasMore: Bool) {
        try read("read after position") {
            var sql = AssetSQL(query, in: try scope(of: query))
            if let position { sql.begin(after: position, of: query) }
            let statement = sql.assets(count == .max ? count : count + 1)
            let assets = try connection.rows(statement.sql, statement.values, read: AssetColumns.asset)
            return (Array(assets.prefix(count)), assets.count > count)
        }
    }

    /// Reads assets by identifier, hidden and burst members included; unknown ones are left out.
    ///
    /// - Throws: `LibraryError.failed`.
    func assets(withIdentifiers identifiers: [AssetID]) throws(LibraryError) -> [MediaAsset] {
        try read("read identifiers") {
            var seen: Set<Int64> = []
            let rows = identifiers.compactMap(AssetRow.row).filter { seen.insert($0).inserted }
            return try connection.reading { try connection.assets(rows).compactMap(\.self) }
        }
    }

    /// The scope of a query.
    ///
    /// - Throws: `LibraryError.albumNotFound`.
    func scope(of query: AssetQuery) throws -> AlbumScope {
        switch query.scope {
        case .library: .library
        case .album(let id): try scope(of: id)
        case .identifiers(let ids): .assets(ids.compactMap(AssetRow.row))
        }
    }

    /// The scope of an album.
    ///
    /// - Throws: `LibraryError.albumNotFound`.
    func scope(of album: AlbumID) throws -> AlbumScope {
        switch AlbumName(album) {
        case .smart(let kind) where SmartAlbums.all.contains { $0.subtype == kind }: return .smart(kind)
        case .directory(let folder):
            let count = try connection.number(
                "SELECT count(*) FROM folder WHERE id = ? AND is_listed = 1", .integer(folder.row))
            if count > 0 { return .directory(folder) }
        case .album(let row):
            let count = try connection.number(
                "SELECT count(*) FROM album WHERE id = ? AND is_folder = 0", .integer(row))
            if count > 0 { return .album(row) }
        default: break
        }
        throw LibraryError.albumNotFound(album)
    }
}

extension SQLiteConnection {
    /// The assets of some rows, in their order; nil for missing ones.
    func assets(_ rows: some Sequence<Int64>, in table: String = "asset") throws(SQLiteError) -> [MediaAsset?] {
        let statement = try statement("SELECT \(AssetColumns.shown) FROM \(table) WHERE id = ?")
        var assets: [MediaAsset?] = []
        for row in rows {
            statement.bind(1, row)
            assets.append(try statement.step() ? AssetColumns.asset(in: statement) : nil)
            statement.reset()
        }
        return assets
    }
}

extension FolderBackend {
    /// Returns the editor of the folder.
    func editor() throws(LibraryError) -> (any EditorBackend)? {
        FolderEditor(store, identity)
    }
}
#endif
