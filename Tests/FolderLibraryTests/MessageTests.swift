#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
@testable import CameraRollCodecs
import Foundation
import Testing

/// The error messages for users: whole sentences, with a possible remedy.
struct MessageTests {
    @Test(arguments: [
        CodecError.unreadable(.empty), .tooManyBytes(9, limit: 8), .unsupportedFormat("tiff"),
        .damaged(.jpeg, reason: "Premature end."), .unavailable(.png, reason: "out of memory"),
        .tooManyPixels(PixelSize(width: 9, height: 9), limit: 8), .cannotEncode(.jpeg, reason: "it is too wide"),
    ])
    func `A codec's errors are sentences, and reasons within sentences`(error: CodecError) {
        let message = error.localizedDescription
        #expect(message == "\(error)" && message.first?.isUppercase == true)
        #expect(message.hasSuffix(".") && !message.hasSuffix(".."))
        let around = error.imageError(of: "a").localizedDescription
        #expect(around.hasSuffix(".") && !around.contains(".."))
    }

    @Test(arguments: [
        ("The library could not be opened: There is none.", LibraryError.cannotOpen(reason: "There is none.")),
        ("The library failed in 'fetch': it sleeps.", .failed("fetch", reason: "it sleeps")),
    ])
    func `A reason that is a sentence has one full stop`(message: String, error: LibraryError) {
        #expect(error.description == message)
    }

    @Test func `What cannot be a folder of photos is said in words`() async throws {
        let scratch = try ScratchFolder()
        try scratch.write(to: "a.jpg")
        let file = scratch.url.path + "/a.jpg"
        for (url, words) in [
            (URL(filePath: file), "'\(file)' cannot be opened: it is a file, and not a folder."),
            (try #require(URL(string: "https://example.org/photos")), "'https://example.org/photos' cannot be opened"),
        ] {
            let photos = PhotoFolder(at: url)
            await #expect { try await photos.index().waitUntilFinished() } throws: {
                $0.localizedDescription.contains(words)
            }
            let manager = MediaManager(.folder(photos), limits: .untimed)
            await #expect { try await manager.loadLibrary() } throws: { error in
                error.localizedDescription.contains(words) && !error.localizedDescription.contains("..")
            }
        }
    }

    @Test func `A file that cannot be imported is named with what the system says`() async throws {
        let scratch = try ScratchFolder()
        let manager = MediaManager(access: try await scratch.photos().opened())
        await #expect {
            try await manager.performChanges { $0.createAsset(.photo(at: URL(filePath: "/nowhere/a.jpg"))) }
        } throws: { error in
            error.localizedDescription.hasSuffix("'/nowhere/a.jpg' cannot be opened: No such file or directory.")
        }
    }

    @Test func `A folder's album cannot be edited, and the error says that it is a folder on disk`() async throws {
        let scratch = try ScratchFolder()
        try scratch.write(to: "sub/a.jpg")
        let manager = MediaManager(access: try await scratch.photos().opened())
        let album = try #require(try await manager.loadAlbums().first { $0.title == "sub" })
        await #expect { try await manager.performChanges { $0.rename(album, to: "x") } } throws: {
            $0.localizedDescription.contains("'\(album.id)' cannot be edited: it stands for a folder on disk")
        }
    }

    @Test func `Albums and traits have names`() async throws {
        let scratch = try ScratchFolder()
        try scratch.write(to: "sub/a.jpg")
        let manager = MediaManager(access: try await scratch.photos().opened())
        let albums = try await manager.loadAlbums()
        #expect(albums.allSatisfy { !$0.subtype.description.contains(where: \.isNumber) })
        #expect(albums.first { $0.title == "sub" }?.subtype.description == "folder")
        #expect("\(MediaSubtypes())" == "[]" && "\(MediaSubtypes.livePhoto)" == "[live photo]")
        #expect("\(MediaSubtypes(rawValue: 0x9000_0005))" == "[panorama, screenshot, 0x90000000]")
    }

    @Test func `The system's error behind Foundation's is reported in the system's words`() {
        let codes: [(CocoaError.Code, Int32)] = [
            (.fileWriteOutOfSpace, ENOSPC), (.fileWriteVolumeReadOnly, EROFS), (.fileWriteNoPermission, EACCES),
            (.fileNoSuchFile, ENOENT), (.featureUnsupported, EIO),
        ]
        for (code, number) in codes { #expect(SystemError(CocoaError(code)).code == number) }
        let cause = POSIXError(.ELOOP)
        #expect(SystemError(CocoaError(.fileReadUnknown, userInfo: [NSUnderlyingErrorKey: cause])).code == ELOOP)
        #expect(EditError(ofFolder: CocoaError(.fileWriteOutOfSpace)) == .notEnoughSpace)
        #expect(FolderError(CocoaError(.fileNoSuchFile)) == .index(reason: "No such file or directory"))
    }

    @Test func `The error of the system, of Foundation or of SQLite is kept within the folder's`() {
        let refused = CocoaError(.fileWriteNoPermission)
        #expect(EditError(ofFolder: refused).underlyingError as? CocoaError == refused)
        #expect(FolderError(refused).underlyingError as? CocoaError == refused)
        let locked = EditError(ofFolder: SystemError(code: EACCES))
        #expect(locked.underlyingError as? POSIXError == POSIXError(.EACCES))
        let torn = SQLiteError(code: SQLiteError.damage, message: "torn", sql: nil)
        #expect(FolderError(torn).underlyingError as? SQLiteError == torn)
        let away = FolderError.cannotOpenRoot(path: "/a", code: ENOENT)
        #expect(away.underlyingError as? POSIXError == POSIXError(.ENOENT))
    }
}
#endif
