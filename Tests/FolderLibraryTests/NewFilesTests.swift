#if FolderLibrary || canImport(Darwin)
import CameraRoll
import TestSupport
@testable import FolderLibrary
import Foundation
import Testing

/// Files that are written in groups, compared with the same files one by one.
struct NewFilesTests {
    /// The contents of the tables, except values that differ between indexes.
    private func contents(of photos: PhotoFolder) throws -> [[SQLiteValue]] {
        try photos.store.write { writer in
            try [
                ("file", "folder, name, size, mtime, inode, asset, content, problem, detail, ctime"),
                ("asset", AssetColumns.all), ("tally", "type, shown"), ("folder", "id, is_listed"),
                ("journal", "number - (SELECT min(number) FROM journal), kind, first, last"),
            ].flatMap { table, columns in
                let count = columns.split(separator: ",").count
                return try writer.connection.rows("SELECT \(columns) FROM \(table) ORDER BY 1, 2") { row in
                    (0..<count).map { row.value(Int32($0)) }
                }
            }
        }
    }

    /// The index of chunks of files, each written by `put`, in two transactions.
    private func index(
        _ chunks: [[ScannedFile]], put: (IndexWriter, [ScannedFile]) throws -> Void
    ) throws -> [[SQLiteValue]] {
        let folder = try ScratchFolder()
        let photos = folder.photos()
        try photos.store.prepare()
        try photos.store.write { writer in
            // A new index begins at a random row.
            writer.nextAsset = 1_000
            try writer.connection.run("INSERT INTO folder(id, parent, name, is_listed) VALUES (2, 1, x'61', 0)")
            for chunk in chunks.prefix(4) { try put(writer, chunk) }
        }
        try photos.store.write { writer in
            for chunk in chunks.dropFirst(4) { try put(writer, chunk) }
        }
        return try contents(of: photos)
    }

    private func chunk(_ chance: inout SystemChance) -> [ScannedFile] {
        let folder = FolderID(row: .random(in: 1...2, using: &chance))
        let numbers = (0..<Int.random(in: 1...14, using: &chance)).map { _ in Int.random(in: 0..<40, using: &chance) }
        // Nearly always in order, and without repetition.
        let names = Int.random(in: 0..<8, using: &chance) == 0 ? numbers : Set(numbers).sorted()
        return names.map { number in
            var facts = AssetFacts(type: number % 9 == 0 ? .video : .image, format: .jpeg)
            facts.created = Double(number)
            if Int.random(in: 0..<12, using: &chance) == 0 { facts.burst = "B\(number % 3)" }
            if Int.random(in: 0..<6, using: &chance) == 0 { facts.contentIdentifier = "C\(number % 4)" }
            var status = stat()
            status.st_size = off_t(number)
            let isNone = Int.random(in: 0..<12, using: &chance) == 0
            return ScannedFile(
                folder: folder, name: Array("\(100 + number).jpg".utf8), status: FileStatus(status),
                changed: number % 5 == 0 ? nil : 7,
                finding: isNone ? .nothing(.symbolicLink) : .asset(facts, problem: number % 7 == 0 ? .damaged : nil))
        }
    }

    // Asynchronous only so that it runs beside others: synchronous tests share the main thread.
    @Test(arguments: Effort.seeds(0..<40))
    func `Files in groups are what they are one by one`(seed: Int) async throws {
        var chance = SystemChance(seed: seed)
        let chunks = (0..<8).map { _ in chunk(&chance) }
        let single = try index(chunks) { writer, files in
            for file in files { try writer.put(file) }
        }
        let grouped = try index(chunks) { writer, files in try writer.put(files, nil) }
        #expect(grouped == single)
        #expect(!grouped.isEmpty)
    }

    private func photo(_ name: String) -> ScannedFile {
        let facts = AssetFacts(type: .image, format: .jpeg)
        return ScannedFile(
            folder: .root, name: Array(name.utf8), status: FileStatus(stat()),
            finding: .asset(facts, problem: nil))
    }

    @Test func `A group with a file that is known already is written one by one`() throws {
        let folder = try ScratchFolder()
        let photos = folder.photos()
        try photos.store.prepare()
        try photos.store.write { writer in
            try writer.put(["a", "b", "c", "d"].map(photo), nil)
            #expect(writer.tail?.name == Array("d".utf8))
            // As an edit does in between.
            try writer.put(photo("h"))
            #expect(writer.tail == nil)
            try writer.put(["e", "f", "g", "h", "i"].map(photo), nil)
            #expect(try writer.connection.number("SELECT count(*) FROM file") == 9)
            #expect(try writer.connection.number("SELECT count(DISTINCT asset) FROM file") == 9)
            #expect(try writer.connection.number("SELECT count(*) FROM asset") == 9)
        }
    }
}
#endif
