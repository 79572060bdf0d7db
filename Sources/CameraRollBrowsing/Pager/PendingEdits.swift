public import CameraRoll

/// Edits that are shown before the library has carried them out, and until its data have them: a pure value.
struct PendingEdits: Sendable {
    /// Identifies an edit.
    struct Number: Hashable, Sendable {
        fileprivate let number: Int
    }

    private struct Favorite {
        let number: Number
        let isFavorite: Bool
        /// Whether it is shown only until the asset was read again.
        var endsWithRead = false
    }

    private var favorites: [AssetID: [Favorite]] = [:]
    private var last = 0
    /// The assets of the edits that were carried out since the last change of the list, with the numbers of the edits.
    private var committed: [AssetID: Int] = [:]
    /// The number of edits that were carried out: what was read under a smaller one may be older.
    private(set) var commits = 0

    /// Whether no edit is shown.
    var isEmpty: Bool { favorites.isEmpty }

    /// Shows an asset as a favorite, or not, until the edit ends.
    mutating func setFavorite(_ isFavorite: Bool, of id: AssetID) -> Number {
        last += 1
        let number = Number(number: last)
        favorites[id, default: []].append(Favorite(number: number, isFavorite: isFavorite))
        return number
    }

    /// Notes that the library has carried out an edit of an asset, which is shown until it ends.
    mutating func commit(_ id: AssetID) {
        commits += 1
        committed[id] = commits
    }

    /// Whether an asset was edited after what is known of it was read.
    ///
    /// - Parameter commits: the value of ``commits`` when the read began.
    func isOutdated(_ id: AssetID, readAt commits: Int) -> Bool { committed[id].map { $0 > commits } ?? false }

    /// Forgets which assets were edited before a number of edits: no read is running that began before them.
    mutating func forgetCommits(upTo commits: Int) {
        if !committed.isEmpty { committed = committed.filter { $0.value > commits } }
    }

    /// Ends an edit, of which nothing is shown from now on: it failed, or the library's own data have it.
    mutating func end(_ number: Number, of id: AssetID) {
        end(of: id) { $0.number == number }
    }

    /// Lets an edit that the library has carried out end when the asset was read again.
    mutating func endWithRead(_ number: Number, of id: AssetID) {
        guard let index = favorites[id]?.firstIndex(where: { $0.number == number }) else { return }
        favorites[id]?[index].endsWithRead = true
    }

    /// Notes that an asset was read.
    mutating func noteRead(of id: AssetID) {
        end(of: id, where: \.endsWithRead)
    }

    /// Ends all edits that the library has carried out: everything is read again.
    mutating func endCommitted() {
        for id in favorites.keys { noteRead(of: id) }
    }

    private mutating func end(of id: AssetID, where isOver: (Favorite) -> Bool) {
        favorites[id]?.removeAll(where: isOver)
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
    /// Marks the asset of a cell as a favorite, or removes the mark: shown at once, and taken back if it fails.
    ///
    /// What is shown changes once, or twice if it fails: between the end of the transaction and the library's update,
    /// no older data appear. A cell whose asset is still to be read is not edited.
    ///
    /// - Throws: `EditError`, if the library does not do it.
    public func setFavorite(_ isFavorite: Bool, of cell: AssetCell) async throws(EditError) {
        guard let asset = cell.asset else { return }
        let number = edits.setFavorite(isFavorite, of: asset.id)
        showAssets(in: [cell.position])
        do throws(EditError) {
            try await manager.performChanges { $0.setFavorite(isFavorite, for: [asset]) }
        } catch {
            endEdit(number, of: asset.id, in: cell)
            throw error
        }
        edits.commit(asset.id)
        var edited = asset
        edited.isFavorite = isFavorite
        let readFrom = generation
        let fresh = try? await manager.photos.asset(withIdentifier: asset.id)
        endEdit(number, of: asset.id, in: cell, now: fresh ?? edited, readFrom: readFrom)
    }

    /// Ends an edit in the same turn in which the data that replace it are shown.
    ///
    /// If the list has changed since these data were read, it may have newer data of the asset, or older ones: the edit
    /// is shown until the asset was read again.
    ///
    /// - Parameters:
    ///   - asset: the data that the library has now; nil if it did not carry out the edit.
    ///   - readFrom: the generation in which they were read.
    func endEdit(
        _ number: PendingEdits.Number, of id: AssetID, in cell: AssetCell, now asset: MediaAsset? = nil,
        readFrom: Int = 0
    ) {
        // The asset may be gone meanwhile, or elsewhere.
        guard cell.asset?.id == id else { return edits.end(number, of: id) }
        if asset != nil, generation != readFrom {
            edits.endWithRead(number, of: id)
            pages.invalidate(cell.position)
        } else {
            edits.end(number, of: id)
            if let asset { pages.store([cell.position: asset]) }
        }
        showAssets(in: [cell.position])
        readPages()
        onStep?()
    }
}

extension AssetGrid {
    /// Ends the edits that waited until these assets were read.
    func endEdits(ofAssetsAt positions: some Sequence<Int>) {
        guard !edits.isEmpty else { return }
        for position in positions where pages.isFresh(position) {
            if let id = pages[position]?.id { edits.noteRead(of: id) }
        }
    }
}
