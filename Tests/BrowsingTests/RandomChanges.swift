import TestSupport

@testable import CameraRoll
@testable import CameraRollBrowsing

/// A list of elements that are told apart by number, and random changes of it.
struct ChangingList {
    private(set) var elements: [Int]
    private var nextElement: Int

    init(count: Int) {
        elements = Array(0..<count)
        nextElement = count
    }

    /// Removes, inserts, moves and changes some elements at random.
    ///
    /// - Parameters:
    ///   - most: the maximum number of elements for each kind of change.
    ///   - numbers: the source of random numbers.
    /// - Returns: the changes; nil if they contradict each other, which is a failure of the test.
    mutating func change(most: Int, using numbers: inout SeededNumbers) -> ListChanges? {
        let old = elements
        for _ in 0..<Int.random(in: 0...most, using: &numbers) where !elements.isEmpty {
            elements.remove(at: Int.random(in: 0..<elements.count, using: &numbers))
        }
        for _ in 0..<Int.random(in: 0...most, using: &numbers) where !elements.isEmpty {
            let element = elements.remove(at: Int.random(in: 0..<elements.count, using: &numbers))
            elements.insert(element, at: Int.random(in: 0...elements.count, using: &numbers))
        }
        for _ in 0..<Int.random(in: 0...most, using: &numbers) {
            elements.insert(nextElement, at: Int.random(in: 0...elements.count, using: &numbers))
            nextElement += 1
        }
        let changed = Set((0..<most).compactMap { _ in elements.randomElement(using: &numbers) })
        return Self.changes(from: old, to: elements, changed: changed)
    }

    /// The changes that lead from one list to another.
    static func changes(from old: [Int], to new: [Int], changed: Set<Int> = []) -> ListChanges? {
        let places = Dictionary(uniqueKeysWithValues: zip(new, new.indices))
        let kept = zip(old, old.indices).map {
            LocatedElement(old: $1, new: places[$0], isChanged: changed.contains($0))
        }
        let known = Set(old)
        let added = zip(new, new.indices).filter { !known.contains($0.0) }.map { LocatedElement(old: nil, new: $1) }
        return IndexDifference(of: kept + added, oldCount: old.count, newCount: new.count).changes()
    }
}
