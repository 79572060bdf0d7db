import Foundation
import Testing

@testable import CameraRoll

/// What each error answers for all errors of the package: whether the caller canceled, and the step that may help.
@Suite struct ErrorRecoveryTests {
    private static let size = PixelSize(width: 9, height: 9)
    private static let asset = AssetPlaceholder(transaction: TransactionID(), number: 1)
    private static let library = LibraryIdentity("library")

    /// The errors for which the step is to try again.
    private static let retried: [any CameraRollError] = [
        LibraryError.timedOut("read", after: .seconds(1), behind: nil), LibraryError.tooManyCalls(limit: 9),
        LibraryError.cannotOpen(reason: "it sleeps"), LibraryError.failed("read", reason: "it sleeps"),
        EditError.library(.tooManyCalls(limit: 9)), EditError.notEnoughSpace, EditError.volumeOffline,
        EditError.interrupted(reason: "it sleeps"), EditError.networkFailed(reason: "rain"),
        EditError.failed(reason: "it sleeps"), ImageError.library(.tooManyCalls(limit: 9)),
        ImageError.timedOut(after: .seconds(1)), ImageError.networkFailed("a", reason: "rain"),
        ImageError.failed("a", reason: "it sleeps"), ImageError.noImage("a"), ImageError.tooMuchWork(limit: 9),
        ImageError.wedged(threads: 9), AssetMetadataError.original(.timedOut(after: .seconds(1))),
        AssetMetadataError.metadata(.cannotRead(at: 9, code: EIO)), MetadataError.cannotRead(at: 9, code: EIO),
        MetadataEditError.unreadable(.cannotRead(at: 9, code: EIO)), MetadataEditError.changedMeanwhile(path: "/a"),
        MetadataEditError.cannotWrite(path: "/a", code: ENOSPC),
    ]

    /// The errors for which the step is a new snapshot.
    private static let taken: [any CameraRollError] = [
        LibraryError.snapshotInvalidated(of: library), ImageError.library(.snapshotInvalidated(of: library)),
        LibraryError.foreignCursor(from: library, usedIn: library),
        LibraryError.cursorOfAnotherQuery(.photos, asked: .videos),
        LibraryError.malformedCursor(token: "x", reason: "it is short"),
        LibraryError.foreignChangeToken(from: library, usedIn: library),
        LibraryError.malformedChangeToken(token: "x", reason: "it is short"),
    ]

    /// The errors for which the step is to ask for permission.
    private static let asked: [any CameraRollError] = [
        LibraryError.notAuthorized(.denied), LibraryError.notAuthorized(.notDetermined),
        EditError.library(.notAuthorized(.denied)), ImageError.library(.notAuthorized(.denied)),
        AssetMetadataError.original(.library(.notAuthorized(.denied))),
    ]

    /// Errors for which no step helps.
    private static let final: [any CameraRollError] = [
        LibraryError.notAuthorized(.restricted), LibraryError.shutDown, LibraryError.assetNotFound("a"),
        LibraryError.noAlbum(.screenshots), LibraryError.invalidPageSize(0), EditError.refusedByUser,
        EditError.shutDown, EditError.library(.shutDown), EditError.notSupported(reason: "it is paper"),
        EditError.assetNotFound("a"), EditError.missingResource(asset, reason: "it is gone"), ImageError.shutDown,
        ImageError.library(.shutDown),
        ImageError.networkRequired("a"), ImageError.noOriginals("a"), ImageError.tooManyPixels(size, limit: 9),
        AssetMetadataError.original(.shutDown), AssetMetadataError.metadata(.empty), MetadataError.empty,
        MetadataEditError.unreadable(.empty), MetadataEditError.cannotWrite(path: "/a", code: EROFS),
        WindowError.invalidCount(-1),
    ]

    /// What the caller canceled, also within other errors.
    private static let canceled: [any CameraRollError] = [
        LibraryError.cancelled, EditError.cancelled, EditError.library(.cancelled), ImageError.cancelled,
        ImageError.library(.cancelled), AssetMetadataError.original(.cancelled),
        AssetMetadataError.original(.library(.cancelled)),
    ]

    @Test func `Only what the caller canceled is a cancellation`() {
        for error in Self.canceled { #expect(error.isCancellation, "\(error)") }
        for error in Self.retried + Self.taken + Self.asked + Self.final {
            #expect(!error.isCancellation, "\(error)")
        }
    }

    @Test func `Each error names the step that may help`() {
        for error in Self.retried { #expect(error.recovery == .retry, "\(error)") }
        for error in Self.taken { #expect(error.recovery == .takeNewSnapshot, "\(error)") }
        for error in Self.asked { #expect(error.recovery == .requestAuthorization, "\(error)") }
        for error in Self.canceled + Self.final { #expect(error.recovery == nil, "\(error)") }
    }
}
