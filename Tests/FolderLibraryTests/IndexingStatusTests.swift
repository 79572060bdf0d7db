#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import TestSupport
@testable import FolderLibrary
import Foundation
import Testing

/// The status of indexing, regardless of its caller.
@Suite(.timeLimit(.hang)) struct IndexingStatusTests {
    let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        try scratch.write(SamplePhoto(), to: "a.jpg")
    }

    /// Blocks all other writers of the index until the gate is open.
    private func hold(_ photos: PhotoFolder) async -> BlockingGate {
        let gate = BlockingGate()
        Thread { try? photos.store.exclusively { _ in gate.pass() } }.start()
        await gate.waitUntilReached()
        return gate
    }

    private func status(
        of photos: PhotoFolder, where condition: (IndexingStatus) -> Bool
    ) async -> IndexingStatus? {
        for await status in photos.indexingUpdates where condition(status) { return status }
        return nil
    }

    @Test func `A problem that ends while its listener is called is told before its end`() {
        let (health, told) = (IndexHealth(), Lock<[FolderError?]>([]))
        health.listen { [weak health] problem in
            if problem != nil { health?.succeed() }
            told.withLock { $0.append(problem) }
        }
        health.fail(FolderError.notEnoughSpace)
        health.succeed()
        #expect(told.withLock(\.self) == [.notEnoughSpace, nil])
    }

    @Test func `A call to index during an open library's scan joins that scan`() async throws {
        let photos = scratch.photos { $0.followsFolder = true }
        try photos.store.prepare()
        let gate = await hold(photos)
        let access = LibraryAccess(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        #expect(try await access.assets() == [])
        let begun = await status(of: photos) { $0.progress != nil }
        #expect(begun?.isLookingAtEverything == true)
        let (run, other) = (photos.index(), photos.index())
        #expect(run.scan == 1 && other.scan == 1)
        // The library still wants it, and so does the first subscriber.
        other.cancel()
        await #expect(throws: FolderError.cancelled) { try await other.waitUntilFinished() }
        #expect(photos.indexing.progress != nil)
        gate.open()
        var last = IndexingProgress()
        for await progress in run.progress { last = progress }
        #expect(last.files == 1 && last.bytesPerSecond > 0)
        #expect(try await run.waitUntilFinished() == last)
        #expect(photos.indexing.lastOutcome == .success(last))
        #expect(!photos.indexing.isLookingAtEverything)
        await access.close()
    }

    @Test func `A running scan that is not watched is followed by one more, for all requests`() async throws {
        let photos = scratch.photos()
        try photos.store.prepare()
        let gate = await hold(photos)
        let first = photos.index()
        _ = await status(of: photos) { $0.progress != nil }
        let (second, third) = (photos.index(), photos.index())
        #expect([first, second, third].map(\.scan) == [1, 2, 2])
        // When the last subscriber leaves a waiting scan, it ends at once, though the scan is removed in its turn.
        third.cancel()
        second.cancel()
        for run in [second, third] {
            await #expect(throws: FolderError.cancelled) { try await run.waitUntilFinished() }
        }
        gate.open()
        try await first.waitUntilFinished()
        _ = await status(of: photos) { $0.lastError == .cancelled }
        #expect(try await photos.index().waitUntilFinished().files == 1)
    }

    @Test func `A running scan that an open library has watched is not joined after it was closed`() async throws {
        let photos = scratch.photos { $0.followsFolder = true }
        try photos.store.prepare()
        let gate = await hold(photos)
        let access = LibraryAccess(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        #expect(try await access.assets() == [])
        _ = await status(of: photos) { $0.progress != nil }
        await access.close()
        let run = photos.index()
        #expect(run.scan == 2)
        gate.open()
        #expect(try await run.waitUntilFinished().files == 1)
    }

    #if os(Linux)
    @Test func `A running scan is not joined after it has passed a folder that cannot be watched`() async throws {
        let gate = BlockingGate()
        let hooks = FolderTestHooks(onCrashPoint: { if $0 == .walked { gate.pass() } }, mostWatches: 0)
        let photos = scratch.photos(hooks) { $0.followsFolder = true }
        let access = LibraryAccess(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        _ = try await access.assets()
        await gate.waitUntilReached()
        let run = photos.index()
        #expect(run.scan == 2)
        gate.open()
        try await run.waitUntilFinished()
        await access.close()
    }
    #endif

    @Test func `Why an open library could not look through its folder is said`() async throws {
        let (elsewhere, root) = (try ScratchFolder(), scratch.url.path + "/photos")
        try scratch.write(to: "photos/a.jpg")
        try await ScratchFolder.photos(at: root) { $0.index = .folder(elsewhere.url) }.index().waitUntilFinished()
        try scratch.remove("photos")
        let photos = ScratchFolder.photos(at: root) {
            $0.index = .folder(elsewhere.url)
            $0.followsFolder = true
        }
        let access = LibraryAccess(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        #expect(try await access.assets().count == 1)
        let failed = await status(of: photos) { $0.lastOutcome != nil }
        #expect(failed?.lastError == .cannotOpenRoot(path: root, code: ENOENT))
        await access.close()
    }

    @Test(arguments: ["maximumConcurrentReads", "historyLimit", "thumbnailCacheByteLimit"], [-1, .min])
    func `A configuration that cannot be is an error with the value`(name: String, value: Int) async throws {
        let photos = scratch.photos { configuration in
            switch name {
            case "maximumConcurrentReads": configuration.maximumConcurrentReads = value
            case "historyLimit": configuration.historyLimit = value
            default: configuration.thumbnailCacheByteLimit = value
            }
        }
        let access = LibraryAccess(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        await #expect { try await access.assets() } throws: { "\($0)".contains(" \(value): ") }
        await #expect {
            try await photos.index().waitUntilFinished()
        } throws: { error in
            error as? FolderError != nil && "\(error)".contains(" \(value): ")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == ["a.jpg"])
    }

    @Test func `The indexing updates end with the folder`() async throws {
        var photos: PhotoFolder? = scratch.photos()
        let updates = try #require(photos?.indexingUpdates)
        var iterator = updates.makeAsyncIterator()
        #expect(await iterator.next() == IndexingStatus())
        photos = nil
        #expect(await iterator.next() == nil)
        var late = updates.makeAsyncIterator()
        #expect(await late.next() == IndexingStatus())
        #expect(await late.next() == nil)
    }
}
#endif
