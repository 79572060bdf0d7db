#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import TestSupport
@testable import FolderLibrary
import Foundation
import Testing

/// Trees of folders that are read ahead on several threads.
@Suite(.timeLimit(.hang))
struct FolderWalkTests {
    let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        for outer in 0..<6 {
            for inner in 0..<4 {
                try scratch.write(SamplePhoto(noise: [UInt8(outer * 4 + inner)]), to: "\(outer)/\(inner)/a.jpg")
            }
        }
    }

    @Test func `What is found does not depend on which thread read which folder first`() async throws {
        var orders: Set<[String]> = []
        for _ in 0..<5 {
            let index = try ScratchFolder()
            let photos = scratch.photos { $0.index = .folder(index.url) }
            try await photos.index().waitUntilFinished()
            let rows = try photos.store.read { connection in
                try connection.rows("SELECT f.name, a.id FROM asset a JOIN folder f ON f.id = a.folder ORDER BY a.id") {
                    String(decoding: $0.blob(0) ?? [], as: UTF8.self)
                }
            }
            orders.insert(rows)
        }
        let names = ["0", "1", "2", "3"]
        let expected: Set<[String]> = [Array(repeatElement(names, count: 6).joined())]
        #expect(orders == expected)
    }

    // Time goes downwards.
    //
    //     the thread that walks         a thread that reads ahead
    //     reads the folder "0", waits
    //                                   reads the folder "1", both go on
    @Test func `Folders are read ahead while another one is being read`() async throws {
        let meeting = Meeting(of: 2)
        let photos = scratch.photos(FolderTestHooks(onCrashPoint: { if $0 == .folderRead { meeting.arrive() } }))
        // The root is read alone, by the walking thread.
        meeting.expectAfter(1)
        #expect(try await photos.index().waitUntilFinished().files == 24)
        #expect(photos.indexing.lastError == nil)
    }

    // Time goes downwards.
    //
    //     a thread that reads ahead     the scan                        an edit
    //     reads the folder
    //                                                                   puts a photo into it
    //                                   compares, finds it changed,
    //                                   reads it again
    @Test func `A folder that changes after it was read ahead is read again`() throws {
        let folder = try OpenFolder(root: scratch.url.path)
        let old = try FolderListing(folder)
        try scratch.write(to: "late.jpg")
        #expect(old.isOutdated(of: folder, grain: FileAge.grain))
    }

    @Test func `A folder that has not changed for long is read once`() throws {
        let folder = try OpenFolder(root: scratch.url.path)
        let listing = try FolderListing(folder)
        #expect(!listing.isOutdated(of: folder, grain: 0))
    }
}

/// Makes threads wait for each other, once.
private final class Meeting: Sendable {
    private struct Contents {
        var passing = 0
        var missing: Int
    }

    private let contents: Lock<Contents>
    private let end = DispatchSemaphore(value: 0)
    private let count: Int

    init(of count: Int) {
        self.count = count
        contents = Lock(Contents(missing: count))
    }

    /// Lets so many pass before the meeting.
    func expectAfter(_ passing: Int) {
        contents.withLock { $0.passing = passing }
    }

    /// Waits until all have arrived; later threads pass.
    func arrive() {
        let isLast: Bool? = contents.withLock { contents in
            if contents.passing > 0 {
                contents.passing -= 1
                return nil
            }
            guard contents.missing > 0 else { return nil }
            contents.missing -= 1
            return contents.missing == 0
        }
        guard let isLast else { return }
        if isLast {
            for _ in 1..<count { end.signal() }
        } else {
            end.wait()
        }
    }
}
#endif
