import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// Edits that are shown before the library's own data have them.
@MainActor @Suite(.timeLimit(.hang)) struct PendingEditsTests {
    /// A grid, a cell of an asset that is not a favorite, and an edit that makes it one.
    private func edited() async throws -> (GridSubject, AssetCell, AssetID, PendingEdits.Number) {
        let subject = try GridSubject(SyntheticConfiguration(assets: 0))
        subject.store.change { contents in
            contents.insert(100) {
                MediaAsset.plain(&$0)
                $0.isFavorite = false
            }
        }
        let grid = subject.grid
        await subject.open()
        let id = try #require(grid.asset(at: 5)).id
        let cell = grid.cell(at: 5)
        let number = grid.edits.setFavorite(true, of: id)
        grid.showAssets(in: [5])
        #expect(cell.badges.isFavorite && cell.asset?.id == id)
        return (subject, cell, id, number)
    }

    /// Lets the library carry out the edit, of which the grid hears later.
    private func commit(_ id: AssetID, _ subject: GridSubject) -> MediaAsset? {
        subject.store.change { $0.edit(id) { $0.isFavorite = true } }
        subject.grid.edits.commit(id)
        return subject.store.contents.assets.first { $0.id == id }
    }

    // edit                      feed
    // is carried out
    //                           shows an unrelated insertion
    // the asset was read
    //                           reads the asset again
    @Test func `An edit is shown until its asset was read again, if the list has changed meanwhile`() async throws {
        let (subject, cell, id, number) = try await edited()
        let grid = subject.grid
        let readFrom = grid.generation
        await subject.change { $0.insert(1, MediaAsset.plain) }
        let favorites = ObservationCount { _ = cell.badges.isFavorite }
        let fresh = commit(id, subject)
        grid.endEdit(number, of: id, in: cell, now: fresh, readFrom: readFrom)
        #expect(cell.badges.isFavorite && !grid.edits.isEmpty)
        await subject.run { grid.edits.isEmpty }
        await subject.settle()
        #expect(favorites.count == 0)
        #expect(cell.badges.isFavorite && grid.asset(at: cell.position)?.isFavorite == true)
    }

    // edit                      app
    // is carried out
    // waits for a read
    //                           shows another list
    @Test func `An edit that was carried out ends with its list, also if its asset is not read again`() async throws {
        let (subject, cell, id, number) = try await edited()
        let grid = subject.grid
        grid.edits.endWithRead(number, of: id)
        #expect(cell.badges.isFavorite && !grid.edits.isEmpty)
        grid.show(.videos)
        await subject.run { grid.snapshot?.query == .videos }
        #expect(grid.edits.isEmpty)
    }

    // feed                      edit
    // reads the asset
    //                           is carried out, and ends
    // shows what it has read
    @Test func `What was read before an edit was carried out is not shown after it`() async throws {
        let (subject, cell, id, number) = try await edited()
        let grid = subject.grid
        var isPrepared = false
        grid.onStep = { [activity = subject.activity] in
            defer { activity.note() }
            guard !isPrepared else { return }
            isPrepared = true
            let fresh = commit(id, subject)
            grid.endEdit(number, of: id, in: cell, now: fresh, readFrom: grid.generation)
        }
        let favorites = ObservationCount { _ = cell.badges.isFavorite }
        // The asset is read again with this change.
        await subject.change { $0.edit(id) { $0.contentVersion += 1 } }
        #expect(isPrepared && grid.edits.isEmpty)
        #expect(favorites.count == 0 && cell.badges.isFavorite)
    }

    @Test func `An edit of an asset that is gone, or that was refused, ends at once`() async throws {
        for isGone in [false, true] {
            let (subject, cell, id, number) = try await edited()
            let grid = subject.grid
            if isGone { await subject.change { $0.delete([id]) } }
            grid.endEdit(number, of: id, in: cell)
            #expect(grid.edits.isEmpty && !cell.badges.isFavorite)
        }
    }

    @Test func `Of two edits the last one is shown, until each has ended`() {
        var edits = PendingEdits()
        var asset = MediaAsset(id: "a")
        asset.isFavorite = false
        let first = edits.setFavorite(true, of: "a")
        let second = edits.setFavorite(false, of: "a")
        edits.commit("a")
        edits.endWithRead(first, of: "a")
        #expect(!edits.applied(to: asset).isFavorite)
        edits.end(second, of: "a")
        #expect(edits.applied(to: asset).isFavorite)
        edits.noteRead(of: "a")
        #expect(edits.isEmpty && !edits.applied(to: asset).isFavorite)
        #expect(edits.isOutdated("a", readAt: 0) && !edits.isOutdated("a", readAt: 1))
        edits.forgetCommits(upTo: 1)
        #expect(!edits.isOutdated("a", readAt: 0))
    }
}
