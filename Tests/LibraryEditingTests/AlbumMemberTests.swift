import CameraRoll
import Foundation
import LibraryEditing
import Testing

/// Edits of up to four members, of which the app sees some: every album, every choice, every position.
struct AlbumMemberTests {
    /// Each album of up to four members, with each choice of invisible ones.
    static let stores = (0...4).flatMap { count in
        (0..<1 << count).map { choice in
            ArrayStore(
                members: Array(0..<count), others: [10, 11],
                invisible: Set((0..<count).filter { choice >> $0 & 1 == 1 }))
        }
    }

    @Test(arguments: stores) func `New members come before the visible one at their position`(store: ArrayStore) throws
    {
        let visible = store.members(of: 0).filter(store.isVisible)
        for position in 0...visible.count {
            let found = try store.applying { $0.insert([id(10), id(11)], at: position, into: AlbumID.only) }
            #expect(found.filter(store.isVisible) == visible.inserting([10, 11], at: position))
            #expect(found.filter { $0 < 10 } == store.members(of: 0))
        }
    }

    @Test(arguments: stores) func `A moved member is at its position among the others`(store: ArrayStore) throws {
        let visible = store.members(of: 0).filter(store.isVisible)
        for row in visible {
            let others = visible.filter { $0 != row }
            for position in 0...others.count {
                let found = try store.applying { $0.move([id(row)], to: position, in: AlbumID.only) }
                #expect(found.filter(store.isVisible) == others.inserting([row], at: position))
                #expect(found.filter { $0 != row } == store.members(of: 0).filter { $0 != row })
            }
        }
    }

    @Test(arguments: stores) func `A replacement takes exactly the place`(store: ArrayStore) throws {
        for row in store.members(of: 0) where store.isVisible(row) {
            let found = try store.applying { $0.replace(id(row), with: id(10), in: AlbumID.only) }
            #expect(found == store.members(of: 0).map { $0 == row ? 10 : $0 })
        }
    }

    @Test(arguments: stores) func `A new order leaves invisible members where they are`(store: ArrayStore) throws {
        let members = store.members(of: 0)
        let reversed = Array(members.filter(store.isVisible).reversed())
        let found = try store.applying { $0.reorder(AlbumID.only, as: reversed.map(id)) }
        #expect(found.filter(store.isVisible) == reversed)
        #expect(found.indices.filter { !store.isVisible(found[$0]) } == members.filter { !store.isVisible($0) })
    }

    @Test func `An edit that cannot be made says what is wrong`() {
        let store = ArrayStore(members: [0, 1, 2], others: [10], invisible: [1])
        let album = AlbumReference.existing(.only)
        #expect(throws: EditError.positionOutOfBounds(3, count: 2, album)) {
            try store.applying { $0.insert([id(10)], at: 3, into: AlbumID.only) }
        }
        #expect(throws: EditError.alreadyInAlbum(.existing(id(0)), album)) {
            try store.applying { $0.insert([id(0)], at: 0, into: AlbumID.only) }
        }
        #expect(throws: EditError.notInAlbum(.existing(id(10)), album)) {
            try store.applying { $0.remove([id(10)], from: AlbumID.only) }
        }
        #expect(throws: EditError.incompleteOrder(album, named: 1, count: 2)) {
            try store.applying { $0.reorder(AlbumID.only, as: [id(0)]) }
        }
        #expect(throws: EditError.assetNotFound(id(1))) {
            try store.applying { $0.remove([id(1)], from: AlbumID.only) }
        }
    }

    // The app does not see what it has created, if the user selects assets one by one.
    @Test func `An order with a member that the app does not see is refused`() throws {
        var request = ChangeRequest()
        let created = request.createAsset(.photo(Data([1])))
        request.append([created], to: AlbumID.only)
        // The number of the first created row.
        var application = EditApplication(to: ArrayStore(members: [0, 1], invisible: [101]))
        for edit in request.edits { try application.apply(edit) }
        #expect(throws: EditError.notInAlbum(.created(created), .existing(.only))) {
            try application.apply(.reorder([.existing(id(0)), .created(created)], .existing(.only)))
        }
        #expect(application.store.members(of: 0) == [0, 1, 101])
    }

    @Test func `What is no member is not replaced, whether or not the replacement exists`() {
        let store = ArrayStore(members: [0], others: [10])
        #expect(throws: EditError.notInAlbum(.existing(id(10)), .existing(.only))) {
            try store.applying { $0.replace(id(10), with: id(99), in: AlbumID.only) }
        }
    }

    @Test func `A receipt names what was created and still exists`() throws {
        var request = ChangeRequest()
        let (kept, gone) = (request.createAlbum("Kept"), request.createFolder("Gone"))
        request.deleteCollections([gone])
        var application = EditApplication(to: ArrayStore(members: []))
        for edit in request.edits { try application.apply(edit) }
        #expect(try Set(application.receipt().albums.keys) == [kept])
    }
}

extension [Int] {
    // A sum of slices and literals would take the compiler seconds.
    fileprivate func inserting(_ others: [Int], at position: Int) -> [Int] {
        var all = self
        all.insert(contentsOf: others, at: position)
        return all
    }
}

extension ArrayStore: CustomTestStringConvertible {
    var testDescription: String { "\(members(of: 0)) without \(invisible.sorted())" }
}
