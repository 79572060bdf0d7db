import CameraRoll

/// Selected assets that the list does not contain, such as those that a user has selected in another album of a picker.
///
/// They count, and have order numbers, but no position in the list. Each has a number, and the place `listCount + 1 +
/// number` among the runs: after all positions, and never next to the last one, with which it would form a run.
extension AssetSelection {
    /// What happens to an asset outside of the list.
    enum OutsidePlace: Hashable {
        /// The asset is still outside; the value is its media type, if the limits depend on it.
        case outside(MediaType?)
        /// The list contains the asset at a position.
        case inList(Int, MediaType?)
        /// The asset can no longer be selected.
        case deselected
    }

    /// Whether the assets of a run are outside of the list.
    func isOutside(_ run: SelectedRun) -> Bool { run.range.lowerBound > listCount }

    /// The runs of assets of the list, in the order of selection.
    var runsInList: some Sequence<SelectedRun> { runs.inOrder.lazy.filter { !isOutside($0) } }

    /// The number of an asset outside of the list; nil for a position of the list.
    func outsideNumber(at place: Int) -> Int? { place > listCount ? place - listCount - 1 : nil }

    /// The positions and places of all selected assets, in the order of selection.
    ///
    /// - Complexity: O(n) in the number of selected assets.
    var places: [Int] { runs.inOrder.flatMap { run in (0..<run.range.count).map { run.position(at: $0) } } }

    /// Whether all selected assets outside of the list have a number below a count.
    ///
    /// - Complexity: O(log r) on average in the number of runs.
    func numbersOutside(areBelow count: Int) -> Bool {
        guard let last = runs.run(atOrBefore: .max) else { return true }
        return last.range.upperBound - 1 - listCount <= count
    }

    /// The numbers of the selected assets outside of the list, in the order of selection.
    ///
    /// - Complexity: O(r) in the number of runs.
    var outsideNumbers: [Range<Int>] {
        let first = listCount + 1
        return runs.inOrder.filter(isOutside).map { $0.range.lowerBound - first..<$0.range.upperBound - first }
    }

    /// Selects assets outside of the list, numbered from 0, if there are none yet; the limits are not checked.
    mutating func selectOutside(_ count: Int) {
        if count > 0 { append(outside(0..<count, nil)) }
    }

    /// Switches to another list: all selected assets are outside of it, and are numbered in the order of selection.
    ///
    /// - Complexity: O(r log r) on average in the number of runs, however many assets they have.
    mutating func leaveList(forOneOf newCount: Int) {
        var new = AssetSelection(listCount: newCount, limits: limits)
        var number = 0
        for run in runs.inOrder {
            let next = number + run.range.count
            new.append(new.outside(number..<next, run.mediaType))
            number = next
        }
        self = new
    }

    /// Finds a place for each asset outside of the list; the order stays.
    ///
    /// An asset whose position is already selected keeps its order number, and is selected once.
    ///
    /// - Parameter place: the place of the asset with a number.
    /// - Complexity: O(k log r) on average for k assets outside of the list and r runs.
    mutating func settleOutside(_ place: (_ number: Int) -> OutsidePlace) {
        var new = SelectionBuilder(AssetSelection(listCount: listCount, limits: limits))
        for run in runs.inOrder {
            guard isOutside(run) else {
                new.appendNew(of: run)
                continue
            }
            for number in run.range.lowerBound - listCount - 1..<run.range.upperBound - listCount - 1 {
                switch place(number) {
                case .outside(let type): new.append(outside(number..<number + 1, type ?? run.mediaType))
                case .inList(let position, let type): new.appendIfNew(position, type ?? run.mediaType)
                case .deselected: break
                }
            }
        }
        self = new.finish()
    }

    private func outside(_ numbers: Range<Int>, _ type: MediaType?) -> SelectedRun {
        let first = listCount + 1
        return SelectedRun(
            first + numbers.lowerBound..<first + numbers.upperBound, isDescending: false, mediaType: type)
    }

    /// Appends a position that is not selected.
    mutating func append(_ position: Int, _ type: MediaType?) {
        append(SelectedRun(position..<position + 1, isDescending: false, mediaType: type))
    }

    /// Appends a run of positions that are not selected, and counts its media type.
    mutating func append(_ run: SelectedRun) {
        runs.append(run)
        if let type = run.mediaType { countByMediaType[type, default: 0] += run.range.count }
    }
}

/// Appends assets to a selection one by one, and consecutive ones as one run.
private struct SelectionBuilder {
    private var selection: AssetSelection
    /// The run that is not appended yet, since the next one may continue it.
    private var last: SelectedRun?

    init(_ selection: AssetSelection) {
        self.selection = selection
    }

    /// Appends a run of positions that are not selected.
    mutating func append(_ run: SelectedRun) {
        if let joined = last?.joined(with: run) {
            last = joined
        } else {
            if let last { selection.append(last) }
            last = run
        }
    }

    /// Appends the positions of a run that are not selected.
    mutating func appendNew(of run: SelectedRun) {
        if selection.count(in: run.range) == 0, !(last?.range.overlaps(run.range) ?? false) { return append(run) }
        for offset in 0..<run.range.count { appendIfNew(run.position(at: offset), run.mediaType) }
    }

    /// Appends a position of the list that is not selected.
    mutating func appendIfNew(_ position: Int, _ type: MediaType?) {
        guard 0..<selection.listCount ~= position, !selection.contains(position),
            !(last?.range.contains(position) ?? false)
        else { return }
        append(SelectedRun(position..<position + 1, isDescending: false, mediaType: type))
    }

    /// The selection with everything that was appended.
    mutating func finish() -> AssetSelection {
        if let last { selection.append(last) }
        last = nil
        return selection
    }
}
