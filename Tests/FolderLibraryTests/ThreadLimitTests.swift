#if FolderLibrary && os(Linux)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import CameraRollCodecs
import Testing

// The values that an exit test captures need Swift 6.3.
#if compiler(>=6.3)
/// The threads of a process that does everything with a folder at once, in a process of its own.
struct ThreadLimitTests {
    /// The limits of a machine with four cores, without replacements of threads that hang: twelve threads.
    ///
    /// One thread for the library, three that decode, two that read originals and encode, and one that edits; and for
    /// the folder one that scans, two that read files and folders ahead, one for the index, and one that watches.
    private static let most = 1 + 3 + 2 + 1 + 1 + 2 + 1 + 1
    /// The defaults of a machine with four cores.
    private static let decodes = PoolLimits.suggestedThreads(cores: 4)
    private static let reads = FolderConfiguration.suggestedReads(cores: 4)

    /// Indexes, decodes, reads originals, exports and edits; returns the most threads at any moment that was looked at.
    private static func threads(at path: String) async throws -> Int {
        let most = Lock(0)
        let look: @Sendable () -> Void = {
            let count = namedThreads()
            most.withLock { $0 = max($0, count) }
        }
        var hooks = FolderTestHooks()
        hooks.onCrashPoint = { _ in look() }
        let photos = ScratchFolder.photos(at: path, hooks) {
            ($0.followsFolder, $0.maximumConcurrentReads) = (true, reads)
        }
        let manager = MediaManager(.folder(photos), executor: LibraryExecutor(), limits: .untimed)
        // No timeout: a sanitizer on a busy machine may be slower than any, and a replacement is one more thread.
        var limits = CachingImageManager.Limits(stallTimeout: nil)
        limits.maximumConcurrentDecodes = decodes
        let images = try CachingImageManager(of: manager, limits: limits)
        try await photos.index().waitUntilFinished()
        let assets = try await manager.photos.assets(of: manager.photos.snapshot(of: .all)).reduce(into: []) {
            $0.append($1)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, asset) in assets.enumerated() {
                group.addTask {
                    _ = try await images.image(for: AssetImageRequest(for: asset, size: .pixels(200, 200)))
                    look()
                }
                group.addTask {
                    _ = try await images.originalData(for: asset)
                    look()
                }
                guard number % 10 == 0 else { continue }
                group.addTask {
                    _ = try await images.export(asset, as: .jpeg())
                    look()
                }
                group.addTask { try await manager.performChanges { $0.setFavorite(true, for: asset) } }
                group.addTask { try await photos.index().waitUntilFinished() }
            }
            try await group.waitForAll()
        }
        return most.withLock(\.self)
    }

    /// The number of the package's threads; the system names a thread like the one that started it.
    private static func namedThreads() -> Int {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        let names = tasks.compactMap { try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8) }
        return names.count { $0.hasPrefix("cameraroll") }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 8, 64])
    func `By default files are read on two to eight threads`(cores: Int) {
        #expect((2...8).contains(FolderConfiguration.suggestedReads(cores: cores)))
    }

    @Test func `Up to four cores share twelve threads, and more cores have no fewer in all`() {
        let totals = (1...64).map { cores in
            7 + PoolLimits.suggestedThreads(cores: cores) + FolderConfiguration.suggestedReads(cores: cores)
        }
        #expect(totals.prefix(4) == [12, 12, 12, 12])
        #expect(totals == totals.sorted())
    }

    @Test func `A process that does everything at once has at most twelve threads`() async throws {
        let scratch = try ScratchFolder()
        for number in 0..<120 {
            try scratch.write(TestPicture.waves(320 + number, 240).jpeg(), to: "\(number % 12)/\(number).jpg")
        }
        let (path, result) = (scratch.url.path, scratch.url.path + ".threads")
        defer { try? FileManager.default.removeItem(atPath: result) }
        await #expect(processExitsWith: .success) { [path = path as String, result = result as String] in
            let text: String
            do { text = "\(try await ThreadLimitTests.threads(at: path))" } catch { text = "\(error)" }
            try Data(text.utf8).write(to: URL(filePath: result))
        }
        let text = try String(contentsOfFile: result, encoding: .utf8)
        let count = try #require(Int(text), "\(text)")
        #expect(count <= Self.most)
        #expect(count > 8)
    }
}
#endif
#endif
