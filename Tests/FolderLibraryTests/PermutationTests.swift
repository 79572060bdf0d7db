#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import Testing

/// Names that are given to other files between two scans: user data stay with their photo.
struct PermutationTests {
    /// The number of files, or files in folders; set with `CAMERAROLL_NAMES`.
    static let count = ProcessInfo.processInfo.environment["CAMERAROLL_NAMES"].flatMap(Int.init) ?? 12
    let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    /// Writes a photo with the size, the time and the date of all others.
    private func write(_ number: Int, to path: String, alike: Bool = true) throws {
        let noise = (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        let rest = alike ? [] : [UInt8](repeating: 0, count: number % 50)
        let date = alike ? "2023:04:10 10:11:12" : "2023:04:1\(number % 10) 10:11:12"
        try scratch.write(SamplePhoto(date: date, noise: noise + rest), to: path)
        try scratch.touch(path, at: alike ? 1_000_000 : 1_000_000 + Double(number))
    }

    private func writeFiles(alike: Bool) throws -> [String] {
        try (0..<Self.count).map { number in
            let name = (number % 3 == 2 ? "sub/" : "") + "IMG_\(10_000 + number).jpg"
            try write(number, to: name, alike: alike)
            return name
        }
    }

    private func writeFolders() throws -> [String] {
        let folders = (0..<max(Self.count / 3, 4)).map { "F\(1_000 + $0)" }
        for (index, folder) in folders.enumerated() {
            for file in 0..<3 { try write(index * 3 + file, to: "\(folder)/IMG_\(file).jpg") }
        }
        return folders
    }

    private var contents: [Data] {
        get throws {
            try FileManager.default.subpathsOfDirectory(atPath: scratch.url.path)
                .filter { !$0.hasPrefix(".") && $0.hasSuffix(".jpg") }
                .map { try Data(contentsOf: scratch.url.appending(path: $0)) }
        }
    }

    private func expect(_ marks: UserMarks, in photos: PhotoFolder) async throws {
        try await photos.index().waitUntilFinished()
        #expect(try await UserMarks(of: photos) == marks.keeping(try contents))
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
        #expect(try photos.integrity() == "ok")
    }

    @Test(arguments: Renaming.allCases, [true, false])
    func `Files whose names are permuted between two scans keep what was said of them`(
        renaming: Renaming, alike: Bool
    ) async throws {
        let names = try writeFiles(alike: alike)
        let marks = try await UserMarks.set(in: scratch.photos())
        // Twice, with a scan in between.
        for _ in 0..<2 {
            try renaming.carryOut(on: names.filter { FileManager.default.fileExists(atPath: path($0)) }, at: path(""))
            try await expect(marks, in: scratch.photos())
        }
        // And twice without one.
        for _ in 0..<2 {
            try renaming.carryOut(on: names.filter { FileManager.default.fileExists(atPath: path($0)) }, at: path(""))
        }
        try await expect(marks, in: scratch.photos())
    }

    @Test(arguments: Renaming.allCases)
    func `Files in folders whose names are permuted keep what was said of them`(renaming: Renaming) async throws {
        let names = try writeFolders()
        let marks = try await UserMarks.set(in: scratch.photos())
        for _ in 0..<2 {
            try renaming.carryOut(on: names.filter { FileManager.default.fileExists(atPath: path($0)) }, at: path(""))
            try await expect(marks, in: scratch.photos())
        }
    }

    @Test(arguments: Renaming.allCases)
    func `Names that are permuted under an open library keep what was said of them`(renaming: Renaming) async throws {
        let names = try writeFiles(alike: true)
        let marks = try await UserMarks.set(in: scratch.photos())
        let photos = scratch.photos { $0.followsFolder = true }
        let manager = MediaManager(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        let snapshot = try await manager.photos.snapshot()
        let shown = ShownIDs(snapshot, manager.photos)
        try renaming.carryOut(on: names, at: path(""))
        try scratch.write(SamplePhoto(date: "2024:04:10 10:11:12"), to: "new.jpg")
        let hidden = marks.keeping(try contents).photos.values.count(where: \.isHidden)
        try await shown.reaches(try contents.count - hidden)
        try scratch.remove("new.jpg")
        // A report may be that of a scan which began before the removal; the next one is not.
        try await photos.index().waitUntilFinished()
        try await expect(marks, in: photos)
        await manager.close()
    }

    @Test func `Live Photos whose names are swapped stay whole, and what they were`() async throws {
        for number in 1...2 {
            try scratch.write(
                SamplePhoto(date: "2023:04:10 10:11:12", content: "L\(number)"), to: "IMG_\(number).jpg")
            try scratch.write(SampleMovie(content: "L\(number)"), to: "IMG_\(number).mov")
        }
        let photos = scratch.photos()
        let marks = try await UserMarks.set(in: photos)
        for names in [["IMG_1.jpg", "IMG_2.jpg"], ["IMG_1.mov", "IMG_2.mov"]] {
            try Renaming.swaps.carryOut(on: names, at: path(""))
        }
        try await photos.index().waitUntilFinished()
        #expect(try await UserMarks(of: photos) == marks)
        let access = try await photos.opened()
        var query = AssetQuery.all
        query.hidden = .included
        for asset in try await access.assets(query) {
            #expect(asset.mediaSubtypes.contains(.livePhoto))
            let file = try #require(try await photos.file(of: asset.id))
            #expect(file.pairedVideo == file.path.replacing(".jpg", with: ".mov"))
        }
    }

    // The values that an exit test captures need Swift 6.3.
    #if compiler(>=6.3) && (os(Linux) || os(macOS))
    static let killPoints = [
        KillPoint(.foldersMade), KillPoint(.batchFilled), KillPoint(.batchFilled, 2), KillPoint(.batchWritten),
        KillPoint(.batchWritten, 2), KillPoint(.walked), KillPoint(.vanishedTaken),
        KillPoint(.vanishedWritten), KillPoint(.settled),
    ]

    @Test(arguments: [Renaming.swaps, .rotation, .aside, .over], killPoints)
    func `A look at permuted names that is killed takes nothing to another photo`(
        renaming: Renaming, point: KillPoint
    ) async throws {
        // More than the first transaction takes.
        let names = try (0..<24).map { number in
            let name = (number % 3 == 2 ? "sub/" : "") + "IMG_\(100 + number).jpg"
            try write(number, to: name)
            return name
        }
        let marks = try await UserMarks.set(in: scratch.photos())
        try renaming.carryOut(on: names, at: path(""))
        let root = path("")
        // A scan without changes does not reach every crash point.
        await #expect(processExitsWith: point.isPassed(by: renaming) ? .signal(SIGKILL) : .success) {
            [root = root as String, point = point as KillPoint] in
            try await ScratchFolder.photos(at: root, point.hooks).index().waitUntilFinished()
        }
        try await expect(marks, in: scratch.photos())
    }
    #endif

    private func path(_ name: String) -> String { name.isEmpty ? scratch.url.path : scratch.url.path + "/" + name }
}

#if compiler(>=6.3) && (os(Linux) || os(macOS))
extension KillPoint {
    fileprivate func isPassed(by renaming: Renaming) -> Bool {
        switch crashPoint {
        case .foldersMade: false
        case .vanishedTaken: renaming != .swaps && renaming != .rotation
        default: true
        }
    }
}
#endif
#endif
