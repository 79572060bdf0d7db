import CameraRoll
import CameraRollBrowsing
import CoreTestSupport
import Foundation
import PhotoMetadataEditing
import Testing

/// An error, its text, and the step that may help.
private struct Sample {
    let error: any CameraRollError
    let text: String
    let recovery: ErrorRecovery?

    init(_ error: any CameraRollError, _ text: String, _ recovery: ErrorRecovery? = nil) {
        self.error = error
        self.text = text
        self.recovery = recovery
    }
}

/// The text, the recovery and the cancellation of every case of every error, but for the edits' own.
@Suite struct ErrorTextTests {
    private static let size = PixelSize(width: 9, height: 8)
    private static let (one, two) = (LibraryIdentity("one"), LibraryIdentity("two"))
    private static var samples: [Sample] { library + images + mistakes + edits + wrapped + metadata }

    @Test func `Every error says what was wrong with which value, in one sentence`() {
        for sample in Self.samples { #expect("\(sample.error)" == sample.text) }
    }

    @Test func `Alerts and logs have the same text`() {
        for sample in Self.samples { #expect(sample.error.localizedDescription == sample.text) }
    }

    @Test func `Every error names the step that may help`() {
        for sample in Self.samples { #expect(sample.error.recovery == sample.recovery, "\(sample.error)") }
    }

    @Test func `Only what the caller canceled is a cancellation`() {
        let texts = Self.samples.filter(\.error.isCancellation).map(\.text)
        #expect(texts.allSatisfy { $0.contains("canceled") })
        #expect(texts.count == Self.samples.count { $0.text.contains("canceled") })
    }

    @Test func `Every case is among the samples`() {
        let errors = Self.samples.map(\.error)
        #expect(Set(errors.compactMap { ($0 as? LibraryError)?.number }) == Set(0...13))
        #expect(Set(errors.compactMap { ($0 as? ImageError)?.number }) == Set(0...16))
        #expect(Set(errors.compactMap { ($0 as? MetadataError)?.number }) == Set(0...3))
        #expect(Set(errors.compactMap { ($0 as? MetadataEditError)?.number }) == Set(0...16))
    }
}

extension ErrorTextTests {
    private static let library = [
        Sample(LibraryError.cancelled, "The read was canceled."),
        Sample(
            LibraryError.timedOut("page", after: .seconds(2), behind: "scan"),
            "The library did not answer 'page' within 2.0 seconds, being busy with another 'scan'.", .retry),
        Sample(
            LibraryError.timedOut("page", after: .seconds(2), behind: nil),
            "The library did not answer 'page' within 2.0 seconds.", .retry),
        Sample(LibraryError.shutDown, "The library was closed."),
        Sample(
            LibraryError.tooManyCalls(limit: 12),
            "12 calls are waiting for the library, and no more may wait.", .retry),
        Sample(
            LibraryError.notAuthorized(.denied), "Reading the library is not allowed: the permission is 'denied'.",
            .requestAuthorization),
        Sample(
            LibraryError.notAuthorized(.notDetermined),
            "Reading the library is not allowed: the permission is 'notDetermined'.", .requestAuthorization),
        Sample(
            LibraryError.notAuthorized(.restricted),
            "Reading the library is not allowed: the permission is 'restricted'."),
        Sample(LibraryError.cannotOpen(reason: "it sleeps"), "The library could not be opened: it sleeps.", .retry),
        Sample(
            LibraryError.snapshotInvalidated(of: one),
            "The snapshot of library 'one' is invalid: access to the library or to some assets has ended.",
            .takeNewSnapshot),
        Sample(LibraryError.failed("read", reason: "it sleeps"), "The library failed in 'read': it sleeps.", .retry),
        Sample(LibraryError.assetNotFound("a"), "There is no asset 'a'."),
        Sample(LibraryError.albumNotFound("b"), "There is no album 'b'."),
        Sample(LibraryError.noAlbum(.screenshots), "The library has no album of kind 'screenshots'."),
        Sample(LibraryError.noAssets(.photos), "No asset matches: \(AssetQuery.photos)."),
        Sample(
            LibraryError.foreignCursor(from: one, usedIn: two),
            "The cursor is of library 'one', and was used with library 'two'.", .takeNewSnapshot),
        Sample(
            LibraryError.cursorOfAnotherQuery(.photos, asked: .videos),
            "The cursor is a position in \(AssetQuery.photos), and was used with \(AssetQuery.videos).",
            .takeNewSnapshot),
        Sample(
            LibraryError.malformedCursor(token: "abc", reason: "it is short"),
            "The cursor 'abc' cannot be read: it is short.", .takeNewSnapshot),
        Sample(
            LibraryError.foreignChangeToken(from: one, usedIn: two),
            "The change token is of library 'one', and was used with library 'two'.", .takeNewSnapshot),
        Sample(
            LibraryError.malformedChangeToken(token: "abc", reason: "it is short"),
            "The change token 'abc' cannot be read: it is short.", .takeNewSnapshot),
    ]

    private static let images = [
        Sample(ImageError.cancelled, "The request was canceled."),
        Sample(ImageError.timedOut(after: .seconds(2)), "Nothing more came within 2.0 seconds.", .retry),
        Sample(ImageError.shutDown, "The image manager was closed."),
        Sample(
            ImageError.networkRequired("a"),
            "The original of 'a' is in the cloud, and the request does not allow the network."),
        Sample(
            ImageError.networkFailed("a", reason: "rain"),
            "The original of 'a' could not be downloaded: rain.", .retry),
        Sample(ImageError.notEnoughSpace("a"), "There is not enough space to download the original of 'a'."),
        Sample(ImageError.failed("a", reason: "it sleeps"), "There is no image of 'a': it sleeps.", .retry),
        Sample(
            ImageError.noImage("a"),
            "There is no image of 'a': its source gave neither an image nor an error.", .retry),
        Sample(ImageError.noImages("a"), "There is nothing of 'a': the library provides no images."),
        Sample(ImageError.noOriginals("a"), "There is nothing of 'a': the library provides no originals."),
        Sample(
            ImageError.wrongMediaType("a", .audio),
            "'a' has the media type 'audio', which the request does not fit."),
        Sample(ImageError.noResource("a", .video), "'a' has no original of the kind 'video'."),
        Sample(ImageError.tooManyBytes("a", limit: 12), "The original of 'a' has more than 12 bytes."),
        Sample(ImageError.wrongSize(size, asked: size), "The source gave an image of 9×8 pixels instead of 9×8."),
        Sample(
            ImageError.tooManyPixels(size, limit: 12), "The image has 9×8 pixels, and its source decodes at most 12."),
        Sample(
            ImageError.tooMuchWork(limit: 12), "12 images are in work or waiting, which is the most allowed.", .retry),
        Sample(ImageError.hung(threads: 12), "All 12 threads are held by sources that do not return.", .retry),
    ]

    private static let mistakes = [
        Sample(LibraryError.invalidPageSize(0), "Invalid page size 0: expected at least 1."),
        Sample(LibraryError.invalidPageNumber(-1), "Invalid page number -1: expected at least 0."),
        Sample(
            LibraryError.invalidLimit(0), "Invalid limit of a query 0: expected at least 1, or nil for no limit."),
        Sample(LibraryError.invalidPreload(-1), "Invalid number of assets to preload -1: expected at least 0."),
        Sample(LibraryError.invalidDeadline(.zero), "Invalid deadline 0.0 seconds: expected more than zero."),
        Sample(
            LibraryError.rangeOutOfBounds(2..<9, count: 5),
            "Invalid range 2..<9: expected positions within 0..<5."),
        Sample(
            LibraryError.foreignSnapshot(of: one),
            "Invalid snapshot of library 'one': expected a snapshot of the same manager."),
        Sample(
            LibraryError.changesDoNotFit(2, expected: 3),
            "Invalid list of 2 elements for the changes: expected the 3 elements of the old list."),
        Sample(
            LibraryError.changesDoNotFit(0, expected: 1),
            "Invalid list of 0 elements for the changes: expected the 1 element of the old list."),
        Sample(PickerError.tooFewSelected(1, minimum: 2), "1 asset is selected, and at least 2 must be."),
        Sample(PickerError.tooFewSelected(0, minimum: 1), "0 assets are selected, and at least 1 must be."),
        Sample(
            LibraryError.unorderedQuery(.photos),
            "Invalid query \(AssetQuery.photos): expected a query with an order, which cursors need, or a snapshot."),
        Sample(
            ImageError.invalidSize(PixelSize(width: 0, height: 9)),
            "Invalid size 0×9: expected sides of 1 to \(AssetImageRequest.longestSide) pixels."),
        Sample(
            ImageError.cropNeedsExactResize(.fast),
            "Invalid resize mode 'fast' of a request with a crop: expected 'exact'."),
        Sample(ImageError.notALivePhoto("a"), "Invalid asset 'a': expected a Live Photo."),
        Sample(
            ImageError.corruptPixels(size, bytes: 12),
            "Invalid pixels of 12 bytes: expected 4 bytes for each of 9×8 pixels."),
        Sample(ImageError.invalidDeadline(.zero), "Invalid deadline 0.0 seconds: expected more than zero."),
        Sample(InvalidArgument("speed", 0.5, allowed: "1 or 2"), "Invalid speed 0.5: expected 1 or 2."),
    ]

    private static let edits = [
        Sample(EditError.cancelled, "The edits were canceled, and nothing was changed."),
        Sample(EditError.library(.cancelled), "The read was canceled."),
        Sample(EditError.refusedByUser, "The user did not allow the edits."),
        Sample(EditError.shutDown, "The library was closed, and nothing was changed."),
        Sample(
            EditError.library(.notAuthorized(.denied)),
            "Editing the library is not allowed: the permission is 'denied'.", .requestAuthorization),
        Sample(EditError.notEnoughSpace, "There is not enough space for the edit.", .retry),
        Sample(EditError.volumeOffline, "The library's volume is not mounted.", .retry),
        Sample(
            EditError.interrupted(reason: "it sleeps"),
            "The edits were interrupted, and can be tried again: it sleeps.", .retry),
        Sample(EditError.networkFailed(reason: "rain"), "The cloud could not be reached: rain.", .retry),
        Sample(
            EditError.failed(reason: "it sleeps"), "The library could not carry out the edits: it sleeps.", .retry),
        Sample(EditError.assetNotFound("a"), "There is no asset 'a'."),
        Sample(EditError.emptyTitle, "Invalid title of whitespace: expected at least one other character."),
    ]

    private static let wrapped = [
        Sample(ImageError.library(.cancelled), "The read was canceled."),
        Sample(ImageError.library(.shutDown), "The library was closed."),
        Sample(
            ImageError.library(.snapshotInvalidated(of: one)),
            "The snapshot of library 'one' is invalid: access to the library or to some assets has ended.",
            .takeNewSnapshot),
        Sample(AssetMetadataError.original(.cancelled), "The request was canceled."),
        Sample(AssetMetadataError.original(.library(.cancelled)), "The read was canceled."),
        Sample(AssetMetadataError.original(.shutDown), "The library was closed."),
        Sample(
            AssetMetadataError.original(.failed("a", reason: "it sleeps")),
            "The original of 'a' cannot be read: it sleeps.", .retry),
        Sample(
            AssetMetadataError.original(.timedOut(after: .seconds(2))),
            "The source of the original made no progress for 2.0 seconds.", .retry),
        Sample(
            AssetMetadataError.original(.tooMuchWork(limit: 12)),
            "12 originals are waiting to be read, and no more may wait.", .retry),
        Sample(AssetMetadataError.metadata(.empty), "The data is empty: expected an image or a movie."),
    ]

    private static let metadata = [
        Sample(MetadataError.cannotOpen(path: "/a", code: EINVAL), "'/a' cannot be opened: it is not a file."),
        Sample(
            MetadataError.cannotOpen(path: "/a", code: ENOENT), "'/a' cannot be opened: No such file or directory."),
        Sample(
            MetadataError.cannotRead(at: 12, code: EIO),
            "The bytes from 12 on cannot be read: Input/output error.", .retry),
        Sample(MetadataError.empty, "The data is empty: expected an image or a movie."),
        Sample(
            MetadataError.unknownFormat(firstBytes: [0x68, 0x69]),
            "The format of data that begins with 68 69 ('hi') is unknown."),
        Sample(MetadataEditError.unreadable(.empty), "The data is empty: expected an image or a movie."),
        Sample(
            MetadataEditError.unreadable(.cannotRead(at: 12, code: EIO)),
            "The bytes from 12 on cannot be read: Input/output error.", .retry),
        Sample(MetadataEditError.unsupported(.heic), "This change cannot be made in heic files without loss."),
        Sample(
            MetadataEditError.invalidText("a\u{7}"), "The text contains the character U+0007, which XMP cannot hold."),
        Sample(
            MetadataEditError.invalidKeyword("", at: 1),
            "Keyword 2 is blank: expected at least one character that is not whitespace."),
        Sample(
            MetadataEditError.invalidRating(9), "9 is no rating: expected 0 to 5, or -1 for a rejected picture."),
        Sample(
            MetadataEditError.invalidPlace(Coordinate(latitude: 91, longitude: 7)),
            "91.0, 7.0 is no place on Earth: expected a latitude of -90 to 90 degrees and a longitude of -180 to 180."),
        Sample(
            MetadataEditError.invalidAltitude(2e6),
            "2000000.0 is no height: expected at most 1,000,000 meters above or below sea level."),
        Sample(
            MetadataEditError.invalidTimeZone(offset: 1_800),
            "1800 minutes are no time zone: expected -1439 to 1439 minutes east of Greenwich."),
        Sample(
            MetadataEditError.unencodable("a"), "'a' cannot be written in the encoding of the file's IPTC block."),
        Sample(
            MetadataEditError.damaged(.exif, at: 12),
            "The exif block cannot be understood: its part at 12 is damaged, or in another form."),
        Sample(
            MetadataEditError.overlapping(at: 12),
            "Two structures share the bytes at 12, so neither can be changed without the other."),
        Sample(
            MetadataEditError.tooLong(.xmp, bytes: 13, limit: 12),
            "The xmp block would have 13 bytes, more than the 12 that the format allows."),
        Sample(
            MetadataEditError.tooMany(.iptc, limit: 12),
            "The iptc block has more than the 12 parts that the editor follows."),
        Sample(
            MetadataEditError.unknownTrailer(at: 12),
            "Unknown data behind the picture, at 12, may hold what is to be removed."),
        Sample(MetadataEditError.unknownData(at: 12), "Unknown data at 12 may hold what is to be removed."),
        Sample(
            MetadataEditError.changedMeanwhile(path: "/a"), "'/a' was changed by another program during the edit.",
            .retry),
        Sample(
            MetadataEditError.cannotWrite(path: "/a", code: EROFS), "'/a' cannot be written: Read-only file system."),
        Sample(
            MetadataEditError.cannotWrite(path: "/a", code: ENOSPC),
            "'/a' cannot be written: No space left on device.", .retry),
    ]
}

// The numbers of the cases; a new case does not compile until it is added here, and then has to be among the samples.

extension LibraryError {
    fileprivate var number: Int {
        switch self {
        case .cancelled: 0
        case .timedOut: 1
        case .shutDown: 2
        case .tooManyCalls: 3
        case .notAuthorized: 4
        case .cannotOpen: 5
        case .snapshotInvalidated: 6
        case .failed: 7
        case .assetNotFound: 8
        case .albumNotFound: 9
        case .noAlbum: 10
        case .noAssets: 11
        case .invalidToken: 12
        case .invalidArgument: 13
        }
    }
}

extension ImageError {
    fileprivate var number: Int {
        switch self {
        case .cancelled: 0
        case .timedOut: 1
        case .shutDown: 2
        case .networkRequired: 3
        case .networkFailed: 4
        case .library: 5
        case .failed: 6
        case .notSupported: 7
        case .wrongMediaType: 8
        case .noResource: 9
        case .tooManyBytes: 10
        case .wrongSize: 11
        case .tooManyPixels: 12
        case .tooMuchWork: 13
        case .hung: 14
        case .invalidArgument: 15
        case .notEnoughSpace: 16
        }
    }
}

extension MetadataError {
    fileprivate var number: Int {
        switch self {
        case .cannotOpen: 0
        case .cannotRead: 1
        case .empty: 2
        case .unknownFormat: 3
        }
    }
}

extension MetadataEditError {
    fileprivate var number: Int {
        switch self {
        case .unreadable: 0
        case .unsupported: 1
        case .invalidText: 2
        case .unencodable: 3
        case .damaged: 4
        case .overlapping: 5
        case .tooLong: 6
        case .tooMany: 7
        case .unknownTrailer: 8
        case .unknownData: 9
        case .changedMeanwhile: 10
        case .cannotWrite: 11
        case .invalidKeyword: 12
        case .invalidRating: 13
        case .invalidPlace: 14
        case .invalidAltitude: 15
        case .invalidTimeZone: 16
        }
    }
}
