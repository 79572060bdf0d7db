import CameraRoll
import Foundation
import SyntheticLibrary
import TestSupport
import Testing

@testable import ScreenDrawing

/// The drawn screens: places, texts, badges and states as they are committed, without their pixels.
@MainActor @Suite(.timeLimit(.hang)) struct ScreenTests {
    private nonisolated static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Outlines")

    /// To take a change of the screens over: `SCREENS=write swift test --filter ScreenTests`; look at the difference.
    private static let writes = ProcessInfo.processInfo.environment["SCREENS"] == "write"

    @Test(arguments: SyntheticScreens.all.map(\.name))
    func `A screen has its places, texts, badges and states`(name: String) async throws {
        // A pager's date is that of the time zone.
        guard !name.hasPrefix("pager") || TimeZone.current.secondsFromGMT() == 0 else { return }
        let recipe = try #require(SyntheticScreens.all.first { $0.name == name })
        let screen = try await recipe.draw()
        #expect(screen.svg.utf8.count <= 80 << 10)
        let file = Self.folder.appending(path: "\(name).svg")
        if Self.writes { try Data(screen.outline.utf8).write(to: file) }
        let committed = try String(contentsOf: file, encoding: .utf8)
        let differences = screen.outline.split(separator: "\n").difference(from: committed.split(separator: "\n"))
        #expect(
            differences.isEmpty,
            "\(differences.count) lines differ; the first: \(differences.first.map(String.init(describing:)) ?? "")")
    }

    @Test func `A screen is drawn with the same bytes again`() async throws {
        let recipe = try #require(SyntheticScreens.all.first)
        let (one, other) = (try await recipe.draw().svg, try await recipe.draw().svg)
        #expect(one == other)
    }

    @Test func `Each committed outline is of a screen that there is`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(files.sorted() == SyntheticScreens.all.map { "\($0.name).svg" }.sorted())
    }

    @Test func `An outline has no pixels, and all else`() async throws {
        let screen = try await #require(SyntheticScreens.all.first).draw()
        #expect(screen.svg.contains("href=\"data:image/png;base64,"))
        #expect(!screen.outline.contains("base64"))
        #expect(screen.outline.contains("Add (5)"))
    }

    @Test func `A page has each screen, and loads nothing`() async throws {
        let screen = try await #require(SyntheticScreens.all.first).draw()
        let page = [screen].page("A <title>", "A text & more")
        #expect(page.contains("A &lt;title>") && page.contains("A text &amp; more") && page.contains(screen.svg))
        for part in ["<script", "<link", "@import", "url(h"] { #expect(!page.contains(part)) }
    }

    @Test func `A photo that is dated in the future was not taken today`() async throws {
        let store = SyntheticStore(assets: 12)
        let manager = MediaManager(.synthetic(store), executor: LibraryExecutor(label: "screens"), limits: Self.untimed)
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let newest = try #require(try await manager.page(PageRequest(size: 1)).assets.first)
        store.edit(newest.id) { $0.creationDate = now + 86_400 * 400 }
        var titles: [String] = []
        let screens = try await LibraryScreens.draw(manager, now: now) { titles.append($0) }
        #expect(screens.map(\.name) == ["grid", "scrubber", "pager", "albums", "picker", "dark"])
        #expect(titles == screens.map(\.title) && screens.allSatisfy { !$0.svg.contains("Today") })
    }

    @Test func `Of an empty library one screen is drawn`() async throws {
        let manager = MediaManager(
            .synthetic(assets: 0), executor: LibraryExecutor(label: "screens"), limits: Self.untimed)
        let screens = try await LibraryScreens.draw(manager)
        #expect(screens.count == 1 && screens[0].svg.contains("No Photos"))
    }

    private static let untimed = LibraryAccess.Limits(deadline: nil)
}
