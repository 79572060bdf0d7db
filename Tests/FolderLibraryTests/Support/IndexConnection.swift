#if FolderLibrary || canImport(Darwin)
@testable import FolderLibrary
import Testing

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
    func number(_ query: String) throws -> Int { Int(try connection.number(query)) }

    /// The numbers in the first column of a query's rows.
    func numbers(_ query: String) throws -> [Int] { try connection.rows(query) { Int($0.integer(0)) } }
}

extension PhotoFolder {
    /// Changes rows of the index with the connection that the library writes with.
    func changeIndex(_ statement: String) throws {
        let count = try store.write { writer in
            try writer.connection.run(statement)
            return writer.connection.changedRows
        }
        #expect(count > 0, "'\(statement)' changes nothing")
    }

    /// The number that a query of the index returns.
    func numberInIndex(_ query: String) throws -> Int { Int(try store.index.reader().number(query)) }

    /// Moves the index's log into the index; returns whether the log is empty then.
    @discardableResult func moveLog() throws -> Bool { try store.index.moveLog() }

    /// Moves the index's log as the library does, unless another file has replaced the index.
    func moveLogUnlessReplaced() { store.moveLog() }

    /// Removes the name of a file in the root from the index, as a scan does when it finds another file under the name.
    func displace(_ name: String) throws {
        let isKnown = try store.write { writer in
            guard let file = try writer.file(Array(name.utf8), in: .root) else { return false }
            try writer.takeOffName(file)
            return true
        }
        #expect(isKnown, "the index has no file '\(name)'")
    }
}
#endif
