import CameraRoll
import CameraRollTesting
import SyntheticLibrary
import Testing

/// Extreme configurations are refused when the library is opened; none traps.
@Suite struct ExtremeConfigurationTests {
    @Test func `Counts that no library can hold are refused`() async {
        let counts: [WritableKeyPath<SyntheticConfiguration, Int>] = [
            \.assets, \.userAlbums, \.sharedAlbums, \.folders, \.historyLimit, \.imageRequestLimit, \.userAlbumSize,
        ]
        for count in counts {
            var least = SyntheticConfiguration(assets: 10)
            least[keyPath: count] = .min
            #expect(await isRefused(least), "\(count)")
            var most = SyntheticConfiguration(assets: 10)
            most[keyPath: count] = .max
            // A limit that is never reached is valid.
            let isLimit = count == \.imageRequestLimit || count == \.userAlbumSize
            #expect(await isRefused(most) == !isLimit, "\(count)")
        }
    }

    @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.min), .seconds(86_401)])
    func `Costs of more than a day or less than nothing are refused`(duration: Duration) async {
        var decoding = SyntheticConfiguration(assets: 10)
        decoding.decodeCost = duration
        #expect(await isRefused(decoding))
        let faults = SyntheticFaults(latencies: [.fetch: duration])
        #expect(await isRefused(SyntheticConfiguration(assets: 10, faults: faults)))
        #expect(await isRefused(SyntheticConfiguration(assets: 10, costs: CostModel(commit: duration))))
    }

    @Test func `A change before a read that never comes waits`() async throws {
        let store = SyntheticStore(assets: 10)
        let photos = PhotoRepository(access: LibraryAccess(.synthetic(store), limits: .untimed))
        let count = try await photos.count()
        store.schedule(beforeRead: .max) { _ = $0.insert(1) }
        store.schedule(beforeRead: .min) { _ = $0.insert(1) }
        #expect(try await photos.count() == count + 1)
    }

    private func isRefused(_ configuration: SyntheticConfiguration) async -> Bool {
        let photos = PhotoRepository(access: LibraryAccess(.synthetic(SyntheticStore(configuration)), limits: .untimed))
        do {
            _ = try await photos.count()
            return false
        } catch {
            guard case .cannotOpen = error else { return false }
            return true
        }
    }
}
