#if FolderLibrary || canImport(Darwin)
@testable import FolderLibrary
import Foundation
import Testing

/// Photos on which programs and the user work by chance, many at a time between two scans.
///
/// No mark of a photo is ever on another one, and none is lost where the decision table in `FileRecognition` tells
/// which file is which. More seeds run where the environment asks for them by `CAMERAROLL_SEEDS`, as "100..<200".
struct PhotoModelTests {
    static let seeds: Range<Int> = {
        let text = ProcessInfo.processInfo.environment["CAMERAROLL_SEEDS"] ?? ""
        let bounds = text.split(separator: "..<").compactMap { Int($0) }
        return bounds.count == 2 && bounds[0] < bounds[1] ? bounds[0]..<bounds[1] : 0..<6
    }()

    @Test(arguments: seeds)
    func `Whatever programs do to many photos between two scans, each keeps its own marks`(seed: Int) async throws {
        var model = try PhotoModel(seed: seed)
        // Where the volume does not say when files were made, inodes that are used again tell too little.
        try model.scratch.write([], to: ".probe")
        guard try OpenFolder(root: model.scratch.url.path).status(".probe").birth != nil else { return }
        let photos = model.scratch.photos()
        try await photos.index().report()
        try await model.check(photos)
        for _ in 0..<8 {
            try await model.say(photos)
            for _ in 0..<model.series() { try model.act() }
            try await photos.index().report()
            try await model.check(photos)
        }
        #expect(try photos.integrity() == "ok")
        #expect(try await photos.index().report().filesRead == 0)
    }
}
#endif
