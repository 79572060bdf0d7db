#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// Volumes that are away, and other volumes in their place, with a double of the system's identifiers.
struct VolumeTests {
    let scratch: ScratchFolder
    let index: ScratchFolder
    /// The identities of folders by their paths; the root's has the path "".
    private let identities = Lock<[String: VolumeIdentity]>([:])

    init() throws {
        (scratch, index) = (try ScratchFolder(), try ScratchFolder())
        identities.withLock { $0 = ["": Self.disk(1)] }
    }

    private static func disk(_ number: Int64, birth: Int64? = nil) -> VolumeIdentity {
        VolumeIdentity(inode: 2, volume: number, birth: birth)
    }

    private func photos() -> PhotoFolder {
        var hooks = FolderTestHooks()
        hooks.volumeIdentity = { [identities] path in
            let all = identities.withLock(\.self)
            let places = all.keys.filter { path == $0 || $0.isEmpty || path.hasPrefix($0 + "/") }
            return places.max { $0.count < $1.count }.flatMap { all[$0] }
        }
        return scratch.photos(hooks) { [index] in $0.index = .folder(index.url) }
    }

    private func mount(_ identity: VolumeIdentity?, at path: String = "") {
        identities.withLock { $0[path] = identity }
    }

    private func write(_ names: [String], noise: UInt8 = 1) throws {
        for name in names { try scratch.write(SamplePhoto(noise: [noise] + Array(name.utf8)), to: name) }
    }

    /// Opens the folder, and makes all of its photos favorites.
    private func favorites(_ photos: PhotoFolder) async throws -> [MediaAsset] {
        let manager = MediaManager(access: try await photos.opened())
        let all = try await manager.photos.access.assets()
        try await manager.performChanges { $0.setFavorite(true, for: all) }
        let marked = try await manager.photos.access.assets()
        await manager.close()
        return marked
    }

    private func assets(_ photos: PhotoFolder) async throws -> [MediaAsset] {
        let access = LibraryAccess(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        let assets = try await access.assets()
        await access.close()
        return assets
    }

    @Test func `A mount point that is empty, and on another device than its photos, is away and nothing of it is gone`()
        async throws
    {
        try write(["a.jpg", "usb/b.jpg", "usb/deep/c.jpg"])
        mount(Self.disk(7), at: "usb")
        let photos = photos()
        let marked = try await favorites(photos)
        try scratch.move("usb", to: ".usb")
        let place = scratch.url.appending(path: "usb")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        mount(nil, at: "usb")
        try await photos.index().waitUntilFinished()
        #expect(try await photos.problems() == [FolderProblem(path: "usb", reason: .volumeAway)])
        #expect(try photos.numberInIndex("SELECT count(*) FROM lost") == 0)
        #expect(try await assets(photos) == marked)
        // Another disk that is empty says no more.
        mount(Self.disk(8), at: "usb")
        try await photos.index().waitUntilFinished()
        #expect(try await assets(photos) == marked)
        // The same disk, empty: its photos were deleted.
        mount(Self.disk(7), at: "usb")
        try await photos.index().waitUntilFinished()
        #expect(try await assets(photos).count == 1)
        #expect(try await photos.problems() == [])
    }

    @Test(arguments: [false, true])
    func `Another disk at a mount point is told, and takes nothing over by its names`(isMounted: Bool) async throws {
        try write(["a.jpg", "usb/b.jpg"])
        mount(Self.disk(7), at: "usb")
        let photos = photos()
        let marked = try await favorites(photos)
        try scratch.move("usb", to: ".usb")
        // Of another size: its time is within the two seconds that count as equal.
        try scratch.write(SamplePhoto(noise: [2, 2, 2]), to: "usb/b.jpg")
        mount(isMounted ? Self.disk(8) : nil, at: "usb")
        try await photos.index().waitUntilFinished()
        #expect(try await photos.problems() == [FolderProblem(path: "usb", reason: .otherVolume)])
        #expect(try await assets(photos) == marked)
        // The disk with its photos again, with another number.
        try scratch.remove("usb")
        try scratch.move(".usb", to: "usb")
        mount(Self.disk(9), at: "usb")
        try await photos.index().waitUntilFinished()
        #expect(try await photos.problems() == [])
        #expect(try await assets(photos) == marked)
        #expect(try photos.numberInIndex("SELECT volume FROM folder WHERE name = CAST('usb' AS BLOB)") == 9)
    }

    @Test func `A hundred thousand lost photos and more are forgotten by time only`() async throws {
        try write(["a.jpg"])
        let photos = photos()
        try await photos.index().waitUntilFinished()
        let count: Int64 = 100_003
        let left = try photos.store.write { writer in
            try writer.connection.run(
                """
                WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
                INSERT INTO lost SELECT i, x'61', x'61', 1, 1, i, 0, 0, NULL, NULL FROM n
                """, .integer(count))
            try writer.forgetLost()
            return try writer.connection.number("SELECT count(*) FROM lost")
        }
        #expect(left == count)
    }

    @Test(arguments: [nil, 5] as [Int64?])
    func `An empty disk in the place of the photos' is not a folder whose photos were deleted`(birth: Int64?)
        async throws
    {
        mount(Self.disk(1, birth: birth.map { $0 + 1 }))
        try write(["a.jpg", "b.jpg"])
        let photos = photos()
        let marked = try await favorites(photos)
        try scratch.move("a.jpg", to: ".away/a.jpg")
        try scratch.move("b.jpg", to: ".away/b.jpg")
        mount(Self.disk(birth == nil ? 2 : 1, birth: birth))
        await #expect(throws: FolderError.rootVanished(path: scratch.url.path)) {
            try await photos.index().waitUntilFinished()
        }
        #expect(try await assets(photos) == marked)
    }

    @Test(arguments: [true, false]) func `Other photos on another disk take nothing over by their names`(isKnown: Bool)
        async throws
    {
        if !isKnown { mount(VolumeIdentity(inode: 2, volume: nil, birth: nil)) }
        try write(["a.jpg", "b.jpg"])
        let marked = try await favorites(photos())
        for name in ["a.jpg", "b.jpg"] { try scratch.move(name, to: ".away/" + name) }
        try write(["a.jpg", "b.jpg"], noise: 222)
        scratch.setModificationTime(1_600_000_000_000_000_000, of: "a.jpg")
        scratch.setModificationTime(1_600_000_000_000_000_000, of: "b.jpg")
        if isKnown { mount(Self.disk(2)) }
        let photos = photos()
        let error = FolderError.rootReplaced(path: scratch.url.path)
        await #expect(throws: error) { try await photos.index().waitUntilFinished() }
        #expect(try await assets(photos) == marked)
        let manager = MediaManager(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        await #expect(throws: EditError.volumeOffline) { try await manager.performChanges { $0.delete(marked) } }
        // An index elsewhere takes edits of what it knows.
        try await manager.performChanges { $0.setFavorite(false, for: marked[0]) }
        await manager.close()
        for name in ["a.jpg", "b.jpg"] {
            try scratch.remove(name)
            try scratch.move(".away/" + name, to: name)
        }
        mount(isKnown ? Self.disk(1) : VolumeIdentity(inode: 2, volume: nil, birth: nil))
        try await photos.index().waitUntilFinished()
        #expect(try await assets(photos).map(\.isFavorite) == [false, true])
        #expect(try await assets(photos).map(\.id) == marked.map(\.id))
    }

    @Test func `A library that was copied to a new disk is the same`() async throws {
        try write(["a.jpg", "sub/b.jpg"])
        let marked = try await favorites(photos())
        mount(VolumeIdentity(inode: 3, volume: 9, birth: 9))
        let photos = photos()
        try await photos.index().waitUntilFinished()
        #expect(try await assets(photos) == marked)
        #expect(try photos.numberInIndex("SELECT root_volume FROM library") == 9)
    }
}
#endif
