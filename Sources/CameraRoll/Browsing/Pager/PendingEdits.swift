/// Edits that are shown before the library has carried them out: a pure value.
struct PendingEdits: Sendable {
    /// Identifies an edit.
    struct Number: Hashable, Sendable, Comparable {
        fileprivate let number: Int

        static func < (left: Number, right: Number) -> Bool { left.number < right.number }
    }

    private var favorites: [AssetID: [(number: Number, isFavorite: Bool)]] = [:]
    private var last = 0

    /// Whether no edit is on its way.
    var isEmpty: Bool { favorites.isEmpty }

    /// Shows an asset as a favorite, or not, until the edit ends.
    mutating func setFavorite(_ isFavorite: Bool, of id: AssetID) -> Number {
        last += 1
        let number = Number(number: last)
        favorites[id, default: []].append((number, isFavorite))
        return number
    }

    /// Ends an edit, of which nothing is shown from now on: it failed, or the library's own data have it.
    mutating func end(_ number: Number, of id: AssetID) {
        favorites[id]?.removeAll { $0.number == number }
        if favorites[id]?.isEmpty == true { favorites[id] = nil }
    }

    /// An asset as it will be once all edits have been carried out.
    func applied(to asset: MediaAsset) -> MediaAsset {
        guard let isFavorite = favorites[asset.id]?.last?.isFavorite else { return asset }
        var asset = asset
        asset.isFavorite = isFavorite
        return asset
    }
}

// MARK: - Showing edits

extension AssetGrid {
    /// Edits whether an asset is a favorite: shown at once, and taken back if the library does not do it.
    ///
    /// What is shown changes once, or twice if it fails: between the end of the transaction and the library's update,
    /// no older data appear.
    func setFavorite(_ isFavorite: Bool, of cell: AssetCell) async throws(EditError) {
        guard let asset = cell.asset else { return }
        let number = edits.setFavorite(isFavorite, of: asset.id)
        showAssets(in: [cell.position])
        do throws(EditError) {
            try await manager.performChanges { $0.setFavorite(isFavorite, for: [asset]) }
        } catch {
            endEdit(number, of: asset.id, in: cell)
            throw error
        }
        var edited = asset
        edited.isFavorite = isFavorite
        let readFrom = generation
        let fresh = try? await manager.photos.asset(withIdentifier: asset.id)
        endEdit(number, of: asset.id, in: cell, now: fresh ?? edited, readFrom: readFrom)
    }

    /// Ends an edit in the same turn in which the data that replace it are shown.
    ///
    /// - Parameters:
    ///   - asset: the data that the library has now; nil if it did not carry out the edit.
    ///   - readFrom: the generation in which they were read: a later one may show newer data.
    func endEdit(
        _ number: PendingEdits.Number, of id: AssetID, in cell: AssetCell, now asset: MediaAsset? = nil,
        readFrom: Int = 0
    ) {
        edits.end(number, of: id)
        // The asset may be gone meanwhile, or elsewhere.
        guard cell.asset?.id == id else { return }
        if let asset {
            if generation == readFrom { pages.store([cell.position: asset]) } else { pages.invalidate(cell.position) }
        }
        showAssets(in: [cell.position])
        readPages()
        onStep?()
    }
}
