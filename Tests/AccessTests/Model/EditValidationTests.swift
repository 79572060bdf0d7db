import Foundation
import Testing

@testable import CameraRoll

/// Edits that no library could carry out, refused before the library is called.
@Suite struct EditValidationTests {
    private static let (a, b) = (AssetReference.existing("a"), AssetReference.existing("b"))
    private static let album = AlbumID("x")

    /// The error of edits; nil if they are valid.
    private func failure(_ body: (inout ChangeRequest) -> Void) -> EditError? {
        var changes = ChangeRequest()
        body(&changes)
        do throws(EditError) {
            try changes.validate()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: ["", " ", "\t \n", "\u{00A0}\u{2003}"])
    func `A title without letters is refused, wherever it is given`(title: String) {
        #expect(failure { _ = $0.createAlbum(title) } == .emptyTitle)
        #expect(failure { _ = $0.createAlbum(title, in: Self.album) } == .emptyTitle)
        #expect(failure { _ = $0.createFolder(title) } == .emptyTitle)
        #expect(failure { _ = $0.createFolder(title, in: Self.album) } == .emptyTitle)
        #expect(failure { $0.rename(Self.album, to: title) } == .emptyTitle)
        #expect(failure { _ = $0.createAlbum(title + "1") } == nil)
    }

    @Test func `Another transaction's placeholder is refused in every edit that takes one`() {
        var others = ChangeRequest()
        let (asset, album) = (others.createAsset(.photo(Data([1]))), others.createAlbum("a"))
        let edits: [@Sendable (inout ChangeRequest) -> Void] = [
            { $0.delete([asset]) }, { $0.setFavorite(true, for: [asset]) }, { $0.setHidden(true, for: [asset]) },
            { $0.setCreationDate(nil, for: [asset]) }, { $0.setLocation(nil, for: [asset]) },
            { $0.append([asset], to: Self.album) }, { $0.insert([asset], at: 0, into: Self.album) },
            { $0.remove([asset], from: Self.album) }, { $0.move([asset], to: 0, in: Self.album) },
            { $0.replace(asset, with: Self.a, in: Self.album) }, { $0.replace(Self.a, with: asset, in: Self.album) },
            { $0.reorder(Self.album, as: [Self.a, asset.assetReference]) },
        ]
        for edit in edits { #expect(failure(edit) == .foreignAssetPlaceholder(asset)) }
        let albumEdits: [@Sendable (inout ChangeRequest) -> Void] = [
            { _ = $0.createAlbum("b", in: album) }, { _ = $0.createFolder("b", in: album) },
            { $0.rename(album, to: "b") }, { $0.deleteCollections([album]) }, { $0.move(album, into: Self.album) },
            { $0.move(Self.album, into: album) }, { $0.move(album, into: nil) }, { $0.append([Self.a], to: album) },
            { $0.insert([Self.a], at: 0, into: album) }, { $0.remove([Self.a], from: album) },
            { $0.move([Self.a], to: 0, in: album) }, { $0.replace(Self.a, with: Self.b, in: album) },
            { $0.reorder(album, as: [Self.a]) },
        ]
        for edit in albumEdits { #expect(failure(edit) == .foreignAlbumPlaceholder(album)) }
    }

    @Test func `The same asset twice is refused where it would stand in two places, and nowhere else`() {
        let twice = [Self.a, Self.b, Self.a]
        #expect(failure { $0.append(twice, to: Self.album) } == .duplicateAsset(Self.a))
        #expect(failure { $0.insert(twice, at: 0, into: Self.album) } == .duplicateAsset(Self.a))
        #expect(failure { $0.move(twice, to: 0, in: Self.album) } == .duplicateAsset(Self.a))
        #expect(failure { $0.reorder(Self.album, as: twice) } == .duplicateAsset(Self.a))
        #expect(failure { $0.delete(twice) } == nil)
        #expect(failure { $0.setFavorite(true, for: twice) } == nil)
        #expect(failure { $0.remove(twice, from: Self.album) } == nil)
        var new: AssetPlaceholder?
        let created = failure { changes in
            let asset = changes.createAsset(.photo(Data([1])))
            new = asset
            changes.append([asset, asset], to: Self.album)
        }
        #expect(created == new.map { .duplicateAsset(.created($0)) })
    }

    @Test(
        arguments: [
            (90.1, 0), (-90.1, 0), (0, 180.1), (0, -180.1), (.nan, 0), (0, .nan), (.infinity, 0), (0, -.infinity),
        ] as [(Double, Double)])
    func `A place that is not on earth is refused, for an asset and for a new one`(north: Double, east: Double) {
        let place = Coordinate(latitude: north, longitude: east)
        var asset = NewAsset.photo(Data([1]))
        asset.place = place
        for error in [failure { $0.setLocation(place, for: [Self.a]) }, failure { _ = $0.createAsset(asset) }] {
            #expect(error == .invalidPlace(place))
        }
    }

    @Test func `The extreme coordinates are locations, and nil removes a location or a date`() {
        for place in [(90, 180), (-90, -180), (0, 0)].map({ Coordinate(latitude: $0, longitude: $1) }) {
            #expect(failure { $0.setLocation(place, for: [Self.a]) } == nil)
        }
        #expect(failure { $0.setLocation(nil, for: [Self.a]) } == nil)
        #expect(failure { $0.setCreationDate(nil, for: [Self.a]) } == nil)
        #expect(failure { $0.setCreationDate(.distantFuture, for: [Self.a]) } == nil)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `An invalid date is refused, for an asset and for a new one`(seconds: Double) {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        var asset = NewAsset.photo(Data([1]))
        asset.creationDate = date
        #expect(failure { $0.setCreationDate(date, for: [Self.a]) } == .invalidDate)
        #expect(failure { _ = $0.createAsset(asset) } == .invalidDate)
    }

    @Test func `A new asset without a file is refused, and one with a file in each form is not`() throws {
        var changes = ChangeRequest()
        let placeholder = changes.createAsset(NewAsset(resources: []))
        #expect(throws: EditError.missingResource(placeholder, reason: "it has no file")) { try changes.validate() }
        let file = URL(fileURLWithPath: "/a.jpg")
        for asset in [NewAsset.photo(at: file), .video(at: file), .livePhoto(still: file, video: file)] {
            #expect(failure { _ = $0.createAsset(asset) } == nil)
        }
    }

    @Test func `The first invalid edit is the one that is reported`() {
        let error = failure { changes in
            changes.setFavorite(true, for: [Self.a])
            changes.setCreationDate(Date(timeIntervalSinceReferenceDate: .nan), for: [Self.a])
            _ = changes.createAlbum("")
        }
        #expect(error == .invalidDate)
        #expect(failure { _ in } == nil)
    }
}
