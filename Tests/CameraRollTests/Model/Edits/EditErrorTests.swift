import Foundation
import Testing

@testable import CameraRoll

/// The descriptions and the codes of every edit error.
@Suite struct EditErrorTests {
    /// An error, the values that its description must contain, and PhotoKit's code for it.
    private typealias Sample = (error: EditError, names: [String], code: Int?)

    private static let asset = AssetPlaceholder(transaction: TransactionID(), number: 41)
    private static let album = AlbumPlaceholder(transaction: TransactionID(), number: 42)
    private static let (photo, trip) = (AssetReference.existing("photo-7"), AlbumReference.existing("trip-8"))

    private static let samples: [Sample] = ends + answers + absences + requests

    private static let ends: [Sample] = [
        (.cancelled, ["cancelled"], nil), (.shutDown, ["closed"], nil), (.refusedByUser, ["user"], 3072),
        (.library(.notAuthorized(.denied)), ["Editing", "denied"], 3311),
        (.library(.notAuthorized(.restricted)), ["Editing", "restricted"], 3310),
        (.library(.tooManyCalls(limit: 9)), ["9"], nil),
    ]

    private static let answers: [Sample] = [
        (.notSupported(reason: "it is paper"), ["it is paper"], 3300), (.notEnoughSpace, ["space"], 3305),
        (.notSupportedForAsset(reason: "it is shared"), ["asset", "it is shared"], 3306),
        (.limitExceeded(reason: "it is full"), ["limit", "it is full"], 3307),
        (.volumeOffline, ["volume"], 3114), (.interrupted(reason: "it sleeps"), ["it sleeps", "again"], 3301),
        (.networkRequired("photo-7"), ["photo-7", "cloud"], 3164),
        (.networkFailed(reason: "rain"), ["rain", "cloud"], 3169),
        (.invalidResource(asset, reason: "a poem"), ["new asset 41", "a poem"], 3302),
        (.missingResource(asset, reason: "no film"), ["new asset 41", "no film", "missing"], 3303),
        (.failed(reason: "who knows"), ["who knows"], -1),
    ]

    private static let absences: [Sample] = [
        (.assetNotFound("photo-7"), ["asset", "photo-7"], 3201), (.albumNotFound("trip-8"), ["album", "trip-8"], 3201),
        (.assetNotCreated(asset), ["new asset 41"], nil), (.albumNotCreated(album), ["new album 42"], nil),
        (.notInAlbum(photo, trip), ["photo-7", "trip-8", "not in"], nil),
        (.foreignAssetPlaceholder(asset), ["new asset 41", "another"], nil),
        (.foreignAlbumPlaceholder(album), ["new album 42", "another"], nil),
    ]

    private static let requests: [Sample] = [
        (.emptyTitle, ["title"], nil), (.duplicateAsset(photo), ["photo-7", "twice"], nil),
        (.alreadyInAlbum(photo, trip), ["photo-7", "trip-8", "already"], nil),
        (.positionOutOfBounds(12, count: 5, trip), ["12", "0...5", "trip-8"], nil),
        (.incompleteOrder(trip, named: 3, count: 5), ["3", "5", "trip-8"], nil),
        (.folderInItself(trip), ["trip-8", "itself"], nil), (.notAnAlbum(trip), ["trip-8", "folder"], nil),
        (.notAFolder(.created(album)), ["new album 42", "no folder"], nil),
        (.notEditable(trip), ["trip-8", "edited"], 3300),
        (.invalidPlace(Coordinate(latitude: 91.5, longitude: -7.25)), ["91.5", "-7.25"], nil),
        (.invalidDate, ["date"], nil), (.closureFailed(reason: "oops"), ["oops", "closure"], nil),
    ]

    /// The number of an error's case; a new case does not compile until it is added here, and then has to be in
    /// `samples`.
    private static func number(of error: EditError) -> Int {
        switch error {
        case .cancelled: 0
        case .shutDown: 1
        case .refusedByUser: 2
        case .library: 3
        case .notSupported: 4
        case .notEnoughSpace: 5
        case .volumeOffline: 6
        case .interrupted: 7
        case .networkRequired: 8
        case .networkFailed: 9
        case .invalidResource: 10
        case .missingResource: 11
        case .failed: 12
        case .assetNotFound: 13
        case .albumNotFound: 14
        case .assetNotCreated: 15
        case .albumNotCreated: 16
        case .notInAlbum: 17
        case .foreignAssetPlaceholder: 18
        case .foreignAlbumPlaceholder: 19
        case .emptyTitle: 20
        case .duplicateAsset: 21
        case .alreadyInAlbum: 22
        case .positionOutOfBounds: 23
        case .incompleteOrder: 24
        case .folderInItself: 25
        case .notAnAlbum: 26
        case .notAFolder: 27
        case .notEditable: 28
        case .invalidPlace: 29
        case .invalidDate: 30
        case .closureFailed: 31
        case .notSupportedForAsset: 32
        case .limitExceeded: 33
        }
    }

    @Test func `Every case is among the samples`() {
        #expect(Set(Self.samples.map { Self.number(of: $0.error) }) == Set(0...33))
    }

    @Test func `Every error names its values, in words that no other error has`() {
        var words: Set<String> = []
        for (error, names, _) in Self.samples {
            let description = error.description
            for name in names { #expect(description.contains(name), "\(description)") }
            #expect(words.insert(description).inserted && description.hasSuffix("."), "\(description)")
            #expect(description != "The edits failed.")
            #expect(error.localizedDescription == description)
        }
    }

    @Test func `Every error has PhotoKit's code where PhotoKit has one`() {
        for (error, _, code) in Self.samples { #expect(error.photoKitErrorCode == code, "\(error)") }
    }

    @Test func `Only what the caller canceled is a cancellation`() {
        #expect(Self.samples.map(\.error).filter(\.isCancellation) == [.cancelled])
    }
}
