#if PhotosDouble
    import Foundation
    import PhotosDouble
    import Testing

    @Suite(.serialized) struct EditTests {
        private var library: PHPhotoLibrary { .shared() }

        @Test func `A placeholder is used in the same block, and names the asset afterwards`() async throws {
            try await PhotosWorld.exclusively { world in
                var (asset, album): (String?, String?) = (nil, nil)
                try library.performChangesAndWait {
                    let creation = PHAssetCreationRequest.forAsset()
                    creation.addResource(with: .photo, data: Data([1]), options: nil)
                    creation.isFavorite = true
                    let list = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "New")
                    guard let made = creation.placeholderForCreatedAsset else { return }
                    list.addAssets(NSArray(array: [made]))
                    (asset, album) = (made.localIdentifier, list.placeholderForCreatedAssetCollection.localIdentifier)
                }
                let name = try #require(asset)
                try #expect(world.asset(name).isFavorite)
                let list = try #require(album)
                try #expect(world.members(of: list) == [name])
                #expect(world.census.alive["PHObjectPlaceholder"] == nil)
            }
        }

        @Test func `A block is called on a queue of its own, and is one change`() async throws {
            try await PhotosWorld.exclusively { world in
                world.seed("a", "b")
                let (assets, start) = ([try world.asset("a"), try world.asset("b")], library.currentChangeToken)
                let observer = ChangeCounter()
                library.register(observer as any PHPhotoLibraryChangeObserver)
                let caller = threadNumber()
                // The caller waits until the block has ended.
                nonisolated(unsafe) var called = caller
                try library.performChangesAndWait {
                    called = threadNumber()
                    for asset in assets { PHAssetChangeRequest(for: asset).isHidden = true }
                }
                #expect(called != caller)
                for await _ in observer.changes { break }
                let changes = Array(try library.fetchPersistentChanges(since: start))
                #expect(changes.count == 1)
                try #expect(changes[0].changeDetails(for: .asset).updatedLocalIdentifiers == ["a", "b"])
            }
        }

        @Test func `The user may refuse a deletion, and nothing is changed`() async throws {
            try await PhotosWorld.exclusively { world in
                world.seed("a")
                let asset = try world.asset("a")
                world.switches.consent = { _ in false }
                let refusal = code {
                    try library.performChangesAndWait {
                        PHAssetChangeRequest(for: asset).isFavorite = true
                        PHAssetChangeRequest.deleteAssets(NSArray(array: [asset]))
                    }
                }
                #expect(refusal == .userCancelled)
                try #expect(!world.asset("a").isFavorite)
                world.switches.consent = { _ in true }
                try library.performChangesAndWait { PHAssetChangeRequest.deleteAssets(NSArray(array: [asset])) }
                #expect(PHAsset.fetchAssets(with: nil).count == 0)
            }
        }

        /// The question of one edit stays open while another edit is done.
        ///
        ///     deletion      |  favorite
        ///     asks           |
        ///                    |  block, done
        ///     answered, done |
        @Test func `An open question holds up no other edit`() async throws {
            try await PhotosWorld.exclusively { world in
                world.seed("a", "b")
                let (first, second, library) = (try world.asset("a"), try world.asset("b"), library)
                let (asked, answer) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
                world.switches.consent = { _ in
                    asked.signal()
                    answer.wait()
                    return true
                }
                let (ends, end) = AsyncStream<Void>.makeStream()
                library.performChanges { @Sendable in
                    PHAssetChangeRequest.deleteAssets(NSArray(array: [first]))
                } completionHandler: { _, _ in
                    end.yield()
                }
                await withCheckedContinuation { continuation in
                    Thread.detachNewThread {
                        asked.wait()
                        continuation.resume()
                    }
                }
                try library.performChangesAndWait { PHAssetChangeRequest(for: second).isFavorite = true }
                try #expect(world.asset("b").isFavorite)
                #expect(PHAsset.fetchAssets(with: nil).count == 2)
                answer.signal()
                for await _ in ends { break }
                #expect(PHAsset.fetchAssets(with: nil).count == 1)
            }
        }

        @Test func `Files are checked after the block, and all or nothing is done`() async throws {
            await PhotosWorld.exclusively { world in
                func create(_ resources: [(PHAssetResourceType, Data)]) -> PHPhotosError.Code? {
                    code {
                        try library.performChangesAndWait {
                            let good = PHAssetCreationRequest.forAsset()
                            good.addResource(with: .photo, data: Data([1]), options: nil)
                            let request = PHAssetCreationRequest.forAsset()
                            for (type, data) in resources { request.addResource(with: type, data: data, options: nil) }
                        }
                    }
                }
                #expect(create([(.photo, Data())]) == .invalidResource)
                #expect(create([(.adjustmentData, Data([1]))]) == .missingResource)
                world.switches.editFault = PHPhotosError(.notEnoughSpace)
                #expect(create([(.photo, Data([1]))]) == .notEnoughSpace)
                #expect(PHAsset.fetchAssets(with: nil).count == 0)
            }
        }

        @Test func `Edits of an asset that is gone name it`() async throws {
            try await PhotosWorld.exclusively { world in
                world.seed("a")
                let asset = try world.asset("a")
                world.edit { $0.delete(["a"]) }
                do {
                    try library.performChangesAndWait { PHAssetChangeRequest(for: asset).isFavorite = true }
                    Issue.record("an edit of nothing")
                } catch let error as PHPhotosError {
                    #expect(error.code == .identifierNotFound)
                    #expect(error.errorUserInfo[PHLocalIdentifiersErrorKey] as? [String] == ["a"])
                }
            }
        }

        @Test func `With permission to add only, assets are added and nothing else is done`() async throws {
            try await PhotosWorld.exclusively { world in
                world.seed("a")
                let asset = try world.asset("a")
                world.status = .denied
                let refusal = code {
                    try library.performChangesAndWait { PHAssetChangeRequest(for: asset).isHidden = true }
                }
                #expect(refusal == .accessUserDenied)
                try library.performChangesAndWait {
                    PHAssetCreationRequest.forAsset().addResource(with: .photo, data: Data([1]), options: nil)
                }
                world.status = .authorized
                #expect(PHAsset.fetchAssets(with: nil).count == 2)
            }
        }

        @Test func `A file is moved into the library, or copied`() async throws {
            try await PhotosWorld.exclusively { _ in
                let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jpg")
                try Data([1, 2]).write(to: file)
                defer { try? FileManager.default.removeItem(at: file) }
                for isMoved in [false, true] {
                    try library.performChangesAndWait {
                        let options = PHAssetResourceCreationOptions()
                        options.shouldMoveFile = isMoved
                        PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: file, options: options)
                    }
                    #expect(FileManager.default.fileExists(atPath: file.path) == !isMoved)
                }
                #expect(PHAsset.fetchAssets(with: nil).count == 2)
            }
        }
    }

    @Suite(.serialized) struct AlbumEditTests {
        /// The album's assets after an edit; the album begins with a, b, c and d, and e is in no album.
        private func edited(
            meanwhile: (inout LibraryEdits) -> Void = { _ in },
            _ edit: @escaping (PHAssetCollectionChangeRequest, [String: PHAsset]) -> Void
        ) async throws -> [String] {
            try await PhotosWorld.exclusively { world in
                world.seed("a", "b", "c", "d", "e")
                world.seedAlbum("album", ["a", "b", "c", "d"])
                let album = try world.album("album")
                let found = PHAsset.fetchAssets(in: album, options: nil)
                var assets: [String: PHAsset] = [:]
                for name in ["a", "b", "c", "d", "e"] { assets[name] = try world.asset(name) }
                world.edit(meanwhile)
                let known = assets
                try PHPhotoLibrary.shared().performChangesAndWait {
                    guard let request = PHAssetCollectionChangeRequest(for: album, assets: found) else { return }
                    edit(request, known)
                }
                return try world.members(of: "album")
            }
        }

        @Test func `Assets are added once, inserted, removed and replaced`() async throws {
            try await #expect(edited { $0.addAssets([$1["e"], $1["a"]].array) } == ["a", "b", "c", "d", "e"])
            try await #expect(edited { $0.insertAssets([$1["e"]].array, at: [1]) } == ["a", "e", "b", "c", "d"])
            try await #expect(edited { $0.removeAssets([$1["b"], $1["d"]].array) } == ["a", "c"])
            try await #expect(edited { request, _ in request.removeAssets(at: [0, 3]) } == ["b", "c"])
            try await #expect(
                edited { $0.replaceAssets(at: [1], withAssets: [$1["e"]].array) } == ["a", "e", "c", "d"])
        }

        @Test func `A move takes out first and puts in then`() async throws {
            try await #expect(edited { request, _ in request.moveAssets(at: [0, 1], to: 2) } == ["c", "d", "a", "b"])
        }

        @Test func `All assets are put into another order by a replacement`() async throws {
            let names = try await edited { request, assets in
                request.replaceAssets(at: [0, 1, 2, 3], withAssets: ["d", "a", "c", "b"].map { assets[$0] }.array)
            }
            #expect(names == ["d", "a", "c", "b"])
        }

        @Test func `Positions count in the assets of the request, whatever others did meanwhile`() async throws {
            let names = try await edited(
                meanwhile: { $0.setMembers(["e", "a", "c", "d"], of: "album") },
                { request, _ in request.moveAssets(at: [3], to: 0) })
            #expect(names == ["d", "a", "c", "e"])
        }

        @Test func `A deleted folder takes its contents with it`() async throws {
            try await PhotosWorld.exclusively { world in
                world.addSamples(10)
                let folder = try #require(
                    PHCollectionList.fetchCollectionLists(
                        withLocalIdentifiers: ["folder Journeys/L0/020"], options: nil
                    ).firstObject)
                try PHPhotoLibrary.shared().performChangesAndWait {
                    PHCollectionListChangeRequest.deleteCollectionLists(NSArray(array: [folder]))
                }
                let albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
                let titles = (0..<albums.count).map { albums.object(at: $0).localizedTitle }
                #expect(titles == ["Holidays", "Empty", "Shared"])
            }
        }

        @Test func `An album is in one folder at a time`() async throws {
            try await PhotosWorld.exclusively { world in
                world.addSamples(10)
                let album = try world.album("album Holidays/L0/040")
                let far = try #require(
                    PHCollectionList.fetchCollectionLists(
                        withLocalIdentifiers: ["folder Far/L0/020"], options: nil
                    ).firstObject)
                try PHPhotoLibrary.shared().performChangesAndWait {
                    PHCollectionListChangeRequest(for: far)?.addChildCollections(NSArray(array: [album]))
                }
                #expect(PHCollection.fetchCollections(in: far, options: nil).count == 2)
                #expect(PHCollection.fetchTopLevelUserCollections(with: nil).count == 4)
                try PHPhotoLibrary.shared().performChangesAndWait {
                    let top = PHCollection.fetchTopLevelUserCollections(with: nil)
                    PHCollectionListChangeRequest(forTopLevelCollectionListUserCollections: top)?
                        .addChildCollections(NSArray(array: [album]))
                }
                #expect(PHCollection.fetchTopLevelUserCollections(with: nil).count == 5)
            }
        }
    }

    /// Identifies the current thread.
    private func threadNumber() -> ObjectIdentifier {
        ObjectIdentifier(Thread.current)
    }

    extension [PHAsset?] {
        fileprivate var array: NSArray { NSArray(array: compactMap { $0 }) }
    }
#endif
