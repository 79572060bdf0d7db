#if FolderLibrary || canImport(Darwin)
import FolderLibrary
import Foundation
import TestSupport
import Testing

/// Random changes of photos by programs and the user, several at a time between two scans.
///
/// No mark of a photo is ever on another one, and none is lost if the table in `FileRecognition.swift` decides the
/// case. The environment variable `CAMERAROLL_SEEDS` runs more seeds, as "100..<200".
struct PhotoModelTests {
    static let seeds: [Int] = {
        let text = ProcessInfo.processInfo.environment["CAMERAROLL_SEEDS"] ?? ""
        let bounds = text.split(separator: "..<").compactMap { Int($0) }
        guard bounds.count == 2, bounds[0] < bounds[1] else { return Effort.seeds(6, of: 0..<60) }
        return Array(bounds[0]..<bounds[1])
    }()

    @Test(arguments: seeds)
    func `After any changes by programs to many photos between two scans, each keeps its own marks`(seed: Int)
        async throws
    {
        var model = try PhotoModel(seed: seed)
        // If the volume does not record creation times, reused inodes are too ambiguous.
        try model.scratch.write([], to: ".probe")
        guard try model.scratch.recordsBirth(of: ".probe") else { return }
        let photos = model.scratch.photos()
        try await photos.index().waitUntilFinished()
        try await model.check(photos)
        for _ in 0..<8 {
            try await model.say(photos)
            for _ in 0..<model.series() { try model.act() }
            try await photos.index().waitUntilFinished()
            try await model.check(photos)
        }
        #expect(try photos.integrity() == "ok")
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
    }
}
#endif
