import CameraRoll
import Foundation
import Testing

/// Stored tokens: the text of a place in a library's history.
@Suite struct ChangeTokenTests {
    private static let token = ChangeToken(library: LibraryIdentity("synthetic-1"), place: Data([1, 2, 255]))

    /// A token's text from any contents.
    private static func text(_ contents: String) -> String {
        Data(contents.utf8).base64EncodedString()
    }

    private static func failure(reading text: String) -> LibraryError? {
        do throws(LibraryError) {
            _ = try ChangeToken(token: text)
            return nil
        } catch {
            return error
        }
    }

    @Test func `A token is the same after any number of launches`() throws {
        for (library, place) in [
            ("", Data()), ("a", Data([0])), ("/Volumes/Bilder \"2024\"\n/ü🌄", Data((0...255).map(UInt8.init))),
        ] {
            let token = ChangeToken(library: LibraryIdentity(library), place: place)
            #expect(try ChangeToken(token: token.token) == token)
            let stored = try JSONEncoder().encode([token])
            #expect(try JSONDecoder().decode([ChangeToken].self, from: stored) == [token])
            #expect(try JSONDecoder().decode([String].self, from: stored) == [token.token])
        }
    }

    @Test func `The text of a place is always the same one, also that which earlier versions have stored`() throws {
        let stored = Self.text(#"{"library":"synthetic-1","place":"AQL\/","version":1}"#)
        #expect(Self.token.token == stored)
        #expect(try ChangeToken(token: stored) == Self.token)
        let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=")
        #expect(Set(stored).isSubset(of: allowed))
    }

    @Test func `The same place in another library is another token`() {
        let other = ChangeToken(library: LibraryIdentity("synthetic-2"), place: Self.token.place)
        #expect(other != Self.token && other.token != Self.token.token)
        let later = ChangeToken(library: Self.token.library, place: Data([1, 2]))
        #expect(later != Self.token && later.token != Self.token.token)
    }

    @Test(arguments: [
        ("not base64!", "it is not base64"), ("AAA", "it is not base64"), ("", "its contents cannot be read"),
        (text("{"), "its contents cannot be read"), (text("7"), "its contents cannot be read"),
        (text(#"{"version":1}"#), "its contents cannot be read"),
        (text(#"{"library":"a","place":"?","version":1}"#), "its contents cannot be read"),
        (text(#"{"library":"a","place":"AQ==","version":"1"}"#), "its contents cannot be read"),
        (text(#"{"library":"a","place":"AQ==","version":2}"#), "its version 2 is unknown"),
        (text(#"{"library":"a","place":"AQ==","version":-1}"#), "its version -1 is unknown"),
    ])
    func `A text that is no token is named in the error, with what is wrong with it`(text: String, reason: String) {
        #expect(Self.failure(reading: text) == .malformedChangeToken(token: text, reason: reason))
        #expect(Self.failure(reading: text)?.description.contains(reason) == true)
    }

    @Test func `A malformed text in a file is the same error, and what is no text is the decoder's`() {
        #expect(throws: LibraryError.malformedChangeToken(token: "!", reason: "it is not base64")) {
            try JSONDecoder().decode([ChangeToken].self, from: Data(#"["!"]"#.utf8))
        }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([ChangeToken].self, from: Data("[7]".utf8)) }
    }

    @Test func `Every text that differs from a token in one place is another token or an error`() {
        let text = Self.token.token
        for index in text.indices {
            for letter in "A9+=~" where letter != text[index] {
                let other = text.replacingCharacters(in: index...index, with: String(letter))
                #expect((try? ChangeToken(token: other)) != Self.token, "\(other)")
            }
            #expect((try? ChangeToken(token: String(text[..<index]))) == nil)
        }
    }

    @Test(arguments: [true, false], 0...5)
    func `The net change of an object says what it was before all events, and what it is after them`(
        existed: Bool, events: Int
    ) {
        var (change, exists) = (NetChange(), existed)
        for _ in 0..<events {
            exists.toggle()
            change.note(isThere: exists)
        }
        var objects = LibraryChanges.Objects<AssetID>()
        if change.isNews { objects.add("a", change) }
        #expect(objects.inserted == (!existed && exists ? ["a"] : []))
        #expect(objects.deleted == (existed && !exists ? ["a"] : []))
        #expect(objects.updated == (existed && exists && events > 0 ? ["a"] : []))
    }

    @Test func `Changes are empty without changes of assets and of albums`() {
        var changes = LibraryChanges(affectedAlbums: ["a"], upTo: Self.token)
        #expect(changes.isEmpty)
        changes.assets.updated = ["a"]
        #expect(!changes.isEmpty && changes.assets.count == 1)
        changes = LibraryChanges(albums: .init(inserted: ["x"], deleted: ["y", "z"]), upTo: Self.token)
        #expect(!changes.isEmpty && changes.assets.isEmpty && changes.albums.count == 3)
    }
}
