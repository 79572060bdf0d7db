#if FolderLibrary || canImport(Darwin)
import CameraRoll
@testable import FolderLibrary
@testable import CameraRollCodecs
import Foundation
import Testing

/// The text, the recovery and the cancellation of every case of a folder's and a codec's errors.
@Suite struct ErrorTextTests {
    private typealias Sample = (error: any CameraRollError, text: String, recovery: ErrorRecovery?)

    private static let size = PixelSize(width: 9, height: 8)
    private static var samples: [Sample] { folders + indexes + codecs }

    @Test func `Every error says what was wrong with which value`() {
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
        #expect(texts == ["Indexing was canceled.", "Decoding was canceled."])
    }

    @Test func `Every case is among the samples`() {
        let errors = Self.samples.map(\.error)
        #expect(Set(errors.compactMap { ($0 as? FolderError)?.number }) == Set(0...10))
        #expect(Set(errors.compactMap { ($0 as? CodecError)?.number }) == Set(0...10))
    }
}

extension ErrorTextTests {
    private static let folders: [Sample] = [
        (
            FolderError.cannotOpenRoot(path: "/a", code: ENOTDIR),
            "'/a' cannot be opened: it is a file, and not a folder.", .retry
        ),
        (
            FolderError.cannotOpenRoot(path: "ftp://a", code: ENOENT),
            "'ftp://a' cannot be opened: it is not a folder of this machine.", .retry
        ),
        (
            FolderError.cannotOpenRoot(path: "/a", code: ENOENT), "'/a' cannot be opened: No such file or directory.",
            .retry
        ),
        (FolderError.rootVanished(path: "/a"), "'/a' is empty, and is not the folder that was indexed.", .retry),
        (
            FolderError.rootReplaced(path: "/a"),
            "'/a' has other photos than were indexed: open it with an index of its own.", nil
        ),
        (
            FolderError.invalidArgument(InvalidArgument("number of concurrent reads", 0, allowed: "1 to 64")),
            "Invalid number of concurrent reads 0: expected 1 to 64.", nil
        ),
        (FolderError.cancelled, "Indexing was canceled.", nil),
    ]

    private static let indexes: [Sample] = [
        (FolderError.indexOfAnotherFolder(path: "/a"), "The index belongs to the photos in '/a'.", nil),
        (
            FolderError.indexTooNew(version: 99),
            "The index has version 99, which a later version of this library wrote.", nil
        ),
        (
            FolderError.indexOfAnotherApplication(path: "/a", applicationID: 7),
            "'/a' is a database of another application, 7.", nil
        ),
        (FolderError.indexIsLink(path: "/a"), "'/a' is a link, or not a file, and is not opened.", nil),
        (
            FolderError.cannotWriteIndex(path: "/a", code: EROFS),
            "The index cannot be written at '/a': Read-only file system. Photos that cannot be written can have it "
                + "elsewhere: FolderConfiguration.index = .cacheFolder.", nil
        ),
        (FolderError.busy, "Other programs have been writing to the index for too long.", .retry),
        (FolderError.damaged(reason: "it is torn"), "The index is damaged: it is torn.", .retry),
        (FolderError.index(reason: "it sleeps"), "The index failed: it sleeps.", .retry),
        (FolderError.notEnoughSpace, "There is not enough space for the index.", .retry),
    ]

    private static let codecs: [Sample] = [
        (
            CodecError.unreadable(.empty),
            "The file cannot be read: The data is empty: expected an image or a movie.", nil
        ),
        (
            CodecError.unreadable(.cannotRead(at: 12, code: EIO)),
            "The file cannot be read: The bytes from 12 on cannot be read: Input/output error.", .retry
        ),
        (CodecError.tooManyBytes(13, limit: 12), "The file has 13 bytes, and at most 12 are read.", nil),
        (CodecError.unsupportedFormat("GIF"), "No codec reads GIF files here.", nil),
        (
            CodecError.damaged(.jpeg, reason: "it is torn"), "The jpeg file cannot be decoded: it is torn.", nil
        ),
        (
            CodecError.unavailable(.png, reason: "out of memory"), "The png codec cannot work now: out of memory.",
            .retry
        ),
        (CodecError.tooManyPixels(size, limit: 12), "The picture has 9×8 pixels, and at most 12 are decoded.", nil),
        (
            CodecError.tooMuchMemory(size, bytes: 13, limit: 12),
            "Decoding 9×8 pixels takes 13 bytes, and at most 12 are allowed.", nil
        ),
        (CodecError.cancelled, "Decoding was canceled.", nil),
        (
            CodecError.cannotEncode(.jpeg, reason: "it is too wide"),
            "The picture cannot be written as jpeg: it is too wide.", nil
        ),
        (
            CodecError.missingTrait(.png),
            "No codec for png is built in: on Linux name the package trait 'FolderLibrary'.", nil
        ),
        (
            CodecError.invalidArgument(InvalidArgument("quality", 2.5, allowed: "0 to 1")),
            "Invalid quality 2.5: expected 0 to 1.", nil
        ),
    ]
}

// The numbers of the cases; a new case does not compile until it is added here, and then has to be among the samples.

extension FolderError {
    fileprivate var number: Int {
        switch self {
        case .cannotOpenRoot: 0
        case .rootVanished: 1
        case .rootReplaced: 2
        case .indexNotUsable: 3
        case .cannotWriteIndex: 4
        case .busy: 5
        case .damaged: 6
        case .invalidArgument: 7
        case .index: 8
        case .notEnoughSpace: 9
        case .cancelled: 10
        }
    }
}

extension CodecError {
    fileprivate var number: Int {
        switch self {
        case .unreadable: 0
        case .tooManyBytes: 1
        case .unsupportedFormat: 2
        case .damaged: 3
        case .unavailable: 4
        case .tooManyPixels: 5
        case .tooMuchMemory: 6
        case .cancelled: 7
        case .cannotEncode: 8
        case .missingTrait: 9
        case .invalidArgument: 10
        }
    }
}
#endif
