public import CameraRoll

/// Edits that are shown before the library has carried them out, and until its data include them: a pure value.
struct PendingEdits: Sendable {
    /// Identifies an edit.
    struct Number: Hashable, Sendable {
        fileprivate let number: Int
    }

    private struct Favorite {
        let number: Number
        let isFavorite: Bool
        /// Whether the edit is shown only until the asset has been read again.
        var endsWithRead = false
    }

    private var favorites: [AssetID: [Favorite]] = [:]
    private var last = 0
    /// The assets of the edits that were carried out since the last change of the list, with the numbers of the edits.
    private var committed: [AssetID: Int] = [:]
    /// The number of edits that were carried out; data that were read under a smaller number may be older.
    private(set) var commits = 0

    /// Whether no edit is shown.
    var isEmpty: Bool { favorites.isEmpty }

    /// Shows an asset as a favorite or not until the edit ends.
    mutating func setFavorite(_ isFavorite: Bool, of id: AssetID) -> Number {
        last += 1
        let number = Number(number: last)
        favorites[id, default: []].append(Favorite(number: number, isFavorite: isFavorite))
        return number
    }

    /// Records that the library has carried out an edit of an asset, which is shown until it ends.
    mutating func commit(_ id: AssetID) {
        commits += 1
        committed[id] = commits
    }

    /// Whether an asset was edited after its data were read.
    ///
    /// - Parameter commits: the value of ``commits`` when the read began.
    func isOutdated(_ id: AssetID, readAt commits: Int) -> Bool { committed[id].map { $0 > commits } ?? false }

    /// Forgets which assets were edited before a number of edits; no read that began before them may be running.
    mutating func forgetCommits(upTo commits: Int) {
        if !committed.isEmpty { committed = committed.filter { $0.value > commits } }
    }

    /// Ends an edit, which is no longer shown: it failed, or the library's own data include it.
    mutating func end(_ number: Number, of id: AssetID) {
        end(of: id) { $0.number == number }
    }

    /// Ends an edit that the library has carried out once the asset has been read again.
    mutating func endWithRead(_ number: Number, of id: AssetID) {
        guard let index = favorites[id]?.firstIndex(where: { $0.number == number }) else { return }
        favorites[id]?[index].endsWithRead = true
    }

    /// Records that an asset was read.
    mutating func noteRead(of id: AssetID) {
        end(of: id, where: \.endsWithRead)
    }

    /// Ends all edits that the library has carried out, since everything is read again.
    mutating func endCommitted() {
        for id in favorites.keys { noteRead(of: id) }
    }

    private mutating func end(of id: AssetID, where isOver: (Favorite) -> Bool) {
        favorites[id]?.removeAll(where: isOver)
        if favorites[id]?.isEmpty == true { favorites[id] = nil }
    }

    /// Returns an asset as it will be once all edits have been carried out.
    func applied(to asset: MediaAsset) -> MediaAsset {
        guard let isFavorite = favorites[asset.id]?.last?.isFavorite else { return asset }
        var asset = asset
        asset.isFavorite = isFavorite
        return asset
    }
}

// MARK: - Showing edits

extension AssetGrid {
    /// Marks the asset of a cell as a favorite, or removes the mark; shown at once, and reverted if it fails.
    ///
    /// What is shown changes once, or twice if it fails: between the end of the transaction and the library's update,
    /// no older data appear. A cell whose asset has not been read is not edited.
    ///
    /// - Throws: `EditError` if the library does not carry out the edit.
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

    /// Ends an edit in the turn in which the data that replace it are shown.
    ///
    /// If the list has changed since these data were read, it may have newer or older data of the asset: the edit is
    /// shown until the asset has been read again.
    ///
    /// - Parameters:
    ///   - asset: the data that the library has now; nil if it did not carry out the edit.
    ///   - readFrom: the generation in which they were read.
    func endEdit(
        _ number: PendingEdits.Number, of id: AssetID, in cell: AssetCell, now asset: MediaAsset? = nil,
        readFrom: Int = 0
    ) {
        // The asset may have moved or disappeared meanwhile.
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
    /// Ends the edits that waited for these assets to be read.
    func endEdits(ofAssetsAt positions: some Sequence<Int>) {
        guard !edits.isEmpty else { return }
        for position in positions where pages.isFresh(position) {
            if let id = pages[position]?.id { edits.noteRead(of: id) }
        }
    }
}
