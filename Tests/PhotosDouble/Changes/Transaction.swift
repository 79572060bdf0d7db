#if PhotosDouble
    import Foundation

    /// A new file of an asset.
    struct NewResource: Sendable {
        enum Contents: Sendable {
            case data(Data)
            case file(URL)
        }

        let type: PHAssetResourceType
        let contents: Contents
        let fileName: String?
        let typeIdentifier: String?
        let isMoved: Bool

        init(_ type: PHAssetResourceType, _ contents: Contents, _ options: PHAssetResourceCreationOptions?) {
            (self.type, self.contents) = (type, contents)
            fileName = options?.originalFilename
            typeIdentifier = options?.uniformTypeIdentifier
            isMoved = options?.shouldMoveFile ?? false
        }
    }

    /// One edit inside a block of changes.
    enum Edit: Sendable {
        case createAsset(String)
        case addResource(String, NewResource)
        case deleteAssets([String])
        case setCreationDate(String, Date?)
        case setLocation(String, CLLocation?)
        case setFavorite(String, Bool)
        case setHidden(String, Bool)
        case createCollection(String, title: String, isList: Bool)
        case deleteCollections([String])
        case rename(String, String)
        case addChildren([String], String?)
        case members(String, MemberEdit)
    }

    /// One edit of an album's assets.
    enum MemberEdit: Sendable {
        /// The assets in which the positions of the edits to come count.
        case begin([String])
        case add([String])
        case insert([String], [Int])
        case remove([String])
        case removeIndexes([Int])
        case replace([Int], [String])
        case move([Int], Int)
    }

    /// The edits of one block of changes.
    final class Transaction: @unchecked Sendable {  // Used by the block alone, on one queue.
        let world: PhotosWorld
        private(set) var edits: [Edit] = []
        private var isOpen = true

        init(in world: PhotosWorld) {
            self.world = world
        }

        func add(_ edit: Edit) {
            guard isOpen else { raise("a change request is used after its block") }
            world.touch(.changeRequest)
            edits.append(edit)
        }

        func close() {
            isOpen = false
        }

        func createAsset() -> PHObjectPlaceholder {
            let made = PHObjectPlaceholder(world.newIdentifier(), in: world)
            add(.createAsset(made.identifier))
            return made
        }

        func createCollection(_ title: String, isList: Bool) -> PHObjectPlaceholder {
            let made = PHObjectPlaceholder(world.newIdentifier(), in: world)
            add(.createCollection(made.identifier, title: title, isList: isList))
            return made
        }

        func identifiers(of objects: any NSFastEnumeration) -> [String] {
            guard let array = objects as? NSArray else { raise("\(objects) is no collection of objects") }
            return array.map { element in
                guard let object = element as? PHObject else { raise("\(element) is no object of the library") }
                return object.identifier
            }
        }
    }

    // MARK: - The block

    extension PhotosWorld {
        /// The transaction of the block that runs on the current thread.
        func transaction(_ name: String) -> Transaction {
            guard DispatchQueue.getSpecific(key: Self.insideBlock) == true, let transaction = open.withLock({ $0 })
            else { raise("\(name) is used outside of a change block") }
            return transaction
        }

        func supports(_ types: [Int]) -> Bool {
            let main = types.filter { [1, 2, 3].contains($0) }
            let isLive = types.contains(9) && !types.contains(1)
            return main.count == 1 && Set(types).count == types.count && types.allSatisfy { (1...12).contains($0) }
                && !isLive
        }

        func performAndWait(_ block: @escaping () -> Void) throws {
            call(.performChanges)
            let transaction = run(block)
            try finish(transaction)
        }

        func perform(_ block: @escaping () -> Void, _ end: @escaping @Sendable ((any Error)?) -> Void) {
            call(.performChanges)
            let block = Handed(value: block)
            // A thread of its own, since the user may think for long.
            Thread.detachNewThread { [self] in
                let transaction = run(block.value)
                do {
                    try finish(transaction)
                    changeQueue.async { end(nil) }
                } catch {
                    changeQueue.async { end(error) }
                }
            }
        }

        /// Runs a block on the queue for blocks, never on the thread that waits for it.
        private func run(_ block: @escaping () -> Void) -> Transaction {
            if DispatchQueue.getSpecific(key: Self.insideBlock) == true { raise("a change block is inside of another") }
            let transaction = Transaction(in: self)
            let (hasRun, block) = (DispatchSemaphore(value: 0), Handed(value: block))
            changeQueue.async { [self] in
                open.withLock { $0 = transaction }
                block.value()
                open.withLock { $0 = nil }
                transaction.close()
                hasRun.signal()
            }
            hasRun.wait()
            return transaction
        }

        /// Asks the user, and applies the edits; the question holds up no other transaction.
        private func finish(_ transaction: Transaction) throws {
            let edits = transaction.edits
            guard !edits.isEmpty else { return }
            let switches = switches
            try checkAccess(edits)
            let deleted = edits.reduce(0) { sum, edit in
                if case .deleteAssets(let assets) = edit { sum + assets.count } else { sum }
            }
            if deleted > 0, !switches.consent(deleted) { throw PHPhotosError(.userCancelled) }
            if let fault = switches.editFault { throw fault }
            let created = try database.withLock { state in
                if let reason = state.unavailability { throw reason }
                var application = EditApplication(state, switches.recognize)
                for edit in edits { try application.apply(edit) }
                state = try application.finish()
                return application.created
            }
            // Assets that the app adds join what the user selected.
            access.withLock { if $0.readWrite == .limited { $0.selection.formUnion(created) } }
            tellObservers()
        }

        /// Only new assets can be made with permission to add only.
        private func checkAccess(_ edits: [Edit]) throws {
            let access = access.withLock { $0 }
            if access.readWrite == .notDetermined, access.addOnly != .authorized { record.notePrompt(.performChanges) }
            guard !access.isReadable else { return }
            var created: Set<String> = []
            let isAddOnly = edits.allSatisfy { edit in
                switch edit {
                case .createAsset(let asset): created.insert(asset).inserted
                case .addResource(let asset, _), .setCreationDate(let asset, _), .setLocation(let asset, _),
                    .setFavorite(let asset, _), .setHidden(let asset, _):
                    created.contains(asset)
                default: false
                }
            }
            if access.addOnly == .authorized, isAddOnly { return }
            throw PHPhotosError(access.readWrite == .restricted ? .accessRestricted : .accessUserDenied)
        }
    }
#endif
