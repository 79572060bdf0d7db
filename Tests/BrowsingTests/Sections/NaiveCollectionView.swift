import CameraRoll
import CameraRollBrowsing
import Foundation

/// Does what a collection view does with a batch of changes: deletes by old places, then inserts by new ones.
struct NaiveCollectionView<Element: Hashable> {
    /// The items of each section; empty after changes that a collection view refuses.
    private(set) var items: [[Element]]

    /// - Parameter new: the items after the changes, of which the data source gives those that come in.
    mutating func perform(_ changes: SectionChanges, showing new: [[Element]]) {
        func element(_ items: [[Element]], _ path: IndexPath) -> Element? {
            items.indices.contains(path[0]) && items[path[0]].indices.contains(path[1]) ? items[path[0]][path[1]] : nil
        }
        let leaving = changes.deletions + changes.moves.map(\.from)
        let coming = changes.insertions + changes.moves.map(\.to)
        // What moves is the same item, nothing leaves twice, and nothing leaves a section that is deleted.
        guard Set(leaving).count == leaving.count, Set(coming).count == coming.count,
            changes.moves.allSatisfy({ element(items, $0.from) == element(new, $0.to) }),
            leaving.allSatisfy({ element(items, $0) != nil && !changes.deletedSections.contains($0[0]) }),
            coming.allSatisfy({ element(new, $0) != nil && !changes.insertedSections.contains($0[0]) })
        else { return items = [] }
        let gone = Set(leaving)
        items = items.enumerated().filter { !changes.deletedSections.contains($0.offset) }.map { section, items in
            items.enumerated().filter { !gone.contains([section, $0.offset]) }.map(\.element)
        }
        for section in changes.insertedSections {
            guard new.indices.contains(section), section <= items.count else { return items = [] }
            items.insert(new[section], at: section)
        }
        for path in coming.sorted() {
            guard items.indices.contains(path[0]), path[1] <= items[path[0]].count else { return items = [] }
            items[path[0]].insert(new[path[0]][path[1]], at: path[1])
        }
    }
}
