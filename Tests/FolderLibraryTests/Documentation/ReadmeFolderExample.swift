#if FolderLibrary || canImport(Darwin)
import CameraRoll
import FolderLibrary
import Foundation

func showFolder(at url: URL) async throws -> [DecodedImage] {
    // New and changed files are read; the next time the folder opens in milliseconds, and nothing is read again.
    let folder = PhotoFolder(at: url)
    let run = folder.index()
    for await progress in run.progress { print("\(progress.files) files so far") }
    try await run.report()

    let manager = MediaManager(.folder(folder))
    let images = try CachingImageManager(of: manager)
    var thumbnails: [DecodedImage] = []
    for try await page in manager.photos.pages(of: .photos, size: 200) {
        for asset in page.assets {
            do throws(ImageError) {
                let request = ImageRequest(for: asset, size: .pixels(256, 256), contentMode: .fill)
                thumbnails.append(try await images.image(for: request))
            } catch {
                print("\(asset.id): \(error)")  // damaged, too large, or of a kind that no codec here reads
            }
        }
    }
    return thumbnails
}
#endif
