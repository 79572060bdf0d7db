import CameraRoll
import CameraRollBrowsing
import Testing

/// What a picker's selection does, by example.
@Suite struct AssetSelectionTests {
    @Test func `Order numbers close up when an asset in the middle is deselected`() throws {
        var selection = AssetSelection(listCount: 100)
        for position in [40, 7, 99] { selection.toggle(position) }
        let change = selection.toggle(7)
        #expect(change.deselected == [7..<8])
        #expect([40, 7, 99].map(selection.orderNumber) == [1, nil, 2])
        #expect(selection.position(ofOrderNumber: 2) == 99)
    }

    @Test func `A range selects its assets behind those that are selected`() throws {
        var selection = AssetSelection(listCount: 100)
        selection.select(12)
        let change = selection.select(10..<15)
        #expect(change.selected == [10..<12, 13..<15])
        #expect(Array(selection.positions) == [12, 10, 11, 13, 14])
        #expect(selection.count(in: 11..<14) == 3)
        #expect(selection.ranges == [10..<15])
    }

    @Test func `A drag that turns back leaves assets as they were, with their order numbers`() throws {
        var selection = AssetSelection(listCount: 100)
        selection.select(20)
        selection.select(15)
        selection.beginDrag(at: 10)
        selection.drag(to: 30)
        #expect(selection.count == 21)
        selection.drag(to: 12)
        #expect(Array(selection.positions) == [20, 15, 10, 11, 12])
        selection.drag(to: 8)
        #expect(Array(selection.positions) == [20, 15, 10, 9, 8])
        selection.cancelDrag()
        #expect(Array(selection.positions) == [20, 15])
    }

    @Test func `A drag from a selected asset deselects`() throws {
        var selection = AssetSelection(listCount: 100)
        selection.select(50..<60)
        selection.beginDrag(at: 52)
        selection.drag(to: 57)
        #expect(selection.ranges == [50..<52, 58..<60])
        selection.drag(to: 54)
        #expect(Array(selection.positions) == [50, 51, 55, 56, 57, 58, 59])
        selection.endDrag()
        #expect(selection.drag(to: 99).isEmpty)
    }

    @Test func `A drag beyond a maximum selects the assets nearest to its first one`() throws {
        var selection = AssetSelection(listCount: 100, limits: try .init(maximum: 3))
        selection.beginDrag(at: 50)
        let change = selection.drag(to: 40)
        #expect(change.selected == [48..<50])
        #expect(change.refusal == .maximum(3))
        selection.drag(to: 51)
        #expect(Array(selection.positions) == [50, 51])
    }

    @Test func `Limits by media type refuse with their reason, and an unknown type is refused`() throws {
        var selection = AssetSelection(listCount: 10, limits: try .init(maximumByMediaType: [.video: 1]))
        let types: [MediaType?] = [.video, .image, .video, nil, .image, .image, .image, .image, .image, .image]
        let change = selection.select(0..<5) { types[$0] }
        #expect(change.selected == [0..<2, 4..<5])
        #expect(change.refusal == .mediaType(.video, maximum: 1))
        #expect(selection.toggle(3) { types[$0] }.refusal == .unknownMediaType(position: 3))
        selection.deselect(0)
        #expect(selection.toggle(2) { types[$0] }.refusal == nil)
    }

    @Test func `Without types nothing is selected under limits by media type, and the change says why`() throws {
        let limits = try AssetSelection.Limits(maximumByMediaType: [.video: 1])
        var selection = AssetSelection(listCount: 10, limits: limits)
        selection.select(2..<4) { _ in .image }
        let before = selection
        #expect(selection.select(5).refusal == .unknownMediaType(position: 5))
        #expect(selection.selectAll().refusal == .unknownMediaType(position: 0))
        #expect(selection == before)
        selection.beginDrag(at: 0) { _ in .image }
        #expect(selection.drag(to: 1).refusal == .unknownMediaType(position: 1))
        selection.cancelDrag()
        #expect(selection == before)
        // What is selected can be deselected.
        #expect(selection.toggle(2).deselected == [2..<3])
    }

    @Test func `A selection is complete with the least number of assets`() throws {
        var selection = AssetSelection(listCount: 10, limits: try .init(maximum: 4, minimum: 2))
        selection.select(3)
        #expect(!selection.isComplete)
        selection.select(4)
        #expect(selection.isComplete)
    }

    @Test func `Half of 100,000 selected assets are deleted`() throws {
        var selection = AssetSelection(listCount: 100_000)
        selection.selectAll()
        let even = Array(stride(from: 0, to: 100_000, by: 2))
        let changes = try #require(
            ListChanges(reported: even, inserted: [], changed: [], oldCount: 100_000, newCount: 50_000))
        #expect(try selection.apply(changes) == even)
        #expect(selection.ranges == [0..<50_000])
        #expect(selection.orderNumber(of: 49_999) == 50_000)
    }

    // Every third asset of 30,000 is selected, the last one first: each is a run of its own.
    @Test func `Half of 10,000 selected assets that are scattered are deleted, and others between them`() throws {
        var selection = AssetSelection(listCount: 30_000)
        let selected = stride(from: 29_997, through: 0, by: -3)
        for position in selected { selection.select(position) }
        // Every sixth asset, which is selected, and the one behind it, which is not.
        let removed = (0..<5_000).flatMap { [6 * $0, 6 * $0 + 1] }
        let changes = try #require(
            ListChanges(reported: removed, inserted: [], changed: [], oldCount: 30_000, newCount: 20_000))
        let deleted = try selection.apply(changes)
        #expect(deleted == selected.filter { $0 % 6 == 0 })
        // Of six assets four remain, of which the second one is selected.
        #expect(selection.positions.elementsEqual(stride(from: 19_997, through: 1, by: -4)))
        #expect(selection.orderNumber(of: 1) == 5_000 && selection.count == 5_000)
    }

    @Test func `Positions outside of the list are ignored`() throws {
        var selection = AssetSelection(listCount: 5)
        #expect(selection.select(5).isEmpty)
        #expect(selection.toggle(-1).isEmpty)
        #expect(selection.select(Int.min..<Int.max).selected == [0..<5])
        #expect(selection.beginDrag(at: 9).isEmpty)
        #expect(!selection.isDragging)
        #expect(selection.position(ofOrderNumber: 0) == nil)
        #expect(selection.position(ofOrderNumber: .max) == nil)
        #expect(selection.count(in: -3..<Int.max) == 5)
        #expect(AssetSelection(listCount: -4).listCount == 0)
    }

    @Test func `Changes of another list are refused`() throws {
        var selection = AssetSelection(listCount: 5)
        selection.select(1..<3)
        let changes = try #require(ListChanges(reported: [], inserted: [], changed: [], oldCount: 4, newCount: 4))
        #expect(throws: InvalidArgument.self) { try selection.apply(changes) }
        #expect(selection.ranges == [1..<3])
    }

    @Test func `Limits that contradict each other are refused`() {
        #expect(throws: InvalidArgument.self) { try AssetSelection.Limits(maximum: 0) }
        #expect(throws: InvalidArgument.self) { try AssetSelection.Limits(maximum: 3, minimum: 4) }
        #expect(throws: InvalidArgument.self) { try AssetSelection.Limits(minimum: -1) }
        #expect(throws: InvalidArgument.self) { try AssetSelection.Limits(maximumByMediaType: [.image: -1]) }
    }
}
