#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Dispatch
import Foundation
import Testing

/// The end of scans that are no longer wanted, and the limits of their transactions.
struct ScanEndTests {
    let scratch: ScratchFolder
    let photos: PhotoFolder

    init() throws {
        scratch = try ScratchFolder()
        photos = scratch.photos()
    }

    @Test func `A run that is cancelled behind its walk ends, and nothing is written afterwards`() async throws {
        try await photos.index().waitUntilFinished()
        for number in 0..<900 { try scratch.write(to: "\(number).jpg") }
        let (isHeld, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let store = photos.store
        // Another writer is active: the walk continues to its end, and none of its findings are in the index.
        Thread {
            try? store.exclusively { _ in
                isHeld.signal()
                gate.wait()
            }
        }.start()
        await withCheckedContinuation { continuation in
            Thread {
                isHeld.wait()
                continuation.resume()
            }.start()
        }
        let run = photos.index()
        for await progress in run.progress where progress.files == 0 { break }
        run.cancel()
        gate.signal()
        await #expect(throws: FolderError.cancelled) { try await run.waitUntilFinished() }
        let count = try store.index.reader().number("SELECT count(*) FROM file")
        // At most one transaction was in progress.
        #expect(count <= 256)
        try store.exclusively { _ in }
        #expect(try store.index.reader().number("SELECT count(*) FROM file") == count)
        #expect(try await photos.opened().assets().count == 900)
    }

    @Test func `Queued files of a cancelled scan are not written, and missing files stay`() throws {
        for number in 0..<300 { try scratch.write(to: "\(number).jpg") }
        try photos.store.prepare()
        let root = try OpenFolder(root: scratch.url.path)
        let control = ScanControl()
        var line = try ScanPipeline(photos.store, control, movesWithin: nil)
        let listing = try FolderListing(root)
        let items = listing.entries.compactMap { entry in
            entry.status.map { FileBatch.Item(name: listing.name(entry), status: $0) }
        }
        _ = try line.add(items, of: root, .root, firstReads: items.count)
        control.cancel()
        var failure: FolderError?
        do { _ = try line.drain() } catch { failure = FolderError(error) }
        line.abandon()
        #expect(failure == .cancelled)
        let index = try photos.store.index.reader()
        #expect(try index.number("SELECT count(*) FROM file") == 0)
        var vanished = MissingFiles()
        try vanished.add(.root, in: index)
        #expect(throws: FolderError.cancelled) {
            vanished.files = [StoredFile.sample]
            try vanished.settle(in: photos.store, FileExistence(beneath: root), index, control)
        }
    }

    @Test func `The result of a scan states whether the file of the index has all of it`() async throws {
        try scratch.write(to: "a.jpg")
        #expect(try await photos.index().waitUntilFinished().isInIndexFile)
        let reader = try photos.store.index.reader()
        try reader.execute("BEGIN")
        #expect(try reader.number("SELECT count(*) FROM file") == 1)
        try scratch.write(to: "b.jpg")
        #expect(try await photos.index().waitUntilFinished().isInIndexFile == false)
        try reader.execute("COMMIT")
        #expect(try await photos.index().waitUntilFinished().isInIndexFile)
    }

    @Test func `Of many files of one content the first are looked at for Live Photos`() async throws {
        for number in 1_000..<1_300 { try scratch.write(SamplePhoto(content: "L"), to: "\(number).jpg") }
        for name in ["0.mov", "z.mov"] { try scratch.write(SampleMovie(content: "L"), to: name) }
        let assets = try await photos.opened().assets()
        #expect(assets.count == 301)
        #expect(assets.filter { $0.mediaSubtypes.contains(.livePhoto) }.count == 1)
        #expect(assets.filter { $0.mediaType == .video }.count == 1)
    }
}

extension StoredFile {
    fileprivate static let sample = StoredFile(
        folder: .root, name: [0x61], size: 1, modified: 1, changed: nil, inode: 1, asset: nil, wasUnreadable: false)
}
#endif
