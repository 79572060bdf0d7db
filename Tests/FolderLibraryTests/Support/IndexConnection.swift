#if FolderLibrary || canImport(Darwin)
@testable import FolderLibrary

/// A connection to the database of an index, or of thumbnails, beside those of the library.
struct IndexConnection {
    private let connection: SQLiteConnection

    /// Opens a database; one that does not exist is created if it may be written to.
    ///
    /// - Parameters:
    ///   - path: the database's file.
    ///   - isReadOnly: whether it is only read.
    ///   - patience: how long the connection waits for others, in milliseconds.
    init(to path: String, isReadOnly: Bool = false, patience: Int32 = 5_000) throws {
        connection = try SQLiteConnection(path: path, isReadOnly ? .readOnly : .readWrite, patience: patience)
    }

    /// Runs statements.
    func execute(_ statements: String) throws { try connection.execute(statements) }

    /// The number that a query returns.
    func number(_ query: String) throws -> Int64 { try connection.number(query) }

    /// The numbers in the first column of a query's rows.
    func numbers(_ query: String) throws -> [Int] { try connection.rows(query) { Int($0.integer(0)) } }
}

extension PhotoFolder {
    /// Changes the index with the connection that the library writes with.
    func changeIndex(_ statement: String) throws {
        try store.write { try $0.connection.run(statement) }
    }

    /// The number that a query of the index returns.
    func numberInIndex(_ query: String) throws -> Int64 { try store.index.reader().number(query) }

    /// Moves the index's log into the index; returns whether the log is empty then.
    @discardableResult func moveLog() throws -> Bool { try store.index.moveLog() }

    /// Moves the index's log as the library does, which leaves an index alone that replaced its own.
    func moveLogOfOwnIndex() { store.moveLog() }

    /// Takes its name off a file in the root, as a scan does that finds another file under the name.
    func displace(_ name: String) throws {
        try store.write { writer in
            if let file = try writer.file(Array(name.utf8), in: .root) { try writer.takeOffName(file) }
        }
    }
}
#endif
