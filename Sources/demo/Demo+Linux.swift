#if os(Linux)
import CameraRoll
import Foundation
import ScreenDrawing

/// Writes the screens of a library to a page, and prints its path.
@main struct Demo {
    private static let usage = """
        demo [FOLDER] [PAGE]

        Draws the screens that an app shows of the photos in FOLDER, or of 70,000 synthetic ones, into the web page
        PAGE. A folder needs codecs: swift run --traits FolderLibrary demo FOLDER
        """

    static func main() async {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            guard arguments.count <= 2, !arguments.contains(where: { $0.hasPrefix("-") }) else {
                return print(usage)
            }
            let page = FileManager.default.temporaryDirectory.appending(path: "cameraroll-demo.html")
            try await draw(DemoLibrary(arguments.first), arguments.count > 1 ? URL(filePath: arguments[1]) : page)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func draw(_ library: DemoLibrary, _ page: URL) async throws {
        let canWrite = FileManager.default.isWritableFile(atPath: page.deletingLastPathComponent().path)
        guard canWrite else { throw DemoError(description: "'\(page.path)' cannot be written.") }
        print("Reading and drawing \(library.name) …")
        try await library.index()
        let screens = try await LibraryScreens.draw(MediaManager(library.source)) { print("  \($0)") }
        let text = "What an app shows of \(library.name), drawn from the models of its views. On a Mac, it is a window."
        let html = Data(screens.page("CameraRoll", text).utf8)
        try html.write(to: page, options: .atomic)
        print("Screens: \(screens.count), in \(html.count / 1024) KB. Open \(page.absoluteString)")
    }
}
#endif
