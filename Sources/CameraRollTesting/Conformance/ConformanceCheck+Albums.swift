import CameraRoll

extension ConformanceCheck {
    static var albums: [ConformanceCheck] {
        [
            listedOnce, listQueries, folderTree, albumContents, albumCounts, exactCounts, covers, unknownAlbum,
            albumsOfAsset,
        ]
    }

    private static let listedOnce = ConformanceCheck("Albums are listed each once") { library, expect in
        let albums = try library.albums(.all)
        try expect.equal(albums.count, Set(albums.map(\.id)).count, "the number of albums listed")
    }

    private static let listQueries = ConformanceCheck("A query of albums lists just those that it asks for") {
        library, expect in
        let albums = try library.albums(.all)
        let subtypes = Set(albums.map(\.subtype)).map { AlbumQuery(subtypes: [$0]) }
        for query in AlbumType.allCases.map({ AlbumQuery(types: [$0]) }) + subtypes {
            let expected = Set(albums.filter(query.contains).map(\.id))
            try expect.equal(Set(try library.albums(query).map(\.id)), expected, "the albums of a query")
        }
    }

    private static let folderTree = ConformanceCheck("The tree of folders has albums that are listed too, each once") {
        library, expect in
        let root = AlbumFolder(id: "root", title: nil, items: try library.albumTree())
        let inTree = root.albums.map(\.id)
        try expect.equal(Set(inTree).count, inTree.count, "the number of different albums in the tree")
        let listed = Set(try library.albums(.all).map(\.id))
        try expect.equal(Set(inTree).subtracting(listed), [], "the albums of the tree that are not listed")
    }

    private static let albumContents = ConformanceCheck("An album has the same assets in every order") {
        library, expect in
        for album in try library.someAlbums(expect) {
            let own = try library.everything(in: .album(album.id), order: [])
            try expect.equal(try library.everything(in: .album(album.id), order: []), own, "an album read again")
            for order in AssetQuery.orders where library.serves(order) {
                let query = AssetQuery.everything(in: .album(album.id), order: order)
                let sorted = own.sorted(by: query.areInOrder)
                try expect.equal(try library.inOrder(query), sorted, "album '\(album.id)', sorted")
                let paged = try library.byPosition(query, pageSize: max(9, own.count / 3), atMost: own.count)
                try expect.equal(paged.assets, sorted, "album '\(album.id)', by position")
            }
        }
    }

    private static let albumCounts = ConformanceCheck("An album's count is the count of its fetch") { library, expect in
        for album in try library.someAlbums(expect) {
            for types in [[], [.image], [.video], [.image, .video]] as [Set<MediaType>] {
                let fetched = try library.fetchAssets(.album(album.id).with(\.mediaTypes, types)).count
                let counted = try library.assetCount(of: album.id, mediaTypes: types)
                try expect.equal(counted, fetched, "the count of album '\(album.id)'")
            }
        }
    }

    private static let exactCounts = ConformanceCheck("An album that is listed with an exact count has so many assets")
    {
        library, expect in
        var isCounted = false
        for album in try library.someAlbums(expect) {
            guard case .exact(let count) = album.count else { continue }
            isCounted = true
            let counted = try library.assetCount(of: album.id, mediaTypes: [])
            try expect.equal(count, counted, "the exact count of album '\(album.id)'")
        }
        guard isCounted else { throw NotApplicable("No album is listed with an exact count.") }
    }

    private static let covers = ConformanceCheck("An album's cover is the asset that the policy asks for") {
        library, expect in
        for album in try library.someAlbums(expect) {
            for types in [[], [.video]] as [Set<MediaType>] {
                let newest = try library.all(.album(album.id).with(\.mediaTypes, types))
                let own = try library.all(.album(album.id).with(\.mediaTypes, types).sorted())
                let cover = { policy throws(LibraryError) in
                    try library.cover(of: album.id, mediaTypes: types, policy: policy)
                }
                try expect.equal(try cover(.newest), newest.first, "the newest of album '\(album.id)'")
                try expect.equal(try cover(.first), own.first, "the first of album '\(album.id)'")
                let isKeyInAlbum = try cover(.keyAsset).map(newest.contains) ?? newest.isEmpty
                try expect.equal(isKeyInAlbum, true, "whether the key asset is in album '\(album.id)'")
            }
        }
    }

    private static let albumsOfAsset = ConformanceCheck("The albums of an asset are those of the user that contain it")
    {
        library, expect in
        let albums = try library.someAlbums(expect).filter { $0.type != .smartAlbum }
        var owners: [AssetID: Set<AlbumID>] = [:]
        for album in albums {
            for asset in try library.everything(in: .album(album.id), order: []) {
                owners[asset.id, default: []].insert(album.id)
            }
        }
        let others = try library.everything().prefix(3).map(\.id)
        for id in owners.keys.sorted().prefix(20) + others {
            let found = try library.albums(containing: id).map(\.id)
            try expect.equal(Set(found), owners[id] ?? [], "the albums of '\(id)'")
            try expect.equal(found.count, Set(found).count, "the number of different albums of '\(id)'")
        }
        try expect.throwsError(LibraryError.assetNotFound(.unknown), "the albums of an unknown asset") {
            () throws(LibraryError) in
            _ = try library.albums(containing: .unknown)
        }
    }

    private static let unknownAlbum = ConformanceCheck("An unknown album is reported by its identifier") {
        library, expect in
        let error = LibraryError.albumNotFound(.unknown)
        try expect.throwsError(error, "a fetch") { () throws(LibraryError) in
            _ = try library.fetchAssets(.album(.unknown))
        }
        try expect.throwsError(error, "a page by position") { () throws(LibraryError) in
            _ = try library.assets(after: nil, of: .album(.unknown), count: 1)
        }
        try expect.throwsError(error, "a count") { () throws(LibraryError) in
            _ = try library.assetCount(of: .unknown, mediaTypes: [])
        }
        for policy in CoverPolicy.allCases {
            try expect.throwsError(error, "a cover") { () throws(LibraryError) in
                _ = try library.cover(of: .unknown, mediaTypes: [], policy: policy)
            }
        }
    }
}

extension PhotoLibraryBackend {
    /// All albums; not applicable to a library without albums.
    fileprivate func someAlbums(_ expect: Expectation) throws -> [Album] {
        try expect.needsSome(try albums(.all), "The library has no albums.")
    }
}

// MARK: - Opening

extension ConformanceCheck {
    static var openings: [ConformanceCheck] { [reopening] }

    private static let reopening = ConformanceCheck("A library that is opened twice is the same library") {
        subject, expect in
        let first = try await subject.read { ($0.identity, try $0.everything(), try $0.albums(.all).map(\.id)) }
        let second = try await subject.read { ($0.identity, try $0.everything(), try $0.albums(.all).map(\.id)) }
        try expect.equal(second.0, first.0, "the identity after opening again")
        try expect.equal(second.1, first.1, "the assets after opening again")
        try expect.equal(second.2, first.2, "the albums after opening again")
    }
}
