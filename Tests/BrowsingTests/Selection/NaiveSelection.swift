import CameraRoll
import CameraRollBrowsing

/// The positions of selected assets in their order, in an array: what a selection has to equal.
struct NaiveSelection {
    struct Drag {
        let first: Int
        let base: [Int]
        let isSelecting: Bool
    }

    var listCount: Int
    var limits: AssetSelection.Limits
    var types: [MediaType]
    var order: [Int] = []
    var drag: Drag?
    /// The type of the assets that cannot be selected.
    var refusedType: MediaType?

    mutating func select(_ positions: some Sequence<Int>) {
        for position in positions where !order.contains(position) && 0..<listCount ~= position {
            if let maximum = limits.maximum, order.count >= maximum { return }
            let type = types[position]
            if type == refusedType { continue }
            if let maximum = limits.maximumByMediaType[type], order.filter({ types[$0] == type }).count >= maximum {
                continue
            }
            order.append(position)
        }
    }

    mutating func deselect(_ positions: some Sequence<Int>) {
        let gone = Set(positions)
        order.removeAll { gone.contains($0) }
    }

    mutating func toggle(_ position: Int) {
        if order.contains(position) { deselect([position]) } else { select([position]) }
    }

    mutating func invert() {
        let selected = order
        order = []
        select((0..<listCount).filter { !selected.contains($0) })
    }

    mutating func move(_ position: Int, toOrderNumber number: Int) {
        guard let index = order.firstIndex(of: position) else { return }
        order.remove(at: index)
        order.insert(position, at: min(max(number, 1) - 1, order.count))
    }

    mutating func beginDrag(at position: Int) {
        guard 0..<listCount ~= position else { return drag = nil }
        drag = Drag(first: position, base: order, isSelecting: !order.contains(position))
        drag(to: position)
    }

    mutating func drag(to position: Int) {
        guard let drag else { return }
        let target = min(max(position, 0), listCount - 1)
        order = drag.base
        let positions = stride(from: drag.first, through: target, by: target < drag.first ? -1 : 1)
        if drag.isSelecting { select(positions) } else { deselect(positions) }
    }

    mutating func cancelDrag() {
        if let drag { order = drag.base }
        drag = nil
    }

    /// Follows a list whose elements are told apart by number; returns the old positions of removed ones.
    mutating func follow(from old: [Int], to new: [Int], types newTypes: [MediaType]) -> [Int] {
        let places = Dictionary(uniqueKeysWithValues: zip(new, new.indices))
        let removed = order.filter { places[old[$0]] == nil }
        order = order.compactMap { places[old[$0]] }
        (listCount, types, drag) = (new.count, newTypes, nil)
        return removed
    }
}
