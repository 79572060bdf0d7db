/// Selected assets that the list does not contain, such as those that a picker's user has selected in another album.
///
/// They count, and have order numbers, but no position in the list. Each has a number of its own, and the place
/// `listCount + 1 + number` among the runs: behind all positions, and never next to the last one, with which it would
/// form a run.
extension AssetSelection {
    /// What has become of an asset outside of the list.
    enum OutsidePlace: Hashable {
        /// It is still outside; the value is its media type, if the limits depend on it.
        case outside(MediaType?)
        /// The list contains it at a position.
        case inList(Int, MediaType?)
        /// It can no longer be selected.
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

    /// Selects assets outside of the list, numbered from 0, if there are none yet; the limits are not checked.
    mutating func selectOutside(_ count: Int) {
        for number in 0..<max(count, 0) { append(outside(number, nil)) }
    }

    /// Goes over to another list: all selected assets are outside of it, and are numbered in the order of selection.
    ///
    /// - Complexity: O(n) in the number of selected assets.
    mutating func leaveList(forOneOf newCount: Int) {
        var new = AssetSelection(listCount: newCount, limits: limits)
        var number = 0
        for run in runs.inOrder {
            for _ in 0..<run.range.count {
                new.append(new.outside(number, run.mediaType))
                number += 1
            }
        }
        self = new
    }

    /// Finds a place for each asset outside of the list; the order stays.
    ///
    /// One whose position is selected already keeps its order number, and is selected once.
    ///
    /// - Parameter place: the place of the asset with a number.
    /// - Complexity: O(n log r) on average in the number of selected assets.
    mutating func settleOutside(_ place: (_ number: Int) -> OutsidePlace) {
        var new = AssetSelection(listCount: listCount, limits: limits)
        for run in runs.inOrder {
            for offset in 0..<run.range.count {
                let position = run.position(at: offset)
                guard let number = outsideNumber(at: position) else {
                    new.appendIfNew(position, run.mediaType)
                    continue
                }
                switch place(number) {
                case .outside(let type): new.append(outside(number, type ?? run.mediaType))
                case .inList(let position, let type): new.appendIfNew(position, type ?? run.mediaType)
                case .deselected: break
                }
            }
        }
        self = new
    }

    private func outside(_ number: Int, _ type: MediaType?) -> SelectedRun {
        let place = listCount + 1 + number
        return SelectedRun(place..<place + 1, isDescending: false, mediaType: type)
    }

    private mutating func appendIfNew(_ position: Int, _ type: MediaType?) {
        if 0..<listCount ~= position, !contains(position) { append(position, type) }
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
