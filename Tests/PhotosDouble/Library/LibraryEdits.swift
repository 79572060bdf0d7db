#if PhotosDouble
    package import Foundation

    /// Changes a library and notes what it does for the history: one change, however much it does.
    package struct LibraryEdits {
        var state: LibraryState
        private(set) var entry = HistoryEntry()

        init(_ state: LibraryState) {
            self.state = state
            self.state.now += 1
            entry.place = state.place + 1
        }

        /// The date that this change puts into what it modifies.
        package var now: Date { state.now }

        /// The identifiers of all assets, in the library's own order.
        package var identifiers: [String] { state.order }

        // MARK: Assets

        /// Adds assets at the end of the library's order, with the date of now if they have none.
        package mutating func insert(_ records: [AssetRecord]) {
            for var record in records {
                record.creationDate = record.creationDate ?? state.now
                add(record)
            }
        }

        /// Adds an asset as it is.
        package mutating func add(_ record: AssetRecord) {
            var record = record
            record.modificationDate = record.modificationDate ?? record.creationDate ?? state.now
            state.assets[record.identifier] = record
            state.order.append(record.identifier)
            entry.assets.inserted.insert(record.identifier)
        }

        /// Changes an asset; its date of modification too.
        package mutating func update(_ identifier: String, _ body: (inout AssetRecord) -> Void) {
            guard var record = state.assets[identifier] else { return }
            body(&record)
            record.modificationDate = state.now
            state.assets[identifier] = record
            noteUpdate(of: identifier)
        }

        /// Changes the picture of an asset.
        package mutating func changeContent(of identifier: String) {
            update(identifier) { $0.contentVersion += 1 }
        }

        package mutating func delete(_ identifiers: [String]) {
            let gone = Set(identifiers).filter { state.assets[$0] != nil }
            for identifier in gone { state.goneAssets[identifier] = state.assets.removeValue(forKey: identifier) }
            state.order.removeAll { gone.contains($0) }
            for identifier in state.collectionOrder where state.collections[identifier]?.assets.isEmpty == false {
                let members = state.collections[identifier]?.assets ?? []
                let left = members.filter { !gone.contains($0) }
                if left.count < members.count { setMembers(left, of: identifier) }
            }
            for identifier in gone {
                entry.assets.updated.remove(identifier)
                if entry.assets.inserted.remove(identifier) == nil { entry.assets.deleted.insert(identifier) }
            }
        }

        private mutating func noteUpdate(of identifier: String) {
            if !entry.assets.inserted.contains(identifier) { entry.assets.updated.insert(identifier) }
        }

        // MARK: Albums and folders

        /// Adds an album or a folder to a folder, or to the top level unless it is a smart album.
        package mutating func add(_ record: CollectionRecord, to folder: String? = nil) {
            state.collections[record.identifier] = record
            state.collectionOrder.append(record.identifier)
            if record.isList {
                entry.lists.inserted.insert(record.identifier)
            } else {
                entry.albums.inserted.insert(record.identifier)
            }
            if record.type != .smartAlbum { move(record.identifier, to: folder) }
        }

        package mutating func update(collection identifier: String, _ body: (inout CollectionRecord) -> Void) {
            guard var record = state.collections[identifier] else { return }
            body(&record)
            state.collections[identifier] = record
            if record.isList {
                if !entry.lists.inserted.contains(identifier) { entry.lists.updated.insert(identifier) }
            } else if !entry.albums.inserted.contains(identifier) {
                entry.albums.updated.insert(identifier)
            }
        }

        package mutating func setMembers(_ assets: [String], of album: String) {
            update(collection: album) { $0.assets = assets }
        }

        /// Puts an album or a folder at the end of a folder or of the top level: it has one parent only.
        package mutating func move(_ identifier: String, to folder: String?) {
            state.topLevel.removeAll { $0 == identifier }
            for other in state.collectionOrder where state.collections[other]?.children.contains(identifier) == true {
                update(collection: other) { $0.children.removeAll { $0 == identifier } }
            }
            if let folder {
                update(collection: folder) { $0.children.append(identifier) }
            } else {
                state.topLevel.append(identifier)
            }
        }

        /// Deletes an album, or a folder with all that it contains.
        package mutating func delete(collection identifier: String) {
            guard let record = state.collections[identifier] else { return }
            for child in record.children { delete(collection: child) }
            state.topLevel.removeAll { $0 == identifier }
            for other in state.collectionOrder where state.collections[other]?.children.contains(identifier) == true {
                update(collection: other) { $0.children.removeAll { $0 == identifier } }
            }
            state.goneCollections[identifier] = state.collections.removeValue(forKey: identifier)
            state.collectionOrder.removeAll { $0 == identifier }
            if record.isList {
                entry.lists.updated.remove(identifier)
                if entry.lists.inserted.remove(identifier) == nil { entry.lists.deleted.insert(identifier) }
            } else {
                entry.albums.updated.remove(identifier)
                if entry.albums.inserted.remove(identifier) == nil { entry.albums.deleted.insert(identifier) }
            }
        }
    }

    extension PhotosWorld {
        /// Changes the library from outside, as another app or device does: it is one change of the history, and
        /// observers are told.
        package func edit(_ body: (inout LibraryEdits) throws -> Void) rethrows {
            try database.withLock { state in
                var edits = LibraryEdits(state)
                try body(&edits)
                state = edits.finished
            }
            tellObservers()
        }

        /// Fills the library without a trace in its history.
        package func seed(_ body: (inout LibraryEdits) -> Void) {
            database.withLock { state in
                var edits = LibraryEdits(state)
                body(&edits)
                state = edits.state
            }
        }
    }

    extension LibraryEdits {
        /// The changed library, with the change in its history.
        var finished: LibraryState {
            var state = state
            if !entry.isEmpty { state.history.append(entry) }
            return state
        }
    }
#endif
