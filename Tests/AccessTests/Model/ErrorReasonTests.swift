import CameraRollTesting
import CoreTestSupport
import Foundation
import PhotoMetadataEditing
import Testing

@testable import CameraRoll

/// Errors that caused other errors: they are kept, and the texts name them.
@Suite struct ErrorReasonTests {
    private struct Mishap: Error, CustomStringConvertible {
        let description = "it slipped"
    }

    @Test func `An error that the caller's closure throws is kept`() async throws {
        let manager = Subject(assets: 3).manager
        let error = await #expect(throws: EditError.self) {
            try await manager.performChanges { _ in throw Mishap() }
        }
        #expect(error?.underlyingError is Mishap)
        #expect(error?.description == "The closure that lists the edits threw an error: it slipped.")
    }

    @Test func `An error of a library that does not open is kept`() async throws {
        let manager = MediaManager(PhotoLibrarySource { _ in throw Mishap() }, limits: .untimed)
        let error = await #expect(throws: LibraryError.self) { try await manager.loadLibrary() }
        #expect(error?.underlyingError is Mishap)
        #expect(error?.description == "The library could not be opened: it slipped.")
    }

    @Test func `A failure has the recovery of the error that caused it`() {
        let torn = ErrorReason("it is torn", causedBy: MetadataError.empty)
        let unreadable = ErrorReason("it is torn", causedBy: MetadataError.cannotRead(at: 0, code: EIO))
        #expect(ImageError.failed("a", reason: torn).recovery == nil)
        #expect(ImageError.failed("a", reason: unreadable).recovery == .retry)
        #expect(ImageError.failed("a", reason: ErrorReason(Mishap())).recovery == .retry)
    }

    @Test func `Edits that cannot be carried out have the recovery of the error that caused it, and else none`() {
        #expect(EditError.closureFailed(reason: ErrorReason(LibraryError.tooManyCalls(limit: 1))).recovery == .retry)
        #expect(EditError.closureFailed(reason: ErrorReason(Mishap())).recovery == nil)
        #expect(EditError.notSupported(reason: "it is written in stone").recovery == nil)
    }

    @Test func `A source's own cancellation does not end the delivery of what came before`() {
        #expect(!ImageError.failed("a", reason: ErrorReason(CancellationError())).endsDelivery)
        #expect(ImageError.library(.cancelled).endsDelivery)
    }

    @Test func `The system's error is kept with its number`() {
        let errors: [any CameraRollError] = [
            MetadataError.cannotOpen(path: "/a", code: ENOENT), MetadataError.cannotRead(at: 0, code: EIO),
            MetadataEditError.cannotWrite(path: "/a", code: ENOSPC),
        ]
        #expect(errors.map { ($0.underlyingError as? POSIXError)?.code } == [.ENOENT, .EIO, .ENOSPC])
    }

    @Test func `A failure that a cancellation caused is one`() {
        #expect(LibraryError.failed("read", reason: ErrorReason(CancellationError())).isCancellation)
        #expect(EditError.failed(reason: ErrorReason(LibraryError.cancelled)).isCancellation)
        #expect(!EditError.failed(reason: ErrorReason(LibraryError.shutDown)).isCancellation)
    }

    @Test func `Reasons are equal if their texts are`() {
        #expect(ErrorReason(Mishap()) == "it slipped")
        #expect(ErrorReason(Mishap()) != "it fell")
    }

    @Test func `An error that wraps another one names it`() {
        #expect(ImageError.library(.shutDown).underlyingError as? LibraryError == .shutDown)
        #expect(AssetMetadataError.metadata(.empty).underlyingError as? MetadataError == .empty)
        #expect(MetadataEditError.unreadable(.empty).underlyingError as? MetadataError == .empty)
        #expect(LibraryError.shutDown.underlyingError == nil)
    }
}
