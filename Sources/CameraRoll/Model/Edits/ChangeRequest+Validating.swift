import Foundation

extension ChangeRequest {
    /// Throws if no library could carry out the edits, before the library is called.
    ///
    /// Only the library knows whether assets and albums exist, and which positions are valid.
    func validate() throws(EditError) {
        for edit in edits {
            try edit.validateValues()
            try edit.validateNames(in: transaction)
        }
    }
}

extension LibraryEdit {
    /// Validates the values that the edit sets.
    package func validateValues() throws(EditError) {
        switch self {
        case .createAsset(let placeholder, let asset):
            if asset.resources.isEmpty { throw .missingResource(placeholder, reason: "it has no file") }
            try Self.validate(asset.place)
            try Self.validate(asset.creationDate)
        case .setLocation(let place, _): try Self.validate(place)
        case .setCreationDate(let date, _): try Self.validate(date)
        case .createAlbum(_, let title, _), .createFolder(_, let title, _), .rename(_, let title):
            if title.allSatisfy(\.isWhitespace) { throw .emptyTitle }
        default: break
        }
    }

    private static func validate(_ place: Coordinate?) throws(EditError) {
        guard let place else { return }
        let isOnEarth = -90...90 ~= place.latitude && -180...180 ~= place.longitude
        guard isOnEarth else { throw .invalidPlace(place) }
    }

    private static func validate(_ date: Date?) throws(EditError) {
        if let date, !date.timeIntervalSinceReferenceDate.isFinite { throw .invalidDate }
    }

    /// Validates the references to assets and albums.
    fileprivate func validateNames(in transaction: TransactionID) throws(EditError) {
        for case .created(let placeholder) in assetReferences where placeholder.transaction != transaction {
            throw .foreignAssetPlaceholder(placeholder)
        }
        for case .created(let placeholder) in albumReferences where placeholder.transaction != transaction {
            throw .foreignAlbumPlaceholder(placeholder)
        }
        guard orderMatters else { return }
        var seen: Set<AssetReference> = []
        for asset in assetReferences where !seen.insert(asset).inserted { throw .duplicateAsset(asset) }
    }

    /// Whether a duplicate asset would have two positions.
    private var orderMatters: Bool {
        switch self {
        case .append, .insert, .move, .reorder: true
        default: false
        }
    }
}
