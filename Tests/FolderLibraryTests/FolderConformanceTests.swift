#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Testing

struct FolderConformanceTests {
    /// With lists that are read at once, and with those that are read on access.
    @Test(arguments: ConformanceCheck.all, [1_000, 3])
    func `A folder of photos keeps a library's promises`(check: ConformanceCheck, shortList: Int) async throws {
        let scratch = try ScratchFolder()
        try scratch.fillWithSamples()
        let photos = scratch.photos(FolderTestHooks(shortList: shortList))
        try await photos.index().waitUntilFinished()
        try await photos.markSamples()
        _ = try await check.run(LibrarySubject(deadline: .seconds(3_600)) { .folder(photos) })
    }
}

extension PhotoFolder {
    /// Sets favorites, hides some assets, and creates albums of others.
    fileprivate func markSamples() async throws {
        let access = LibraryAccess(.folder(self), executor: LibraryExecutor(label: "test"), limits: .untimed)
        let manager = MediaManager(access: access)
        let assets = try await access.assets()
        try await manager.performChanges { edits in
            edits.setFavorite(true, for: [assets[1], assets[4], assets[9]])
            edits.setHidden(true, for: [assets[2], assets[7]])
            let trip = edits.createFolder("Trips")
            let album = edits.createAlbum("Trip", in: trip)
            edits.append(assets.prefix(12).reversed(), to: album)
            _ = edits.createAlbum("Empty")
        }
    }
}

extension ScratchFolder {
    /// Pictures, movies, a Live Photo and a burst, many of the same date.
    func fillWithSamples() throws {
        for number in 0..<24 {
            var photo = SamplePhoto(date: "2023:04:1\(number / 4) 10:11:1\(number % 3)", noise: [UInt8(number)])
            if number % 5 == 0 { photo.place = (number, -number) }
            if number % 7 == 0 { photo.customRendered = 6 }
            if number % 6 == 5 { photo.orientation = 6 }
            try write(photo, to: ["", "trip/", "trip/day 2/"][number % 3] + "IMG_\(number).JPG")
        }
        for number in 0..<4 { try write(SampleMovie(date: "2023-04-1\(number)T10:11:12Z"), to: "MOV_\(number).MOV") }
        try write(SamplePhoto(date: "2023:05:01 10:11:12", content: "L1"), to: "live/IMG.JPG")
        try write(SampleMovie(content: "L1"), to: "live/IMG.MOV")
        for number in 0..<3 {
            try write(SamplePhoto(burst: "B", noise: [99, UInt8(number)]), to: "burst/\(number).jpg")
        }
        try write(SamplePhoto(date: "2023:05:02 10:11:12"), to: "Screenshot 1.jpg")
    }
}
#endif
