#if PhotosDouble
    import Foundation
    import PhotosDouble
    import Testing

    @Suite(.serialized) struct HistoryTests {
        @Test func `Each change has its identifiers and its token`() async throws {
            try await PhotosWorld.exclusively { world in
                world.seed("a", "b")
                let library = PHPhotoLibrary.shared()
                let start = library.currentChangeToken
                world.edit { edits in
                    edits.insert([AssetRecord("c")])
                    edits.update("a") { $0.isFavorite = true }
                }
                world.edit { $0.delete(["b"]) }
                let changes = Array(try library.fetchPersistentChanges(since: start))
                #expect(changes.count == 2)
                let first = try changes[0].changeDetails(for: .asset)
                #expect(first.insertedLocalIdentifiers == ["c"])
                #expect(first.updatedLocalIdentifiers == ["a"])
                try #expect(changes[1].changeDetails(for: .asset).deletedLocalIdentifiers == ["b"])
                try #expect(Array(library.fetchPersistentChanges(since: changes[0].changeToken)).count == 1)
                #expect(changes[1].changeToken == library.currentChangeToken)
            }
        }

        @Test func `A token is archived and read again`() async throws {
            try await PhotosWorld.exclusively { world in
                world.edit { $0.insert([AssetRecord("a")]) }
                let token = PHPhotoLibrary.shared().currentChangeToken
                let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
                let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: data)
                #expect(read == token)
            }
        }

        @Test func `Tokens from before the history, and of other libraries, are expired`() async throws {
            let other = await PhotosWorld.exclusively { _ in PHPhotoLibrary.shared().currentChangeToken }
            try await PhotosWorld.exclusively { world in
                let library = PHPhotoLibrary.shared()
                let start = library.currentChangeToken
                world.edit { $0.insert([AssetRecord("a")]) }
                world.expireHistory()
                #expect(code { _ = try library.fetchPersistentChanges(since: start) } == .persistentChangeTokenExpired)
                #expect(code { _ = try library.fetchPersistentChanges(since: other) } == .persistentChangeTokenExpired)
                try #expect(Array(library.fetchPersistentChanges(since: library.currentChangeToken)).isEmpty)
            }
        }

        @Test func `Details may be lost`() async throws {
            try await PhotosWorld.exclusively { world in
                let library = PHPhotoLibrary.shared()
                let start = library.currentChangeToken
                world.edit { $0.insert([AssetRecord("a")]) }
                world.switches.changeDetailsFault = PHPhotosError(.persistentChangeDetailsUnavailable)
                let changes = Array(try library.fetchPersistentChanges(since: start))
                #expect(code { _ = try changes[0].changeDetails(for: .asset) } == .persistentChangeDetailsUnavailable)
            }
        }

        @Test func `Under limited access only selected assets are told`() async throws {
            try await PhotosWorld.exclusively { world in
                world.seed("a", "b")
                world.select(["a"])
                let library = PHPhotoLibrary.shared()
                let start = library.currentChangeToken
                for name in ["b", "a"] { world.edit { $0.update(name) { $0.isFavorite = true } } }
                let changes = Array(try library.fetchPersistentChanges(since: start))
                #expect(changes.count == 1)
                try #expect(changes[0].changeDetails(for: .asset).updatedLocalIdentifiers == ["a"])
            }
        }

        @Test func `A long history is read one change after the other`() async throws {
            try await PhotosWorld.exclusively { world in
                world.seed("a")
                let library = PHPhotoLibrary.shared()
                let start = library.currentChangeToken
                world.lengthenHistory(by: 100_000, of: "a")
                let changes = try library.fetchPersistentChanges(since: start).prefix(3).map { $0 }
                #expect(changes.count == 3)
                #expect(world.census.alive["PHPersistentChange"] == 3)
            }
        }

        @Test func `Observers are told of each change until they are taken away, and are not kept`() async {
            await PhotosWorld.exclusively { world in
                let library = PHPhotoLibrary.shared()
                do {
                    let observer = ChangeCounter()
                    library.register(observer as any PHPhotoLibraryChangeObserver)
                    world.edit { $0.insert([AssetRecord("a")]) }
                    for await _ in observer.changes { break }
                    #expect(world.observerCount == 1)
                    library.unregisterChangeObserver(observer)
                    #expect(world.observerCount == 0)
                    library.register(observer as any PHPhotoLibraryChangeObserver)
                }
                // The queue that told the observer holds it until its call has returned.
                await world.waitForObservers()
                #expect(world.observerCount == 0)
            }
        }
    }
#endif
