#if PhotosDouble
    import Foundation
    import PhotosDouble
    import Testing

    /// What PhotoKit raises an exception for, which Swift cannot catch.
    @Suite struct ExceptionTests {
        @Test func `An unsupported sort key ends the process`() async {
            await #expect(processExitsWith: .failure) {
                _ = PHAsset.fetchAssets(with: PHFetchOptions(by: "fileSize"))
            }
        }

        @Test func `The sort key of identifiers ends the process, unless the library is one that has it`() async {
            await #expect(processExitsWith: .failure) {
                _ = PHAsset.fetchAssets(with: PHFetchOptions(by: "localIdentifier"))
            }
        }

        @Test func `An unsupported key of a predicate ends the process`() async {
            await #expect(processExitsWith: .failure) {
                _ = PHAsset.fetchAssets(with: PHFetchOptions(format: "fileSize > 3"))
            }
        }

        @Test func `A documented key in a form that no documentation has ends the process`() async {
            await #expect(processExitsWith: .failure) {
                _ = PHAsset.fetchAssets(with: PHFetchOptions(format: "mediaSubtypes >= 4"))
            }
            await #expect(processExitsWith: .failure) {
                _ = PHAsset.fetchAssets(with: PHFetchOptions(format: "duration <= 3"))
            }
            await #expect(processExitsWith: .failure) {
                _ = PHAsset.fetchAssets(with: PHFetchOptions(format: "(mediaType & 3) != 0"))
            }
        }

        @Test func `A key of assets is none of albums`() async {
            await #expect(processExitsWith: .failure) {
                _ = PHAssetCollection.fetchAssetCollections(
                    with: .album, subtype: .any, options: PHFetchOptions(by: "creationDate"))
            }
        }

        @Test func `A format that cannot be read ends the process`() async {
            await #expect(processExitsWith: .failure) {
                _ = NSPredicate(format: "isFavorite ==", argumentArray: nil)
            }
        }

        @Test func `A predicate with a block ends the process`() async {
            await #expect(processExitsWith: .failure) {
                _ = PHAsset.fetchAssets(with: PHFetchOptions { $0.predicate = NSPredicate(block: { _, _ in true }) })
            }
        }

        @Test func `An index beyond the end of a fetch result ends the process`() async {
            await #expect(processExitsWith: .failure) { _ = PHAsset.fetchAssets(with: nil).object(at: 0) }
        }

        @Test func `A change request outside of a block ends the process`() async {
            await #expect(processExitsWith: .failure) { _ = PHAssetCreationRequest.forAsset() }
        }

        @Test func `A block of changes inside of another ends the process`() async {
            await #expect(processExitsWith: .failure) {
                try PHPhotoLibrary.shared().performChangesAndWait {
                    try? PHPhotoLibrary.shared().performChangesAndWait {}
                }
            }
        }

        @Test func `An edit that an album does not allow ends the process`() async {
            await #expect(processExitsWith: .failure) {
                try await PhotosWorld.exclusively { world in
                    world.addSamples(10)
                    let album = try world.album("album Shared/L0/040")
                    try PHPhotoLibrary.shared().performChangesAndWait {
                        PHAssetCollectionChangeRequest(for: album)?.title = "Mine"
                    }
                }
            }
        }
    }
#endif
