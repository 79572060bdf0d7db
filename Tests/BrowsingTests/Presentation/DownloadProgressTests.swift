import CameraRoll
import CameraRollBrowsing
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// The share of a download: a badge for the eye and a part of the label, from its first progress to its end.
@MainActor @Suite(.timeLimit(.hang)) struct DownloadProgressTests {
    private func subject() throws -> GridSubject {
        var configuration = SyntheticConfiguration(assets: 200, seed: 5)
        configuration.cloudOriginals = true
        configuration.faults.download = .stalls(after: 0.25)
        return try GridSubject(configuration) { $0.isNetworkAccessAllowed = true }
    }

    /// A visible cell whose image is being downloaded.
    private func downloadingCell(_ subject: GridSubject) async throws -> AssetCell {
        await subject.open()
        let cells = (0..<20).map(subject.grid.cell(at:))
        for cell in cells { subject.follow(cell) }
        await subject.run { cells.contains { $0.progress != nil } }
        return try #require(cells.first { $0.progress != nil })
    }

    @Test func `A cell shows and says the share of its download, and not once its picture is there`() async throws {
        let subject = try subject()
        let presenter = GridPresenter(of: subject.grid)
        let cell = try await downloadingCell(subject)
        let loading = presenter.description(of: cell)
        #expect(loading.badges.last == .downloading(0.25))
        #expect(loading.label.contains(Phrase(.assetDownloading, .share(0.25))))
        subject.store.endDownloads()
        await subject.run { cell.image.isFinal }
        // In the same turn as the picture.
        let loaded = presenter.description(of: cell)
        #expect(loaded.download == nil)
        #expect(!loaded.badges.contains { $0.id == .downloading })
        #expect(!loaded.label.contains { $0.key == .assetDownloading })
    }

    @Test func `A cell that leaves the screen leaves no share of its download`() async throws {
        let subject = try subject()
        let cell = try await downloadingCell(subject)
        subject.grid.scrolled(to: 150..<170)
        await subject.settle()
        #expect(cell.progress == nil)
        #expect(GridPresenter(of: subject.grid).description(of: cell).download == nil)
    }

    @Test func `Another load of a cell begins without the share of the one before`() async throws {
        let subject = try subject()
        let cell = try await downloadingCell(subject)
        try subject.grid.resizeCells(to: PixelSize(width: 16, height: 16))
        #expect(cell.progress == nil)
    }

    @Test func `A page of a pager has its number, and the share of its download`() async throws {
        let subject = try subject()
        await subject.open()
        let pager = try await subject.pager(at: 3, imageSize: PixelSize(width: 16, height: 16))
        let page = try #require(pager.current)
        let description = pager.description(of: page)
        #expect(description.label.contains(Phrase(.assetPosition, .number(4), .number(subject.grid.count))))
        #expect(description.download == page.progress)
    }

    @Test func `The badge of a download is the same one while its share grows`() {
        typealias Badge = AssetDescription.Badge
        #expect(Badge.downloading(0.1).id == Badge.downloading(0.9).id)
        let all: [Badge] = [.livePhoto, .duration("0:07"), .favorite, .downloading(0)]
        #expect(Set(all.map(\.id)).count == all.count)
        let asset = MediaAsset(id: "a")
        let shares = [0, 0.5, 1, 7, -3, .nan].map { AssetDescription(of: asset, at: 0, of: 1, progress: $0).download }
        #expect(shares == [0, 0.5, nil, nil, 0, nil])
    }
}
