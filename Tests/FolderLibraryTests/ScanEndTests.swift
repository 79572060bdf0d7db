#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Dispatch
import Foundation
import Testing

/// How scans end that nobody wants any more, and what bounds their transactions.
struct ScanEndTests {
    let scratch: ScratchFolder
    let photos: PhotoFolder

    init() throws {
        scratch = try ScratchFolder()
        photos = scratch.photos()
    }

    @Test func `A run that is cancelled behind its walk ends, and nothing is written afterwards`() async throws {
        try await photos.index().report()
        for number in 0..<900 { try scratch.write(to: "\(number).jpg") }
        let (isHeld, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let store = photos.store
        // Somebody else writes: the walk goes ahead to its end, and nothing that it found is in the index.
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
        await #expect(throws: FolderError.cancelled) { try await run.report() }
        let count = try store.index.reader().number("SELECT count(*) FROM file")
        // One transaction at most was under way.
        #expect(count <= 256)
        try store.exclusively { _ in }
        #expect(try store.index.reader().number("SELECT count(*) FROM file") == count)
        #expect(try await photos.opened().assets().count == 900)
    }

    @Test func `Of many files of one content the first are looked at for Live Photos`() async throws {
        for number in 1_000..<1_300 { try scratch.write(SamplePhoto(content: "L"), to: "\(number).jpg") }
        for name in ["0.mov", "z.mov"] { try scratch.write(SampleMovie(content: "L"), to: name) }
        let assets = try await photos.opened().assets()
        #expect(assets.count == 301)
        #expect(assets.filter { $0.subtypes.contains(.livePhoto) }.count == 1)
        #expect(assets.filter { $0.mediaType == .video }.count == 1)
    }
}
#endif
