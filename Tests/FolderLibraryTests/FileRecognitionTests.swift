#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import Testing

/// How a found file is matched with a file in the index, row by row of the table in `FileRecognition.swift`.
struct FileRecognitionTests {
    let scratch: ScratchFolder
    let photos: PhotoFolder

    init() throws {
        scratch = try ScratchFolder()
        photos = scratch.photos()
        for number in 0..<4 as Range<UInt8> { try write(number, to: "\(number).jpg") }
    }

    private func write(_ number: UInt8, to path: String, minute: Int? = nil) throws {
        let date = "2023:04:10 10:\(10 + (minute ?? Int(number))):12"
        try scratch.write(SamplePhoto(date: date, noise: [number, number]), to: path)
    }

    private func path(_ name: String) -> String { scratch.url.path + "/" + name }

    private func rename(_ name: String, to goal: String) {
        #expect(Foundation.rename(path(name), path(goal)) == 0)
    }

    /// Copies a file as a restored backup or a synchronizing program does: with its times, and a new inode.
    private func restore(_ name: String, from source: String? = nil) throws {
        let from = source ?? name
        let time = try scratch.modificationTime(of: from)
        try scratch.write(Array(Data(contentsOf: scratch.url.appending(path: from))), to: ".part-\(name)")
        scratch.setModificationTime(time, of: ".part-\(name)")
    }

    /// The asset of each name, and whether it is a favorite.
    private func names(in folder: PhotoFolder? = nil) async throws -> [String: LibraryPicture.Asset] {
        let folder = folder ?? photos
        try await folder.index().waitUntilFinished()
        return try await LibraryPicture(of: folder).assets
    }

    private func marked() async throws -> [String: LibraryPicture.Asset] {
        let manager = MediaManager(access: try await photos.opened())
        let assets = try await manager.photos.access.assets()
        try await manager.performChanges { $0.setFavorite(true, for: assets) }
        return try await names()
    }

    private func version(of id: AssetID) async throws -> UInt64? {
        try await photos.opened().assets().first { $0.id == id }?.contentVersion
    }

    @Test func `A file that is renamed and written into is the asset that it was`() async throws {
        let before = try await marked()
        rename("0.jpg", to: "new.jpg")
        let file = try FileHandle(forWritingTo: scratch.url.appending(path: "new.jpg"))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data(SamplePhoto(date: "2022:01:01 00:00:00", noise: [9]).bytes))
        try file.close()
        let hasBirth = try scratch.recordsBirth(of: "new.jpg")
        #expect(try await names()["new.jpg"]?.id == before["0.jpg"]?.id || !hasBirth)
    }

    @Test func `A known photo that is moved over another takes its own marks along`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let before = try await names()
        let favorite = try #require(before["0.jpg"]?.id)
        try await manager.performChanges { $0.setFavorite(true, for: [favorite]) }
        rename("0.jpg", to: "1.jpg")
        let after = try await names()
        #expect(after["1.jpg"] == LibraryPicture.Asset(id: favorite, isFavorite: true))
        #expect(after.count == 3)
    }

    @Test func `What is saved by replacing keeps its name's marks, and so does what is written in place`() async throws
    {
        let before = try await marked()
        try write(7, to: ".saved", minute: 0)
        rename(".saved", to: "0.jpg")
        try write(8, to: "1.jpg")
        #expect(try await names() == before)
    }

    @Test(arguments: [false, true])
    func `Another camera's photo under the name of a removed one gets nothing of it`(looksBetween: Bool) async throws {
        let before = try await marked()
        // Before the old one is removed, so that it cannot get its inode.
        try write(9, to: ".copied", minute: 40)
        try scratch.remove("0.jpg")
        if looksBetween { #expect(try await names().count == 3) }
        rename(".copied", to: "0.jpg")
        let after = try await names()
        #expect(after["0.jpg"]?.isFavorite == false)
        #expect(after["0.jpg"]?.id != before["0.jpg"]?.id)
        #expect(after.filter { $0.key != "0.jpg" } == before.filter { $0.key != "0.jpg" })
        // A later scan does not assign it either, and no file is scanned endlessly.
        #expect(try await names() == after)
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
    }

    @Test func `A photo that another camera's one has replaced is itself again under another name`() async throws {
        let before = try await marked()
        try restore("0.jpg")
        try write(9, to: ".copied", minute: 40)
        rename(".copied", to: "0.jpg")
        #expect(try await names()["0.jpg"]?.isFavorite == false)
        rename(".part-0.jpg", to: "z.jpg")
        #expect(try await names()["z.jpg"] == before["0.jpg"])
    }

    @Test func `What is saved by replacing keeps its name's marks where it says no date, or the same one as before`()
        async throws
    {
        let id = try #require(try await marked()["0.jpg"]?.id)
        let manager = MediaManager(access: try await photos.opened())
        try await manager.performChanges { edits in
            edits.setCreationDate(Date(timeIntervalSinceReferenceDate: 1_000), for: [id])
        }
        try write(9, to: ".saved", minute: 0)
        rename(".saved", to: "0.jpg")
        try scratch.write(SamplePhoto(noise: [9]), to: ".saved")
        rename(".saved", to: "1.jpg")
        let after = try await names()
        #expect(after["0.jpg"] == LibraryPicture.Asset(id: id, isFavorite: true))
        #expect(after["1.jpg"]?.isFavorite == true)
    }

    @Test func `Files that are put back with other inodes are what they were, and no new versions`() async throws {
        let before = try await marked()
        let assets = try await photos.opened().assets()
        for name in before.keys { try restore(name) }
        for name in before.keys { rename(".part-" + name, to: name) }
        #expect(try await names() == before)
        #expect(try await photos.opened().assets() == assets)
    }

    @Test func `Files restored under each other's names are recognized by their contents`() async throws {
        let before = try await marked()
        let goals = ["0.jpg": "1.jpg", "1.jpg": "2.jpg", "2.jpg": "0.jpg"]
        for name in goals.keys { try restore(name) }
        for (name, goal) in goals { rename(".part-" + name, to: goal) }
        let after = try await names()
        for (name, goal) in goals { #expect(after[goal] == before[name]) }
        #expect(after["3.jpg"] == before["3.jpg"])
    }

    @Test func `A photo that was put aside keeps its marks, and the one in its place has none`() async throws {
        let before = try await marked()
        // In the order of the names, the old one comes before the new one, and after it.
        for (name, goal) in [("0.jpg", "z-old.jpg"), ("1.jpg", "0-old.jpg")] {
            rename(name, to: goal)
            try write(9, to: name, minute: 40)
        }
        let after = try await names()
        #expect(after["z-old.jpg"] == before["0.jpg"])
        #expect(after["0-old.jpg"] == before["1.jpg"])
        #expect(after["0.jpg"]?.isFavorite == false)
        #expect(after["1.jpg"]?.isFavorite == false)
    }

    @Test func `A folder that was put aside keeps the marks of its photos, and a new one of its name has none`()
        async throws
    {
        for number in 0..<3 as Range<UInt8> { try write(20 + number, to: "DCIM/IMG_\(number).jpg") }
        let before = try await marked()
        rename("DCIM", to: "DCIM-old")
        for number in 0..<3 as Range<UInt8> { try write(30 + number, to: "DCIM/IMG_\(number).jpg") }
        let after = try await names()
        for number in 0..<3 {
            #expect(after["DCIM-old/IMG_\(number).jpg"] == before["DCIM/IMG_\(number).jpg"])
            #expect(after["DCIM/IMG_\(number).jpg"]?.isFavorite == false)
        }
    }

    @Test(arguments: ["0.jpg_original", "0.jpg~", "0.jpg.bak"])
    func `A program that keeps a backup of what it saves takes no marks to the backup`(backup: String) async throws {
        let before = try await marked()
        rename("0.jpg", to: backup)
        try write(9, to: "0.jpg", minute: 0)
        let after = try await names()
        #expect(after["0.jpg"] == before["0.jpg"])
        #expect(after[backup]?.isFavorite == false)
        // And back again.
        rename(backup, to: "0.jpg")
        #expect(try await names()["0.jpg"] == before["0.jpg"])
        // On its own it is a name like any other.
        rename("0.jpg", to: backup)
        #expect(try await names()[backup] == before["0.jpg"])
    }

    @Test func `A program that sets another date and keeps a backup takes no marks away`() async throws {
        let before = try await marked()
        rename("0.jpg", to: "0.jpg_original")
        try write(9, to: "0.jpg", minute: 40)
        let after = try await names()
        #expect(after["0.jpg"] == before["0.jpg"])
        #expect(after["0.jpg_original"]?.isFavorite == false)
        rename("0.jpg_original", to: "0.jpg")
        #expect(try await names()["0.jpg"] == before["0.jpg"])
    }

    @Test(arguments: [false, true])
    func `A photo whose name another one had for a while is itself again under it, with other bytes too`(
        looksBetween: Bool
    ) async throws {
        let before = try await marked()
        rename("0.jpg", to: ".kept")
        try write(9, to: "0.jpg", minute: 40)
        #expect(try await names()["0.jpg"]?.isFavorite == false)
        rename("0.jpg", to: ".other")
        if looksBetween { #expect(try await names().count == 3) }
        try scratch.write(SamplePhoto(date: "2023:04:10 10:10:12", noise: [5, 5, 5]), to: "0.jpg")
        #expect(try await names()["0.jpg"] == before["0.jpg"])
    }

    @Test func `Files that come back under each other's names after they were away are what they were`() async throws {
        let before = try await marked()
        for name in ["0.jpg", "1.jpg"] { rename(name, to: "." + name) }
        #expect(try await names().count == 2)
        rename(".0.jpg", to: "1.jpg")
        rename(".1.jpg", to: "0.jpg")
        let after = try await names()
        #expect(after["1.jpg"] == before["0.jpg"])
        #expect(after["0.jpg"] == before["1.jpg"])
    }

    @Test func `A lost photo is found under its new name, though another has its old one`() async throws {
        let before = try await marked()
        rename("0.jpg", to: ".0.jpg")
        #expect(try await names().count == 3)
        try write(9, to: "0.jpg", minute: 40)
        rename(".0.jpg", to: "z.jpg")
        let after = try await names()
        #expect(after["z.jpg"] == before["0.jpg"])
        #expect(after["0.jpg"]?.isFavorite == false)
    }

    @Test func `A name that is given to a copy, or is one more name, of another photo has nothing of what it had`()
        async throws
    {
        let before = try await marked()
        try scratch.remove("0.jpg")
        #expect(link(path("1.jpg"), path("0.jpg")) == 0)
        try restore("2.jpg")
        rename(".part-2.jpg", to: "3.jpg")
        let after = try await names()
        #expect(after["0.jpg"]?.isFavorite == false)
        #expect(after["3.jpg"]?.isFavorite == false)
        for name in ["1.jpg", "2.jpg"] { #expect(after[name] == before[name]) }
    }

    @Test func `A duplicate that becomes one more name of the other one keeps its marks`() async throws {
        try write(0, to: "same.jpg")
        let before = try await marked()
        try scratch.remove("same.jpg")
        #expect(link(path("0.jpg"), path("same.jpg")) == 0)
        #expect(try await names() == before)
    }

    @Test func `A lost photo that comes back over another one takes its own marks along`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let before = try await names()
        let favorite = try #require(before["0.jpg"]?.id)
        try await manager.performChanges { $0.setFavorite(true, for: [favorite]) }
        rename("0.jpg", to: ".0.jpg")
        #expect(try await names().count == 3)
        rename(".0.jpg", to: "1.jpg")
        #expect(try await names()["1.jpg"] == LibraryPicture.Asset(id: favorite, isFavorite: true))
    }

    @Test func `An inode that is used again tells nothing where birth or first bytes are others`() async throws {
        let before = try await marked()
        // As if the file had been created before, with other bytes, and another had got its inode, size and time.
        try photos.changeIndex("UPDATE file SET birth = birth - 1, head = head + 1 WHERE name = \(Self.zero)")
        rename("0.jpg", to: "z.jpg")
        #expect(try await names()["z.jpg"]?.isFavorite == false)
        #expect(before["0.jpg"]?.isFavorite == true)
    }

    @Test func `A birth that a program has set tells nothing where all else is the same`() async throws {
        let before = try await marked()
        try photos.changeIndex("UPDATE file SET birth = birth - 1 WHERE name = \(Self.zero)")
        rename("0.jpg", to: "z.jpg")
        #expect(try await names()["z.jpg"] == before["0.jpg"])
    }

    @Test func `Without creation times, swapped names are recognized by inodes and first bytes`()
        async throws
    {
        for number in 0..<4 { try scratch.touch("\(number).jpg", at: 1_000) }
        let before = try await marked()
        try photos.changeIndex("UPDATE file SET birth = NULL")
        try Renaming.swaps.carryOut(on: ["0.jpg", "1.jpg"], at: scratch.url.path)
        let after = try await names()
        #expect(after["1.jpg"] == before["0.jpg"])
        #expect(after["0.jpg"] == before["1.jpg"])
    }

    @Test func `Another photo as long and as old as one that was replaced gets nothing of it`() async throws {
        let before = try await marked()
        try write(9, to: ".part", minute: 40)
        scratch.setModificationTime(try scratch.modificationTime(of: "0.jpg"), of: ".part")
        rename(".part", to: "0.jpg")
        let after = try await names()
        #expect(after["0.jpg"]?.isFavorite == false)
        #expect(after["0.jpg"]?.id != before["0.jpg"]?.id)
        #expect(after.count == 4)
    }

    /// The name of a file, as SQL writes it.
    private static let zero = "CAST('0.jpg' AS BLOB)"
}

// MARK: - Versions

extension FileRecognitionTests {
    @Test func `Pixels that are changed in place with size and time put back are a new version`() async throws {
        let id = try #require(try await marked()["0.jpg"]?.id)
        let before = try await version(of: id)
        let time = try scratch.modificationTime(of: "0.jpg")
        let file = try FileHandle(forUpdating: scratch.url.appending(path: "0.jpg"))
        // The last byte of the picture data, which affects no fact.
        let end = try file.seekToEnd()
        try file.seek(toOffset: end - 3)
        try file.write(contentsOf: Data([0x55]))
        try file.close()
        scratch.setModificationTime(time, of: "0.jpg")
        #expect(try await names()["0.jpg"]?.id == id)
        let after = try await version(of: id)
        #expect(after != before)
        // It stays even if the file is renamed.
        rename("0.jpg", to: "z.jpg")
        #expect(try await names()["z.jpg"]?.id == id)
        #expect(try await version(of: id) == after)
    }

    @Test func `A file that got other rights, another name, or one more name is no new version`() async throws {
        let names = try await marked()
        let before = try await photos.opened().assets()
        #expect(chmod(path("0.jpg"), 0o600) == 0)
        rename("1.jpg", to: "z.jpg")
        #expect(link(path("2.jpg"), path("linked.jpg")) == 0)
        _ = try await self.names()
        let known = Set(names.values.map(\.id))
        #expect(try await photos.opened().assets().filter { known.contains($0.id) } == before)
    }
}

// MARK: - Displaced names

extension FileRecognitionTests {
    @Test(arguments: ["asset", "file"])
    func `A name that no file has, as a damaged page may say, is noticed by a scan`(table: String) async throws {
        let before = try await marked()
        try photos.changeIndex("UPDATE \(table) SET name = x'71' WHERE name = \(Self.zero)")
        let again = scratch.photos()
        for _ in 0..<2 { #expect(try await names(in: again) == before) }
    }

    @Test func `An asset that has no file at all is taken away by a scan`() async throws {
        _ = try await marked()
        try photos.changeIndex("DELETE FROM file WHERE name = \(Self.zero)")
        try scratch.remove("0.jpg")
        #expect(try await names(in: scratch.photos()).count == 3)
    }

    @Test func `A Live Photo whose video has a name that no file has gets it back`() async throws {
        try scratch.write(SamplePhoto(date: "2023:04:10 10:11:12", content: "L"), to: "live.jpg")
        try scratch.write(SampleMovie(content: "L"), to: "live.mov")
        let before = try await marked()
        try photos.changeIndex("UPDATE asset SET pair = x'71' WHERE pair IS NOT NULL")
        #expect(try await names(in: scratch.photos()) == before)
        #expect(try await photos.file(of: try #require(before["live.jpg"]?.id))?.pairedVideo == "live.mov")
    }
}
#endif
