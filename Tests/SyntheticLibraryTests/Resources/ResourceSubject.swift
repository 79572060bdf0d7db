import Testing

@testable import CameraRoll
@testable import SyntheticLibrary

/// Creates the subjects for tests of resources.
enum ResourceSubject {
    static func make(
        faults: SyntheticFaults = .none, cloud: Bool = false
    ) -> (source: SyntheticResourceSource, store: SyntheticStore) {
        var configuration = SyntheticConfiguration(assets: 300, faults: faults)
        configuration.cloudOriginals = cloud
        let store = SyntheticStore(configuration)
        return (SyntheticResourceSource(store), store)
    }

    static func photoInCloud(_ store: SyntheticStore) throws -> AssetResource {
        let contents = store.contents
        let asset = try #require(
            contents.assets.first { $0.mediaType == .image && contents.isCloudOnly($0.id) == true })
        return try #require(try SyntheticResourceSource(store).resources(of: asset.id).first)
    }
}
