#if FolderLibrary || canImport(Darwin)
import CameraRoll
import FolderLibrary
import Foundation

func showFolder(at url: URL) async throws -> [DecodedImage] {
    // Reads new and changed files. The next launch opens in milliseconds and reads nothing again.
    let folder = PhotoFolder(at: url)
    let run = folder.index()
    for await progress in run.progress { print("\(Int(progress.fractionCompleted * 100)) %") }
    try await run.waitUntilFinished()

    let manager = MediaManager(.folder(folder))
    let images = try CachingImageManager(of: manager)
    var thumbnails: [DecodedImage] = []
    for try await asset in manager.photos.assets(of: .photos) {
        let request = AssetImageRequest(for: asset, size: .pixels(256, 256), contentMode: .fill)
        do {
            thumbnails.append(try await images.image(for: request))
        } catch {
            // Damaged, too large, or of a kind that cannot be decoded.
            print(try await folder.file(of: asset.id)?.path ?? "a removed file", error)
        }
    }
    return thumbnails
}
#endif
