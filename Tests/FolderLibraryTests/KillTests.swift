#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import Testing

// The values that an exit test captures need Swift 6.3.
#if compiler(>=6.3) && (os(Linux) || os(macOS))
/// Processes that are killed at arbitrary moments; their data must be intact.
struct KillTests {
    /// Milliseconds of work; `CAMERAROLL_KILLS=200` runs more of them.
    static let delays: [Int] = {
        let count = ProcessInfo.processInfo.environment["CAMERAROLL_KILLS"].flatMap(Int.init)
        return count.map { count in (0..<count).map { 1 + $0 * 7 % 60 } } ?? [1, 9, 30]
    }()
    let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    @Test(arguments: delays)
    func `Indexing that is killed goes on where it was`(milliseconds: Int) async throws {
        for number in 0..<120 {
            try scratch.write(SamplePhoto(noise: [UInt8(number)]), to: "\(number % 7)/\(number).jpg")
        }
        let path = scratch.url.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, milliseconds] in
            Self.kill(after: milliseconds)
            while true {
                try FileManager.default.removeItems(atPath: path + "/.cameraroll")
                try await ScratchFolder.photos(at: path).index().waitUntilFinished()
            }
        }
        let photos = scratch.photos()
        let access = try await photos.opened()
        #expect(Set(try await access.assets().map(\.id)).count == 120)
        #expect(try photos.integrity() == "ok")
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
    }

    @Test(arguments: delays)
    func `Edits that are killed are carried out whole, or not at all`(milliseconds: Int) async throws {
        for number in 0..<8 { try scratch.write(SamplePhoto(noise: [UInt8(number)]), to: "\(number).jpg") }
        try await scratch.photos().index().waitUntilFinished()
        let path = scratch.url.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, milliseconds] in
            let manager = MediaManager(
                .folder(ScratchFolder.photos(at: path)), executor: LibraryExecutor(label: "test"))
            Self.kill(after: milliseconds)
            while true { try await Self.editPairs(manager) }
        }
        let photos = scratch.photos()
        let access = LibraryAccess(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        let (assets, token) = try await access.read("look") { library in
            let result = try library.fetchAssets(.all)
            return (try result.assets(in: 0..<result.count), try library.changeToken())
        }
        // Each transaction adds two and deletes two, and both are in the album or neither.
        #expect(assets.count == 8)
        let counts = try await access.read("albums") { library in
            try library.albums(.all).filter { $0.subtype == .regular }.map {
                try library.assetCount(of: $0.id, mediaTypes: [])
            }
        }
        #expect(counts.allSatisfy { $0 <= 2 })
        // The files are exactly those of the index; a file that was moved back is read again.
        #expect(try await photos.index().waitUntilFinished().filesRead <= 2)
        #expect(try await access.read("token") { try $0.changeToken() } == token)
        #expect(try photos.integrity() == "ok")
        let trash = (try? FileManager.default.contentsOfDirectory(atPath: path + "/.cameraroll/trash")) ?? []
        #expect(trash.count.isMultiple(of: 2))
    }

    @Test func `Looks at permuted names that are killed take nothing to another photo, and lose nothing`()
        async throws
    {
        let names = (0..<60).map { number in (number % 3 == 2 ? "sub/" : "") + "IMG_\(100 + number).jpg" }
        for (number, name) in names.enumerated() {
            try scratch.write(SamplePhoto(date: "2023:04:10 10:11:12", noise: [UInt8(number)]), to: name)
            try scratch.touch(name, at: 1_000_000)
        }
        let marks = try await UserMarks.set(in: scratch.photos())
        let path = scratch.url.path
        let renamings: [Renaming] = [.swaps, .rotation, .reversal, .shuffle]
        for (index, milliseconds) in Self.delays.enumerated() {
            try renamings[index % renamings.count].carryOut(on: names, at: path)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, milliseconds = milliseconds as Int] in
                let photos = ScratchFolder.photos(at: path)
                Self.kill(after: milliseconds)
                while true { try await photos.index().waitUntilFinished() }
            }
            // Every second time the next process is killed too.
            if index % 2 == 0, index + 1 < Self.delays.count { continue }
            let photos = scratch.photos()
            try await photos.index().waitUntilFinished()
            #expect(try await UserMarks(of: photos) == marks)
            #expect(try photos.integrity() == "ok")
        }
    }

    /// Deletes two pictures and creates two others, in their own album, in one transaction.
    private static func editPairs(_ manager: MediaManager) async throws {
        let assets = try await manager.photos.access.assets().prefix(2)
        try await manager.performChanges { edits in
            edits.delete(assets)
            let album = edits.createAlbum("Pair")
            for number in 0..<2 {
                let data = Data(SamplePhoto(noise: [200, UInt8(number)]).bytes)
                edits.append([edits.createAsset(.photo(data, fileName: "new.jpg"))], to: album)
            }
        }
    }

    /// Has the process killed after so much processor time of its own, independent of the machine's load.
    private static func kill(after milliseconds: Int) {
        signal(SIGPROF) { _ in _ = Foundation.kill(getpid(), SIGKILL) }
        var timer = itimerval()
        timer.it_value.tv_usec = .init(milliseconds * 1_000)
        #if canImport(Darwin)
        setitimer(ITIMER_PROF, &timer, nil)
        #else
        setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
        #endif
    }
}
#endif

extension FileManager {
    /// Removes the files at a path, if any.
    fileprivate func removeItems(atPath path: String) throws {
        if fileExists(atPath: path) { try removeItem(atPath: path) }
    }
}
#endif
