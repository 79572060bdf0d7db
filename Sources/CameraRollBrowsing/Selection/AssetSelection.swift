public import CameraRoll

// How a selection is stored
//
// Selecting reads nothing, however many cells a finger passes: contiguous positions that were selected one after
// another form a `SelectedRun`, a few numbers. A run refers to positions of the list shown, which follow the changes of
// that list; or to those of another list, whose snapshot is retained and never changes; or to identifiers, once those
// have been read. Thus a picker's selection has one home, for all albums: nothing else knows what is selected.
//
// Each asset also has a serial number: that of the act of selecting it, which is never used for another one. It stays
// when assets are moved in the order, when the list changes or is replaced, and when identifiers are read. Who has to
// remember a selected asset, such as a strip, or a task that reads, remembers this number: if the selection no longer
// has it, the asset is not selected.

/// The selected assets of a list, by position, with their order numbers: the selection of a picker.
///
/// ```swift
/// var selection = AssetSelection(listCount: snapshot.count, limits: try .init(maximum: 9))
/// let change = selection.toggle(12)
/// badge.text = selection.orderNumber(of: 12).map(String.init)
/// if case .maximum(let limit)? = change.refusal { showHint("At most \(limit) photos") }
///
/// selection.beginDrag(at: 30)                     // selects if 30 is not selected, and otherwise deselects
/// selection.drag(to: 95)
/// selection.endDrag()
///
/// let deleted = try selection.apply(changes)      // when the list has changed
/// let assets = try await photos.assets(at: selection.positions, of: snapshot)
/// ```
///
/// A selection is a value: it reads no library, and belongs to the list from which its positions come. Positions
/// outside of the list are ignored. If the limits depend on media types, the functions that select assets look up the
/// type of each asset, and refuse one whose type is not known.
///
/// - Complexity: a question takes O(log r) in the number of runs, which are contiguous assets that were selected one
///   after another; a change takes O(r).
public struct AssetSelection: Sendable {
    /// The number of assets in the list.
    public internal(set) var listCount: Int
    /// The limits.
    public let limits: Limits
    var runs = SelectedRuns()
    /// The number of revocations before; what was selected outside of the list under another number is no longer known.
    var era = 0
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
    public func contains(_ position: Int) -> Bool { runs.contains(position) }

    /// The order number of an asset, counted from 1 in the order of selection; nil if the asset is not selected.
    public func orderNumber(of position: Int) -> Int? { runs.offset(of: position).map { $0 + 1 } }

    /// Returns the position of the asset with an order number from 1 to `count`, or nil for any other number.
    ///
    /// In a picker, also nil for an asset that is not in the list shown.
    public func position(ofOrderNumber number: Int) -> Int? {
        guard 1...max(count, 1) ~= number, let placed = runs.run(at: number - 1), placed.run.source == 0 else {
            return nil
        }
        return placed.run.position(at: number - 1 - placed.start)
    }

    /// The number of selected assets in a range of positions, such as a section.
    public func count(in range: Range<Int>) -> Int { runs.count(in: range) }

    /// The positions of the selected assets, in the order of selection.
    ///
    /// In a picker, only those in the list shown.
    ///
    /// - Complexity: O(1); iterating over all n selected assets takes O(n + r).
    public var positions: some Sequence<Int> {
        runs.inOrder.lazy.map(\.run).filter { $0.source == 0 }.flatMap { run in
            (0..<run.count).lazy.map { run.position(at: $0) }
        }
    }

    /// The positions of the selected assets as ascending ranges, with adjacent ones joined.
    ///
    /// - Complexity: O(r).
    public var ranges: [Range<Int>] { runs.ranges(in: 0..<listCount) }
}

// MARK: - Selecting

extension AssetSelection {
    /// Selects the asset at a position, or deselects it if it is selected.
    ///
    /// - Parameters:
    ///   - position: the position.
    ///   - mediaTypeAt: returns the media type of the asset at a position; called only if the limits depend on it.
    @discardableResult public mutating func toggle(
        _ position: Int, mediaTypeAt: (_ position: Int) -> MediaType? = { _ in nil }
    ) -> Change {
        contains(position) ? deselect(position) : select(position, mediaTypeAt: mediaTypeAt)
    }

    /// Selects the asset at a position.
    ///
    /// - Parameters:
    ///   - position: the position.
    ///   - mediaTypeAt: returns the media type of the asset at a position; called only if the limits depend on it.
    @discardableResult public mutating func select(
        _ position: Int, mediaTypeAt: (_ position: Int) -> MediaType? = { _ in nil }
    ) -> Change {
        select(Range(position), mediaTypeAt: mediaTypeAt)
    }

    /// Selects the assets of a range that are not selected, in ascending order, as far as the limits allow.
    ///
    /// - Parameters:
    ///   - range: the positions, such as those of a section.
    ///   - mediaTypeAt: returns the media type of the asset at a position; called only if the limits depend on it.
    @discardableResult public mutating func select(
        _ range: Range<Int>, mediaTypeAt: (_ position: Int) -> MediaType? = { _ in nil }
    ) -> Change {
        drag = nil
        return changing(range) { $0.add(range, isDescending: false, mediaTypeAt) }
    }

    /// Deselects the asset at a position.
    @discardableResult public mutating func deselect(_ position: Int) -> Change { deselect(Range(position)) }

    /// Deselects the assets of a range.
    @discardableResult public mutating func deselect(_ range: Range<Int>) -> Change {
        drag = nil
        return changing(range) { selection in
            selection.runs.remove(selection.runs.offsets(in: range))
            return nil
        }
    }

    /// Selects all assets that are not selected, in ascending order, as far as the limits allow.
    ///
    /// - Parameter mediaTypeAt: returns the media type of the asset at a position; called only if the limits depend on
    ///   it.
    @discardableResult public mutating func selectAll(
        mediaTypeAt: (_ position: Int) -> MediaType? = { _ in nil }
    ) -> Change {
        select(0..<listCount, mediaTypeAt: mediaTypeAt)
    }

    /// Deselects all assets, in a picker also those of other lists.
    @discardableResult public mutating func deselectAll() -> Change {
        changing(0..<listCount) { selection in
            selection.clear()
            return nil
        }
    }

    /// Deselects the selected assets and selects all others, in ascending order, as far as the limits allow.
    ///
    /// - Parameter mediaTypeAt: returns the media type of the asset at a position; called only if the limits depend on
    ///   it.
    @discardableResult public mutating func invert(
        mediaTypeAt: (_ position: Int) -> MediaType? = { _ in nil }
    ) -> Change {
        let gaps = [0..<listCount].subtracting(ranges)
        return changing(0..<listCount) { selection in
            selection.clear()
            return selection.add(gaps, isDescending: false, mediaTypeAt)
        }
    }

    /// Selects the asset at a position instead of all others, or deselects it if it is selected.
    ///
    /// If the asset is refused, the others stay selected.
    mutating func replace(by position: Int, mediaTypeAt: (_ position: Int) -> MediaType?) -> Change {
        guard !contains(position) else { return deselect(position) }
        var next = self
        let change = next.changing(0..<listCount) { selection in
            selection.clear()
            return selection.add(Range(position), isDescending: false, mediaTypeAt)
        }
        guard next.isEmpty else {
            self = next
            return change
        }
        return Change(refusal: change.refusal)
    }
}

extension Range<Int> {
    /// The range of one position.
    init(_ position: Int) { self = position..<(position == .max ? position : position + 1) }
}

// MARK: - Limits

extension AssetSelection {
    /// Deselects everything, and ends a drag.
    mutating func clear() {
        if !isEmpty {
            runs.remove([0..<count])
            // Releases the lists from which assets were selected.
            runs.index()
        }
        drag = nil
    }

    /// Changes the selection at positions of a range with a function, which returns why something was refused.
    mutating func changing(_ window: Range<Int>, _ body: (inout AssetSelection) -> Refusal?) -> Change {
        // The runs themselves would be copied with the change.
        let before = runs.ranges(in: window)
        let refusal = body(&self)
        return Change(from: before, to: runs.ranges(in: window), refusal)
    }

    /// Selects the assets of a range that are not selected, in one direction, as far as the limits allow.
    mutating func add(
        _ range: Range<Int>, isDescending: Bool, _ mediaTypeAt: (Int) -> MediaType?
    ) -> Refusal? {
        let range = range.clamped(to: 0..<listCount)
        return add([range].subtracting(runs.ranges(in: range)), isDescending: isDescending, mediaTypeAt)
    }

    /// Selects ascending ranges of positions that are not selected.
    private mutating func add(
        _ gaps: [Range<Int>], isDescending: Bool, _ mediaTypeAt: (Int) -> MediaType?
    ) -> Refusal? {
        var addition = Addition(to: self, isDescending: isDescending)
        for gap in isDescending ? gaps.reversed() : gaps where !addition.isFull {
            if limits.maximumByMediaType.isEmpty, isOffered == nil {
                addition.add(gap)
            } else {
                addition.add(gap, read: readPositions?(gap) ?? [gap], mediaTypeAt)
            }
        }
        runs.append(addition.runs)
        return addition.refusal
    }
}

/// Assets that are added to a selection, as far as its limits allow.
private struct Addition {
    private let limits: AssetSelection.Limits
    private let isOffered: ((Int) -> Bool?)?
    private let isDescending: Bool
    private var count: Int
    private var countByMediaType: [MediaType: Int]
    private(set) var runs: [SelectedRun] = []
    private(set) var refusal: AssetSelection.Refusal?

    init(to selection: AssetSelection, isDescending: Bool) {
        (limits, isOffered, self.isDescending) = (selection.limits, selection.isOffered, isDescending)
        (count, countByMediaType) = (selection.count, selection.runs.countByMediaType)
    }

    /// Whether no other asset can be added.
    var isFull: Bool { refusal?.isFinal ?? false }

    /// Adds as many positions as there is room for.
    mutating func add(_ gap: Range<Int>) {
        let room = limits.maximum.map { max($0 - count, 0) } ?? .max
        let part = isDescending ? gap.suffix(room) : gap.prefix(room)
        if !part.isEmpty { append(part, nil) }
        if part.count < gap.count, let maximum = limits.maximum { refuse(.maximum(maximum)) }
    }

    /// Adds positions one by one, as far as their assets were read.
    mutating func add(_ gap: Range<Int>, read: [Range<Int>], _ mediaTypeAt: (Int) -> MediaType?) {
        var rest = gap
        for part in isDescending ? read.reversed() : read {
            refuseUnread(isDescending ? part.upperBound..<rest.upperBound : rest.lowerBound..<part.lowerBound)
            for position in isDescending ? Array(part.reversed()) : Array(part) {
                if isFull { return }
                let type = limits.maximumByMediaType.isEmpty ? nil : mediaTypeAt(position)
                if let reason = reason(at: position, type) { refuse(reason) } else { append(Range(position), type) }
            }
            rest = isDescending ? gap.lowerBound..<part.lowerBound : part.upperBound..<gap.upperBound
        }
        refuseUnread(rest)
    }

    private mutating func append(_ positions: Range<Int>, _ type: MediaType?) {
        runs.append(SelectedRun(positions, isDescending: isDescending, mediaType: type))
        count += positions.count
        if let type { countByMediaType[type, default: 0] += positions.count }
    }

    /// Refuses positions whose assets have not been read, and reports the first one.
    private mutating func refuseUnread(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        if let reason = reason(at: isDescending ? range.upperBound - 1 : range.lowerBound, nil) { refuse(reason) }
    }

    /// Records why an asset was not added; a reason that ends the operation replaces another one.
    private mutating func refuse(_ reason: AssetSelection.Refusal) {
        if refusal == nil || reason.isFinal { refusal = reason }
    }

    /// Why a single asset cannot be added; nil if it can.
    private func reason(at position: Int, _ type: MediaType?) -> AssetSelection.Refusal? {
        if let maximum = limits.maximum, count >= maximum { return .maximum(maximum) }
        if let isOffered, isOffered(position) != true { return .notOffered(position: position) }
        if limits.maximumByMediaType.isEmpty { return nil }
        guard let type else { return .unknownMediaType(position: position) }
        guard let maximum = limits.maximumByMediaType[type], countByMediaType[type, default: 0] >= maximum else {
            return nil
        }
        return .mediaType(type, maximum: maximum)
    }
}

extension AssetSelection.Refusal {
    /// Whether no other asset can be selected any more.
    var isFinal: Bool {
        if case .maximum = self { true } else { false }
    }
}

extension AssetSelection: Equatable {
    /// Whether both select the same assets in the same order, in lists of the same length, with equal limits.
    public static func == (left: AssetSelection, right: AssetSelection) -> Bool {
        left.listCount == right.listCount && left.limits == right.limits && left.runs == right.runs
    }
}
