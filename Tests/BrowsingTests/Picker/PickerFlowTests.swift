import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// Random flows of a picker against a list of identifiers.
@Suite(.timeLimit(.hang)) @MainActor struct PickerFlowTests {
    @Test(arguments: Effort.seeds(1...100 as ClosedRange<UInt64>))
    func `A hundred random flows of a picker select and deliver what a model does`(seed: UInt64) async throws {
        var flows = try await PickerFlows(seed: seed)
        for number in 0..<100 {
            guard let fault = try await flows.run() else { continue }
            Issue.record("flow \(number): \(fault)")
            return
        }
    }
}

/// What a picker's selection has to be: texts in order.
private struct FlowModel {
    /// The list shown.
    var list: [String]
    let limit: Int
    var selected: [String] = []

    mutating func add(_ ids: some Sequence<String>) {
        for id in ids where !selected.contains(id) && selected.count < limit { selected.append(id) }
    }

    mutating func remove(_ ids: some Sequence<String>) {
        let gone = Set(ids)
        selected.removeAll { gone.contains($0) }
        list.removeAll { gone.contains($0) }
    }

    mutating func deselect(_ id: String) { selected.removeAll { $0 == id } }

    mutating func toggle(_ index: Int) {
        if selected.contains(list[index]) { deselect(list[index]) } else { add([list[index]]) }
    }

    mutating func drag(from first: Int, through targets: [Int], isCanceled: Bool) {
        let selects = !selected.contains(list[first])
        guard !isCanceled, let target = targets.last else { return }
        let passed = stride(from: first, through: target, by: target < first ? -1 : 1).map { list[$0] }
        if selects { add(passed) } else { for id in passed { deselect(id) } }
    }

    mutating func move(from index: Int, to target: Int) { selected.insert(selected.remove(at: index), at: target) }
}

/// A library and its picker, which is finished and opened again with each flow.
@MainActor private struct PickerFlows {
    private var numbers: SeededNumbers
    private let subject: PickerSubject
    private let albums: [AlbumID]
    private let isLimited: Bool
    private var steps: [String] = []

    init(seed: UInt64) async throws {
        numbers = SeededNumbers(seed: seed)
        isLimited = seed.isMultiple(of: 3)
        subject = try PickerSubject(assets: 80, isLimited ? .limited : .authorized)
        subject.store.select(subject.store.contents.assets.map(\.id))
        let ids = await subject.ids()
        var numbers = numbers
        albums = subject.store.change { contents in
            (0..<3).map { number in
                contents.makeAlbum("Album \(number)", ids.filter { _ in Bool.random(using: &numbers) })
            }
        }
        self.numbers = numbers
    }

    private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }

    /// Runs a flow of some steps; returns the first difference.
    mutating func run() async throws -> String? {
        steps = []
        let limit = [Int.max, 3, 12][number(0..<3)]
        let session = try await subject.openSession { $0.selectionLimit = limit == .max ? 0 : limit }
        let strip = SelectedStrip(of: session)
        var model = FlowModel(list: await newList(session), limit: limit)
        // In a third of the flows, assets are deleted of which some are selected outside of the list.
        let deletes = number(0..<3) == 0
        for _ in 0..<number(3..<10) {
            try await step(session, strip, &model, deletes: deletes)
            guard await agrees(session, strip, model) else {
                return "\(steps): \(await selected(session)) and \(strip.items.map(\.id)), not \(model.selected)"
            }
        }
        let results = try await subject.finish(session).get()
        let found = results.items.map(\.id.rawValue)
        if found != model.selected || !results.missing.isEmpty { return "\(steps): \(found), not \(model.selected)" }
        subject.store.insert(number(0..<4))
        return nil
    }

    private mutating func step(
        _ session: PickerSession, _ strip: SelectedStrip, _ model: inout FlowModel, deletes: Bool
    ) async throws {
        let kind = number(0..<(deletes ? 14 : 11))
        switch kind {
        case 0..<3 where !model.list.isEmpty:
            let index = number(0..<model.list.count)
            steps.append("toggle \(model.list[index])")
            if kind > 0 { session.toggle(index) } else { try await preview(session, index) }
            model.toggle(index)
        case 3..<6 where !model.list.isEmpty: drag(session, &model)
        case 6:
            steps.append("all")
            session.changeSelection { $0.selectAll() }
            model.add(model.list)
        case 7..<9: await choose(session, &model)
        case 9..<11 where !model.selected.isEmpty: useStrip(strip, &model)
        case 11..<14: await takeAway(session, &model)
        default: break
        }
    }

    private mutating func drag(_ session: PickerSession, _ model: inout FlowModel) {
        let places = (0..<4).map { _ in number(0..<model.list.count) }
        let isCanceled = number(0..<4) == 0
        steps.append("drag \(places) canceled \(isCanceled)")
        let grid = session.browser.grid
        grid.beginDrag(at: places[0])
        for place in places.dropFirst() { grid.drag(to: place) }
        if isCanceled { grid.cancelDrag() } else { grid.endDrag() }
        model.drag(from: places[0], through: places, isCanceled: isCanceled)
    }

    private mutating func useStrip(_ strip: SelectedStrip, _ model: inout FlowModel) {
        let items = strip.items
        let (from, to) = (number(0..<items.count), number(0..<items.count))
        if Bool.random(using: &numbers) {
            steps.append("move \(from) to \(to)")
            strip.move(from: from, to: to)
            model.move(from: from, to: to)
        } else {
            steps.append("remove \(items[from].id)")
            strip.deselect(items[from])
            model.deselect(items[from].id.rawValue)
        }
    }

    private mutating func choose(_ session: PickerSession, _ model: inout FlowModel) async {
        let choice: AlbumChoice = number(0..<3) == 0 ? .library : .album(albums[number(0..<albums.count)])
        steps.append("\(choice)")
        session.browser.choose(choice)
        await subject.run { session.browser.state == .ready || session.browser.state == .empty }
        model.list = await newList(session)
    }

    /// Deletes assets, or, under limited access, stops sharing them.
    private mutating func takeAway(_ session: PickerSession, _ model: inout FlowModel) async {
        let all = await subject.ids()
        var gone = Set(model.selected.filter { _ in number(0..<3) == 0 })
        for _ in 0..<number(0..<3) { gone.formUnion(all.randomElement(using: &numbers).map { [$0.rawValue] } ?? []) }
        steps.append("without \(gone.sorted())")
        if isLimited, Bool.random(using: &numbers) {
            subject.store.select(all.filter { !gone.contains($0.rawValue) })
        } else {
            subject.store.delete(gone.map { AssetID(rawValue: $0) })
        }
        model.remove(gone)
        _ = await newList(session)
    }

    private func preview(_ session: PickerSession, _ index: Int) async throws {
        let preview = try PickerPreview(of: session, at: index, imageSize: PixelSize(width: 16, height: 16))
        await subject.run { preview.position == index && preview.pager.current?.asset != nil }
        preview.toggle()
    }

    // MARK: - What is so

    /// The list of a session, once it is that of the library: it may have been opened before the last change.
    private func newList(_ session: PickerSession) async -> [String] {
        for _ in 0..<100 {
            let ids = await subject.ids(session.browser.choice.album.map { .album($0) } ?? .all).map(\.rawValue)
            if await list(session) == ids { return ids }
        }
        return []
    }

    private func list(_ session: PickerSession) async -> [String] {
        let (photos, list) = (subject.manager.photos, session.browser.grid.snapshot)
        return await subject.value {
            guard let list else { return [] }
            return ((try? await photos.identifiers(of: list)) ?? []).map(\.rawValue)
        }
    }

    private func selected(_ session: PickerSession) async -> [String] {
        let ids = await list(session)
        let selection = session.selection
        return (0..<selection.count).map { number in
            selection.position(ofOrderNumber: number + 1).map { ids.indices.contains($0) ? ids[$0] : "?" } ?? "outside"
        }
    }

    /// Whether the selection, its marks and the strip are those of the model, once the library has answered.
    private func agrees(_ session: PickerSession, _ strip: SelectedStrip, _ model: FlowModel) async -> Bool {
        for _ in 0..<100 {
            let numbers = model.list.map { id in model.selected.firstIndex(of: id).map { $0 + 1 } }
            if session.isSettled, session.selection.count == model.selected.count,
                strip.items.map(\.id.rawValue) == model.selected.prefix(SelectedStrip.longest).map(\.self),
                model.list.indices.map(session.selection.orderNumber) == numbers
            {
                return true
            }
            _ = await subject.ids()
        }
        return false
    }
}
