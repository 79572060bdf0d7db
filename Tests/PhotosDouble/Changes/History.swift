#if PhotosDouble
    /// The identifiers of one type in a change.
    struct ChangedObjects: Sendable {
        var inserted: Set<String> = []
        var updated: Set<String> = []
        var deleted: Set<String> = []

        var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

        func filter(_ isShown: (String) -> Bool) -> ChangedObjects {
            ChangedObjects(
                inserted: inserted.filter(isShown), updated: updated.filter(isShown), deleted: deleted.filter(isShown))
        }
    }

    /// One change of the library.
    struct HistoryEntry: Sendable {
        var place = 0
        var assets = ChangedObjects()
        var albums = ChangedObjects()
        var lists = ChangedObjects()

        var isEmpty: Bool { assets.isEmpty && albums.isEmpty && lists.isEmpty }
    }

    extension PhotosWorld {
        /// Forgets the oldest changes, so that tokens from before are expired.
        package func expireHistory() {
            database.withLock { state in
                state.historyStart = state.place
                state.history = []
            }
        }

        /// Adds so many changes of one asset to the history; observers are not told.
        package func lengthenHistory(by count: Int, of asset: String) {
            database.withLock { state in
                var entry = HistoryEntry()
                entry.assets.updated = [asset]
                state.history.reserveCapacity(state.history.count + count)
                for _ in 0..<count {
                    entry.place = state.place + 1
                    state.history.append(entry)
                }
            }
        }

        var currentChangeToken: PHPersistentChangeToken {
            PHPersistentChangeToken(withLibrary(.token) { $0.place }, of: identity)
        }

        func fetchPersistentChanges(since token: PHPersistentChangeToken) throws -> PHPersistentChangeFetchResult {
            let (isReadable, fault) = (access.withLock { $0.isReadable }, switches.historyFault)
            return try withLibrary(.history) { state in
                if let reason = state.unavailability { throw reason }
                guard isReadable else { throw PHPhotosError(.accessUserDenied) }
                if let fault { throw fault }
                guard token.library == identity, (state.historyStart...state.place).contains(token.place) else {
                    throw PHPhotosError(.persistentChangeTokenExpired)
                }
                return PHPersistentChangeFetchResult(token.place + 1..<state.place + 1, in: self)
            }
        }

        /// A change, as far as the user shows its objects; nil if nothing is left or it has expired.
        func historyEntry(_ place: Int) -> HistoryEntry? {
            let access = access.withLock { $0 }
            return database.withLock { state in
                let index = place - state.historyStart - 1
                guard state.history.indices.contains(index) else { return nil }
                var entry = state.history[index]
                if access.readWrite == .limited {
                    entry.assets = entry.assets.filter(access.shows)
                    (entry.albums, entry.lists) = (ChangedObjects(), ChangedObjects())
                }
                return entry.isEmpty ? nil : entry
            }
        }

        func details(of entry: HistoryEntry, for type: PHObjectType) throws -> ChangedObjects {
            touch(.changeDetails)
            if let fault = switches.changeDetailsFault { throw fault }
            switch type {
            case .asset: return entry.assets
            case .assetCollection: return entry.albums
            case .collectionList: return entry.lists
            default: return ChangedObjects()
            }
        }
    }
#endif
