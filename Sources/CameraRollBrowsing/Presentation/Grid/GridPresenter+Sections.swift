import CameraRoll
public import Foundation

// How a collection view counts
//
// A collection view has sections and items, a grid positions and leading items. If there are leading items, they are
// the collection view's first section, and the sections of the assets follow, so that the index path of an asset does
// not depend on how many leading items share its row. The geometry alone decides where everything lies.

// MARK: - Sections and items

extension GridPresenter {
    /// The number of sections: those of the assets, or one if there are none, plus one for leading items.
    public var sectionCount: Int { leadingSections + (grid.sections?.count ?? 1) }

    /// The number of sections before those of the assets.
    private var leadingSections: Int { leadingItems > 0 ? 1 : 0 }

    /// The number of items in a section; 0 if there is no such section.
    public func itemCount(inSection section: Int) -> Int {
        guard section >= leadingSections else { return section == 0 ? leadingItems : 0 }
        let index = section - leadingSections
        guard let sections = grid.sections else { return index == 0 ? grid.count : 0 }
        return sections.indices.contains(index) ? sections[index].count : 0
    }

    /// The section and item of a position; nil if the list has no such position.
    public func indexPath(of position: Int) -> IndexPath? {
        let path: IndexPath? =
            if let sections = grid.sections {
                sections.indexPath(of: position)
            } else {
                0..<grid.count ~= position ? [0, position] : nil
            }
        return path?.shifted(by: leadingSections)
    }

    /// The position of a section's item; nil for a leading item, and if the section has no such item.
    public func position(of path: IndexPath) -> Int? {
        guard path.count == 2, path[0] >= leadingSections else { return nil }
        let path: IndexPath = [path[0] - leadingSections, path[1]]
        if let sections = grid.sections { return sections.position(of: path) }
        return path[0] == 0 && 0..<grid.count ~= path[1] ? path[1] : nil
    }

    /// The number of a leading item; nil for an asset, and if there is no such item.
    public func leadingItem(of path: IndexPath) -> Int? {
        guard path.count == 2, path[0] == 0, 0..<leadingItems ~= path[1] else { return nil }
        return path[1]
    }

    /// The cell of an asset; an empty one if the section has no such item.
    public func cell(of path: IndexPath) -> AssetCell { grid.cell(at: position(of: path) ?? -1) }

    /// Returns the index of the grid's section whose header is at an index path, or nil if there is no header.
    public func section(ofHeader path: IndexPath) -> Int? {
        guard let sections = grid.sections, let first = path.first, first >= leadingSections else { return nil }
        let section = first - leadingSections
        return sections.indices.contains(section) ? section : nil
    }

    /// Returns the label of the header at an index path, or nil if there is no header.
    public func label(ofHeader path: IndexPath, now: Date) -> DateLabel? {
        section(ofHeader: path).flatMap { label(ofSection: $0, now: now) }
    }
}

// MARK: - Places

extension GridPresenter {
    /// A cell or a header of a collection view, with its frame.
    public struct CollectionItem: Hashable, Sendable {
        /// The section and the item; for a header, the section and 0.
        public let path: IndexPath
        /// Whether it is a header.
        public let isHeader: Bool
        /// The frame in the grid.
        public let frame: GridGeometry.Frame
    }

    /// The cells and headers whose rows are at least partly within a part of the grid.
    ///
    /// - Parameters:
    ///   - top: the distance of the part's top from the grid's top.
    ///   - height: the height of the part.
    /// - Complexity: O(n log s) in the numbers of items and sections.
    public func collectionItems(top: Double, height: Double) -> [CollectionItem] {
        guard let geometry else { return [] }
        // A header above the first visible row may be visible by itself.
        let rows = VisibleRows(in: geometry, top: top, height: height, overscan: 1)
        return geometry.items(in: rows, sections: grid.sections) { _ in nil }.compactMap { item in
            indexPath(of: item.content).map { path in
                CollectionItem(path: path, isHeader: item.content.isHeader, frame: item.frame)
            }
        }
    }

    /// Returns the cell at an index path, or nil if there is none.
    public func collectionItem(at path: IndexPath) -> CollectionItem? {
        let frame =
            if let number = leadingItem(of: path) {
                geometry?.frame(ofLeadingItem: number)
            } else {
                position(of: path).flatMap { geometry?.frame(of: $0) }
            }
        return frame.map { CollectionItem(path: path, isHeader: false, frame: $0) }
    }

    /// Returns the header at an index path, or nil if there is none.
    public func collectionHeader(at path: IndexPath) -> CollectionItem? {
        section(ofHeader: path).flatMap { geometry?.frame(ofHeader: $0) }.map { frame in
            CollectionItem(path: path, isHeader: true, frame: frame)
        }
    }

    private func indexPath(of content: PlacedItem.Content) -> IndexPath? {
        switch content {
        case .asset(let position): indexPath(of: position)
        case .leading(let number): [0, number]
        case .header(let section): [section + leadingSections, 0]
        }
    }
}

extension PlacedItem.Content {
    fileprivate var isHeader: Bool {
        if case .header = self { true } else { false }
    }
}

// MARK: - Changes

extension GridPresenter {
    /// The steps of a batch update, by section and item; nil if the view reloads the whole list.
    public func steps(of change: GridChange) -> SectionChanges? {
        guard change.reload == nil, let batch = change.batch else { return nil }
        if grid.sections != nil { return change.sections?.shifted(by: leadingSections) }
        var steps = SectionChanges()
        steps.deletions = batch.deletions.map { [0, $0] }
        steps.insertions = batch.insertions.map { [0, $0] }
        steps.moves = batch.moves.map { SectionChanges.Move(from: [0, $0.from], to: [0, $0.to]) }
        steps.reloads = batch.reloads.map { [0, $0] }
        return steps.shifted(by: leadingSections)
    }

    /// The items with changed content, once the batch update of a change has ended.
    ///
    /// There are none if the list has changed again since, as it does when the permission is withdrawn during the
    /// animation: the view has reloaded it, and the old index paths may not exist.
    public func reloads(after change: GridChange) -> [IndexPath] {
        change.generation == grid.generation ? steps(of: change)?.reloads ?? [] : []
    }
}

extension SectionChanges {
    /// The same changes with more sections before those of the assets.
    fileprivate func shifted(by count: Int) -> SectionChanges {
        guard count != 0 else { return self }
        var shifted = self
        shifted.deletedSections = deletedSections.map { $0 + count }
        shifted.insertedSections = insertedSections.map { $0 + count }
        shifted.deletions = deletions.map { $0.shifted(by: count) }
        shifted.insertions = insertions.map { $0.shifted(by: count) }
        shifted.moves = moves.map { Move(from: $0.from.shifted(by: count), to: $0.to.shifted(by: count)) }
        shifted.reloads = reloads.map { $0.shifted(by: count) }
        return shifted
    }
}

extension IndexPath {
    fileprivate func shifted(by sections: Int) -> IndexPath { [self[0] + sections, self[1]] }
}
