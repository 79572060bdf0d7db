#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// The members of albums, each at a place: a number that increases along the album, with gaps.
///
/// Assets that are missing or in the trash return to their places, so an edit writes only those that it must.
extension IndexWriter {
    typealias Member = MemberDifference.Member

    /// Returns assets to their former places in an album.
    ///
    /// Members with consecutive places return together, before the member that now has the first of these places, if
    /// any.
    ///
    /// - Complexity: O(m + r log r) for r assets with consecutive places, in an album of m members.
    func rejoin(_ members: [Member], album: Int64) throws(SQLiteError) {
        // The last ones first: what has to make room for an asset comes after it, and has already returned.
        for run in MemberDifference.runs(of: members).reversed() {
            try makeRoom(for: run, in: album)
            for member in run {
                try connection.run(
                    "INSERT INTO member VALUES (?, ?, ?)", .integer(album), .integer(member.place),
                    .integer(member.asset))
                try note(.member(member.asset, album: album))
            }
        }
    }

    /// Moves the members from a place on to places after the last one of a run, up to a gap that is large enough.
    private func makeRoom(for run: [Member], in album: Int64) throws(SQLiteError) {
        guard let first = run.first?.place, let last = run.last?.place,
            let next = try connection.first(
                "SELECT min(place) FROM member WHERE album = ? AND place BETWEEN ? AND ?",
                [.integer(album), .integer(first), .integer(last)], read: { $0.number(0) }) ?? nil
        else { return }
        let distance = last - next + 1
        let end = try connection.number(
            """
            SELECT min(place) FROM (
                SELECT place, lead(place) OVER (ORDER BY place) - place AS gap FROM member
                WHERE album = ? AND place >= ?)
            WHERE gap IS NULL OR gap > ?
            """, .integer(album), .integer(next), .integer(distance))
        // In two steps, since two members cannot have the same place, even temporarily.
        let far = MemberDifference.places.upperBound + 1
        try connection.run(
            "UPDATE member SET place = place + ? WHERE album = ? AND place BETWEEN ? AND ?", .integer(far),
            .integer(album), .integer(next), .integer(end))
        try connection.run(
            "UPDATE member SET place = place - ? WHERE album = ? AND place BETWEEN ? AND ?",
            .integer(far - distance), .integer(album), .integer(next + far), .integer(end + far))
    }

    /// Returns the assets that were found again since the last call to their albums.
    func rejoinFound() throws(SQLiteError) {
        let albums = Dictionary(grouping: found, by: \.album)
        found = []
        for (album, members) in albums.sorted(by: { $0.key < $1.key }) {
            try rejoin(members.map(\.member), album: album)
        }
    }

    /// Stores the members of an album in order; members before and after the change are not written.
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

    /// Replaces an asset with another one in all albums that do not contain the other one.
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
        // Members after the change get new places only if those before them leave too little room.
        if tail > 0, before[end].place - start < new.count { (new, end) = (members[head...], before.count) }
        removed = head < end ? (first: before[head].place, last: before[end - 1].place) : nil
        added = Self.placed(new, from: start)
    }

    /// Groups members into runs with consecutive places, in order.
    static func runs(of members: [Member]) -> [[Member]] {
        let ordered = members.map { (place: min(max($0.place, places.lowerBound), places.upperBound), asset: $0.asset) }
            .sorted { ($0.place, $0.asset) < ($1.place, $1.asset) }
        var runs: [[Member]] = []
        for member in ordered {
            if let last = runs.last?.last, last.place + 1 == member.place {
                runs[runs.count - 1].append(member)
            } else {
                runs.append([member])
            }
        }
        return runs
    }

    private static func placed(_ assets: ArraySlice<Int64>, from start: Int64) -> [Member] {
        assets.enumerated().map { (place: start + Int64($0), asset: $1) }
    }
}
#endif
