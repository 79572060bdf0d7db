import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// The sections of albums against a model that searches its arrays.
@Suite struct AlbumTableTests {
    // MARK: - The model

    /// What a table lists, kind by kind.
    private typealias Listed = [(kind: AlbumSection.Kind, rows: [AlbumRow])]

    private static func model(_ albums: [Album], keeping previous: [AlbumRow]) -> Listed {
        var rows: [AlbumRow] = []
        for album in albums where !rows.contains(where: { $0.id == album.id }) {
            rows.append(AlbumRow(album, keeping: previous.first { $0.id == album.id }))
        }
        return AlbumSection.Kind.allCases.compactMap { kind in
            var ofKind = rows.filter { AlbumSection.Kind(of: $0.album) == kind }
            if kind == .main {
                ofKind = AlbumSubtype.pickerSmartAlbums.flatMap { subtype in
                    ofKind.filter { $0.album.subtype == subtype }
                }
            }
            return ofKind.isEmpty ? nil : (kind, ofKind)
        }
    }

    private static func agrees(_ table: AlbumTable, with model: Listed) -> Bool {
        let rows = model.flatMap(\.rows)
        return table.sections.map(\.kind) == model.map(\.kind)
            && zip(table.sections, model).allSatisfy {
                $0.rows.elementsEqual($1.rows) && $0.rows.count == $1.rows.count
            }
            && table.count == rows.count
            && rows.allSatisfy { table[$0.id] == $0 && table.row(at: table.place(of: $0.id)) == $0 }
    }

    private static func album(
        _ id: AlbumID, _ type: AlbumType = .album, _ subtype: AlbumSubtype = .regular, title: String? = nil
    ) -> Album {
        Album(id: id, title: title ?? id.rawValue, type: type, subtype: subtype, count: .estimated(1))
    }

    private static func table(
        _ albums: [Album], keeping previous: AlbumTable = AlbumTable(), partLength: Int = AlbumRows.partLength
    ) -> AlbumTable {
        AlbumTable(albums, keeping: previous, partLength: partLength) { true } ?? AlbumTable()
    }

    private static func summary(of album: Album, _ count: Int) -> AlbumSummary {
        var album = album
        album.count = .exact(count)
        return AlbumSummary(album: album, cover: .asset(MediaAsset(id: "cover")))
    }

    /// All lists of so many albums of an alphabet, and of fewer.
    private static func lists(of alphabet: [Album], most length: Int) -> [[Album]] {
        var (all, longest): ([[Album]], [[Album]]) = ([[]], [[]])
        for _ in 0..<length {
            longest = longest.flatMap { list in alphabet.map { list + [$0] } }
            all += longest
        }
        return all
    }

    /// Two of the user's albums, one of them with another title too, two of the main section, and one of another kind.
    private static let alphabet = [
        album("a"), album("a", title: "A"), album("b"), album("recents", .smartAlbum, .userLibrary),
        album("shots", .smartAlbum, .screenshots), album("newer", .smartAlbum, AlbumSubtype(rawValue: 1_000_000_219)),
    ]

    // MARK: - Making

    @Test(arguments: [1, 2, 128])
    func `All short lists of albums are sorted as the model sorts them`(partLength: Int) {
        let wrong = Self.lists(of: Self.alphabet, most: 4).filter { albums in
            !Self.agrees(Self.table(albums, partLength: partLength), with: Self.model(albums, keeping: []))
        }
        #expect(wrong.isEmpty)
    }

    @Test(arguments: [1, 2, 128])
    func `All short lists keep what is known of a list before, and are compared with it`(partLength: Int) {
        var wrong = 0
        for before in Self.lists(of: Self.alphabet, most: 2) {
            for isRead in [false, true] {
                var old = Self.table(before, partLength: partLength)
                if isRead, let first = before.first { old.take(Self.summary(of: first, 7)) }
                let oldRows = old.sections.flatMap(\.rows)
                for albums in Self.lists(of: Self.alphabet, most: 3) {
                    let table = Self.table(albums, keeping: old, partLength: partLength)
                    let isRight = Self.agrees(table, with: Self.model(albums, keeping: oldRows))
                    let isSame = table.sections.flatMap(\.rows) == oldRows
                    if !isRight || table.lists(theSameAs: old) != isSame { wrong += 1 }
                }
            }
        }
        #expect(wrong == 0)
    }

    @Test(arguments: Effort.seeds(10, of: 1...200))
    func `Counts, covers and lists that change at random leave what the model has`(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        var albums = (0..<50).map { Self.album(AlbumID("\($0)"), title: "\($0)") }
        var table = Self.table(albums, partLength: 3)
        var model = Self.model(albums, keeping: [])
        var next = albums.count
        for _ in 0..<100 {
            switch Int.random(in: 0..<5, using: &numbers) {
            case 0:
                albums.insert(Self.album(AlbumID("\(next)")), at: .random(in: 0...albums.count, using: &numbers))
                next += 1
            case 1 where !albums.isEmpty:
                albums.remove(at: .random(in: 0..<albums.count, using: &numbers))
            case 2:
                albums.shuffle(using: &numbers)
            default:
                // Also of an album that is gone.
                let id = AlbumID("\(Int.random(in: 0..<next, using: &numbers))")
                let summary = Self.summary(of: Self.album(id), Int.random(in: 0..<9, using: &numbers))
                table.take(summary)
                model = model.map { section in
                    (
                        section.kind,
                        section.rows.map { row in
                            var row = row
                            if row.id == id { row.take(summary) }
                            return row
                        }
                    )
                }
                #expect(Self.agrees(table, with: model))
                continue
            }
            table = Self.table(albums, keeping: table, partLength: 3)
            model = Self.model(albums, keeping: model.flatMap(\.rows))
            #expect(Self.agrees(table, with: model))
        }
    }

    @Test func `A count that comes while albums are sorted gives the same list before and after`() {
        var wrong = 0
        for before in Self.lists(of: Self.alphabet, most: 2) where !before.isEmpty {
            let (old, summary) = (Self.table(before, partLength: 1), Self.summary(of: before[0], 7))
            for albums in Self.lists(of: Self.alphabet, most: 3) {
                var first = old
                first.take(summary)
                first = Self.table(albums, keeping: first, partLength: 1)
                var last = Self.table(albums, keeping: old, partLength: 1)
                last.take(summary)
                // An album that comes back is not known any more where the count came first.
                if before.contains(where: { $0.id == summary.id }), !first.lists(theSameAs: last) { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test func `A failed count leaves the number, and no summary changes the title`() {
        var table = Self.table([Self.album("a", title: "New")])
        table.take(Self.summary(of: Self.album("a", title: "Old"), 3))
        #expect(table["a"]?.album.title == "New" && table["a"]?.album.count == .exact(3))
        let failure = LibraryError.failed("count", reason: "broken")
        table.take(AlbumSummary(album: Self.album("a", title: "Old"), countFailure: failure, cover: .none))
        #expect(table["a"]?.album.count == .exact(3) && table["a"]?.countFailure == failure)
        #expect(table["a"]?.cover == AlbumRow.Cover.none && table["a"]?.album.title == "New")
    }

    // MARK: - Ending early

    @Test func `A table that is no longer wanted is not made, whenever that is`() {
        let albums = (0..<10).map { Self.album(AlbumID("\($0)")) } + Self.alphabet
        func table(wantedFor turns: Int) -> AlbumTable? {
            var turn = 0
            return AlbumTable(albums, partLength: 2) {
                turn += 1
                return turn <= turns
            }
        }
        // A question for each two albums as they are read, and for each part.
        let made = (0..<40).map { table(wantedFor: $0) != nil }
        let first = made.firstIndex(of: true)
        #expect(first == 16)
        #expect(made.drop { !$0 }.allSatisfy { $0 })
    }

    // MARK: - Rows

    @Test(arguments: [1, 3, 7, 8, 9])
    func `Rows are those of an array, whatever their parts`(partLength: Int) throws {
        let rows = (0..<8).map { AlbumRow(Self.album(AlbumID("\($0)"))) }
        let cut = try #require(AlbumRows(rows, sharing: nil, partLength: partLength) { true })
        #expect(Array(cut) == rows && cut.count == 8 && cut.indices == 0..<8)
        #expect(cut.reversed() == rows.reversed() && cut.last == rows.last && Array(cut[2..<5]) == Array(rows[2..<5]))
        let none = try #require(AlbumRows([], sharing: cut, partLength: partLength) { true })
        #expect(none.isEmpty && none.first == nil)
    }

    @Test func `Rows of other parts share nothing, and a change of one list leaves the other`() throws {
        let rows = (0..<8).map { AlbumRow(Self.album(AlbumID("\($0)"))) }
        let old = try #require(AlbumRows(rows, sharing: nil, partLength: 3) { true })
        let other = try #require(AlbumRows(rows, sharing: old, partLength: 4) { true })
        #expect(Array(other) == rows)
        var new = try #require(AlbumRows(rows, sharing: old, partLength: 3) { true })
        #expect(new == old && new.hashValue == old.hashValue)
        new.change(at: 4) { $0.cover = .none }
        #expect(new != old && Array(old) == rows && new[4].cover == AlbumRow.Cover.none)
    }
}

extension AlbumTable {
    fileprivate func row(at place: Place?) -> AlbumRow? {
        place.map { sections[$0.section].rows[$0.row] }
    }
}
