#if FolderLibrary && os(Linux)
import CameraRoll
import Foundation
import Testing

/// Runs the example of a folder on the module's page.
struct FolderExampleTests {
    @Test func `The example of a folder runs`() async throws {
        let scratch = try ScratchFolder()
        try scratch.write(TestPicture.quarters().jpeg(), to: "trip/a.jpg")
        try scratch.write(TestPicture.quarters().png, to: "trip/b.png")
        try scratch.write(Array(TestPicture.quarters().png.prefix(40)), to: "damaged.png")
        // No deadline: a sanitizer on a busy machine is slower than any deadline that a reader would wait for.
        try await withReadDeadline(nil) { () async throws in
            #expect(try await showFolder(at: scratch.url).count == 2)
        }
    }
}
#endif
