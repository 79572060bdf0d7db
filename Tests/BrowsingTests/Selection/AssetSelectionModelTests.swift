import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// Random operations on a selection and on an array of positions, which must always agree.
@Suite struct AssetSelectionModelTests {
    // Asynchronous only so that it runs beside others: synchronous tests share the main thread.
    @Test(arguments: Effort.seeds(1...10 as ClosedRange<UInt64>))
    func `A selection without limits equals an array during 10,000 steps`(seed: UInt64) async throws {
        var pair = SelectionPair(limits: .none, seed: seed)
        try pair.run(steps: 10_000)
    }

    @Test(arguments: Effort.seeds(2, of: 11...12 as ClosedRange<UInt64>))
    func `A selection with a maximum equals an array`(seed: UInt64) throws {
        var pair = SelectionPair(limits: try .init(maximum: 7), seed: seed)
        try pair.run(steps: Effort.of(full: 5_000))
    }

    @Test(arguments: Effort.seeds(2, of: 21...22 as ClosedRange<UInt64>))
    func `A selection with maximums by media type equals an array`(seed: UInt64) throws {
        let limits = try AssetSelection.Limits(maximum: 12, maximumByMediaType: [.video: 2, .image: 6])
        var pair = SelectionPair(limits: limits, seed: seed)
        try pair.run(steps: Effort.of(full: 5_000))
    }

    @Test(arguments: Effort.seeds(2, of: 31...32 as ClosedRange<UInt64>))
    func `A selection of assets of which a third is not offered equals an array`(
        seed: UInt64
    ) throws {
        var pair = SelectionPair(limits: try .init(maximum: 11), seed: seed, refusing: .audio)
        try pair.run(steps: Effort.of(full: 5_000))
    }
}

/// A selection and an array on which the same steps are done.
private struct SelectionPair {
    private var numbers: SeededNumbers
    private var list = ChangingList(count: 24)
    private var selection: AssetSelection
    private var naive: NaiveSelection
    private var step = ""

    init(limits: AssetSelection.Limits, seed: UInt64, refusing refused: MediaType? = nil) {
        numbers = SeededNumbers(seed: seed)
        selection = AssetSelection(listCount: 24, limits: limits)
        naive = NaiveSelection(listCount: 24, limits: limits, types: (0..<24).map(Self.type), refusedType: refused)
    }

    static func type(of element: Int) -> MediaType { element % 3 == 0 ? .video : element % 3 == 1 ? .image : .audio }

    mutating func run(steps: Int) throws {
        for number in 0..<steps {
            // A difference stays, so not every step is examined as a whole.
            let before = number % 10 == 0 ? selection : nil
            if let refused = naive.refusedType {
                selection.isOffered = { [types = naive.types] in types[$0] != refused }
            }
            let change = try doStep()
            guard let before else { continue }
            let fault = disagreement() ?? change.flatMap { $0.fault(from: before, to: selection) }
            guard fault == nil else {
                Issue.record("step \(number), \(step): \(fault ?? "")")
                return
            }
        }
    }

    /// The first difference; nil if there is none.
    private mutating func disagreement() -> String? {
        let positions = Array(selection.positions)
        if positions != naive.order { return "\(positions) instead of \(naive.order)" }
        if selection.count != naive.order.count { return "count \(selection.count)" }
        let position = randomPosition()
        let number = naive.order.firstIndex(of: position).map { $0 + 1 }
        if selection.orderNumber(of: position) != number { return "order number of \(position)" }
        if selection.contains(position) != (number != nil) { return "contains \(position)" }
        if let number, selection.position(ofOrderNumber: number) != position { return "position of number \(number)" }
        let range = randomRange()
        let inside = naive.order.filter(range.contains).count
        if selection.count(in: range) != inside { return "\(selection.count(in: range)) in \(range)" }
        if selection.ranges.flatMap(Array.init) != naive.order.sorted() { return "ranges \(selection.ranges)" }
        return nil
    }

    private mutating func randomPosition() -> Int { Int.random(in: -1...naive.listCount, using: &numbers) }

    private mutating func randomRange() -> Range<Int> {
        let (first, second) = (randomPosition(), randomPosition())
        return min(first, second)..<max(first, second)
    }

    private mutating func doStep() throws -> AssetSelection.Change? {
        let kind = Int.random(in: 0..<100, using: &numbers)
        // Mostly; all other steps end a drag or follow the list during one.
        if selection.isDragging, Int.random(in: 0..<10, using: &numbers) < 8 { return dragStep(kind) }
        switch kind {
        case 0..<6: return try followChanges()
        case 6..<30: return beginDrag()
        case 30..<34: return move()
        default: return selectingStep(kind)
        }
    }

    private mutating func selectingStep(_ kind: Int) -> AssetSelection.Change {
        naive.drag = nil
        let (position, range, types) = (randomPosition(), randomRange(), naive.types)
        switch kind {
        case 34..<60:
            step = "toggle \(position)"
            naive.toggle(position)
            return selection.toggle(position) { types[$0] }
        case 60..<75:
            step = "select \(range)"
            naive.select(range)
            return selection.select(range) { types[$0] }
        case 75..<92:
            step = "deselect \(range)"
            naive.deselect(range)
            return selection.deselect(range)
        case 92..<96:
            step = "invert"
            naive.invert()
            return selection.invert { types[$0] }
        case 96..<98:
            step = "select all"
            naive.select(0..<naive.listCount)
            return selection.selectAll { types[$0] }
        default:
            step = "deselect all"
            naive.order = []
            return selection.deselectAll()
        }
    }

    private mutating func beginDrag() -> AssetSelection.Change {
        let (position, types) = (randomPosition(), naive.types)
        step = "begin a drag at \(position)"
        naive.beginDrag(at: position)
        return selection.beginDrag(at: position) { types[$0] }
    }

    private mutating func dragStep(_ kind: Int) -> AssetSelection.Change? {
        let (position, types) = (randomPosition(), naive.types)
        switch kind {
        case 0..<70:
            step = "drag to \(position)"
            naive.drag(to: position)
            return selection.drag(to: position) { types[$0] }
        case 70..<74:
            step = "cancel the drag"
            naive.cancelDrag()
            return selection.cancelDrag()
        default:
            step = "end the drag"
            naive.drag = nil
            selection.endDrag()
            return nil
        }
    }

    private mutating func move() -> AssetSelection.Change? {
        let position = randomPosition()
        let number = Int.random(in: -1...naive.order.count + 2, using: &numbers)
        step = "move \(position) to \(number)"
        naive.drag = nil
        naive.move(position, toOrderNumber: number)
        selection.move(position, toOrderNumber: number)
        return nil
    }

    private mutating func followChanges() throws -> AssetSelection.Change? {
        let old = list.elements
        let change = list.change(most: 4, using: &numbers)
        let changes = try #require(change)
        step = "\(changes)"
        let removed = naive.follow(from: old, to: list.elements, types: list.elements.map(Self.type))
        #expect(try selection.apply(changes) == removed)
        return nil
    }
}

extension AssetSelection.Change {
    /// What is wrong with the change; nil if it describes the step from one selection to the other.
    fileprivate func fault(from old: AssetSelection, to new: AssetSelection) -> String? {
        let (before, after) = (Set(old.positions), Set(new.positions))
        if Set(selected.joined()) != after.subtracting(before) { return "selected \(selected)" }
        if Set(deselected.joined()) != before.subtracting(after) { return "deselected \(deselected)" }
        let isSorted = [selected, deselected].allSatisfy { ranges in
            zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }
        }
        return isSorted ? nil : "unsorted \(self)"
    }
}
