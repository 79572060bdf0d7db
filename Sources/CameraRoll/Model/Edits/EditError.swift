public import Foundation

/// An error of editing a library; in each case the library is unchanged.
///
/// The cases follow PhotoKit's codes, ``photoKitErrorCode``.
public enum EditError: Error, Hashable, Sendable {
    // MARK: Cancellation

    /// The waiting task was canceled before the library began to carry out the edits.
    case cancelled
    /// The manager was closed before the library began to carry out the edits.
    case shutDown
    /// The user was asked and declined (3072).
    case refusedByUser

    // MARK: Failures of the library

    /// The library could not be opened or must not be edited.
    case library(LibraryError)
    /// The library cannot be edited, or not in this way (3300).
    case notSupported(reason: String)
    /// The library can be edited in this way, but not this asset (3306).
    case notSupportedForAsset(reason: String)
    /// The library has reached its maximum number of items, or the transaction is too large (3307).
    case limitExceeded(reason: String)
    /// There is not enough space (3305).
    case notEnoughSpace
    /// The library's volume is not mounted (3114).
    case volumeOffline
    /// The library was busy; trying again may help (3301).
    case interrupted(reason: String)
    /// The edited object is in the cloud, and has to be downloaded first (3164).
    case networkRequired(AssetID)
    /// The cloud could not be reached (3169).
    case networkFailed(reason: String)
    /// A file of a new asset does not match its kind (3302).
    case invalidResource(AssetPlaceholder, reason: String)
    /// A new asset has no main file, or its main file cannot be read (3303).
    case missingResource(AssetPlaceholder, reason: String)
    /// The library failed (-1).
    case failed(reason: String)

    // MARK: Missing objects

    /// The asset does not exist, or was deleted before or in the same transaction (3201).
    case assetNotFound(AssetID)
    /// The album or folder does not exist, or was deleted before or in the same transaction (3201).
    case albumNotFound(AlbumID)
    /// The placeholder's asset was deleted in the same transaction, or is used before it is created.
    case assetNotCreated(AssetPlaceholder)
    /// The placeholder's album was deleted in the same transaction, or is used before it is created.
    case albumNotCreated(AlbumPlaceholder)
    /// The asset is not in the album.
    case notInAlbum(AssetReference, AlbumReference)

    // MARK: Invalid edits

    /// The asset placeholder belongs to another transaction.
    case foreignAssetPlaceholder(AssetPlaceholder)
    /// The album placeholder belongs to another transaction.
    case foreignAlbumPlaceholder(AlbumPlaceholder)
    /// The title contains only whitespace.
    case emptyTitle
    /// One edit names the same asset twice.
    case duplicateAsset(AssetReference)
    /// The album already contains the asset.
    case alreadyInAlbum(AssetReference, AlbumReference)
    /// The position is not within `0...count`.
    case positionOutOfBounds(Int, count: Int, AlbumReference)
    /// An order must name each asset of the album once; this one names `named` of `count`.
    case incompleteOrder(AlbumReference, named: Int, count: Int)
    /// A folder cannot be moved into itself or into one of its subfolders.
    case folderInItself(AlbumReference)
    /// A folder was given where an album is needed: folders have no assets of their own.
    case notAnAlbum(AlbumReference)
    /// An album was given where a folder is needed.
    case notAFolder(AlbumReference)
    /// The album is maintained by the library, for example for a folder on disk, or by another app or user.
    case notEditable(AlbumReference)
    /// The coordinate is not on earth.
    case invalidPlace(Coordinate)
    /// The date is not finite.
    case invalidDate
    /// The closure that lists the edits threw an error.
    case closureFailed(reason: String)
}

extension EditError {
    /// The corresponding PhotoKit code; nil if PhotoKit raises an exception or has no code for it.
    public var photoKitErrorCode: Int? {
        switch self {
        case .failed: -1
        case .refusedByUser: 3072
        case .volumeOffline: 3114
        case .networkRequired: 3164
        case .networkFailed: 3169
        case .assetNotFound, .albumNotFound: 3201
        case .notSupported, .notEditable: 3300
        case .interrupted: 3301
        case .invalidResource: 3302
        case .missingResource: 3303
        case .notEnoughSpace: 3305
        case .notSupportedForAsset: 3306
        case .limitExceeded: 3307
        case .library(.notAuthorized(.restricted)): 3310
        case .library(.notAuthorized): 3311
        default: nil
        }
    }
}

extension EditError: CameraRollError {
    /// Whether the caller canceled the edits; no alert is needed then.
    ///
    /// A user who declined them is ``refusedByUser``, which is not a cancellation: the caller decides whether it says
    /// so.
    public var isCancellation: Bool {
        switch self {
        case .cancelled: true
        case .library(let error): error.isCancellation
        default: false
        }
    }

    /// The step that may help; nil if none does.
    public var recovery: ErrorRecovery? {
        switch self {
        case .library(let error): error.recovery
        case .notEnoughSpace, .volumeOffline, .interrupted, .networkFailed, .failed: .retry
        case .cancelled, .shutDown, .refusedByUser, .notSupported, .notSupportedForAsset, .limitExceeded,
            .networkRequired, .invalidResource, .missingResource, .closureFailed:
            nil
        case .assetNotFound, .albumNotFound, .assetNotCreated, .albumNotCreated, .notInAlbum,
            .foreignAssetPlaceholder, .foreignAlbumPlaceholder, .emptyTitle, .duplicateAsset, .alreadyInAlbum,
            .positionOutOfBounds, .incompleteOrder, .folderInItself, .notAnAlbum, .notAFolder, .notEditable,
            .invalidPlace, .invalidDate:
            nil
        }
    }
}

extension EditError: CustomStringConvertible {
    /// A description of the error and its value, for logs; the wording may change.
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
    /// The description, so that an alert or a log shows what went wrong.
    public var errorDescription: String? { description }
}
