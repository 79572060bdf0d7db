#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

/// The codes of `PHPhotosError` by value, since some are declared by newer systems only.
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

    /// Creates the code that fits an error best; nil if none does.
    ///
    /// Failures of iCloud are not in Photos' own domain: an error 81 of `CloudPhotoLibraryErrorDomain` is caused by one
    /// of CloudKit, which is caused by one of the network. The first error of the chain that says what happened counts.
    init?(_ error: any Error) {
        let codes = Self.chain(of: error as NSError).lazy.compactMap { Self.code(of: $0) }
        guard let code = codes.first(where: { $0 != .internalError }) ?? codes.first else { return nil }
        self = code
    }

    /// An error, the one that caused it, and so on, as far as a program may nest them.
    private static func chain(of error: NSError) -> [NSError] {
        var chain = [error]
        while chain.count < 8, let cause = chain.last?.userInfo[NSUnderlyingErrorKey] as? any Error {
            chain.append(cause as NSError)
        }
        return chain
    }

    /// The code that stands for an error by itself, whatever caused it.
    ///
    /// The domains of CloudKit and of the library's synchronization are texts here, as this module links neither.
    private static func code(of error: NSError) -> PhotosErrorCode? {
        switch (error.domain, error.code) {
        case (PHPhotosErrorDomain, let code): PhotosErrorCode(rawValue: code)
        case (NSURLErrorDomain, NSURLErrorCancelled): .userCancelled
        // CloudKit: no network, a failure of it, and the three that its documentation calls temporary.
        case (NSURLErrorDomain, _), ("CKErrorDomain", 3), ("CKErrorDomain", 4), ("CKErrorDomain", 6),
            ("CKErrorDomain", 7), ("CKErrorDomain", 23):
            .networkError
        case ("CloudPhotoLibraryErrorDomain", 1005), (NSCocoaErrorDomain, CocoaError.fileWriteOutOfSpace.rawValue),
            (NSPOSIXErrorDomain, Int(ENOSPC)):
            .notEnoughSpace
        default: nil
        }
    }

    /// Whether the library itself is unavailable: its volume is not mounted, or another program uses it.
    fileprivate var isOfAbsentLibrary: Bool {
        switch self {
        case .libraryVolumeOffline, .relinquishingLibraryBundleToWriter, .switchingSystemPhotoLibrary,
            .libraryInFileProviderSyncRoot:
            true
        default: false
        }
    }
}

/// An error of Photos as the reason for a typed error, with its domain, code and text.
func photosReason(of error: any Error) -> ErrorReason {
    ErrorReason(photosText(of: error), causedBy: error)
}

/// The domain, the code and the text of an error of Photos.
func photosText(of error: any Error) -> String {
    let original = error as NSError
    return "\(original.domain) \(original.code): \(original.localizedDescription)"
}

extension LibraryError {
    /// Converts an error of Photos to an error of reading the library.
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
    /// Converts an error of Photos to an error of an image or an original.
    init(photos error: any Error, for asset: AssetID) {
        switch PhotosErrorCode(error) {
        case .networkAccessRequired: self = .networkRequired(asset)
        case .networkError: self = .networkFailed(asset, reason: photosReason(of: error))
        case .notEnoughSpace: self = .notEnoughSpace(asset)
        case .userCancelled: self = .cancelled
        case .identifierNotFound: self = .library(.assetNotFound(asset))
        case .accessRestricted, .accessUserDenied: self = .library(LibraryError(photos: error, in: "read image"))
        case .changeNotSupported, .requestNotSupportedForAsset, .limitExceeded:
            self = .notSupported(asset, reason: photosText(of: error))
        case let code? where code.isOfAbsentLibrary: self = .library(LibraryError(photos: error, in: "read image"))
        default: self = .failed(asset, reason: photosReason(of: error))
        }
    }
}

extension EditError {
    /// Converts an error of Photos to an error of a transaction.
    ///
    /// Photos names identifiers at most. If it names none, the error names an object only if the transaction has only
    /// one that can be meant.
    init(photos error: any Error, in edits: [LibraryEdit]) {
        switch PhotosErrorCode(error) {
        case .userCancelled: self = .refusedByUser
        case .libraryVolumeOffline: self = .volumeOffline
        case .operationInterrupted: self = .interrupted(reason: photosReason(of: error))
        case .changeNotSupported: self = .notSupported(reason: photosReason(of: error))
        case .requestNotSupportedForAsset: self = .notSupportedForAsset(reason: photosText(of: error))
        case .limitExceeded: self = .limitExceeded(reason: photosText(of: error))
        case .notEnoughSpace: self = .notEnoughSpace
        case .networkError: self = .networkFailed(reason: photosReason(of: error))
        // The library was moved, deleted or replaced by another: to try again does not help.
        case .accessRestricted, .accessUserDenied, .libraryInFileProviderSyncRoot,
            .relinquishingLibraryBundleToWriter, .switchingSystemPhotoLibrary:
            self = .library(LibraryError(photos: error, in: "edit library"))
        case .networkAccessRequired: self = .networkRequired(Self.asset(of: error, in: edits))
        case .identifierNotFound: self = .notFound(error, in: edits)
        case .invalidResource: self = .invalidResource(edits.onlyCreated, reason: photosText(of: error))
        case .missingResource: self = .missingResource(edits.onlyCreated, reason: photosReason(of: error))
        case .internalError, .multipleIdentifiersFound, .persistentChangeTokenExpired,
            .persistentChangeDetailsUnavailable, nil:
            self = .failed(reason: photosReason(of: error))
        }
    }

    /// The error of an object that does not exist.
    private static func notFound(_ error: any Error, in edits: [LibraryEdit]) -> EditError {
        let (named, albums) = (identifier(in: error).map { AlbumID($0) }, edits.existingAlbums)
        if let named, albums.contains(named) { return .albumNotFound(named) }
        if named == nil, edits.existingAssets.isEmpty, albums.count == 1, let album = albums.first {
            return .albumNotFound(album)
        }
        return .assetNotFound(asset(of: error, in: edits))
    }

    /// The asset that an error names, or the only one that it can concern; nil if there are several.
    private static func asset(of error: any Error, in edits: [LibraryEdit]) -> AssetID? {
        if let identifier = identifier(in: error) { return AssetID(identifier) }
        let assets = edits.existingAssets
        return assets.count == 1 ? assets.first : nil
    }

    private static func identifier(in error: any Error) -> String? {
        ((error as NSError).userInfo[PHLocalIdentifiersErrorKey] as? [String])?.first
    }
}

extension [LibraryEdit] {
    /// The placeholder of the only new asset; nil if there is none, or there are several.
    fileprivate var onlyCreated: AssetPlaceholder? {
        let created = compactMap { edit in
            if case .createAsset(let placeholder, _) = edit { placeholder } else { nil }
        }
        return created.count == 1 ? created[0] : nil
    }

    fileprivate var existingAssets: Set<AssetID> {
        Set(
            flatMap(\.assetReferences).compactMap { reference in
                if case .existing(let id) = reference { id } else { nil }
            })
    }

    fileprivate var existingAlbums: Set<AlbumID> {
        Set(
            flatMap(\.albumReferences).compactMap { reference in
                if case .existing(let id) = reference { id } else { nil }
            })
    }
}
#endif
