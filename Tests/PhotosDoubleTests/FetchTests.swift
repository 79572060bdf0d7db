#if PhotosDouble
    import Foundation
    import PhotosDouble
    import Synchronization
    import Testing

    @Suite(.serialized) struct FetchTests {
        @Test func `A fetch result's count and identifiers stay, whatever is deleted`() async {
            await PhotosWorld.exclusively { world in
                world.seed("a", "b", "c")
                let result = PHAsset.fetchAssets(with: nil)
                world.edit { $0.delete(["b"]) }
                #expect(result.names == ["a", "b", "c"])
                #expect(PHAsset.fetchAssets(with: nil).names == ["a", "c"])
            }
        }

        @Test func `Values are read again when another batch was read in between`() async {
            await PhotosWorld.exclusively { world in
                world.switches.batchSize = 2
                world.seed("a", "b", "c", "d")
                let result = PHAsset.fetchAssets(with: nil)
                #expect(!result.object(at: 0).isFavorite)
                world.edit { $0.update("a") { $0.isFavorite = true } }
                #expect(!result.object(at: 0).isFavorite, "from the batch that is there")
                _ = result.object(at: 2)
                #expect(result.object(at: 0).isFavorite)
                #expect(world.record.counts[.materialize] == 3)
            }
        }

        @Test func `Touching one asset costs its neighbours`() async {
            await PhotosWorld.exclusively { world in
                (world.switches.batchSize, world.switches.cost) = (100, Switches.photoKitCost)
                world.addSamples(300)
                _ = PHAsset.fetchAssets(with: nil).object(at: 150)
                #expect(world.record.costs[.materialize] == .milliseconds(10))
            }
        }

        @Test func `A deleted asset keeps its values, or loses them, by the switch`() async {
            await PhotosWorld.exclusively { world in
                world.seed("a") { $1.duration = 9 }
                let result = PHAsset.fetchAssets(with: nil)
                world.edit { $0.delete(["a"]) }
                #expect(result.object(at: 0).duration == 9)
                world.switches.emptiesGoneAssets = true
                let other = PHFetchOptions()
                #expect(PHAsset.fetchAssets(with: other).count == 0)
                #expect(result.index(of: result.object(at: 0)) == 0)
            }
        }

        @Test func `Hidden assets and members of bursts are left out unless asked for`() async {
            await PhotosWorld.exclusively { world in
                world.seed("a", "b", "c", "d") { number, record in
                    record.isHidden = number == 1
                    if number > 1 { (record.burstIdentifier, record.representsBurst) = ("burst", number == 2) }
                }
                #expect(PHAsset.fetchAssets(with: nil).names == ["a", "c"])
                #expect(PHAsset.fetchAssets(with: PHFetchOptions { $0.includeHiddenAssets = true }).count == 3)
                #expect(PHAsset.fetchAssets(with: PHFetchOptions { $0.includeAllBurstAssets = true }).count == 3)
            }
        }

        @Test func `A fetch by identifiers finds hidden assets`() async {
            await PhotosWorld.exclusively { world in
                world.seed("a", "b") { number, record in record.isHidden = number == 1 }
                let found = PHAsset.fetchAssets(withLocalIdentifiers: ["b", "none", "b"], options: nil)
                #expect(found.names == ["b"])
            }
        }

        @Test func `Assets of others' albums are found in their album only`() async throws {
            try await PhotosWorld.exclusively { world in
                world.seed("a", "b") { number, record in if number == 1 { record.sourceType = .typeCloudShared } }
                world.seedAlbum("shared", ["b"])
                #expect(PHAsset.fetchAssets(with: nil).names == ["a"])
                try #expect(world.members(of: "shared") == ["b"])
            }
        }

        @Test func `Only so many come as the limit says, and all for 0`() async {
            await PhotosWorld.exclusively { world in
                world.seed("a", "b", "c")
                #expect(PHAsset.fetchAssets(with: PHFetchOptions { $0.fetchLimit = 2 }).names == ["a", "b"])
                #expect(PHAsset.fetchAssets(with: PHFetchOptions { $0.fetchLimit = 0 }).count == 3)
            }
        }

        @Test func `A missing date comes first, and texts go by their bytes`() async {
            await PhotosWorld.exclusively { world in
                world.seed("b", "B", "é", "a") { number, record in if number == 2 { record.creationDate = nil } }
                #expect(PHAsset.fetchAssets(with: PHFetchOptions(by: "creationDate")).names == ["é", "b", "B", "a"])
                let down = PHFetchOptions(by: "creationDate", ascending: false)
                #expect(PHAsset.fetchAssets(with: down).names == ["a", "B", "b", "é"])
                world.switches.sortsByIdentifier = true
                #expect(PHAsset.fetchAssets(with: PHFetchOptions(by: "localIdentifier")).names == ["B", "a", "b", "é"])
            }
        }

        @Test func `Only one fetch reads the library at a time, for as long as its time takes`() async {
            await PhotosWorld.exclusively { world in
                let inside = SpendGate()
                world.switches.cost = { call, _ in call == .fetchAssets ? .seconds(1) : .zero }
                world.switches.spend = { _ in inside.pass() }
                await withTaskGroup { group in
                    for _ in 0..<8 { group.addTask { _ = PHAsset.fetchAssets(with: nil) } }
                }
                #expect(inside.maximum == 1)
                #expect(world.record.costs[.fetchAssets] == .seconds(8))
            }
        }
    }

    /// Counts who is inside at once.
    private final class SpendGate: Sendable {
        private let inside = Atomic(0)
        private let most = Atomic(0)

        var maximum: Int { most.load(ordering: .sequentiallyConsistent) }

        func pass() {
            let count = inside.add(1, ordering: .sequentiallyConsistent).newValue
            most.max(count, ordering: .sequentiallyConsistent)
            inside.subtract(1, ordering: .sequentiallyConsistent)
        }
    }
#endif
