#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

/// The codes of `PHPhotosError`, by their values: some are declared by newer systems only.
enum PhotosErrorCode: Int, Hashable, Sendable, CaseIterable {
    case internalError = -1
    case userCancelled = 3072
    case persistentChangeTokenExpired = 3105
    case libraryVolumeOffline = 3114
    case relinquishingLibraryBundleToWriter = 3142
    case switchingSystemPhotoLibrary = 3143
    case networkAccessRequired = 3164
    case networkError = 3169
    case identifierNotFound = 3201
    case multipleIdentifiersFound = 3202
    case persistentChangeDetailsUnavailable = 3210
    case changeNotSupported = 3300
    case operationInterrupted = 3301
    case invalidResource = 3302
    case missingResource = 3303
    case notEnoughSpace = 3305
    case requestNotSupportedForAsset = 3306
    case limitExceeded = 3307
    case accessRestricted = 3310
    case accessUserDenied = 3311
    case libraryInFileProviderSyncRoot = 5423

    /// The code of an error; nil if it is not one of Photos, or not one of these.
    init?(_ error: any Error) {
        guard let code = (error as? PHPhotosError)?.code.rawValue else { return nil }
        self.init(rawValue: code)
    }

    /// Whether the library itself is not there: its volume is not mounted, or another program uses it.
    fileprivate var isOfAbsentLibrary: Bool {
        switch self {
        case .libraryVolumeOffline, .relinquishingLibraryBundleToWriter, .switchingSystemPhotoLibrary,
            .libraryInFileProviderSyncRoot:
            true
        default: false
        }
    }
}

/// An error of Photos, with its domain, its code and its text, as the reason of a typed error.
func photosReason(of error: any Error) -> ErrorReason {
    ErrorReason(photosText(of: error), causedBy: error)
}

/// The domain, the code and the text of an error of Photos.
func photosText(of error: any Error) -> String {
    let original = error as NSError
    return "\(original.domain) \(original.code): \(original.localizedDescription)"
}

extension LibraryError {
    /// An error of Photos as an error of reading the library.
    init(photos error: any Error, in operation: LibraryOperation) {
        switch PhotosErrorCode(error) {
        case .accessRestricted: self = .notAuthorized(.restricted)
        case .accessUserDenied: self = .notAuthorized(.denied)
        case .userCancelled: self = .cancelled
        case .persistentChangeTokenExpired, .persistentChangeDetailsUnavailable:
            self = .invalidToken(reason: photosText(of: error))
        case let code? where code.isOfAbsentLibrary: self = .cannotOpen(reason: photosReason(of: error))
        default: self = .failed(operation, reason: photosReason(of: error))
        }
    }
}

extension ImageError {
    /// An error of Photos as an error of an image or an original.
    init(photos error: any Error, for asset: AssetID) {
        switch PhotosErrorCode(error) {
        case .networkAccessRequired: self = .networkRequired(asset)
        case .networkError: self = .networkFailed(asset, reason: photosReason(of: error))
        case .userCancelled: self = .cancelled
        case .identifierNotFound: self = .library(.assetNotFound(asset))
        case .accessRestricted, .accessUserDenied: self = .library(LibraryError(photos: error, in: "read image"))
        case .changeNotSupported, .requestNotSupportedForAsset:
            self = .notSupported(asset, reason: photosText(of: error))
        case let code? where code.isOfAbsentLibrary: self = .library(LibraryError(photos: error, in: "read image"))
        default: self = .failed(asset, reason: photosReason(of: error))
        }
    }
}

extension EditError {
    /// An error of Photos as an error of a transaction.
    ///
    /// Photos names at most identifiers: a file that it refuses is attributed to the first new asset, and an object
    /// that it does not find to the first one of the transaction.
    init(photos error: any Error, in edits: [LibraryEdit]) {
        switch PhotosErrorCode(error) {
        case .userCancelled: self = .refusedByUser
        case .libraryVolumeOffline: self = .volumeOffline
        case .operationInterrupted, .relinquishingLibraryBundleToWriter, .switchingSystemPhotoLibrary:
            self = .interrupted(reason: photosReason(of: error))
        case .changeNotSupported: self = .notSupported(reason: photosReason(of: error))
        case .requestNotSupportedForAsset: self = .notSupportedForAsset(reason: photosText(of: error))
        case .limitExceeded: self = .limitExceeded(reason: photosText(of: error))
        case .notEnoughSpace: self = .notEnoughSpace
        case .networkError: self = .networkFailed(reason: photosReason(of: error))
        case .accessRestricted, .accessUserDenied, .libraryInFileProviderSyncRoot:
            self = .library(LibraryError(photos: error, in: "edit library"))
        case .networkAccessRequired, .identifierNotFound, .invalidResource, .missingResource:
            self = Self.ofObject(error, in: edits) ?? .failed(reason: photosReason(of: error))
        case .internalError, .multipleIdentifiersFound, .persistentChangeTokenExpired,
            .persistentChangeDetailsUnavailable, nil:
            self = .failed(reason: photosReason(of: error))
        }
    }

    /// An error that names an asset, or the placeholder of a new one; nil if Photos names no object.
    private static func ofObject(_ error: any Error, in edits: [LibraryEdit]) -> EditError? {
        let identifiers = (error as NSError).userInfo[PHLocalIdentifiersErrorKey] as? [String]
        if let album = identifiers?.first.map({ AlbumID($0) }), edits.contains(where: { $0.names(album) }) {
            return PhotosErrorCode(error) == .identifierNotFound ? .albumNotFound(album) : nil
        }
        let asset = identifiers?.first.map { AssetID($0) } ?? edits.lazy.compactMap(\.existingAsset).first
        let placeholder = edits.lazy.compactMap(\.createdAsset).first
        switch PhotosErrorCode(error) {
        case .networkAccessRequired: return asset.map { .networkRequired($0) }
        case .identifierNotFound: return asset.map { .assetNotFound($0) }
        case .invalidResource: return placeholder.map { .invalidResource($0, reason: photosText(of: error)) }
        case .missingResource: return placeholder.map { .missingResource($0, reason: photosReason(of: error)) }
        default: return nil
        }
    }
}

extension LibraryEdit {
    fileprivate var createdAsset: AssetPlaceholder? {
        if case .createAsset(let placeholder, _) = self { placeholder } else { nil }
    }

    fileprivate var existingAsset: AssetID? {
        for case .existing(let id) in assetReferences { return id }
        return nil
    }

    fileprivate func names(_ album: AlbumID) -> Bool { albumReferences.contains(.existing(album)) }
}
#endif
