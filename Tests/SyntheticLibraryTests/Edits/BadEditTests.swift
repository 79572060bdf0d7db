import CameraRoll
import Foundation
import SyntheticLibrary
import Testing

struct BadEditTests {
    private let subject: EditSubject
    private let album: AlbumID
    private let folder: AlbumID
    private let inner: AlbumID
    private let ids = (0..<6).map { AssetID.row($0) }

    init() {
        subject = EditSubject()
        (album, folder, inner) = subject.store.change { contents in
            let folder = contents.makeFolder("Folder")
            let inner = contents.makeFolder("Inner", in: folder)
            contents.delete([.row(20)])
            return (contents.makeAlbum("Mine", [.row(0), .row(1)], in: folder), folder, inner)
        }
    }

    private func expect(_ error: EditError, _ write: (inout ChangeRequest) -> Void) throws {
        let before = subject.trace
        #expect(throws: error) { try subject.perform(write) }
        #expect(subject.trace == before)
        // Edits before it leave no trace either.
        #expect(throws: error) {
            try subject.perform { edits in
                edits.setFavorite(true, for: [ids[5]])
                _ = edits.createAlbum("Before")
                edits.append([ids[5]], to: album)
                edits.remove([ids[5]], from: album)
                write(&edits)
            }
        }
        #expect(subject.trace == before)
    }

    @Test(arguments: [.min, 0, 1, 2, 3, 6, 7, .max])
    func `A fault fails the transaction at every edit, and behind the last one`(edit: Int) throws {
        subject.store.faults.editFailure = SyntheticEditFault(at: edit, .notEnoughSpace)
        try expect(.notEnoughSpace) { $0.setFavorite(true, for: [ids[0]]) }
    }

    @Test func `Assets that are unknown or deleted`() throws {
        for id in ["nobody", AssetID.row(20), .row(1000)] {
            try expect(.assetNotFound(id)) { $0.delete([id]) }
            try expect(.assetNotFound(id)) { $0.setFavorite(true, for: [ids[0], id]) }
            try expect(.assetNotFound(id)) { $0.append([id], to: album) }
            try expect(.assetNotFound(id)) { $0.replace(ids[0], with: id, in: album) }
        }
        try expect(.assetNotFound(ids[3])) { edits in
            edits.delete([ids[3]])
            edits.setHidden(true, for: [ids[3]])
        }
    }

    @Test func `Placeholders of what was deleted`() throws {
        var edits = ChangeRequest()
        let asset = edits.createAsset(.photo(Data([1])))
        edits.delete([asset])
        edits.setFavorite(true, for: [asset])
        #expect(throws: EditError.assetNotCreated(asset)) {
            try subject.editor.perform(EditTransaction(edits.edits))
        }
        var other = ChangeRequest()
        let album = other.createAlbum("New")
        other.deleteCollections([album])
        other.rename(album, to: "Newer")
        #expect(throws: EditError.albumNotCreated(album)) {
            try subject.editor.perform(EditTransaction(other.edits))
        }
    }

    @Test func `Albums that are not there, not the user's, or not albums at all`() throws {
        try expect(.albumNotFound("nowhere")) { $0.append([ids[0]], to: AlbumID("nowhere")) }
        try expect(.albumNotFound("nowhere")) { $0.deleteCollections([AlbumID("nowhere")]) }
        for id in ["S209", "C0"] as [AlbumID] {
            let reference = AlbumReference.existing(id)
            try expect(.notEditable(reference)) { $0.append([ids[0]], to: id) }
            try expect(.notEditable(reference)) { $0.rename(id, to: "Mine") }
            try expect(.notEditable(reference)) { $0.deleteCollections([id]) }
            try expect(.notEditable(reference)) { $0.move(id, into: nil) }
            try expect(.notAFolder(reference)) { _ = $0.createAlbum("In it", in: id) }
        }
        try expect(.notAnAlbum(.existing(folder))) { $0.append([ids[0]], to: folder) }
        try expect(.notAnAlbum(.existing(folder))) { $0.reorder(folder, as: [AssetID]()) }
        try expect(.notAFolder(.existing(album))) { _ = $0.createFolder("In it", in: album) }
        try expect(.notAFolder(.existing(album))) { $0.move(folder, into: album) }
    }

    @Test func `Folders in themselves, and empty titles`() throws {
        try expect(.folderInItself(.existing(folder))) { $0.move(folder, into: folder) }
        try expect(.folderInItself(.existing(folder))) { $0.move(folder, into: inner) }
        for title in ["", " \n\t"] {
            try expect(.emptyTitle) { _ = $0.createAlbum(title) }
            try expect(.emptyTitle) { _ = $0.createFolder(title) }
            try expect(.emptyTitle) { $0.rename(album, to: title) }
        }
    }

    @Test func `Positions out of range`() throws {
        for position in [-1, 3, .max, .min] {
            let error = EditError.positionOutOfBounds(position, count: 2, .existing(album))
            try expect(error) { $0.insert([ids[3]], at: position, into: album) }
        }
        for position in [-1, 2] {
            let error = EditError.positionOutOfBounds(position, count: 1, .existing(album))
            try expect(error) { $0.move([ids[0]], to: position, in: album) }
        }
    }

    @Test func `Members twice, already there, or not there`() throws {
        let reference = AlbumReference.existing(album)
        for write: (inout ChangeRequest) -> Void in [
            { $0.append([ids[3], ids[3]], to: album) }, { $0.insert([ids[3], ids[3]], at: 0, into: album) },
        ] {
            try expect(.duplicateAsset(.existing(ids[3])), write)
        }
        try expect(.duplicateAsset(.existing(ids[0]))) { $0.move([ids[0], ids[0]], to: 0, in: album) }
        try expect(.duplicateAsset(.existing(ids[0]))) { $0.reorder(album, as: [ids[0], ids[0]]) }
        try expect(.alreadyInAlbum(.existing(ids[1]), reference)) { $0.insert([ids[3], ids[1]], at: 0, into: album) }
        try expect(.alreadyInAlbum(.existing(ids[1]), reference)) { $0.replace(ids[0], with: ids[1], in: album) }
        try expect(.alreadyInAlbum(.existing(ids[0]), reference)) { $0.replace(ids[0], with: ids[0], in: album) }
        try expect(.notInAlbum(.existing(ids[3]), reference)) { $0.remove([ids[0], ids[3]], from: album) }
        try expect(.notInAlbum(.existing(ids[3]), reference)) { $0.move([ids[3]], to: 0, in: album) }
        try expect(.notInAlbum(.existing(ids[3]), reference)) { $0.replace(ids[3], with: ids[4], in: album) }
        try expect(.notInAlbum(.existing(ids[3]), reference)) { $0.reorder(album, as: [ids[0], ids[3]]) }
        try expect(.incompleteOrder(reference, named: 1, count: 2)) { $0.reorder(album, as: [ids[1]]) }
    }

    @Test func `Invalid dates and locations`() throws {
        try expect(.invalidDate) { $0.setCreationDate(Date(timeIntervalSinceReferenceDate: .nan), for: [ids[0]]) }
        let place = Coordinate(latitude: 91, longitude: 0)
        try expect(.invalidPlace(place)) { $0.setLocation(place, for: [ids[0]]) }
        let (asset, date) = (NewAsset.photo(Data([1])), Coordinate(latitude: 0, longitude: .infinity))
        var new = asset
        new.place = date
        try expect(.invalidPlace(date)) { _ = $0.createAsset(new) }
    }
}
