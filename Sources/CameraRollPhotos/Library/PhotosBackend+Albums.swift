#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

extension PhotosBackend {
    /// The album with an identifier.
    func collection(_ id: AlbumID) throws(LibraryError) -> PHAssetCollection {
        let found = PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [id.rawValue], options: nil)
        guard let album = found.firstObject else { throw .albumNotFound(id) }
        return album
    }

    func albums(_ query: AlbumQuery) throws(LibraryError) -> [Album] {
        try availability.read { photosAlbums(query) }
    }

    private func photosAlbums(_ query: AlbumQuery) -> [Album] {
        var albums: [Album] = []
        var seen: Set<AlbumID> = []
        for (type, subtype) in query.photosFetches {
            inPool {
                let found = PHAssetCollection.fetchAssetCollections(with: type, subtype: subtype, options: nil)
                for index in 0..<found.count {
                    let album = Album(found.object(at: index))
                    if query.contains(album), seen.insert(album.id).inserted { albums.append(album) }
                }
            }
        }
        return albums
    }

    func albums(containing id: AssetID) throws(LibraryError) -> [Album] {
        try availability.read { () throws(LibraryError) in
            guard let asset = known.find(id) else { throw .assetNotFound(id) }
            return inPool {
                let found = PHAssetCollection.fetchAssetCollectionsContaining(asset, with: .album, options: nil)
                return (0..<found.count).map { Album(found.object(at: $0)) }
            }
        }
    }

    func albumTree() throws(LibraryError) -> [AlbumFolder.Item] {
        try availability.read { inPool { items(of: PHCollection.fetchTopLevelUserCollections(with: nil)) } }
    }

    private func items(of found: PHFetchResult<PHCollection>) -> [AlbumFolder.Item] {
        (0..<found.count).compactMap { index in
            switch found.object(at: index) {
            case let album as PHAssetCollection: .album(Album(album))
            case let folder as PHCollectionList:
                .folder(
                    AlbumFolder(
                        id: AlbumID(folder.localIdentifier), title: folder.localizedTitle,
                        items: inPool { items(of: PHCollection.fetchCollections(in: folder, options: nil)) }))
            default: nil
            }
        }
    }

    func assetCount(of album: AlbumID, mediaTypes: Set<MediaType>) throws(LibraryError) -> Int {
        let query = AssetQuery.members(of: album, mediaTypes).sorted()
        return try availability.read { () throws(LibraryError) in
            try inPool { () throws(LibraryError) in try photosResult(of: query, limit: nil).count }
        }
    }

    func cover(
        of album: AlbumID, mediaTypes: Set<MediaType>, policy: CoverPolicy
    ) throws(LibraryError) -> MediaAsset? {
        let query = AssetQuery.members(of: album, mediaTypes).prefix(1)
        switch policy {
        case .newest: return try first(of: query)
        case .first: return try first(of: query.sorted())
        case .keyAsset:
            if let asset = try keyAsset(of: album, query) { return asset }
            return try first(of: query)
        }
    }

    private func first(of query: AssetQuery) throws(LibraryError) -> MediaAsset? {
        try availability.read { () throws(LibraryError) in
            try inPool { () throws(LibraryError) in
                guard let asset = try photosResult(of: query, limit: query.limit).firstObject else { return nil }
                let value = MediaAsset(asset)
                known.note(asset, as: value)
                return value
            }
        }
    }

    /// The asset with which Photos represents the album, unless the query does not find it.
    private func keyAsset(of id: AlbumID, _ query: AssetQuery) throws(LibraryError) -> MediaAsset? {
        try availability.read { () throws(LibraryError) in try photosKeyAsset(of: id, query) }
    }

    private func photosKeyAsset(of id: AlbumID, _ query: AssetQuery) throws(LibraryError) -> MediaAsset? {
        try inPool { () throws(LibraryError) -> MediaAsset? in
            let album = try collection(id)
            let isHiddenAlbum = album.assetCollectionSubtype == .smartAlbumAllHidden
            let found = PHAsset.fetchKeyAssets(in: album, options: nil)
            guard let asset = found?.firstObject else { return nil }
            let cover = MediaAsset(asset)
            return query.matches(cover, isHiddenAlbum: isHiddenAlbum) ? cover : nil
        }
    }
}

extension AssetQuery {
    fileprivate static func members(of album: AlbumID, _ mediaTypes: Set<MediaType>) -> AssetQuery {
        var query = AssetQuery(.album(album))
        query.mediaTypes = mediaTypes
        return query
    }
}

extension AlbumQuery {
    /// The fetches that find the albums, and perhaps others: one for each known subtype, or one for each type.
    fileprivate var photosFetches: [(PHAssetCollectionType, PHAssetCollectionSubtype)] {
        var collectionTypes: [PHAssetCollectionType] = []
        if types?.contains(.smartAlbum) ?? true { collectionTypes.append(.smartAlbum) }
        if types.map({ !$0.isDisjoint(with: [.album, .sharedAlbum]) }) ?? true { collectionTypes.append(.album) }
        let every = collectionTypes.map { ($0, PHAssetCollectionSubtype.any) }
        guard let subtypes else { return every }
        var fetches: [(PHAssetCollectionType, PHAssetCollectionSubtype)] = []
        for subtype in subtypes.sorted(by: { $0.rawValue < $1.rawValue }) {
            // A subtype that this version does not know may belong to either type.
            guard let type = subtype.collectionType, let photos = PHAssetCollectionSubtype(rawValue: subtype.rawValue)
            else { return every }
            if collectionTypes.contains(type) { fetches.append((type, photos)) }
        }
        return fetches
    }
}

extension AlbumSubtype {
    /// The type of collections of this subtype; nil if the subtype is unknown.
    fileprivate var collectionType: PHAssetCollectionType? {
        switch rawValue {
        case AlbumSubtype.regular.rawValue...AlbumSubtype.imported.rawValue,
            AlbumSubtype.myPhotoStream.rawValue...AlbumSubtype.cloudShared.rawValue:
            .album
        case AlbumSubtype.smartGeneric.rawValue...AlbumSubtype.screenRecordings.rawValue: .smartAlbum
        default: nil
        }
    }
}
#endif
