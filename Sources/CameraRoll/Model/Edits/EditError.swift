public import Foundation

/// An error that occurs when editing a library; in each case the library is unchanged.
///
/// The cases follow PhotoKit's codes, ``photoKitErrorCode``. Later versions may add cases.
public enum EditError: Error, Hashable, Sendable {
    // MARK: Cancellation

    /// The waiting task was canceled before the library began to carry out the edits.
    case cancelled
    /// The user was asked and declined (3072).
    case refusedByUser

    // MARK: Failures of the library

    /// The library could not be opened, was closed before it began to carry out the edits, or must not be edited.
    case library(LibraryError)
    /// The library cannot be edited, or not in this way (3300).
    case notSupported(reason: ErrorReason)
    /// The library can be edited in this way, but not this asset (3306).
    case notSupportedForAsset(reason: String)
    /// The library has reached its maximum number of items, or the transaction is too large (3307).
    case limitExceeded(reason: String)
    /// There is not enough space (3305).
    case notEnoughSpace
    /// The library's volume is not mounted (3114).
    case volumeOffline
    /// The library was busy; trying again may help (3301).
    case interrupted(reason: ErrorReason)
    /// The asset is in the cloud, and has to be downloaded first (3164).
    ///
    /// Nil if the library does not report which asset of the transaction it is.
    case networkRequired(AssetID?)
    /// The cloud could not be reached (3169).
    case networkFailed(reason: ErrorReason)
    /// A file of a new asset does not match its kind (3302).
    ///
    /// Nil if the library does not report which new asset of the transaction it is.
    case invalidResource(AssetPlaceholder?, reason: String)
    /// A new asset has no main file, or its main file cannot be read (3303).
    ///
    /// Nil if the library does not report which new asset of the transaction it is.
    case missingResource(AssetPlaceholder?, reason: ErrorReason)
    /// The library failed (-1).
    case failed(reason: ErrorReason)

    // MARK: Missing objects

    /// The asset does not exist, or was deleted before or in the same transaction (3201).
    ///
    /// Nil if the library does not report which asset of the transaction it is.
    case assetNotFound(AssetID?)
    /// The album or folder does not exist, or was deleted before or in the same transaction (3201).
    case albumNotFound(AlbumID)
    /// The asset is not in the album.
    case notInAlbum(AssetReference, AlbumReference)

    // MARK: Invalid edits

    /// The album already contains the asset.
    case alreadyInAlbum(AssetReference, AlbumReference)
    /// The album is maintained by the library, for example for a folder on disk, or by another app or user.
    case notEditable(AlbumReference)
    /// The closure that lists the edits threw an error.
    case closureFailed(reason: ErrorReason)
    /// A programming error: an empty title, a position beyond the album, a placeholder of another transaction.
    case invalidArgument(InvalidArgument)
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

extension EditError: InvalidArgumentError {
    /// Whether the caller canceled the edits; no alert is needed then.
    ///
    /// If the user declines them, the error is ``refusedByUser``, which is not a cancellation: the caller decides
    /// whether to report it.
    public var isCancellation: Bool {
        switch self {
        case .cancelled: true
        case .library(let error): error.isCancellation
        default: reason?.isCancellation ?? false
        }
    }

    /// The error that caused this one, if it is known.
    public var underlyingError: (any Error)? {
        switch self {
        case .library(let error): error
        case .invalidArgument(let argument): argument
        default: reason?.error
        }
    }

    /// The reason of a failure that another error may have caused.
    private var reason: ErrorReason? {
        switch self {
        case .notSupported(let reason), .interrupted(let reason), .networkFailed(let reason),
            .missingResource(_, let reason), .failed(let reason), .closureFailed(let reason):
            reason
        default: nil
        }
    }

    /// The step that may help; nil if none does.
    public var recovery: ErrorRecovery? {
        switch self {
        case .library(let error): error.recovery
        case .notEnoughSpace, .volumeOffline, .interrupted, .networkFailed: .retry
        case .failed(let reason): reason.recovery(otherwise: .retry)
        case .notSupported(let reason), .missingResource(_, let reason), .closureFailed(let reason):
            reason.recovery(otherwise: nil)
        case .cancelled, .refusedByUser, .notSupportedForAsset, .limitExceeded, .networkRequired, .invalidResource,
            .assetNotFound, .albumNotFound, .notInAlbum, .alreadyInAlbum, .notEditable, .invalidArgument:
            nil
        }
    }
}

extension EditError: CustomStringConvertible {
    /// A description of the error and its value, for logs; the wording may change.
    public var description: String {
        endDescription ?? answerDescription ?? requestDescription
    }

    private var endDescription: String? {
        switch self {
        case .cancelled: "The edits were canceled, and nothing was changed."
        case .refusedByUser: "The user did not allow the edits."
        case .library(.notAuthorized(let status)):
            "Editing the library is not allowed: the permission is '\(status)'."
        case .library(.shutDown): "The library was closed, and nothing was changed."
        case .library(let error): error.description
        default: nil
        }
    }

    private var answerDescription: String? {
        switch self {
        case .notSupported(let reason): "The library does not support this edit: \(reason.ended)"
        case .notSupportedForAsset(let reason): "The asset does not support this edit: \(reason.ended)"
        case .limitExceeded(let reason): "The edit exceeds a limit of the library: \(reason.ended)"
        case .notEnoughSpace: "There is not enough space for the edit."
        case .volumeOffline: "The library's volume is not mounted."
        case .interrupted(let reason): "The edits were interrupted, and can be tried again: \(reason.ended)"
        case .networkRequired(let id?): "Asset '\(id)' is in the cloud and has to be downloaded first."
        case .networkRequired(nil): "An asset is in the cloud and has to be downloaded first."
        case .networkFailed(let reason): "The cloud could not be reached: \(reason.ended)"
        case .invalidResource(let asset, let reason):
            "A file of \(Self.name(of: asset)) cannot be used: \(reason.ended)"
        case .missingResource(let asset, let reason): "A file of \(Self.name(of: asset)) is missing: \(reason.ended)"
        case .failed(let reason): "The library could not carry out the edits: \(reason.ended)"
        default: nil
        }
    }

    private static func name(of asset: AssetPlaceholder?) -> String { asset.map { "\($0)" } ?? "a new asset" }

    private var requestDescription: String {
        switch self {
        case .assetNotFound(let id?): "There is no asset '\(id)'."
        case .assetNotFound(nil): "An asset does not exist."
        case .albumNotFound(let id): "There is no album or folder '\(id)'."
        case .notInAlbum(let asset, let album): "\(asset) is not in \(album).".sentence
        case .alreadyInAlbum(let asset, let album): "\(asset) is already in \(album).".sentence
        case .notEditable(let album):
            "\(album) cannot be edited: it stands for a folder on disk or for a rule, or is kept by another app."
                .sentence
        case .closureFailed(let reason): "The closure that lists the edits threw an error: \(reason.ended)"
        case .invalidArgument(let argument): argument.description
        default: "The edits failed."
        }
    }
}

extension EditError: LocalizedError {
    /// The description, so that an alert or a log shows what went wrong.
    public var errorDescription: String? { description }
}

extension EditError {
    /// The error for a manager that was closed before the library began to carry out the edits.
    package static var shutDown: EditError { .library(.shutDown) }
}

/// The mistakes in edits, each with its wording; editors of other libraries report the same ones.
extension EditError {
    /// The error for a position that is not within `0...count` of an album.
    public static func positionOutOfBounds(_ position: Int, count: Int, _ album: AlbumReference) -> EditError {
        .invalid("position", "\(position) in \(album)", "0 to \(count)")
    }

    /// The error for an order that lists `named` of the `count` assets of an album: it must list each of them once.
    public static func incompleteOrder(_ album: AlbumReference, named: Int, count: Int) -> EditError {
        .invalid("order", "of \(named.counting("asset")) for \(album)", "each of its \(count.counting("asset")) once")
    }

    /// The error for moving a folder into itself or into one of its subfolders.
    public static func folderInItself(_ folder: AlbumReference) -> EditError {
        .invalid("parent", "of \(folder)", "neither the folder itself nor one of its subfolders")
    }

    /// The error for a folder where an album is needed: folders have no assets of their own.
    public static func notAnAlbum(_ folder: AlbumReference) -> EditError {
        .invalid("target", folder, "an album, and not a folder")
    }

    /// The error for an album where a folder is needed.
    public static func notAFolder(_ album: AlbumReference) -> EditError {
        .invalid("parent", album, "a folder, and not an album")
    }

    /// The error for an asset that was deleted in the same transaction, or is used before it is created.
    public static func assetNotCreated(_ asset: AssetPlaceholder) -> EditError {
        .invalid("placeholder of", asset, "an asset that this transaction has created and not deleted")
    }

    /// The error for an album that was deleted in the same transaction, or is used before it is created.
    public static func albumNotCreated(_ album: AlbumPlaceholder) -> EditError {
        .invalid("placeholder of", album, "an album that this transaction has created and not deleted")
    }

    /// The error for one edit that names the same asset twice.
    public static func duplicateAsset(_ asset: AssetReference) -> EditError {
        .invalid("list of assets with", "\(asset) twice", "each asset once")
    }

    package static func foreignAssetPlaceholder(_ asset: AssetPlaceholder) -> EditError {
        .invalid("placeholder of", asset, "a placeholder of the same transaction")
    }

    package static func foreignAlbumPlaceholder(_ album: AlbumPlaceholder) -> EditError {
        .invalid("placeholder of", album, "a placeholder of the same transaction")
    }

    package static var emptyTitle: EditError { .invalid("title", "of whitespace", "at least one other character") }

    package static func invalidPlace(_ place: Coordinate) -> EditError {
        .invalid("location", "\(place.latitude), \(place.longitude)", "latitude -90 to 90 and longitude -180 to 180")
    }

    package static var invalidDate: EditError { .invalid("creation date", "that is not finite", "a finite date") }
}
