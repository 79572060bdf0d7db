import CameraRoll

/// Assets that were selected one after another and are contiguous in their source, upward or downward.
struct SelectedRun: Hashable, Sendable {
    /// The positions in the source, at least one.
    var range: Range<Int>
    /// Whether the last position was selected first; false for a single position.
    var isDescending: Bool
    /// The media type of all assets of the run; nil unless the selection counts its types.
    var mediaType: MediaType?
    /// The index of the run's source in ``SelectedRuns/sources``; 0 is the list shown.
    var source: Int
    /// The serial number of the asset that was selected first; the others follow.
    var serial: Int

    init(_ range: Range<Int>, isDescending: Bool = false, mediaType: MediaType?, source: Int = 0, serial: Int = 0) {
        (self.range, self.isDescending) = (range, isDescending && range.count > 1)
        (self.mediaType, self.source, self.serial) = (mediaType, source, serial)
    }

    /// The number of assets.
    var count: Int { range.count }

    /// The serial numbers of the assets.
    var serials: Range<Int> { serial..<serial + range.count }

    /// The number of positions of the run that were selected before a position.
    func offset(of position: Int) -> Int {
        isDescending ? range.upperBound - 1 - position : position - range.lowerBound
    }

    /// The position that was selected after `offset` others of the run.
    func position(at offset: Int) -> Int {
        isDescending ? range.upperBound - 1 - offset : range.lowerBound + offset
    }

    /// The offsets of a part of the run's positions, at least one.
    func offsets(of part: Range<Int>) -> Range<Int> {
        let (first, last) = (offset(of: part.lowerBound), offset(of: part.upperBound - 1))
        return min(first, last)..<max(first, last) + 1
    }

    /// A part of the run, by offsets in the order of selection, at least one.
    func part(_ offsets: Range<Int>) -> SelectedRun {
        let (first, last) = (position(at: offsets.lowerBound), position(at: offsets.upperBound - 1))
        return SelectedRun(
            min(first, last)..<max(first, last) + 1, isDescending: isDescending, mediaType: mediaType, source: source,
            serial: serial + offsets.lowerBound)
    }

    /// The run of this run's assets followed by another's; nil if that is not a single run.
    func joined(with next: SelectedRun) -> SelectedRun? {
        guard mediaType == next.mediaType, source == next.source, serial + count == next.serial else { return nil }
        if range.upperBound == next.range.lowerBound, !isDescending, !next.isDescending {
            return with(range.lowerBound..<next.range.upperBound, isDescending: false)
        }
        guard next.range.upperBound == range.lowerBound, isDescending || count == 1,
            next.isDescending || next.count == 1
        else { return nil }
        return with(next.range.lowerBound..<range.upperBound, isDescending: true)
    }

    private func with(_ range: Range<Int>, isDescending: Bool) -> SelectedRun {
        SelectedRun(range, isDescending: isDescending, mediaType: mediaType, source: source, serial: serial)
    }
}

/// What the positions of a run refer to.
enum SelectedSource: Sendable {
    /// The list shown, which may change.
    case shown
    /// Another list, which is retained and never changes, so that a position names an asset.
    case list(AssetSnapshot)
    /// Identifiers; the flag tells whether the app preselected them, and the library has not confirmed them yet.
    case identifiers([AssetID], arePreselected: Bool)

    /// Whether the app preselected the assets.
    var isPreselected: Bool {
        if case .identifiers(_, true) = self { true } else { false }
    }

    /// The list; nil for the one shown and for identifiers.
    var list: AssetSnapshot? {
        if case .list(let list) = self { list } else { nil }
    }

    /// Whether a part of this source and a part of the same length of another one are the same assets.
    fileprivate func has(_ range: Range<Int>, thatEqual other: Range<Int>, of source: SelectedSource) -> Bool {
        switch (self, source) {
        case (.shown, .shown): range == other
        case (.list(let left), .list(let right)): left === right && range == other
        case (.identifiers(let left, _), .identifiers(let right, _)): left[range] == right[other]
        default: false
        }
    }
}

/// A run and its place in the order of selection.
struct PlacedRun: Sendable {
    var run: SelectedRun
    /// The number of assets that were selected before the run.
    var start: Int

    /// The number of assets that were selected up to the run's end.
    var end: Int { start + run.count }

    /// The part of the run between two places in the order of selection.
    func part(_ places: Range<Int>) -> SelectedRun {
        run.part(places.lowerBound - start..<places.upperBound - start)
    }
}

extension SelectedRuns: Equatable {
    /// Whether both select the same assets in the same order.
    static func == (left: SelectedRuns, right: SelectedRuns) -> Bool {
        guard left.count == right.count else { return false }
        var (first, second, place) = (left.inOrder[...], right.inOrder[...], 0)
        while let one = first.first, let other = second.first {
            let places = place..<min(one.end, other.end)
            let (part, same) = (one.part(places), other.part(places))
            guard part.isDescending == same.isDescending, part.mediaType == same.mediaType,
                left.sources[part.source].has(part.range, thatEqual: same.range, of: right.sources[same.source])
            else { return false }
            place = places.upperBound
            if one.end == place { first.removeFirst() }
            if other.end == place { second.removeFirst() }
        }
        return true
    }
}
