#if PhotosDouble
    import Foundation
    import PhotosDouble
    import Testing

    @Suite(.serialized) struct AccessTests {
        @Test func `The user is asked once, and answers`() async {
            await PhotosWorld.exclusively { world in
                world.status = .notDetermined
                world.switches.permission = { _ in .limited }
                #expect(await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .limited)
                #expect(await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .limited)
                #expect(world.record.prompts == [.requestAuthorization])
                #expect(PHPhotoLibrary.authorizationStatus(for: .addOnly) == .authorized)
            }
        }

        @Test func `A fetch, a manager and an observer ask before permission`() async {
            await PhotosWorld.exclusively { world in
                world.seed("a")
                world.status = .notDetermined
                #expect(PHAsset.fetchAssets(with: nil).count == 0)
                _ = PHCachingImageManager()
                let observer = ChangeCounter()
                PHPhotoLibrary.shared().register(observer as any PHPhotoLibraryChangeObserver)
                #expect(world.record.prompts == [.fetchAssets, .createManager, .register])
            }
        }

        @Test(arguments: [PHAuthorizationStatus.denied, .restricted])
        func `Nothing is found without permission`(status: PHAuthorizationStatus) async {
            await PhotosWorld.exclusively { world in
                world.addSamples(20)
                world.status = status
                #expect(PHAsset.fetchAssets(with: nil).count == 0)
                #expect(world.smartAlbumCount == 0)
                #expect(PHCollection.fetchTopLevelUserCollections(with: nil).count == 0)
                #expect(world.record.prompts.isEmpty)
            }
        }

        @Test func `Assets that are not selected do not exist, nor albums`() async throws {
            await PhotosWorld.exclusively { world in
                world.addSamples(20)
                let names = PHAsset.fetchAssets(with: nil).names
                let observer = ChangeCounter()
                PHPhotoLibrary.shared().register(observer as any PHPhotoLibraryChangeObserver)
                world.select([names[3], names[1]])
                for await _ in observer.changes { break }
                #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .limited)
                #expect(PHAsset.fetchAssets(with: nil).names == [names[1], names[3]])
                #expect(PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).count == 0)
                #expect(PHCollection.fetchTopLevelUserCollections(with: nil).count == 0)
                #expect(world.smartAlbumCount > 0)
                world.select(nil)
                #expect(PHAsset.fetchAssets(with: nil).names == names)
            }
        }

        @Test func `A library that goes away tells its observers and why`() async {
            await PhotosWorld.exclusively { world in
                world.seed("a")
                let (library, observer) = (PHPhotoLibrary.shared(), ChangeCounter())
                library.register(observer as any PHPhotoLibraryAvailabilityObserver)
                world.goAway(.libraryVolumeOffline)
                for await _ in observer.losses { break }
                #expect((library.unavailabilityReason as? PHPhotosError)?.code == .libraryVolumeOffline)
                #expect(PHAsset.fetchAssets(with: nil).count == 0)
                world.comeBack()
                #expect(library.unavailabilityReason == nil)
                #expect(PHAsset.fetchAssets(with: nil).count == 1)
            }
        }

        @Test func `Calls from other threads than expected are recorded, releases of fetch results too`() async {
            await PhotosWorld.exclusively { world in
                world.seed("a")
                world.switches.expects = { $0 != .property && $0 != .releaseFetchResult }
                _ = PHAsset.fetchAssets(with: nil).object(at: 0).isFavorite
                #expect(world.record.unexpected == [.property: 1, .releaseFetchResult: 1])
                #expect(world.record.counts[.fetchAssets] == 1)
            }
        }

        @Test func `Living objects are counted`() async {
            await PhotosWorld.exclusively { world in
                world.seed("a", "b")
                do {
                    let result = PHAsset.fetchAssets(with: nil)
                    _ = result.object(at: 0)
                    #expect(world.census.alive == ["PHFetchResult": 1, "PHAsset": 2])
                    withExtendedLifetime(result) {}
                }
                #expect(world.census.alive.isEmpty)
            }
        }
    }
#endif
