// The example of the README, from here to the marker below, is part of this file, and so compiled and run.
// README-EXAMPLE
import CameraRoll
import Foundation
import SyntheticLibrary
import Testing

func showLibrary() async throws -> [MediaAsset] {
    let manager = MediaManager(.synthetic(assets: 70_000))

    // Count and first screen: nothing else is materialised.
    let count = try await manager.loadLibrary()
    let firstScreen = try await manager.page(PageRequest(number: 0, size: 28))
    print("\(count) assets; the newest is \(firstScreen.assets[0].id)")

    // Page through the videos of one year; the pages fit together, whatever changes meanwhile.
    var query = AssetQuery.videos
    query.dates = firstScreen.assets[27].creationDate.map { $0.addingTimeInterval(-365 * 86_400)..<$0 }
    let videos = try await manager.photos.snapshot(of: query)
    for try await page in manager.photos.pages(of: videos, size: 200) {
        print("\(page.assets.count) of \(videos.count) videos")
    }
    return firstScreen.assets
}
// README-EXAMPLE

@Suite struct ReadmeTests {
    @Test func `The README's example runs`() async throws {
        #expect(try await showLibrary().count == 28)
    }

    @Test func `The README shows the example as it is compiled here`() throws {
        let here = URL(filePath: #filePath)
        let source = try String(contentsOf: here, encoding: .utf8)
        let example = source.components(separatedBy: "// README-EXAMPLE\n")[1]
        let root = here.deletingLastPathComponent().appending(path: "../../..")
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.contains("```swift\n" + example + "```"))
    }
}
