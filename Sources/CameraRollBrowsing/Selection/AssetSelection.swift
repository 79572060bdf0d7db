public import CameraRoll

// How a selection is stored
//
// A selection knows positions, not assets, so that a drag over 100,000 cells reads nothing: the identifiers are read
// once, when the selection is used. Contiguous positions that were selected one after another form a `SelectedRun`.
// `SelectedRuns` keeps the runs in two orders, each in a `WeightedSequence`: by position, to find what is selected
// where, and by the time of selection, to number the assets. Both sum the lengths of the runs before a run, so order
// numbers close up by themselves when a run becomes shorter.

/// The selected assets of a list, by position, with their order numbers: the selection of a picker.
///
/// ```swift
/// var selection = AssetSelection(listCount: snapshot.count, limits: try .init(maximum: 9))
/// let change = try selection.toggle(12)
/// badge.text = selection.orderNumber(of: 12).map(String.init)
/// if case .maximum(let limit)? = change.refusal { showHint("At most \(limit) photos") }
///
/// try selection.beginDrag(at: 30)                 // selects if 30 is not selected, and otherwise deselects
/// try selection.drag(to: 95)
/// selection.endDrag()
///
/// let deleted = try selection.apply(changes)      // when the list has changed
/// let assets = try await photos.assets(at: selection.positions, of: snapshot)
/// ```
///
/// A selection is a value: it reads no library, and belongs to the list from which its positions come. Positions
/// outside of the list are ignored. If the limits depend on media types, the functions that select assets look up the
/// type of each asset, and throw if they cannot.
///
/// - Complexity: O(log r) on average in the number of runs, which are contiguous assets that were selected one after
///   another; for a range, for each run and each gap within the range.
public struct AssetSelection: Sendable {
    /// The number of assets in the list.
    public internal(set) var listCount: Int
    /// The limits.
    public let limits: Limits
    var runs = SelectedRuns()
    /// The numbers of selected assets by media type, if the limits depend on it.
    var countByMediaType: [MediaType: Int] = [:]
    /// The drag in progress.
    var drag: Drag?
    /// Whether an asset may be selected; nil for one that has not been read.
    ///
    /// Without this function, all assets may be selected. The grid of a picker sets it for the duration of a change.
    var isOffered: (@Sendable (_ position: Int) -> Bool?)?
    /// The positions of a range whose assets were read, ascending; nil if others may be selected too.
    ///
    /// If an asset has to be known to be selected, only these are examined, however long the list is. The grid sets
    /// this for the duration of a change.
    var readPositions: (@Sendable (_ range: Range<Int>) -> [Range<Int>])?
    /// The number of the grid's change that this value is part of, set for the duration of the change; a copy made
    /// before, and assigned to the selection, does not have it.
    var changeNumber: Int?

    /// Creates an empty selection.
    ///
    /// - Parameters:
    ///   - listCount: the number of assets in the list; a negative number counts as 0.
    ///   - limits: the limits; by default any number of assets may be selected.
    public init(listCount: Int, limits: Limits = .none) {
        self.listCount = max(listCount, 0)
        self.limits = limits
    }

    /// Forgets what a grid has set for the duration of a change.
    mutating func endChange() {
        (isOffered, readPositions, changeNumber) = (nil, nil, nil)
    }

    /// The number of selected assets; in a picker, including those that are not in the list shown.
    public var count: Int { runs.count }

    /// Whether no asset is selected.
    public var isEmpty: Bool { runs.count == 0 }

    /// Whether as many assets are selected as the limits require.
    public var isComplete: Bool { runs.count >= limits.minimum }

    /// Whether the asset at a position is selected.
    public func contains(_ position: Int) -> Bool { 0..<listCount ~= position && runs.contains(position) }

    /// The order number of an asset, counted from 1 in the order of selection; nil if the asset is not selected.
    public func orderNumber(of position: Int) -> Int? {
        0..<listCount ~= position ? runs.offset(of: position).map { $0 + 1 } : nil
    }

    /// Returns the position of the asset with an order number from 1 to `count`, or nil for any other number.
    ///
    /// In a picker, also nil for an asset that is not in the list shown.
    public func position(ofOrderNumber number: Int) -> Int? {
        guard number >= 1, let place = runs.position(at: number - 1), place < listCount else { return nil }
        return place
    }

    /// The number of selected assets in a range of positions, such as a section.
    public func count(in range: Range<Int>) -> Int {
        let range = range.clamped(to: 0..<listCount)
        return runs.count(below: range.upperBound) - runs.count(below: range.lowerBound)
    }

    /// The positions of the selected assets, in the order of selection.
    ///
    /// - Complexity: O(1); iterating over all n selected assets takes O(n + r log r).
    public var positions: some Sequence<Int> {
        runsInList.flatMap { run in (0..<run.range.count).lazy.map { run.position(at: $0) } }
    }

    /// The positions of the selected assets as ascending ranges, with adjacent ones joined.
    ///
    /// - Complexity: O(r log r).
    public var ranges: [Range<Int>] { runsInList.map(\.range).joinedAscending() }
}

// MARK: - Selecting

extension AssetSelection {
    /// Selects the asset at a position, or deselects it if it is selected.
    ///
    /// - Parameters:
    ///   - position: the position.
    ///   - mediaTypeAt: returns the media type of the asset at a position; called only if the limits depend on it.
    @discardableResult public mutating func toggle(
        _ position: Int, mediaTypeAt: (_ position: Int) -> MediaType?
    ) -> Change {
        contains(position) ? deselect(position) : select(position, mediaTypeAt: mediaTypeAt)
    }

    /// Selects the asset at a position.
    ///
    /// - Parameters:
    ///   - position: the position.
    ///   - mediaTypeAt: returns the media type of the asset at a position; called only if the limits depend on it.
    @discardableResult public mutating func select(
        _ position: Int, mediaTypeAt: (_ position: Int) -> MediaType?
    ) -> Change {
        drag = nil
        guard 0..<listCount ~= position else { return Change() }
        return select(position..<position + 1, mediaTypeAt: mediaTypeAt)
    }

    /// Selects the assets of a range that are not selected, in ascending order, as far as the limits allow.
    ///
    /// - Parameters:
    ///   - range: the positions, such as those of a section.
    ///   - mediaTypeAt: returns the media type of the asset at a position; called only if the limits depend on it.
    @discardableResult public mutating func select(
        _ range: Range<Int>, mediaTypeAt: (_ position: Int) -> MediaType?
    ) -> Change {
        drag = nil
        var change = Change()
        add(range, isDescending: false, mediaTypeAt, to: &change)
        return change.sorted()
    }

    /// Deselects the asset at a position.
    @discardableResult public mutating func deselect(_ position: Int) -> Change {
        drag = nil
        guard 0..<listCount ~= position else { return Change() }
        return deselect(position..<position + 1)
    }

    /// Deselects the assets of a range.
    @discardableResult public mutating func deselect(_ range: Range<Int>) -> Change {
        drag = nil
        var change = Change()
        for removed in remove(range, isDescending: false) { change.deselected.append(removed.run.range) }
        return change.sorted()
    }

    /// Selects all assets that are not selected, in ascending order, as far as the limits allow.
    ///
    /// - Parameter mediaTypeAt: returns the media type of the asset at a position; called only if the limits depend on
    ///   it.
    @discardableResult public mutating func selectAll(
        mediaTypeAt: (_ position: Int) -> MediaType?
    ) -> Change {
        select(0..<listCount, mediaTypeAt: mediaTypeAt)
    }

    /// Deselects all assets.
    @discardableResult public mutating func deselectAll() -> Change {
        var change = Change()
        change.deselected = ranges
        clear()
        return change
    }

    /// Deselects the selected assets and selects all others, in ascending order, as far as the limits allow.
    ///
    /// - Parameter mediaTypeAt: returns the media type of the asset at a position; called only if the limits depend on
    ///   it.
    @discardableResult public mutating func invert(
        mediaTypeAt: (_ position: Int) -> MediaType?
    ) -> Change {
        let gaps = ranges.gaps(in: 0..<listCount)
        var change = deselectAll()
        for gap in gaps where !(change.refusal?.isFinal ?? false) {
            add(gap, isDescending: false, mediaTypeAt, to: &change)
        }
        return change.sorted()
    }

    /// Moves a selected asset to another order number; the assets in between close up.
    ///
    /// - Parameters:
    ///   - position: the asset's position; nothing happens if it is not selected.
    ///   - number: the new order number, counted from 1, limited to the existing ones.
    public mutating func move(_ position: Int, toOrderNumber number: Int) {
        drag = nil
        guard 0..<listCount ~= position, let removed = runs.remove(position..<position + 1) else { return }
        runs.insert(removed.run, at: min(max(number, 1) - 1, runs.count))
    }
}

// MARK: - Runs

extension AssetSelection {
    /// Deselects everything, and ends a drag.
    mutating func clear() {
        runs = SelectedRuns()
        countByMediaType = [:]
        drag = nil
    }

    /// Selects the assets of a range that are not selected, in one direction, as far as the limits allow.
    mutating func add(
        _ range: Range<Int>, isDescending: Bool, _ mediaTypeAt: (Int) -> MediaType?, to change: inout Change
    ) {
        var rest = range.clamped(to: 0..<listCount)
        while !rest.isEmpty, !(change.refusal?.isFinal ?? false) {
            let part = isDescending ? lastPart(of: rest) : firstPart(of: rest)
            if !part.isSelected {
                addGap(part.range, isDescending: isDescending, mediaTypeAt, to: &change)
            }
            rest =
                isDescending
                ? rest.lowerBound..<part.range.lowerBound : part.range.upperBound..<rest.upperBound
        }
    }

    /// Selects positions that are not selected.
    private mutating func addGap(
        _ gap: Range<Int>, isDescending: Bool, _ mediaTypeAt: (Int) -> MediaType?, to change: inout Change
    ) {
        guard limits.maximumByMediaType.isEmpty, isOffered == nil else {
            return addKnown(gap, isDescending: isDescending, mediaTypeAt, to: &change)
        }
        let room = limits.maximum.map { max($0 - runs.count, 0) } ?? .max
        let part = isDescending ? gap.suffix(room) : gap.prefix(room)
        if !part.isEmpty {
            runs.append(SelectedRun(part, isDescending: isDescending, mediaType: nil))
            change.selected.append(part)
        }
        if part.count < gap.count, let maximum = limits.maximum { change.refuse(.maximum(maximum)) }
    }

    /// Selects positions that are not selected one by one, as far as their assets are known.
    private mutating func addKnown(
        _ gap: Range<Int>, isDescending: Bool, _ mediaTypeAt: (Int) -> MediaType?, to change: inout Change
    ) {
        let read = readPositions?(gap) ?? [gap]
        var rest = gap
        for part in isDescending ? read.reversed() : read {
            refuseUnread(rest.beginning(before: part, isDescending), isDescending: isDescending, &change)
            for offset in 0..<part.count {
                if change.refusal?.isFinal ?? false { return }
                let position = isDescending ? part.upperBound - 1 - offset : part.lowerBound + offset
                addAsset(at: position, limits.maximumByMediaType.isEmpty ? nil : mediaTypeAt(position), to: &change)
            }
            rest = isDescending ? gap.lowerBound..<part.lowerBound : part.upperBound..<gap.upperBound
        }
        refuseUnread(rest, isDescending: isDescending, &change)
    }

    /// Refuses positions whose assets have not been read, and reports the first one.
    private func refuseUnread(_ range: Range<Int>, isDescending: Bool, _ change: inout Change) {
        guard !range.isEmpty, let reason = refusal(at: isDescending ? range.upperBound - 1 : range.lowerBound, nil)
        else { return }
        change.refuse(reason)
    }

    /// Selects one asset that is not selected, if it is offered and the limits allow it.
    private mutating func addAsset(at position: Int, _ type: MediaType?, to change: inout Change) {
        if let refusal = refusal(at: position, type) { return change.refuse(refusal) }
        append(position, limits.maximumByMediaType.isEmpty ? nil : type)
        change.selected.append(position..<position + 1)
    }

    /// Why a single asset that is not selected cannot be selected; nil if it can.
    private func refusal(at position: Int, _ type: MediaType?) -> Refusal? {
        if let maximum = limits.maximum, runs.count >= maximum { return .maximum(maximum) }
        if let isOffered, isOffered(position) != true { return .notOffered(position: position) }
        if limits.maximumByMediaType.isEmpty { return nil }
        guard let type else { return .unknownMediaType(position: position) }
        guard let maximum = limits.maximumByMediaType[type], countByMediaType[type, default: 0] >= maximum else {
            return nil
        }
        return .mediaType(type, maximum: maximum)
    }

    /// Deselects the assets of a range in one direction, and returns the removed runs in this order.
    mutating func remove(_ range: Range<Int>, isDescending: Bool) -> [SelectedRuns.Removed] {
        var removed: [SelectedRuns.Removed] = []
        var rest = range.clamped(to: 0..<listCount)
        while !rest.isEmpty {
            let part = isDescending ? lastPart(of: rest) : firstPart(of: rest)
            if part.isSelected, let run = runs.remove(part.range) {
                removed.append(run)
                if let type = run.run.mediaType { countByMediaType[type, default: 0] -= part.range.count }
            }
            rest =
                isDescending
                ? rest.lowerBound..<part.range.lowerBound : part.range.upperBound..<rest.upperBound
        }
        return removed
    }

    /// The first positions of a range that are all in one run, or all not selected.
    private func firstPart(of range: Range<Int>) -> (range: Range<Int>, isSelected: Bool) {
        guard let run = runs.run(atOrAfter: range.lowerBound)?.range else { return (range, false) }
        if run.contains(range.lowerBound) { return (run.clamped(to: range), true) }
        return (range.lowerBound..<min(run.lowerBound, range.upperBound), false)
    }

    /// The last positions of a range that are all in one run, or all not selected.
    private func lastPart(of range: Range<Int>) -> (range: Range<Int>, isSelected: Bool) {
        guard let run = runs.run(atOrBefore: range.upperBound - 1)?.range else { return (range, false) }
        if run.contains(range.upperBound - 1) { return (run.clamped(to: range), true) }
        return (max(run.upperBound, range.lowerBound)..<range.upperBound, false)
    }
}

extension AssetSelection.Change {
    /// Records why an asset was not selected; a reason that ends the operation replaces another one.
    fileprivate mutating func refuse(_ reason: AssetSelection.Refusal) {
        if refusal == nil || reason.isFinal { refusal = reason }
    }
}

extension AssetSelection.Refusal {
    /// Whether no other asset can be selected any more.
    var isFinal: Bool {
        if case .maximum = self { true } else { false }
    }
}

extension Range<Int> {
    /// The positions before a part of the range, in one direction.
    fileprivate func beginning(before part: Range<Int>, _ isDescending: Bool) -> Range<Int> {
        isDescending ? part.upperBound..<upperBound : lowerBound..<part.lowerBound
    }
}

extension [Range<Int>] {
    /// The parts of a range that are in none of these ascending ranges.
    fileprivate func gaps(in whole: Range<Int>) -> [Range<Int>] {
        var gaps: [Range<Int>] = []
        var start = whole.lowerBound
        for range in self {
            if start < range.lowerBound { gaps.append(start..<range.lowerBound) }
            start = range.upperBound
        }
        if start < whole.upperBound { gaps.append(start..<whole.upperBound) }
        return gaps
    }
}

extension AssetSelection: Equatable {
    /// Whether both select the same assets in the same order, in lists of the same length, with equal limits.
    public static func == (left: AssetSelection, right: AssetSelection) -> Bool {
        left.listCount == right.listCount && left.limits == right.limits && left.runs == right.runs
    }
}
