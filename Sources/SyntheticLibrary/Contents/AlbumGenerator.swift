import CameraRoll

/// Generates the initial albums of a library: pure functions of the configuration.
struct AlbumGenerator {
    private let configuration: SyntheticConfiguration
    private static let salt: UInt64 = 0xA1B
    private static let titles = ["Holidays", "Family", "Food", "Work", "Garden", "Mountains", "Sea", "Friends"]

    init(_ configuration: SyntheticConfiguration) {
        self.configuration = configuration
    }

    func albums() -> [AlbumRecord] {
        var albums = configuration.smartAlbums.map(smartAlbum)
        if configuration.hasAlbumOfUnknownKind { albums.append(smartAlbum(AlbumSubtype(rawValue: 1_000_000_219))) }
        albums += (0..<configuration.userAlbums).map(userAlbum)
        albums += (0..<configuration.sharedAlbums).map(sharedAlbum)
        return albums
    }

    /// Nested folders: each is in the one with half its number.
    func folders() -> [FolderRecord] {
        (0..<configuration.folders).map { number in
            FolderRecord(
                id: folderID(number), title: "Folder \(number + 1)", parent: number == 0 ? nil : folderID(number / 2)
            )
        }
    }

    private func folderID(_ number: Int) -> AlbumID { AlbumID("F\(number)") }

    private func smartAlbum(_ kind: AlbumSubtype) -> AlbumRecord {
        let isCounted = kind == .userLibrary || kind == .videos
        return AlbumRecord(
            id: AlbumID("S\(kind.rawValue)"), title: SmartAlbumTitle.title(of: kind), type: .smartAlbum, subtype: kind,
            members: .rule(AlbumRule(kind)), estimate: isCounted ? .off(by: 0) : .missing
        )
    }

    private func userAlbum(_ number: Int) -> AlbumRecord {
        let rows = number % 7 == 6 ? [] : members(of: number)
        let folder = number % (configuration.folders + 1)
        return AlbumRecord(
            id: AlbumID("U\(number)"),
            title: number == 1 ? nil : "\(Self.titles[number % Self.titles.count]) \(number + 1)",
            type: .album, subtype: .regular, members: .rows(rows), estimate: estimate(of: number),
            keyAsset: number % 3 == 0 ? rows.dropFirst(rows.count / 2).first : nil,
            folder: folder == 0 ? nil : folderID(folder - 1)
        )
    }

    private func sharedAlbum(_ number: Int) -> AlbumRecord {
        AlbumRecord(
            id: AlbumID("C\(number)"), title: "Shared \(number + 1)", type: .sharedAlbum, subtype: .cloudShared,
            members: .rows(members(of: -1 - number)), estimate: estimate(of: -1 - number)
        )
    }
}

// MARK: - Members

extension AlbumGenerator {
    /// Rows spread over the library, each once, in the order in which the user added them.
    private func members(of number: Int) -> [UInt32] {
        let count = min(configuration.assets, configuration.userAlbumSize)
        guard count > 0 else { return [] }
        let size = 1 + Int(hash(number, 0) % UInt64(count))
        let stride = configuration.assets / size
        let offset = Int(hash(number, 1) % UInt64(stride))
        let rows = (0..<size).map { UInt32(offset + $0 * stride) }
        let turn = Int(hash(number, 2) % UInt64(size))
        return Array(rows[turn...] + rows[..<turn])
    }

    /// Missing for one album in five, wrong for another.
    private func estimate(of number: Int) -> AlbumRecord.Estimate {
        switch hash(number, 3) % 5 {
        case 0: .missing
        case 1: .off(by: number.isMultiple(of: 2) ? 3 : -1)
        default: .off(by: 0)
        }
    }

    private func hash(_ album: Int, _ use: UInt64) -> UInt64 {
        SeededHash.hash(UInt64(bitPattern: Int64(album)), seed: configuration.seed, salt: Self.salt &+ use)
    }
}

/// The titles that Photos gives its smart albums in English.
private enum SmartAlbumTitle {
    static func title(of kind: AlbumSubtype) -> String? { titles[kind] }

    private static let titles: [AlbumSubtype: String] = [
        .userLibrary: "Recents", .favorites: "Favorites", .videos: "Videos", .screenshots: "Screenshots",
        .livePhotos: "Live Photos", .panoramas: "Panoramas", .bursts: "Bursts", .timelapses: "Time-lapse",
        .slomoVideos: "Slo-mo", .depthEffect: "Portrait", .cinematic: "Cinematic", .recentlyAdded: "Recently Added",
        .selfPortraits: "Selfies", .allHidden: "Hidden",
    ]
}
