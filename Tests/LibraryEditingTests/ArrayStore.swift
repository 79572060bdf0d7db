import CameraRoll
import LibraryEditing

/// Rows in arrays: the shortest store that edits can be applied to.
struct ArrayStore: EditStore {
    var records: [Int: MediaAsset] = [:]
    /// The members of albums; a folder has none.
    var albums: [Int: [Int]] = [:]
    var folders: Set<Int> = []
    var invisible: Set<Int> = []
    private var next = 100

    /// A store with an album, whose number is 0.
    init(members: [Int], others: [Int] = [], invisible: Set<Int> = []) {
        for row in members + others { records[row] = MediaAsset(id: AssetID("\(row)")) }
        albums[0] = members
        self.invisible = invisible
    }

    func row(of id: AssetID) -> Int? {
        Int(id.rawValue).flatMap { records[$0] != nil && isVisible($0) ? $0 : nil }
    }

    func id(of row: Int) -> AssetID { AssetID("\(row)") }
    func exists(_ row: Int) -> Bool { records[row] != nil }
    func isVisible(_ row: Int) -> Bool { !invisible.contains(row) }

    mutating func create(_ asset: NewAsset, as placeholder: AssetPlaceholder) -> Int {
        next += 1
        records[next] = MediaAsset(id: AssetID("\(next)"))
        return next
    }

    mutating func edit(row: Int, _ change: (inout MediaAsset) -> Void) {
        if var record = records[row] {
            change(&record)
            records[row] = record
        }
    }

    mutating func delete(row: Int) {
        records[row] = nil
        albums = albums.mapValues { $0.filter { $0 != row } }
    }

    func target(of id: AlbumID) -> EditTarget<Int>? {
        Int(id.rawValue).flatMap { albums[$0] != nil || folders.contains($0) ? .own($0) : nil }
    }

    func isFolder(_ collection: Int) -> Bool? {
        folders.contains(collection) ? true : albums[collection].map { _ in false }
    }

    func isFolder(_ folder: Int, within other: Int) -> Bool { folder == other }
    func albumID(of collection: Int) -> AlbumID { AlbumID("\(collection)") }

    mutating func makeCollection(_ title: String, in folder: Int?, isFolder: Bool) -> Int {
        next += 1
        if isFolder { folders.insert(next) } else { albums[next] = [] }
        return next
    }

    func setTitle(_ title: String, of collection: Int) {}
    func move(_ collection: Int, into folder: Int?) {}

    mutating func deleteCollection(_ collection: Int) {
        albums[collection] = nil
        folders.remove(collection)
    }

    func members(of album: Int) -> [Int] { albums[album] ?? [] }
    mutating func setMembers(_ rows: [Int], of album: Int, changed: [Int]?) { albums[album] = rows }
}

extension ArrayStore {
    /// The members of the album after edits.
    func applying(_ write: (inout ChangeRequest) -> Void) throws -> [Int] {
        var request = ChangeRequest()
        write(&request)
        var application = EditApplication(to: self)
        for edit in request.edits { try application.apply(edit) }
        return application.store.members(of: 0)
    }
}

extension AlbumID {
    /// The album of an ``ArrayStore``.
    static let only = AlbumID("0")
}

func id(_ row: Int) -> AssetID { AssetID("\(row)") }
