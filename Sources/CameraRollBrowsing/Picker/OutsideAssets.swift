import CameraRoll

/// The selected assets outside of the list shown, by number; a run of positions takes one entry.
struct OutsideAssets: Sendable {
    /// A selected asset that is not in the list shown, or has not been searched for in it.
    enum Asset: Sendable {
        /// A preselected asset, which may not exist.
        case preselected(AssetID)
        /// An asset that was selected in another list.
        case selected(AssetID)
        /// An asset that was selected at a position of another list, and whose identifier has not been read.
        case position(Int, AssetSnapshot)
    }

    private enum Piece: Sendable {
        case assets(ArraySlice<Asset>)
        case run(SelectedRun, AssetSnapshot)

        var count: Int {
            switch self {
            case .assets(let assets): assets.count
            case .run(let run, _): run.range.count
            }
        }

        subscript(offset: Int) -> Asset {
            switch self {
            case .assets(let assets): assets[assets.startIndex + offset]
            case .run(let run, let list): .position(run.position(at: offset), list)
            }
        }

        /// The part of the piece from one offset to another, at least one asset.
        func part(_ offsets: Range<Int>) -> Piece {
            switch self {
            case .assets(let assets): return .assets(assets.dropFirst(offsets.lowerBound).prefix(offsets.count))
            case .run(let run, let list):
                let ends = [run.position(at: offsets.lowerBound), run.position(at: offsets.upperBound - 1)].sorted()
                return .run(run.part(ends[0]..<ends[1] + 1), list)
            }
        }
    }

    private var pieces: [(start: Int, piece: Piece)] = []
    /// The number of assets.
    private(set) var count = 0

    /// Whether there are none.
    var isEmpty: Bool { count == 0 }

    /// All assets, in the order of their numbers.
    var all: some Sequence<Asset> {
        pieces.lazy.flatMap { entry in (0..<entry.piece.count).lazy.map { entry.piece[$0] } }
    }

    init(_ assets: [Asset] = []) {
        append(.assets(assets[...]))
    }

    /// The asset with a number; nil if there is none.
    ///
    /// - Complexity: O(log r) in the number of entries.
    subscript(number: Int) -> Asset? {
        guard 0..<count ~= number, let entry = pieces[..<pieceIndex(after: number)].last else { return nil }
        return entry.piece[number - entry.start]
    }

    /// Adds the assets of a run of a list.
    mutating func append(_ run: SelectedRun, of list: AssetSnapshot) {
        append(.run(run, list))
    }

    /// Adds some of the assets of another collection, by number.
    ///
    /// - Complexity: O(log r) in the number of its entries, for each entry added.
    mutating func append(_ others: OutsideAssets, _ numbers: Range<Int>) {
        let numbers = numbers.clamped(to: 0..<others.count)
        guard !numbers.isEmpty else { return }
        for entry in others.pieces[(others.pieceIndex(after: numbers.lowerBound) - 1)...] {
            let wanted = numbers.clamped(to: entry.start..<entry.start + entry.piece.count)
            guard !wanted.isEmpty else { return }
            append(entry.piece.part(wanted.lowerBound - entry.start..<wanted.upperBound - entry.start))
        }
    }

    private mutating func append(_ piece: Piece) {
        guard piece.count > 0 else { return }
        pieces.append((count, piece))
        count += piece.count
    }

    /// The index of the first entry that starts after a number.
    private func pieceIndex(after number: Int) -> Int { pieces.firstIndex(partitionedBy: { $0.start > number }) }
}
