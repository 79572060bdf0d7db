public import Foundation

// MARK: - Sections and items, as collection views count them

extension GridPresenter {
    /// The number of sections; one without sections.
    public var sectionCount: Int { grid.sections?.count ?? 1 }

    /// The number of assets in a section; 0 if there is no such section.
    public func itemCount(inSection section: Int) -> Int {
        guard let sections = grid.sections else { return section == 0 ? grid.count : 0 }
        return sections.indices.contains(section) ? sections[section].count : 0
    }

    /// The section and item of a position; nil if the list has no such position.
    public func indexPath(of position: Int) -> IndexPath? {
        guard let sections = grid.sections else {
            return 0..<grid.count ~= position ? [0, position] : nil
        }
        return sections.indexPath(of: position)
    }

    /// The position of a section's item; nil if the section has no such item.
    public func position(of path: IndexPath) -> Int? {
        guard path.count == 2 else { return nil }
        if let sections = grid.sections { return sections.position(of: path) }
        return path[0] == 0 && 0..<grid.count ~= path[1] ? path[1] : nil
    }

    /// The steps of a batch update, by section and item; nil if the view shows the whole list again.
    public func steps(of change: GridChange) -> SectionChanges? {
        guard change.reload == nil, let batch = change.batch else { return nil }
        if grid.sections != nil { return change.sections }
        var steps = SectionChanges()
        steps.deletions = batch.deletions.map { [0, $0] }
        steps.insertions = batch.insertions.map { [0, $0] }
        steps.moves = batch.moves.map { SectionChanges.Move(from: [0, $0.from], to: [0, $0.to]) }
        steps.reloads = batch.reloads.map { [0, $0] }
        return steps
    }
}
