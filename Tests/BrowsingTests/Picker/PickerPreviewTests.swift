import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// A look at an asset of a picker before it is selected, and the strip of what is selected.
@Suite(.timeLimit(.hang)) @MainActor struct PickerPreviewTests {
    private static let screen = PixelSize(width: 16, height: 16)

    private func preview(
        _ session: PickerSession, at position: Int, _ subject: PickerSubject
    ) async throws -> PickerPreview {
        let preview = try PickerPreview(of: session, at: position, imageSize: Self.screen)
        await subject.run { preview.pager.current?.asset != nil && preview.position == position }
        return preview
    }

    @Test func `The button selects what is on screen, with its number`() async throws {
        let subject = try PickerSubject()
        let session = try await subject.openSession { $0.selectionLimit = 2 }
        session.toggle(7)
        let preview = try await preview(session, at: 3, subject)
        #expect(!preview.isSelected && preview.canToggle && preview.togglePhrase == Phrase(.pickerSelect))
        preview.toggle()
        #expect(preview.isSelected && preview.orderNumber == 2 && preview.togglePhrase == Phrase(.pickerDeselect))
        #expect(Array(session.selection.positions) == [7, 3])
        #expect(session.addPhrase == Phrase(.pickerAddCount, .number(2)))
        // The limit is reached: another one cannot be selected, and the button says why.
        preview.pager.show(.next)
        await subject.run { preview.position == 4 }
        #expect(!preview.canToggle)
        #expect(preview.toggle().refusal == .maximum(2) && preview.refusal == .maximum(2))
        preview.pager.moved(to: 7)
        await subject.run { preview.position == 7 }
        #expect(preview.canToggle && preview.refusal == nil)
        preview.toggle()
        #expect(Array(session.selection.positions) == [3])
    }

    @Test func `A selected asset that is deleted while it is looked at is selected no more, and its neighbor is shown`()
        async throws
    {
        let subject = try PickerSubject()
        let ids = await subject.ids()
        let session = try await subject.openSession()
        session.toggle(3)
        session.toggle(9)
        let preview = try await preview(session, at: 3, subject)
        #expect(preview.isSelected)
        subject.store.change { $0.delete([ids[3]]) }
        await subject.run { preview.pager.current?.asset?.id == ids[4] && preview.position == 3 }
        await subject.run { session.selection.count == 1 }
        await subject.run { preview.position == 3 && preview.canToggle }
        #expect(!preview.isSelected)
        preview.toggle()
        #expect(Array(session.selection.positions) == [8, 3])
    }

    @Test func `A preview is over when the permission goes, and when the last asset does`() async throws {
        let subject = try PickerSubject(assets: 30)
        let session = try await subject.openSession()
        session.toggle(3)
        let preview = try await preview(session, at: 3, subject)
        #expect(!preview.isOver)
        subject.authorization.status = .denied
        await subject.run { preview.isOver }
        #expect(!preview.canToggle && preview.toggle().isEmpty)
        await subject.run { session.selection.isEmpty }
    }

    @Test func `The strip has what is selected in its order, also of another album, and moves it`() async throws {
        let subject = try PickerSubject()
        let ids = await subject.ids()
        let session = try await subject.openSession()
        let strip = SelectedStrip(of: session)
        #expect(strip.items.isEmpty)
        for position in [7, 3, 5] { session.toggle(position) }
        await subject.run { strip.items.map(\.id) == [7, 3, 5].map { ids[$0] } }
        #expect(strip.items.map(\.orderNumber) == [1, 2, 3])
        strip.move(from: 2, to: 0)
        #expect(strip.items.map(\.id) == [5, 7, 3].map { ids[$0] })
        #expect(Array(session.selection.positions) == [5, 7, 3])
        strip.move(from: 0, to: 99)
        strip.move(from: 9, to: 0)
        #expect(Array(session.selection.positions) == [7, 3, 5])
        session.toggle(3)
        await subject.run { strip.items.map(\.id) == [7, 5].map { ids[$0] } }
        subject.store.change { $0.delete([ids[7]]) }
        await subject.run { strip.items.map(\.id) == [ids[5]] }
        session.deselectAll()
        await subject.run { strip.items.isEmpty }
    }

    @Test func `A finger moves an item of the strip to the place under it, and VoiceOver by one`() async throws {
        let subject = try PickerSubject()
        let session = try await subject.openSession()
        let strip = SelectedStrip(of: session)
        strip.drag(toX: 10, itemWidth: 60)
        #expect(strip.dragged == nil)
        for position in [7, 3, 5] { session.toggle(position) }
        await subject.run { strip.items.count == 3 }
        strip.drag(toX: 70, itemWidth: 60)
        #expect(strip.dragged == strip.items[1].id)
        strip.drag(toX: 9_000, itemWidth: 60)
        for x in [Double.nan, .infinity] { strip.drag(toX: x, itemWidth: 60) }
        #expect(Array(session.selection.positions) == [7, 5, 3])
        strip.drag(toX: -10, itemWidth: 60)
        strip.endDrag()
        #expect(strip.dragged == nil && Array(session.selection.positions) == [3, 7, 5])
        strip.move(strip.items[0], by: 1)
        strip.move(strip.items[0], by: -1)
        #expect(Array(session.selection.positions) == [7, 3, 5])
        #expect(strip.label(of: strip.items[1]).last == Phrase(.assetSelectedNumber, .number(2)))
        await subject.run { strip.items.map(\.orderNumber) == [1, 2, 3] }
        strip.deselect(strip.items[1])
        #expect(Array(session.selection.positions) == [7, 5])
        await subject.run { strip.items.count == 2 }
    }

    @Test func `What was selected in another album is moved and deselected too`() async throws {
        let subject = try PickerSubject()
        let ids = await subject.ids()
        let album = subject.store.change { $0.makeAlbum("Trip", [ids[2]]) }
        let session = try await subject.openSession { $0.preselectedIdentifiers = [ids[4], ids[9]] }
        let strip = SelectedStrip(of: session)
        await subject.run { strip.items.map(\.id) == [ids[4], ids[9]] }
        session.browser.choose(.album(album))
        await subject.run { session.browser.state == .ready && session.selection.listCount == 1 && session.isSettled }
        strip.move(from: 1, to: 0)
        #expect(strip.items.map(\.id) == [ids[9], ids[4]])
        await subject.run { strip.items.map(\.id) == [ids[9], ids[4]] }
        strip.deselect(strip.items[0])
        await subject.run { strip.items.map(\.id) == [ids[4]] }
        #expect(session.selection.count == 1)
    }

    @Test func `A page is shown from the strip, and nothing for an asset of another list`() async throws {
        let subject = try PickerSubject()
        let session = try await subject.openSession()
        let preview = try await preview(session, at: 3, subject)
        let asset = try #require(preview.pager.current?.asset)
        preview.pager.show(.next)
        #expect(await subject.value { await preview.show(asset) })
        #expect(preview.pager.index == 3)
        #expect(await subject.value { await !preview.show(MediaAsset(id: "elsewhere")) })
        #expect(preview.pager.index == 3)
    }

    @Test func `A session ends with the state of its presentation, at once or when that is released`() async throws {
        let subject = try PickerSubject(assets: 10)
        let (first, second) = (try await subject.openSession(), try await subject.openSession())
        let end = PresentationEnd()
        end.session = first
        end.end()
        #expect(first.phase.isEnd && end.session == nil)
        var released: PresentationEnd? = PresentationEnd()
        released?.session = second
        #expect(!second.phase.isEnd && released != nil)
        released = nil
        await subject.run { second.phase.isEnd }
    }

    @Test func `Originals have a size, and are delivered if the user wants them and the app offers them`() async throws
    {
        let subject = try PickerSubject()
        let session = try await subject.openSession { $0.offersOriginals = true }
        let strip = SelectedStrip(of: session)
        session.toggle(3)
        await subject.run { strip.items.count == 1 }
        #expect(strip.originalBytes == nil && strip.originalPhrase == Phrase(.pickerOriginal))
        session.deliversOriginals = true
        await subject.run { strip.originalBytes != nil }
        let bytes = try #require(strip.originalBytes)
        #expect(bytes > 0 && strip.originalPhrase == Phrase(.pickerOriginalSize, .bytes(bytes)))
        let results = try await subject.finish(session).get()
        let all = await subject.all(results)
        let content = try #require(all.first?.content)
        switch content {
        case .data(let data), .movie(let data): #expect(data.bytes.count == bytes)
        default: Issue.record("no original file")
        }
        let other = try await subject.openSession()
        other.deliversOriginals = true
        other.toggle(3)
        let plain = await subject.all(try await subject.finish(other).get())
        guard case .reference? = plain.first?.content else {
            Issue.record("no reference")
            return
        }
    }

    @Test func `A page that was just turned does not select the photo before it`() async throws {
        let subject = try PickerSubject()
        let session = try await subject.openSession()
        let preview = try await preview(session, at: 3, subject)
        let asset = try #require(await subject.asset(at: 4))
        preview.pager.show(.next)
        #expect(preview.position == nil && preview.toggle().isEmpty)
        let cell = session.browser.grid.cell(at: 3)
        session.browser.grid.scrolled(to: 0..<20)
        await subject.run { cell.asset != nil }
        #expect(session.toggle(3, asset: asset).isEmpty && session.selection.isEmpty)
        await subject.run { preview.position == 4 }
    }

    // the user                                               | the library
    // selects an asset of another list, which the list has   | has not been asked
    // previews the strip, and taps
    @Test func `A preview of the strip deselects an asset wherever it was selected`() async throws {
        let subject = try PickerSubject()
        let session = try await subject.openSession()
        let strip = SelectedStrip(of: session)
        let asset = try #require(await subject.asset(at: 5))
        session.changeSelection { $0.select(outside: asset) }
        await subject.run { strip.items.count == 1 }
        let item = strip.items[0]
        let opened = await subject.value { [screen = Self.screen] in
            try? await PickerPreview.opened(at: item, of: strip, imageSize: screen)
        }
        let preview = try #require(opened)
        await subject.run { preview.position == 5 }
        #expect(preview.isSelected && preview.orderNumber == 1)
        preview.toggle()
        #expect(session.selection.isEmpty && !preview.isSelected)
        preview.toggle()
        #expect(Array(session.selection.positions) == [5] && preview.isSelected)
        // A copy has other serial numbers.
        try session.browser.grid.setSelection(session.selection)
        #expect(preview.isSelected)
    }

    @Test func `The strip shows an asset as it was changed`() async throws {
        let subject = try PickerSubject()
        let session = try await subject.openSession()
        let strip = SelectedStrip(of: session)
        let cell = session.browser.grid.cell(at: 3)
        session.browser.grid.scrolled(to: 0..<20)
        session.toggle(3)
        await subject.run { strip.items.count == 1 && cell.asset != nil }
        let asset = strip.items[0].asset
        subject.store.edit(asset.id) { $0.isFavorite.toggle() }
        await subject.run { strip.items.first?.asset.isFavorite == !asset.isFavorite }
    }
}
