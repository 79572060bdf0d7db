#if FolderLibrary && os(Linux)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// Volumes that are mounted and unmounted beneath a folder of photos, and folders that leave it.
struct MountTests {
    @Test func `Mounts in and above a folder are read from the kernel's table`() {
        let table = """
            22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
            40 22 0:30 / /home/me/My\\040Pictures/usb rw - tmpfs tmpfs rw
            41 22 0:31 / /home/me/My\\040Pictures2 rw - tmpfs tmpfs rw
            42 22 0:32 / /home rw - tmpfs tmpfs rw
            43 22 0:33 / /home/meagre rw - tmpfs tmpfs rw
            44 22
            """
        let mounts = MountTable.mounts(in: table, around: "/home/me/My Pictures")
        #expect(mounts == ["22 8:1 /", "40 0:30 /home/me/My Pictures/usb", "42 0:32 /home"])
    }

    @Test(.enabled(if: MountTests.canMount, "Whoever may not mount cannot try it."))
    func `A volume that comes beneath the photos is looked at, and one that goes is away`() async throws {
        let scratch = try ScratchFolder()
        try scratch.write(to: "a.jpg")
        try scratch.write(to: "usb/below.jpg")
        let photos = scratch.photos { $0.followsFolder = true }
        let manager = MediaManager(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        let shown = ShownIDs(try await manager.photos.snapshot(), manager.photos)
        try await shown.reaches(2)
        let place = scratch.url.path + "/usb"
        try #require(mount("tmpfs", place, "tmpfs", 0, nil) == 0)
        defer { umount2(place, Int32(MNT_DETACH)) }
        try await shown.reaches(1)
        for name in ["b", "c", "d"] { try scratch.write(to: "usb/\(name).jpg") }
        try await shown.reaches(4)
        #expect(umount2(place, 0) == 0)
        // What is beneath the mount is not what was known there.
        try await photos.index().waitUntilFinished()
        #expect(try await photos.problems() == [FolderProblem(path: "usb", reason: .otherVolume)])
        try await shown.reaches(4)
        await manager.close()
    }

    @Test func `A folder that leaves is watched no more`() async throws {
        let (scratch, outside) = (try ScratchFolder(), try ScratchFolder())
        for name in ["a.jpg", "x/b.jpg", "x/deep/c.jpg"] { try scratch.write(to: name) }
        let photos = scratch.photos { $0.followsFolder = true }
        let manager = MediaManager(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        let shown = ShownIDs(try await manager.photos.snapshot(), manager.photos)
        try await shown.reaches(3)
        let watch = try #require(photos.follower.watch)
        #expect(watch.watchCount == 3)
        #expect(rename(scratch.url.path + "/x", outside.url.path + "/x") == 0)
        try await shown.reaches(1)
        // The watch's thread ends watches when it processes the end of a scan, before it begins another.
        for name in ["d.jpg", "e.jpg"] {
            try scratch.write(to: name)
            try await shown.reaches(name == "d.jpg" ? 2 : 3)
        }
        #expect(watch.watchCount == 1)
        await manager.close()
    }

    @Test func `A watch that was set or changed since the index was read is no stray`() {
        let before: [Int32: FolderID] = [1: .root, 2: FolderID(row: 2), 3: FolderID(row: 3)]
        var folders = before
        (folders[3], folders[4]) = (FolderID(row: 5), FolderID(row: 4))
        #expect(folders.removeStrays(of: before, known: [.root]) == [2])
        #expect(Set(folders.keys) == [1, 3, 4])
    }

    // the folder               the scans
    // ----------               ---------
    //                          a first one begins
    // is moved out
    //                          the first one ends: it may have read the folder before
    //                          a second one begins and ends
    @Test(arguments: [true, false])
    func `A folder that was moved during a scan is known to be gone after the next one`(succeeds: Bool) {
        var moves = MovedFolders()
        var known: [Bool] = []
        func scan(succeeds: Bool = true, during: () -> Void = {}) {
            moves.beginScan()
            during()
            known.append(moves.endScan(succeeded: succeeds))
        }
        scan { moves.note() }
        scan(succeeds: succeeds)
        scan()
        #expect(known == [false, succeeds, !succeeds])
    }

    private static let canMount: Bool = {
        guard let scratch = try? ScratchFolder(), mount("tmpfs", scratch.url.path, "tmpfs", 0, nil) == 0 else {
            return false
        }
        return umount2(scratch.url.path, 0) == 0
    }()
}
#endif
