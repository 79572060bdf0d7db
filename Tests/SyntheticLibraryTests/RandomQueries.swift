import CameraRoll
import Foundation
import SyntheticLibrary

/// Random queries of all kinds, from a seed.
struct RandomQueries {
    let assets: [MediaAsset]
    let albums: [AlbumID]
    private let smartAlbums: [AlbumID] = ["S202", "S203", "S205", "S207", "S209", "S211"]

    private static let mediaTypes: [Set<MediaType>] = [[], [], [.image], [.video], [.image, .video], [.audio]]
    private static let hiddenRules: [AssetQuery.HiddenRule] = [.automatic, .automatic, .included, .excluded, .only]

    func next(using chance: inout SeededGenerator) -> AssetQuery {
        var query = AssetQuery(scope(using: &chance))
        query.mediaTypes = Self.mediaTypes.randomElement(using: &chance) ?? []
        query.mediaSubtypes = Int.random(in: 0..<4, using: &chance) == 0 ? [.livePhoto, .timelapse] : []
        query.isFavorite = [nil, nil, nil, true, false].randomElement(using: &chance) ?? nil
        query.creationDates = dates(using: &chance)
        query.hidden = Self.hiddenRules.randomElement(using: &chance) ?? .automatic
        query.bursts = [.automatic, .automatic, .all, .representatives].randomElement(using: &chance) ?? .automatic
        query.order = order(using: &chance)
        query.limit = [nil, nil, 1, 5, 1000].randomElement(using: &chance) ?? nil
        return query
    }

    private func scope(using chance: inout SeededGenerator) -> AssetQuery.Scope {
        switch Int.random(in: 0..<6, using: &chance) {
        case 0: .identifiers(assets.filter { _ in Bool.random(using: &chance) }.map(\.id) + ["nobody", "A0000000999"])
        case 1: albums.randomElement(using: &chance).map { .album($0) } ?? .library
        case 2: .album(smartAlbums.randomElement(using: &chance) ?? "S209")
        default: .library
        }
    }

    private func dates(using chance: inout SeededGenerator) -> Range<Date>? {
        let dates = assets.compactMap(\.creationDate)
        guard Int.random(in: 0..<3, using: &chance) == 0, let one = dates.randomElement(using: &chance),
            let other = dates.randomElement(using: &chance)
        else { return nil }
        return min(one, other)..<max(one, other)
    }

    private func order(using chance: inout SeededGenerator) -> [AssetSort] {
        switch Int.random(in: 0..<5, using: &chance) {
        case 0: []
        case 1: [.newestFirst]
        case 2: [.oldestFirst]
        default:
            (0...Int.random(in: 0..<3, using: &chance)).map { _ in
                let key = AssetSort.Key.allCases.randomElement(using: &chance) ?? .creationDate
                return AssetSort(key, ascending: Bool.random(using: &chance))
            }
        }
    }
}

extension SyntheticStore {
    /// Edits, deletes and inserts random assets.
    func shuffle(_ changes: Int, using chance: inout SeededGenerator) {
        change { contents in
            for _ in 0..<changes {
                let id = AssetID.row(Int.random(in: 0..<80, using: &chance))
                let number = Int.random(in: 0..<8, using: &chance)
                contents.applyChange(number, to: id)
            }
        }
    }
}

extension SyntheticContents {
    fileprivate mutating func applyChange(_ number: Int, to id: AssetID) {
        switch number {
        case 0: delete([id])
        case 1: insert(1)
        case 2: insert(2) { $0.creationDate = Date(timeIntervalSinceReferenceDate: 500_000_000) }
        case 3: edit(id) { $0.creationDate = nil }
        case 4: edit(id) { $0.creationDate = Date(timeIntervalSinceReferenceDate: 500_000_000) }
        case 5: edit(id) { $0.isHidden.toggle() }
        case 6: edit(id) { $0.mediaType = $0.mediaType == .image ? .video : .audio }
        default: edit(id) { $0.isFavorite.toggle() }
        }
    }
}
