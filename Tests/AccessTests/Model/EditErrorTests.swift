import CameraRoll
import Foundation
import Testing

/// The descriptions and the codes of every edit error.
@Suite struct EditErrorTests {
    /// An error, its description, and PhotoKit's code for it.
    private typealias Sample = (error: EditError, text: String, code: Int?)

    private static let (asset, album) = {
        var changes = ChangeRequest()
        let asset = changes.createAsset(.photo(Data()))
        let albums = ["a", "b"].map { changes.createAlbum($0) }
        return (asset, albums[1])
    }()
    private static let (photo, trip) = (AssetReference.existing("photo-7"), AlbumReference.existing("trip-8"))

    private static let samples: [Sample] = answers + absences + requests

    private static let answers: [Sample] = [
        (.cancelled, "The edits were canceled, and nothing was changed.", nil),
        (.shutDown, "The library was closed, and nothing was changed.", nil),
        (.refusedByUser, "The user did not allow the edits.", 3072),
        (
            .library(.notAuthorized(.restricted)),
            "Editing the library is not allowed: the permission is 'restricted'.", 3310
        ),
        (.library(.notAuthorized(.denied)), "Editing the library is not allowed: the permission is 'denied'.", 3311),
        (.library(.assetNotFound("a")), "There is no asset 'a'.", nil),
        (.notSupported(reason: "it is paper"), "The library does not support this edit: it is paper.", 3300),
        (.notSupportedForAsset(reason: "it is new"), "The asset does not support this edit: it is new.", 3306),
        (.limitExceeded(reason: "it is full"), "The edit exceeds a limit of the library: it is full.", 3307),
        (.notEnoughSpace, "There is not enough space for the edit.", 3305),
        (.volumeOffline, "The library's volume is not mounted.", 3114),
        (
            .interrupted(reason: "it sleeps"), "The edits were interrupted, and can be tried again: it sleeps.", 3301
        ),
        (.networkRequired("a"), "Asset 'a' is in the cloud and has to be downloaded first.", 3164),
        (.networkFailed(reason: "rain"), "The cloud could not be reached: rain.", 3169),
        (.invalidResource(asset, reason: "a poem"), "A file of new asset 1 cannot be used: a poem.", 3302),
        (.missingResource(asset, reason: "no film"), "A file of new asset 1 is missing: no film.", 3303),
        (.failed(reason: "who knows"), "The library could not carry out the edits: who knows.", -1),
    ]

    private static let absences: [Sample] = [
        (.assetNotFound("photo-7"), "There is no asset 'photo-7'.", 3201),
        (.albumNotFound("trip-8"), "There is no album or folder 'trip-8'.", 3201),
        (.notInAlbum(photo, trip), "Asset 'photo-7' is not in album 'trip-8'.", nil),
        (.alreadyInAlbum(photo, trip), "Asset 'photo-7' is already in album 'trip-8'.", nil),
        (
            .notEditable(trip),
            "Album 'trip-8' cannot be edited: it stands for a folder on disk or for a rule, or is kept by another app.",
            3300
        ),
        (.closureFailed(reason: "oops"), "The closure that lists the edits threw an error: oops.", nil),
    ]

    private static let requests: [Sample] = [
        (
            .assetNotCreated(asset),
            "Invalid placeholder of new asset 1: expected an asset that this transaction has created and not deleted.",
            nil
        ),
        (
            .albumNotCreated(album),
            "Invalid placeholder of new album 2: expected an album that this transaction has created and not deleted.",
            nil
        ),
        (
            .foreignAssetPlaceholder(asset),
            "Invalid placeholder of new asset 1: expected a placeholder of the same transaction.",
            nil
        ),
        (
            .foreignAlbumPlaceholder(album),
            "Invalid placeholder of new album 2: expected a placeholder of the same transaction.",
            nil
        ),
        (.emptyTitle, "Invalid title of whitespace: expected at least one other character.", nil),
        (.duplicateAsset(photo), "Invalid list of assets with asset 'photo-7' twice: expected each asset once.", nil),
        (
            .positionOutOfBounds(12, count: 5, trip), "Invalid position 12 in album 'trip-8': expected 0 to 5.", nil
        ),
        (
            .incompleteOrder(trip, named: 3, count: 5),
            "Invalid order of 3 assets for album 'trip-8': expected each of its 5 assets once.", nil
        ),
        (
            .folderInItself(trip),
            "Invalid parent of album 'trip-8': expected neither the folder itself nor one of its subfolders.", nil
        ),
        (.notAnAlbum(trip), "Invalid target album 'trip-8': expected an album, and not a folder.", nil),
        (
            .notAFolder(.created(album)), "Invalid parent new album 2: expected a folder, and not an album.", nil
        ),
        (
            .invalidPlace(Coordinate(latitude: 91.5, longitude: -7.25)),
            "Invalid location 91.5, -7.25: expected latitude -90 to 90 and longitude -180 to 180.", nil
        ),
        (.invalidDate, "Invalid creation date that is not finite: expected a finite date.", nil),
    ]

    /// The number of an error's case; a new case does not compile until it is added here, and then has to be in
    /// `samples`.
    private static func number(of error: EditError) -> Int {
        switch error {
        case .cancelled: 0
        case .refusedByUser: 1
        case .library: 2
        case .notSupported: 3
        case .notEnoughSpace: 4
        case .volumeOffline: 5
        case .interrupted: 6
        case .networkRequired: 7
        case .networkFailed: 8
        case .invalidResource: 9
        case .missingResource: 10
        case .failed: 11
        case .assetNotFound: 12
        case .albumNotFound: 13
        case .notInAlbum: 14
        case .alreadyInAlbum: 15
        case .notEditable: 16
        case .closureFailed: 17
        case .notSupportedForAsset: 18
        case .limitExceeded: 19
        case .invalidArgument: 20
        }
    }

    @Test func `Every case is among the samples`() {
        #expect(Set(Self.samples.map { Self.number(of: $0.error) }) == Set(0...20))
    }

    @Test func `Every error says what was wrong with which value, in one sentence`() {
        for (error, text, _) in Self.samples { #expect(error.description == text) }
    }

    @Test func `Alerts and logs have the same text`() {
        for (error, text, _) in Self.samples { #expect(error.localizedDescription == text) }
    }

    @Test func `Every error has PhotoKit's code where PhotoKit has one`() {
        for (error, _, code) in Self.samples { #expect(error.photoKitErrorCode == code, "\(error)") }
    }

    @Test func `Only what the caller canceled is a cancellation`() {
        #expect(Self.samples.map(\.error).filter(\.isCancellation) == [.cancelled])
    }

    @Test func `Trying again helps where the library was busy, full, away or failed`() {
        let retried = Self.samples.map(\.error).filter { $0.recovery == .retry }.map { Self.number(of: $0) }
        #expect(Set(retried) == [4, 5, 6, 8, 11])
    }
}
