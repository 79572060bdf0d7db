#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// The members of albums, each at a place: a number that grows along the album, with gaps.
///
/// Places change as little as possible, since assets that are missing or in the trash return to theirs.
extension IndexWriter {
    /// Returns an asset to an album, at its former place: before the member that has the place by now, if any.
    func rejoin(_ asset: Int64, album: Int64, at formerPlace: Int64) throws(SQLiteError) {
        let places = MemberDifference.places
        let place = min(max(formerPlace, places.lowerBound), places.upperBound)
        try makeRoom(at: place, in: album)
        try connection.run("INSERT INTO member VALUES (?, ?, ?)", .integer(album), .integer(place), .integer(asset))
        try note(.member(asset, album: album))
    }

    /// Moves the member at a place one place on, and those that follow it without a gap.
    private func makeRoom(at place: Int64, in album: Int64) throws(SQLiteError) {
        var end = place
        while try isTaken(end, in: album) { end += 1 }
        for taken in (place..<end).reversed() {
            try connection.run(
                "UPDATE member SET place = place + 1 WHERE album = ? AND place = ?", .integer(album), .integer(taken))
        }
    }

    private func isTaken(_ place: Int64, in album: Int64) throws(SQLiteError) -> Bool {
        try connection.number(
            "SELECT EXISTS(SELECT 1 FROM member WHERE album = ? AND place = ?)", .integer(album), .integer(place)) != 0
    }

    /// Stores the members of an album in their order; members before and behind the change are not written.
    func setMembers(_ members: [Int64], of album: Int64) throws(SQLiteError) {
        let before = try connection.rows(
            "SELECT place, asset FROM member WHERE album = ? ORDER BY place", [.integer(album)]
        ) { (place: $0.integer(0), asset: $0.integer(1)) }
        let difference = MemberDifference(from: before, to: members)
        if let removed = difference.removed {
            try connection.run(
                "DELETE FROM member WHERE album = ? AND place BETWEEN ? AND ?", .integer(album),
                .integer(removed.first), .integer(removed.last))
        }
        for member in difference.added {
            try connection.run(
                "INSERT INTO member VALUES (?, ?, ?)", .integer(album), .integer(member.place), .integer(member.asset))
        }
    }

    /// Puts an asset in the place of another one in all albums that have only the other one.
    func passMemberships(from asset: Int64, to heir: Int64) throws(SQLiteError) {
        let albums = try connection.rows(
            """
            SELECT album FROM member WHERE asset = ?1 AND album NOT IN (SELECT album FROM member WHERE asset = ?2)
            """, [.integer(asset), .integer(heir)], read: { $0.integer(0) })
        for album in albums {
            try connection.run(
                "UPDATE member SET asset = ? WHERE album = ? AND asset = ?", .integer(heir), .integer(album),
                .integer(asset))
            try note(.member(heir, album: album))
        }
    }
}

/// The rows to write so that an album has other members, or another order.
struct MemberDifference {
    typealias Member = (place: Int64, asset: Int64)

    /// The places that are used; a damaged index may have others.
    static let places: ClosedRange<Int64> = 0...1 << 40

    /// The first and the last place to delete members from; nil to delete none.
    let removed: (first: Int64, last: Int64)?
    /// The members to insert then.
    let added: [Member]

    /// - Parameters:
    ///   - before: the stored members, in the order of their places.
    ///   - members: the assets of the new members, in their order.
    init(from before: [Member], to members: [Int64]) {
        guard before.allSatisfy({ Self.places.contains($0.place) }) else {
            removed = (first: .min, last: .max)
            added = Self.placed(members[...], from: 0)
            return
        }
        let head = zip(before, members).prefix { $0.asset == $1 }.count
        let tail = zip(before[head...].reversed(), members[head...].reversed()).prefix { $0.asset == $1 }.count
        let start = head > 0 ? before[head - 1].place + 1 : 0
        var (new, end) = (members[head..<members.count - tail], before.count - tail)
        // Members behind the change get other places only if those before them do not suffice.
        if tail > 0, before[end].place - start < new.count { (new, end) = (members[head...], before.count) }
        removed = head < end ? (first: before[head].place, last: before[end - 1].place) : nil
        added = Self.placed(new, from: start)
    }

    private static func placed(_ assets: ArraySlice<Int64>, from start: Int64) -> [Member] {
        assets.enumerated().map { (place: start + Int64($0), asset: $1) }
    }
}
#endif
