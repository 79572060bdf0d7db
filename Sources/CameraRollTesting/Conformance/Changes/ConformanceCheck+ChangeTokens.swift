import CameraRoll
import Foundation

extension ConformanceCheck {
    static var changeTokens: [ConformanceCheck] { [tokenTexts, foreignTokens] }

    private static let tokenTexts = ConformanceCheck(living: "A change token means the same after it was stored") {
        library, expect in
        let token = try await library.token()
        try expect.equal(token.library, try await library.read(\.identity), "the library of a change token")
        let album = try await library.makeAlbum("Stored")
        let stored = try ChangeToken(token: token.token)
        let changes = try await library.changes(since: stored)
        try expect.equal(changes.albums.inserted, [album], "the albums inserted since a token that was stored")
        let direct = try await library.changes(since: token)
        try expect.equal(direct.albums, changes.albums, "the albums changed since the token itself")
    }

    private static let foreignTokens = ConformanceCheck(living: "Foreign change tokens are refused, and malformed ones")
    {
        library, expect in
        let token = try await library.token()
        let foreign = ChangeToken(library: LibraryIdentity(rawValue: "no such library: 3F0C2A"), place: token.place)
        let error = LibraryError.foreignChangeToken(from: foreign.library, usedIn: token.library)
        try expect.equal(try await library.refusal(of: foreign), error, "the refusal of a foreign token")
        for place in [Data(), Data("no such place: 3F0C2A".utf8)] {
            let malformed = ChangeToken(library: token.library, place: place)
            guard case .malformedChangeToken? = try await library.refusal(of: malformed) else {
                throw expect.fail("a malformed token", expected: "the error malformedChangeToken", found: "another end")
            }
        }
    }
}

extension LivingProbe {
    /// The error with which a token is refused; nil if it is accepted.
    fileprivate func refusal(of token: ChangeToken) async throws -> LibraryError? {
        do throws(LibraryError) {
            _ = try await manager.changes(since: token)
            return nil
        } catch {
            return error
        }
    }
}
