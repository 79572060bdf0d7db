import CameraRoll
import Foundation

/// A copy of what a grid shows, from which its next change is computed off the main actor.
struct GridContents: Sendable {
    let snapshot: AssetSnapshot?
    let pages: PageCache
    let viewport: GridViewport
    let selection: AssetSelection
    let selectionVersion: Int
    /// Whether assets outside of the list may be selected.
    let keepsOutside: Bool
    let filter: PickerFilter?
    let sections: AssetSections?
    let grouping: GridGrouping?
    /// The number of edits that were carried out before.
    let commits: Int

    var count: Int { snapshot?.count ?? 0 }
}

/// How a list is divided into sections.
struct GridGrouping: Sendable {
    let unit: AssetSections.Unit
    let calendar: Calendar
    let load: AssetGrid.SectionsLoader

    /// The sections of a list, or the reason why it has none.
    ///
    /// - Throws: an error that affects the list as well, or that trying again may clear.
    @concurrent func sections(
        of snapshot: AssetSnapshot
    ) async throws(LibraryError) -> (sections: AssetSections?, failure: LibraryError?) {
        do throws(LibraryError) {
            return (try await load(snapshot, unit, calendar), nil)
        } catch {
            switch error {
            case .invalidArgument, .failed: return (nil, error)
            default: throw error
            }
        }
    }
}

/// A change of a grid, ready to be shown: everything that takes time has been computed.
struct PreparedChange: Sendable {
    /// How the assets of the old list are found in the new one.
    enum Mapping: Sendable {
        /// By the changes of the list.
        case changes(ListChanges, ListChanges.PositionMap, ListChanges.BatchUpdate)
        /// By the identifiers of some assets: those near the anchor.
        case identifiers([AssetID: Int])
    }

    let snapshot: AssetSnapshot
    let mapping: Mapping
    var reload: GridChange.Reload?
    var sections: AssetSections?
    var sectionChanges: SectionChanges?
    var sectionsFailure: LibraryError?
    /// The assets that will be visible, if they have been read.
    var assets: [Int: MediaAsset] = [:]
    var selection: AssetSelection
    /// The version of the old list's selection that was moved.
    var selectionVersion: Int
    /// What the library knows about selected assets that have left the list.
    var answer: SelectionAnswer?
    /// What has become of them.
    var outcome = SelectionOutcome()
    /// The number of edits that were carried out before the assets were read.
    let commits: Int
    /// The old positions of selected assets that are gone.
    var deselected: [Int] = []
}

// MARK: - Changes by position

extension PreparedChange {
    /// The maximum number of changes whose dates are read for the sections; with more, the sections are counted again.
    private static let mostDates = 2_000

    /// Prepares an update of the library.
    @concurrent static func of(
        _ update: AssetUpdate, to old: GridContents, _ photos: PhotoRepository
    ) async throws(LibraryError) -> PreparedChange {
        switch update.changes {
        case .indexes(let changes):
            return try await of(changes, in: update.snapshot, to: old, photos)
        case .reload(let reason):
            return try await reloading(update.snapshot, .library(reason), from: old, photos)
        }
    }

    private static func of(
        _ changes: ListChanges, in snapshot: AssetSnapshot, to old: GridContents, _ photos: PhotoRepository
    ) async throws(LibraryError) -> PreparedChange {
        let (map, batch) = (changes.positionMap, changes.batchUpdate)
        var prepared = PreparedChange(
            snapshot: snapshot, mapping: .changes(changes, map, batch), selection: old.selection,
            selectionVersion: old.selectionVersion, commits: old.commits)
        try await prepared.move(old, photos)
        var pages = old.pages
        pages.apply(map, changed: changes.changed, newCount: changes.newCount)
        let missing = prepared.positionsToRead(in: old, pages)
        let dated = batch.insertions + batch.moves.map(\.to) + changes.changed
        let readsDates = old.grouping != nil && old.sections != nil && dated.count <= mostDates
        let positions = readsDates ? dated + missing : missing
        if !positions.isEmpty { prepared.assets = try await photos.assets(at: positions, of: snapshot) }
        try await prepared.group(changes, of: old, hasDates: readsDates)
        // Assets that were read for their dates alone do not displace visible pages.
        let visible = Set(missing)
        prepared.assets = prepared.assets.filter { visible.contains($0.key) || pages.hasPage(of: $0.key) }
        return prepared
    }

    /// The positions that will be visible but are not in memory.
    private func positionsToRead(in old: GridContents, _ pages: PageCache) -> [Int] {
        guard case .changes(let changes, _, _) = mapping, old.viewport.allowsReading else { return [] }
        var viewport = old.viewport
        let anchor = viewport.anchor(in: old.count)
        viewport.follow(anchor, to: newAnchor(anchor, ofOld: old.count) { _ in nil }, in: changes.newCount)
        return viewport.visible(in: changes.newCount).prefix(pages.pageSize).filter { !pages.isFresh($0) }
    }

    /// Finds the new sections: from the old ones, or by counting them again.
    private mutating func group(
        _ changes: ListChanges, of old: GridContents, hasDates: Bool
    ) async throws(LibraryError) {
        guard let grouping = old.grouping else { return }
        if hasDates, let sections = old.sections,
            let grouped = try? sections.applying(changes, date: { assets[$0]?.creationDate }),
            let sectionChanges = grouped.changes
        {
            (self.sections, self.sectionChanges) = (grouped.sections, sectionChanges)
            return
        }
        (sections, sectionsFailure) = try await grouping.sections(of: snapshot)
        // Without sections before or after, the view applies the changes to one list.
        guard sections != nil || old.sections != nil else { return }
        reload = old.sections == nil ? .sections : .library(.tooManyChanges(changes.count))
    }
}

// MARK: - Reloads

extension PreparedChange {
    /// The maximum number of assets around the anchor that are searched for in a new list.
    private static let mostAnchors = 64

    /// Prepares a list whose differences from the old one are not known.
    @concurrent static func reloading(
        _ snapshot: AssetSnapshot, _ reason: GridChange.Reload, from old: GridContents, _ photos: PhotoRepository
    ) async throws(LibraryError) -> PreparedChange {
        let anchor = old.viewport.anchor(in: old.count)
        let anchors = anchor.map { old.assets(around: $0.position, most: mostAnchors).map(\.id) } ?? []
        let found = try await photos.positions(of: anchors, in: snapshot)
        let places = zip(anchors, found).compactMap { id, position in position.map { (id, $0) } }
        var prepared = PreparedChange(
            snapshot: snapshot,
            mapping: .identifiers(Dictionary(places, uniquingKeysWith: { first, _ in first })), reload: reason,
            selection: old.selection, selectionVersion: old.selectionVersion, commits: old.commits)
        try await prepared.move(old, photos)
        if let grouping = old.grouping {
            (prepared.sections, prepared.sectionsFailure) = try await grouping.sections(of: snapshot)
        }
        var viewport = old.viewport
        let newAnchor = prepared.newAnchor(anchor, ofOld: old.count) { old.pages[$0]?.id }
        viewport.follow(anchor, to: newAnchor, in: snapshot.count)
        if viewport.allowsReading {
            let visible = viewport.visible(in: snapshot.count).prefix(old.pages.pageSize)
            prepared.assets = try await photos.assets(at: visible, of: snapshot)
        }
        return prepared
    }
}

// MARK: - The selection

extension PreparedChange {
    /// Whether the differences from the old list are not known.
    var isReload: Bool { if case .identifiers = mapping { true } else { false } }

    /// Moves the old selection to the new list, and asks the library for what is no longer in it.
    ///
    /// - Throws: the reason why the places in a list without known changes could not be read.
    private mutating func move(_ old: GridContents, _ photos: PhotoRepository) async throws(LibraryError) {
        move(old.selection, from: old.keepsOutside ? old.snapshot : nil, of: old.snapshot)
        guard let list = old.snapshot, selection.runs.sources.contains(where: { $0.list === list }) else { return }
        let question = SelectionQuestion(
            photos: photos, selection: selection, list: snapshot, left: list, pages: old.pages,
            asksOnlyForLeft: true, keepsOutside: old.keepsOutside, filter: old.filter)
        do throws(LibraryError) {
            answer = try await question.answer()
        } catch {
            // The grid asks again, once it shows the change.
            guard !isReload, error != .cancelled else { throw error }
        }
        move(old.selection, from: old.keepsOutside ? list : nil, of: list)
    }

    /// Moves a selection to the new list, as far as it is known what is there.
    ///
    /// - Parameters:
    ///   - selected: the selection of the old list.
    ///   - keptList: the old list if assets outside of the new one may stay selected.
    ///   - list: the old list.
    mutating func move(_ selected: AssetSelection, from keptList: AssetSnapshot?, of list: AssetSnapshot?) {
        (selection, outcome) = (selected, SelectionOutcome())
        if case .changes(let changes, _, _) = mapping {
            // Both the selection and the changes start from the old list.
            deselected = (try? selection.apply(changes, keepingRemovedOf: keptList)) ?? []
            guard keptList != nil else { return }
        } else {
            selection.leave(list, forOneOf: snapshot.count)
        }
        if let answer { outcome = selection.take(answer) }
        deselected = outcome.deselected
    }
}

extension GridContents {
    /// The assets in memory near a position, the nearest first, and the later one of two at the same distance.
    fileprivate func assets(around position: Int, most: Int) -> [MediaAsset] {
        var found: [MediaAsset] = []
        var distance = 0
        while found.count < most, distance <= 2 * most {
            if let asset = pages[position + distance] { found.append(asset) }
            if distance > 0, let asset = pages[position - distance] { found.append(asset) }
            distance += 1
        }
        return found
    }
}

// MARK: - The anchor

extension PreparedChange {
    /// Where the anchor is in the new list; the nearest remaining asset replaces one that is gone.
    ///
    /// - Parameters:
    ///   - anchor: the anchor in the old list.
    ///   - oldCount: the number of assets in the old list.
    ///   - id: returns the identifier of an asset of the old list, if it is known.
    func newAnchor(
        _ anchor: GridGeometry.Anchor?, ofOld oldCount: Int, id: (Int) -> AssetID?
    ) -> GridGeometry.Anchor? {
        guard var anchor, snapshot.count > 0 else { return nil }
        let position = newPosition(ofNearest: anchor.position, oldCount, id) ?? anchor.position
        anchor.position = min(max(position, 0), snapshot.count - 1)
        return anchor
    }

    private func newPosition(ofNearest position: Int, _ oldCount: Int, _ id: (Int) -> AssetID?) -> Int? {
        switch mapping {
        case .changes(_, let map, let batch):
            return batch.deletions.nearestGap(to: position, below: oldCount).flatMap { map[$0] }
        case .identifiers(let places):
            var distance = 0
            while distance <= 2 * Self.mostAnchors {
                for candidate in [position + distance, position - distance] {
                    if let id = id(candidate), let new = places[id] { return new }
                }
                distance += 1
            }
            return nil
        }
    }
}

extension [Int] {
    /// The nearest number that is not in this ascending list; the greater of two at the same distance.
    ///
    /// - Parameter limit: the upper bound, which all numbers are below.
    /// - Returns: the number; nil if the list contains all numbers from 0 to the limit.
    func nearestGap(to number: Int, below limit: Int) -> Int? {
        let index = firstIndex(partitionedBy: { $0 >= number })
        guard index < count, self[index] == number else { return number }
        var (low, high) = (index, index)
        while low > 0, self[low - 1] == self[low] - 1 { low -= 1 }
        while high + 1 < count, self[high + 1] == self[high] + 1 { high += 1 }
        let (before, after) = (self[low] - 1, self[high] + 1)
        if after < limit, before < 0 || after - number <= number - before { return after }
        return before >= 0 ? before : nil
    }
}
