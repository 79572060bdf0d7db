import CameraRoll
import Foundation

extension EditApplication {
    mutating func applyToAssets(_ edit: LibraryEdit) throws(EditError) {
        switch edit {
        case .createAsset(let placeholder, let asset): try create(placeholder, asset)
        case .deleteAssets(let references): contents.delete(rows: try rows(references))
        case .setFavorite(let isFavorite, let references): try editEach(references) { $0.isFavorite = isFavorite }
        case .setHidden(let isHidden, let references): try editEach(references) { $0.isHidden = isHidden }
        case .setCreationDate(let date, let references): try setCreationDate(date, of: references)
        case .setLocation(let place, let references): try setLocation(place, of: references)
        default: break
        }
    }

    private mutating func editEach(
        _ references: [AssetReference], _ change: (inout MediaAsset) -> Void
    ) throws(EditError) {
        for row in try rows(references) { contents.edit(row: row, change) }
    }

    private mutating func setCreationDate(_ date: Date?, of references: [AssetReference]) throws(EditError) {
        try checkDate(date)
        try editEach(references) { $0.creationDate = date }
    }

    private mutating func setLocation(_ place: Coordinate?, of references: [AssetReference]) throws(EditError) {
        try checkPlace(place)
        try editEach(references) { $0.place = place }
    }

    private mutating func create(_ placeholder: AssetPlaceholder, _ new: NewAsset) throws(EditError) {
        try checkDate(new.creationDate)
        try checkPlace(new.place)
        guard let main = new.resources.first else { throw .missingResource(placeholder, reason: "it has no file") }
        if !main.kind.isMain { throw .missingResource(placeholder, reason: "it has no main file") }
        guard let id = contents.insert(1, new.describe).first, let row = contents.table.row(of: id) else {
            throw .notEnoughSpace
        }
        assets[placeholder] = row
        if contents.limits?.createdAssetsJoin == true { contents.select([id], keepingOthers: true) }
    }

    private func checkDate(_ date: Date?) throws(EditError) {
        if let date, !date.timeIntervalSinceReferenceDate.isFinite { throw .invalidDate }
    }

    private func checkPlace(_ place: Coordinate?) throws(EditError) {
        guard let place else { return }
        let isOnEarth = -90...90 ~= place.latitude && -180...180 ~= place.longitude
        if !isOnEarth { throw .invalidPlace(place) }
    }
}

extension NewAsset {
    /// Changes a generated asset to this one; unspecified values stay the generated ones.
    fileprivate func describe(_ asset: inout MediaAsset) {
        asset.mediaType = mediaType
        asset.mediaSubtypes = resources.contains { $0.kind == .pairedVideo } ? .livePhoto : []
        asset.duration = mediaType == .image ? 0 : max(asset.duration, 1)
        asset.creationDate = creationDate ?? asset.creationDate
        asset.place = place ?? asset.place
        (asset.isFavorite, asset.isHidden) = (isFavorite, isHidden)
    }

    private var mediaType: MediaType {
        switch resources.first?.kind {
        case .photo: .image
        case .video: .video
        case .audio: .audio
        default: .unknown
        }
    }
}
