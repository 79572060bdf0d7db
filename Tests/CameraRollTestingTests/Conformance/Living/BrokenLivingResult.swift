import CameraRoll
import Foundation

/// A correct fetch result with one flaw.
final class BrokenLivingResult: AssetFetchResult {
    let base: any AssetFetchResult
    private let flaw: LivingFlaw?
    private let library: any PhotoLibraryBackend
    /// Keeps itself alive.
    private var clinging: BrokenLivingResult?

    init(_ base: any AssetFetchResult, flaw: LivingFlaw?, library: any PhotoLibraryBackend) {
        self.base = base
        self.flaw = flaw
        self.library = library
        if flaw == .clingsToResults { clinging = self }
    }

    var count: Int { base.count }

    func assets(in range: Range<Int>) throws(LibraryError) -> [MediaAsset] {
        let assets = try base.assets(in: range)
        guard flaw == .dropsDeleted else { return assets }
        let found = Set(try library.assets(withIdentifiers: assets.map(\.id)).map(\.id))
        return assets.filter { found.contains($0.id) }
    }

    func index(of id: AssetID) throws(LibraryError) -> Int? { try base.index(of: id) }

    func indexes(of ids: [AssetID]) throws(LibraryError) -> [Int?] {
        let indexes = try base.indexes(of: ids)
        guard flaw == .livingIndexes || flaw == .shiftsIndexes else { return indexes }
        let found = Set(try library.assets(withIdentifiers: ids).map(\.id))
        let shift = flaw == .shiftsIndexes ? ids.count { !found.contains($0) } : 0
        return zip(ids, indexes).map { id, index in found.contains(id) ? index.map { $0 - shift } : nil }
    }

    func counts(olderThan dates: [Date], isOldestFirst: Bool) throws(LibraryError) -> [Int] {
        let counts = try base.counts(olderThan: dates, isOldestFirst: isOldestFirst)
        return flaw == .misplacesBorders ? counts.map { max($0 - 1, 0) } : counts
    }

    func identifiers(in range: Range<Int>) throws(LibraryError) -> [AssetID] {
        try base.identifiers(in: flaw == .identifiersFromStart ? 0..<range.count : range)
    }
}
