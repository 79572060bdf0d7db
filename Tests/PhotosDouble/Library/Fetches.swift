#if PhotosDouble
    import Foundation

    /// The assets that a fetch looks through.
    enum AssetScope {
        case library
        case collection(String)
        case identifiers([String])
    }

    /// The albums and folders that a fetch looks through.
    enum CollectionScope {
        case topLevel
        case children(of: String)
        case albums(PHAssetCollectionType, PHAssetCollectionSubtype)
        case containing(String, PHAssetCollectionType)
        case albumIdentifiers([String])
        case listIdentifiers([String])
    }

    // MARK: - Assets

    extension PhotosWorld {
        private var unsortedKeys: Set<String> {
            switches.sortsByIdentifier ? [] : ["SELF", "localIdentifier"]
        }

        func fetchAssets(_ scope: AssetScope, _ options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
            promptIfNeeded(.fetchAssets)
            let query = FetchQuery(options, keys: AssetRecord.keys, unsorted: unsortedKeys)
            let access = access.withLock { $0 }
            let found = withLibrary(.fetchAssets) { $0.find(scope, query, access) }
            return result(found)
        }

        /// The asset that stands for a collection: the first of an album, the last of a smart album.
        func fetchKeyAssets(of identifier: String, _ options: PHFetchOptions?) -> PHFetchResult<PHAsset>? {
            promptIfNeeded(.fetchKeyAssets)
            let query = FetchQuery(options, keys: AssetRecord.keys, unsorted: unsortedKeys)
            let access = access.withLock { $0 }
            let found = withLibrary(.fetchKeyAssets) { state in
                let all = state.find(.collection(identifier), query, access)
                return state.collections[identifier]?.type == .smartAlbum ? all.suffix(1) : all.prefix(1)
            }
            return found.isEmpty ? nil : result(Array(found))
        }

        private func result(_ identifiers: [String]) -> PHFetchResult<PHAsset> {
            PHFetchResult(identifiers, in: self) { [self] batch in
                let isEmptied = switches.emptiesGoneAssets
                return withLibrary(.materialize, count: batch.count) { state in
                    batch.map { identifier in
                        let last = isEmptied ? nil : state.goneAssets[identifier]
                        return PHAsset(state.assets[identifier] ?? last ?? .empty(identifier), in: self)
                    }
                }
            }
        }
    }

    extension AssetRecord {
        fileprivate static func empty(_ identifier: String) -> AssetRecord {
            var record = AssetRecord(identifier)
            (record.mediaType, record.pixelWidth, record.pixelHeight) = (.unknown, 0, 0)
            return record
        }
    }

    extension LibraryState {
        fileprivate func find(_ scope: AssetScope, _ query: FetchQuery, _ access: AccessState) -> [String] {
            guard unavailability == nil, access.isReadable else { return [] }
            let found = candidates(scope).filter { asset in
                if !access.shows(asset.identifier) { return false }
                switch scope {
                case .library where query.sources.isEmpty:
                    // Inferred.
                    if asset.sourceType != .typeUserLibrary { return false }
                default:
                    if !query.sources.isEmpty, query.sources.isDisjoint(with: asset.sourceType) { return false }
                }
                // A fetch by identifiers finds hidden assets anyway.
                if case .identifiers = scope {} else if asset.isHidden, !query.includesHidden { return false }
                return query.includesBursts || asset.burstIdentifier == nil || asset.representsBurst
            }
            return query.apply(to: found) { $0.value(of: $1) }.map(\.identifier)
        }

        /// In the library's own order also where they are named one by one.
        private func candidates(_ scope: AssetScope) -> [AssetRecord] {
            switch scope {
            case .library: return order.compactMap { assets[$0] }
            case .collection(let identifier): return collections[identifier].map { members(of: $0) } ?? []
            case .identifiers(let identifiers) where identifiers.count < 16:
                // Few are not worth a look at the whole library, and come in an order that is none.
                return Set(identifiers).sorted().compactMap { assets[$0] }
            case .identifiers(let identifiers):
                let wanted = Set(identifiers)
                return order.filter { wanted.contains($0) }.compactMap { assets[$0] }
            }
        }
    }

    // MARK: - Albums and folders

    extension PhotosWorld {
        func fetchCollections<Collection: PHCollection>(
            _ scope: CollectionScope, _ options: PHFetchOptions?
        ) -> PHFetchResult<Collection> {
            promptIfNeeded(.fetchCollections)
            let isOfAlbums = Collection.self == PHAssetCollection.self
            let query = FetchQuery(
                options, keys: isOfAlbums ? CollectionRecord.albumKeys : CollectionRecord.folderKeys)
            let access = access.withLock { $0 }
            let found = withLibrary(.fetchCollections) { state in
                query.apply(to: state.find(scope, access)) { $0.value(of: $1) }.map(\.identifier)
            }
            return PHFetchResult(found, in: self) { [self] batch in
                withLibrary(.materialize, count: batch.count) { state in
                    batch.compactMap { identifier in
                        let record = state.read(identifier) ?? CollectionRecord(identifier, title: nil)
                        let made =
                            record.isList
                            ? PHCollectionList(record, in: self) : PHAssetCollection(record, in: self)
                        return made as? Collection
                    }
                }
            }
        }
    }

    extension LibraryState {
        fileprivate func find(_ scope: CollectionScope, _ access: AccessState) -> [CollectionRecord] {
            guard unavailability == nil, access.isReadable else { return [] }
            let found =
                switch scope {
                case .topLevel: topLevel
                case .children(let list): collections[list]?.children ?? []
                case .albums(let type, let subtype): collectionOrder.filter { matches($0, type, subtype) }
                case .containing(let asset, let type):
                    collectionOrder.filter {
                        matches($0, type, .any) && collections[$0]?.assets.contains(asset) == true
                    }
                case .albumIdentifiers(let wanted): named(wanted, isList: false)
                case .listIdentifiers(let wanted): named(wanted, isList: true)
                }
            // Under limited access there are smart albums only.
            return found.compactMap { read($0) }.filter { access.readWrite == .authorized || $0.type == .smartAlbum }
        }

        private func matches(
            _ identifier: String, _ type: PHAssetCollectionType, _ subtype: PHAssetCollectionSubtype
        ) -> Bool {
            guard let record = collections[identifier], !record.isList, record.type == type else { return false }
            return subtype == .any || record.subtype == subtype
        }

        /// The named collections of one type, which the first identifier determines.
        private func named(_ wanted: [String], isList: Bool) -> [String] {
            guard let first = wanted.lazy.compactMap({ self.collections[$0] }).first, first.isList == isList else {
                return []
            }
            return collectionOrder.filter { identifier in
                guard wanted.contains(identifier), let record = collections[identifier] else { return false }
                return record.isList == isList && record.type == first.type
            }
        }
    }
#endif
