#if FolderLibrary || canImport(Darwin)
import CameraRoll
import FolderLibrary
import Foundation
import CameraRollCodecs

/// What the articles of the folder library show.
enum FolderSnippets {
    static func open() -> MediaManager {
        let folder = PhotoFolder(at: URL(filePath: "/home/me/Pictures"))
        let manager = MediaManager(.folder(folder))
        return manager
    }

    static func show(isBusy: Bool, fraction: Double?) {}
    static func show(_ error: FolderError) {}

    static func follow(_ folder: PhotoFolder) async {
        for await status in folder.indexingUpdates {
            show(isBusy: status.isLookingAtEverything, fraction: status.progress?.fractionCompleted)
            if let error = status.lastError { show(error) }
        }
    }

    static func find(with manager: MediaManager) async throws -> AssetSnapshot {
        let snapshot = try await manager.photos.search(AssetSearch("lisbon sunset"))
        return snapshot
    }

    static func exclude(at url: URL) -> PhotoFolder {
        var configuration = FolderConfiguration()
        configuration.excluded += ["Drafts", "*.tmp.jpg", "/2019/Scans"]
        let folder = PhotoFolder(at: url, configuration: configuration)
        return folder
    }

    static func tellApart(with manager: MediaManager) async throws -> [AssetSnapshot] {
        let good = try await manager.photos.snapshot(of: .photos.withoutDamaged())
        let undated = try await manager.photos.snapshot(of: .photos.withoutCaptureDate())
        return [good, undated]
    }

    static func tidy(_ folder: PhotoFolder) async throws {
        let deleted = try await folder.trashedPhotos()
        try await folder.restore(deleted.filter { $0.isFavorite })
        try await folder.emptyTrash(olderThan: .seconds(30 * 86_400))
    }

    static func convert(_ asset: MediaAsset, with images: CachingImageManager) async throws -> [UInt8] {
        let heic = try await images.originalData(for: asset).bytes
        let jpeg = try PictureFile(heic).converted(to: .jpeg, quality: 0.8)
        return jpeg
    }
}

/// What the table of "Calls at a glance" shows, by the errors that its second table has.
enum CallsAtAGlance {
    static func index(_ folder: PhotoFolder) async throws(FolderError) -> [FolderProblem] {
        let run = folder.index()
        for await progress in run.progress { print(progress.fractionCompleted) }
        try await run.waitUntilFinished()
        print(folder.indexing)
        for await status in folder.indexingUpdates { print(status.isLookingAtEverything) }
        return try await folder.problems()
    }

    static func find(_ asset: MediaAsset, in folder: PhotoFolder) async throws(FolderError) -> [String?] {
        let path = try await folder.file(of: asset.id)?.path
        let other = try await folder.asset(at: "trip/a.jpg")
        return [path, other?.rawValue]
    }

    static func restore(_ photos: [TrashedPhoto], of folder: PhotoFolder) async throws(EditError) {
        try await folder.restore(photos)
        try await folder.emptyTrash(olderThan: .seconds(30 * 86_400))
    }

    static func listTrash(of folder: PhotoFolder) async throws(FolderError) -> [TrashedPhoto] {
        try await folder.trashedPhotos()
    }
}
#endif
