#if PhotosDouble
    import Foundation

    /// Applies the edits of a transaction to a copy of the library: all of them, or none.
    struct EditApplication {
        private var library: LibraryEdits
        private let recognize: @Sendable (inout AssetRecord) -> PHPhotosError.Code?
        /// The assets that the transaction creates, until they are complete.
        private var pending: [String: AssetRecord] = [:]
        private(set) var created: [String] = []
        private var createdCollections: Set<String> = []
        private var albums: [String: AlbumEdit] = [:]
        private var movedFiles: [URL] = []

        init(_ state: LibraryState, _ recognize: @escaping @Sendable (inout AssetRecord) -> PHPhotosError.Code?) {
            library = LibraryEdits(state)
            self.recognize = recognize
        }

        mutating func apply(_ edit: Edit) throws {
            switch edit {
            case .createAsset(let asset):
                pending[asset] = AssetRecord(asset)
                created.append(asset)
            case .addResource(let asset, let resource): try add(resource, to: asset)
            case .deleteAssets(let assets): try delete(assets)
            case .setCreationDate(let asset, let date): try update(asset) { $0.creationDate = date }
            case .setLocation(let asset, let location): try update(asset) { $0.location = location }
            case .setFavorite(let asset, let isFavorite): try update(asset) { $0.isFavorite = isFavorite }
            case .setHidden(let asset, let isHidden): try update(asset) { $0.isHidden = isHidden }
            case .createCollection(let identifier, let title, let isList):
                var record = CollectionRecord(identifier, title: title)
                record.isList = isList
                createdCollections.insert(identifier)
                library.add(record)
            case .deleteCollections(let collections):
                for identifier in collections {
                    try check(identifier, .delete)
                    library.delete(collection: identifier)
                    albums[identifier] = nil
                }
            case .rename(let identifier, let title):
                try check(identifier, .rename)
                library.update(collection: identifier) { $0.title = title }
            case .addChildren(let children, let list): try add(children, to: list)
            case .members(let album, let edit): try apply(edit, to: album)
            }
        }

        /// Completes new assets and albums.
        mutating func finish() throws -> LibraryState {
            for identifier in created {
                guard var record = pending[identifier] else { continue }
                record.creationDate = record.creationDate ?? library.now
                record.modificationDate = library.now
                if let fault = recognize(&record) { throw PHPhotosError(fault) }
                library.add(record)
            }
            for (album, edit) in albums.sorted(by: { $0.key < $1.key }) {
                for asset in edit.assets where library.state.assets[asset] == nil && !edit.begun.contains(asset) {
                    throw Self.notFound(asset)
                }
                library.setMembers(edit.merged { library.state.assets[$0] != nil }, of: album)
            }
            for file in movedFiles { try? FileManager.default.removeItem(at: file) }
            return library.finished
        }

        private static func notFound(_ identifier: String) -> PHPhotosError {
            PHPhotosError(.identifierNotFound, userInfo: [PHLocalIdentifiersErrorKey: [identifier]])
        }

        // MARK: Assets

        private mutating func update(_ asset: String, _ body: (inout AssetRecord) -> Void) throws {
            if var record = pending[asset] {
                body(&record)
                pending[asset] = record
                return
            }
            guard let record = library.state.assets[asset] else { throw Self.notFound(asset) }
            guard record.operations.contains(.properties) else {
                raise("the properties of asset \(asset) cannot be edited")
            }
            library.update(asset, body)
        }

        private mutating func add(_ resource: NewResource, to asset: String) throws {
            let (data, name): (Data, String)
            switch resource.contents {
            case .data(let contents): (data, name) = (contents, resource.fileName ?? "IMG_0001.JPG")
            case .file(let url):
                guard let contents = try? Data(contentsOf: url) else { throw PHPhotosError(.invalidResource) }
                (data, name) = (contents, resource.fileName ?? url.lastPathComponent)
                if resource.isMoved { movedFiles.append(url) }
            }
            pending[asset]?.resources.append(
                ResourceRecord(
                    resource.type, typeIdentifier: resource.typeIdentifier ?? resource.type.typeIdentifier,
                    fileName: name, data: data))
            if resource.type == .video { pending[asset]?.mediaType = .video }
            if resource.type == .audio { pending[asset]?.mediaType = .audio }
            if resource.type == .pairedVideo { pending[asset]?.mediaSubtypes.insert(.photoLive) }
        }

        private mutating func delete(_ assets: [String]) throws {
            for identifier in assets {
                guard let record = library.state.assets[identifier] else { throw Self.notFound(identifier) }
                guard record.operations.contains(.delete) else { raise("asset \(identifier) cannot be deleted") }
            }
            library.delete(assets)
        }

        // MARK: Albums and folders

        /// Edits that are not allowed raise an exception.
        private func check(_ identifier: String, _ operation: PHCollectionEditOperation) throws {
            guard let record = library.state.collections[identifier] else { throw Self.notFound(identifier) }
            guard record.type != .smartAlbum, record.operations.contains(operation) else {
                raise("collection \(identifier) does not allow operation \(operation.rawValue)")
            }
        }

        private mutating func add(_ children: [String], to list: String?) throws {
            if let list { try check(list, .addContent) }
            for child in children {
                guard let record = library.state.collections[child] else { throw Self.notFound(child) }
                if record.type == .smartAlbum || record.subtype == .albumCloudShared {
                    raise("collection \(child) is in no folder")
                }
                if let list, createdCollections.contains(child) { try check(list, .createContent) }
                // It is removed from the folder that it leaves.
                let parent = library.state.collections.values.first { $0.children.contains(child) }
                if let parent { try check(parent.identifier, .removeContent) }
                if let list, isInside(list, child) { throw PHPhotosError(.changeNotSupported) }
                library.move(child, to: list)
            }
        }

        /// Whether a collection is another or in it.
        private func isInside(_ identifier: String, _ other: String) -> Bool {
            guard identifier != other else { return true }
            return library.state.collections[other]?.children.contains { isInside(identifier, $0) } ?? false
        }

        private mutating func apply(_ edit: MemberEdit, to album: String) throws {
            guard let record = library.state.collections[album] else { throw Self.notFound(album) }
            switch edit {
            case .begin: break
            case .add, .insert: try check(album, .addContent)
            case .remove, .removeIndexes: try check(album, .removeContent)
            case .replace, .move: try check(album, .rearrangeContent)
            }
            var members = albums[album] ?? AlbumEdit(record.assets)
            members.apply(edit, of: record.assets)
            albums[album] = members
        }
    }

    extension PHAssetResourceType {
        fileprivate var typeIdentifier: String {
            switch self {
            case .video, .pairedVideo: "com.apple.quicktime-movie"
            case .audio: "public.audio"
            default: "public.jpeg"
            }
        }
    }
#endif
