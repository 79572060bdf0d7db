#if PhotosDouble
import CameraRoll
import Foundation
import PhotosDouble
@testable import CameraRollPhotos
import Testing

struct ErrorTests {
    private static func error(_ code: PhotosErrorCode, identifiers: [String]? = nil) -> PHPhotosError {
        let info: [String: Any] = identifiers.map { [PHLocalIdentifiersErrorKey: $0] } ?? [:]
        return PHPhotosError(PHPhotosError.Code(rawValue: code.rawValue) ?? .internalError, userInfo: info)
    }

    private static func reason(_ code: PhotosErrorCode) -> ErrorReason { photosReason(of: error(code)) }

    @Test(arguments: PhotosErrorCode.allCases)
    func `Each code of Photos is an error of its own where reading fails`(code: PhotosErrorCode) {
        let expected: LibraryError =
            switch code {
            case .accessRestricted: .notAuthorized(.restricted)
            case .accessUserDenied: .notAuthorized(.denied)
            case .userCancelled: .cancelled
            case .libraryVolumeOffline, .relinquishingLibraryBundleToWriter, .switchingSystemPhotoLibrary,
                .libraryInFileProviderSyncRoot:
                .cannotOpen(reason: Self.reason(code))
            case .persistentChangeTokenExpired, .persistentChangeDetailsUnavailable:
                .invalidToken(reason: Self.reason(code).description)
            default: .failed("read", reason: Self.reason(code))
            }
        #expect(LibraryError(photos: Self.error(code), in: "read") == expected)
    }

    @Test(arguments: PhotosErrorCode.allCases)
    func `Each code of Photos is an error of its own where an image fails`(code: PhotosErrorCode) {
        let expected: ImageError =
            switch code {
            case .networkAccessRequired: .networkRequired("a")
            case .networkError: .networkFailed("a", reason: Self.reason(code))
            case .userCancelled: .cancelled
            case .identifierNotFound: .library(.assetNotFound("a"))
            case .accessRestricted: .library(.notAuthorized(.restricted))
            case .accessUserDenied: .library(.notAuthorized(.denied))
            case .libraryVolumeOffline, .relinquishingLibraryBundleToWriter, .switchingSystemPhotoLibrary,
                .libraryInFileProviderSyncRoot:
                .library(.cannotOpen(reason: Self.reason(code)))
            case .notEnoughSpace: .notEnoughSpace("a")
            case .changeNotSupported, .requestNotSupportedForAsset, .limitExceeded:
                .notSupported("a", reason: Self.reason(code).description)
            default: .failed("a", reason: Self.reason(code))
            }
        #expect(ImageError(photos: Self.error(code), for: "a") == expected)
    }

    @Test(arguments: PhotosErrorCode.allCases)
    func `Each code of Photos is an error of its own where an edit fails`(code: PhotosErrorCode) {
        let edits = [LibraryEdit.setFavorite(true, [.existing("a")])]
        let reason = Self.reason(code)
        let expected: EditError =
            switch code {
            case .userCancelled: .refusedByUser
            case .libraryVolumeOffline: .volumeOffline
            case .operationInterrupted: .interrupted(reason: reason)
            case .networkAccessRequired: .networkRequired("a")
            case .networkError: .networkFailed(reason: reason)
            case .identifierNotFound: .assetNotFound("a")
            case .invalidResource: .invalidResource(nil, reason: reason.description)
            case .missingResource: .missingResource(nil, reason: reason)
            case .changeNotSupported: .notSupported(reason: reason)
            case .requestNotSupportedForAsset: .notSupportedForAsset(reason: reason.description)
            case .limitExceeded: .limitExceeded(reason: reason.description)
            case .notEnoughSpace: .notEnoughSpace
            case .accessRestricted: .library(.notAuthorized(.restricted))
            case .accessUserDenied: .library(.notAuthorized(.denied))
            case .relinquishingLibraryBundleToWriter, .switchingSystemPhotoLibrary, .libraryInFileProviderSyncRoot:
                .library(.cannotOpen(reason: reason))
            default: .failed(reason: reason)
            }
        #expect(EditError(photos: Self.error(code), in: edits) == expected)
    }

    @Test func `An error of an edit names the asset that Photos names`() {
        let edits = [LibraryEdit.setFavorite(true, [.existing("a"), .existing("b")])]
        let error = Self.error(.identifierNotFound, identifiers: ["b"])
        #expect(EditError(photos: error, in: edits) == .assetNotFound("b"))
    }

    @Test func `An error of an edit names no asset where it can be one of several`() {
        let edits = [LibraryEdit.setFavorite(true, [.existing("a"), .existing("b")])]
        #expect(EditError(photos: Self.error(.identifierNotFound), in: edits) == .assetNotFound(nil))
        #expect(EditError(photos: Self.error(.networkAccessRequired), in: edits) == .networkRequired(nil))
        #expect(EditError.assetNotFound(nil).description == "An asset does not exist.")
        #expect(EditError.assetNotFound(nil).photoKitErrorCode == 3201)
    }

    @Test func `An error of an edit that is about one album only names it`() {
        let edits = [LibraryEdit.rename(.existing("album"), title: "New")]
        #expect(EditError(photos: Self.error(.identifierNotFound), in: edits) == .albumNotFound("album"))
    }

    @Test(arguments: [1, 2])
    func `A file that Photos refuses is of the new asset, if there is just one`(count: Int) {
        var request = ChangeRequest()
        let created = (0..<count).map { _ in request.createAsset(.photo(Data([1]))) }
        let (edits, named) = (request.edits, count == 1 ? created.first : nil)
        let reason = Self.reason(.invalidResource)
        #expect(
            EditError(photos: Self.error(.invalidResource), in: edits)
                == .invalidResource(named, reason: reason.description))
        #expect(
            EditError(photos: Self.error(.missingResource), in: edits)
                == .missingResource(named, reason: Self.reason(.missingResource)))
    }

    @Test func `The error of Photos is kept as what caused the failure`() {
        let error = LibraryError(photos: Self.error(.internalError), in: "read")
        #expect((error.underlyingError as? PHPhotosError)?.code == .internalError)
    }

    @Test func `The reason has the domain and the code of Photos' error`() {
        #expect(Self.reason(.invalidResource).description.hasPrefix("PHPhotosErrorDomain 3302: "))
    }

    @Test func `An error of another framework keeps its domain and code`() {
        let error = NSError(domain: "NSCocoaErrorDomain", code: 640)
        guard case .failed(_, let reason) = LibraryError(photos: error, in: "read") else {
            Issue.record("another error")
            return
        }
        #expect(reason.description.hasPrefix("NSCocoaErrorDomain 640: "))
    }
}
#endif
