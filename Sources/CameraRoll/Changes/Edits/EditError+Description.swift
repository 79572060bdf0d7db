public import Foundation

extension EditError: CustomStringConvertible {
    /// What went wrong with which value, for logs; the wording may change.
    public var description: String {
        endDescription ?? answerDescription ?? absenceDescription ?? requestDescription
    }

    private var endDescription: String? {
        switch self {
        case .cancelled: "The edits were cancelled; nothing was changed."
        case .shutDown: "The library was closed; nothing was changed."
        case .refusedByUser: "The user did not allow the edits."
        case .library(.notAuthorized(let status)): "Editing the library is not allowed: \(status)."
        case .library(let error): error.description
        default: nil
        }
    }

    private var answerDescription: String? {
        switch self {
        case .notSupported(let reason): "The library cannot be edited so: \(reason.ended)"
        case .notSupportedForAsset(let reason): "The asset cannot be edited so: \(reason.ended)"
        case .limitExceeded(let reason): "The library's limit is exceeded: \(reason.ended)"
        case .notEnoughSpace: "There is not enough space."
        case .volumeOffline: "The library's volume is not there."
        case .interrupted(let reason): "The edits were interrupted, try again: \(reason.ended)"
        case .networkRequired(let id): "Asset '\(id)' is in the cloud and has to be downloaded first."
        case .networkFailed(let reason): "The cloud could not be reached: \(reason.ended)"
        case .invalidResource(let asset, let reason): "A file of \(asset) cannot be used: \(reason.ended)"
        case .missingResource(let asset, let reason): "A file of \(asset) is missing: \(reason.ended)"
        case .failed(let reason): "The library failed: \(reason.ended)"
        default: nil
        }
    }

    private var absenceDescription: String? {
        switch self {
        case .assetNotFound(let id): "There is no asset '\(id)'."
        case .albumNotFound(let id): "There is no album or folder '\(id)'."
        case .assetNotCreated(let asset): "At this point of the transaction there is no \(asset)."
        case .albumNotCreated(let album): "At this point of the transaction there is no \(album)."
        case .notInAlbum(let asset, let album): "\(asset) is not in \(album)."
        case .foreignAssetPlaceholder(let asset): "The placeholder of \(asset) belongs to another transaction."
        case .foreignAlbumPlaceholder(let album): "The placeholder of \(album) belongs to another transaction."
        default: nil
        }
    }

    private var requestDescription: String {
        switch self {
        case .emptyTitle: "A title cannot be empty."
        case .duplicateAsset(let asset): "The same edit names \(asset) twice."
        case .alreadyInAlbum(let asset, let album): "\(asset) is in \(album) already."
        case .positionOutOfBounds(let position, let count, let album):
            "Position \(position) is not within 0...\(count) of \(album)."
        case .incompleteOrder(let album, let named, let count):
            "An order names \(named) of the \(count) assets of \(album)."
        case .folderInItself(let folder): "\(folder) cannot stand in itself."
        case .notAnAlbum(let folder): "\(folder) is a folder and has no assets."
        case .notAFolder(let album): "\(album) is no folder."
        case .notEditable(let album):
            "\(album) cannot be edited: it stands for a folder on disk or for a rule, or is kept by others."
        case .invalidPlace(let place): "There is no place at \(place.latitude), \(place.longitude)."
        case .invalidDate: "A date is not finite."
        case .closureFailed(let reason): "The closure of the edits threw: \(reason.ended)"
        default: "The edits failed."
        }
    }
}

extension EditError: LocalizedError {
    /// The same as the description, so that an alert or a log shows what went wrong.
    public var errorDescription: String? { description }
}
