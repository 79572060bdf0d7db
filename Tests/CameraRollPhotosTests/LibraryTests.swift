#if PhotosDouble
import CameraRoll
import CameraRollTesting
import Dispatch
import Foundation
import PhotosDouble
import TestSupport
@testable import CameraRollPhotos
import Testing

/// Permission, unavailability, history, and what is left in memory.
@Suite(.timeLimit(.hang)) struct LibraryTests {
    @Test(arguments: [PHAuthorizationStatus.notDetermined, .denied, .restricted])
    func `Nothing of Photos is used before permission`(status: PHAuthorizationStatus) async throws {
        try await PhotosWorld.exclusively(.sample()) { world in
            world.status = status
            let manager = MediaManager(world.source(), limits: .untimed)
            let images = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
            await #expect(throws: LibraryError.notAuthorized(AuthorizationStatus(status))) {
                try await manager.photos.snapshot()
            }
            await #expect(throws: ImageError.library(.notAuthorized(AuthorizationStatus(status)))) {
                try await images.image(for: AssetImageRequest(for: MediaAsset(id: "a"), size: .pixels(9, 9)))
            }
            #expect(Set(world.record.counts.keys).subtracting([.authorizationStatus]) == [])
            #expect(world.record.prompts == [])
        }
    }

    @Test func `A library that is unavailable cannot be opened, and opens when it is back`() async throws {
        try await PhotosWorld.exclusively(.sample()) { world in
            world.goAway(.libraryVolumeOffline)
            try await world.withAccess { access in
                let photos = PhotoRepository(access: access)
                let reason = PhotosWorld.reason(.libraryVolumeOffline)
                await #expect(throws: LibraryError.cannotOpen(reason: reason)) { try await photos.snapshot() }
                world.comeBack()
                let snapshot = try await photos.snapshot()
                #expect(snapshot.count > 0)
            }
        }
    }

    @Test func `A history that is gone, or too long to be told, asks for a new start`() async throws {
        try await PhotosWorld.exclusively(.sample()) { world in
            try await world.withAccess { access in
                let manager = MediaManager(access: access)
                let token = try #require(try await manager.changeToken())
                world.edit { $0.mixUp() }
                world.expireHistory()
                guard case .resyncRequired(.tokenExpired, _) = try await manager.changes(since: token) else {
                    Issue.record("the expired token was accepted")
                    return
                }
                let later = try #require(try await manager.changeToken())
                world.edit { $0.mixUp() }
                world.switches.changeDetailsFault = PHPhotosError(.persistentChangeDetailsUnavailable)
                guard case .resyncRequired(.detailsUnavailable, _) = try await manager.changes(since: later) else {
                    Issue.record("changes without details were accepted")
                    return
                }
            }
        }
    }

    @Test func `A history of a million changes is not read to its end, and no asset is fetched`() async throws {
        try await PhotosWorld.exclusively(.sample()) { world in
            try await world.withAccess { access in
                let (difference, counts) = try await access.read("update") { library in
                    let result = try library.fetchAssets(.all)
                    let asset = try result.identifiers(in: 0..<1)[0]
                    world.lengthenHistory(by: 1_000_000, of: asset.rawValue)
                    world.switches.expects = { _ in true }
                    world.record.clear()
                    return (try library.update(result, of: .all).difference, world.record.counts)
                }
                #expect(difference == .unknown(.tooManyChanges(10_000)))
                #expect(counts[.changeDetails, default: 0] <= 30_000)
                #expect(counts[.fetchAssets] == 1)
                #expect(counts[.materialize] == nil)
            }
        }
    }

    @Test func `A long history is read in pages, and no change of it twice`() async throws {
        try await PhotosWorld.exclusively(.sample()) { world in
            try await world.withAccess { access in
                let manager = MediaManager(access: access)
                let asset = try await manager.photos.firstAsset(of: .all).id
                let token = try #require(try await manager.changeToken())
                world.lengthenHistory(by: 5_000, of: asset.rawValue)
                world.record.clear()
                guard case .changes(let changes) = try await manager.changes(since: token) else {
                    return #expect(Bool(false), "everything is to be read again")
                }
                #expect(changes.assets.updated == [asset] && !changes.hasMore)
                #expect(try await manager.changeToken() == changes.token)
                // The first page has 16 changes, and each at most twice as many as the one before.
                #expect(world.record.counts[.history, default: 0] >= 8)
                world.switches.expects = { _ in true }
                world.record.clear()
                _ = try await manager.changes(since: token)
                #expect(world.record.counts[.changeDetails] == 15_000)
            }
        }
    }

    @Test(arguments: [0, -1])
    func `A page of the history without a change is refused`(limit: Int) async throws {
        try await PhotosWorld.exclusively(.sample()) { world in
            try await world.withAccess { access in
                let error = await #expect(throws: LibraryError.self) {
                    try await access.read("history") { library in
                        guard let token = try library.changeToken() else { return }
                        _ = try library.changes(since: token, limit: limit)
                    }
                }
                #expect(error == .invalidArgument(InvalidArgument("limit of changes", limit, allowed: "at least 1")))
            }
        }
    }

    @Test func `The assets of a long update are fetched in many short turns`() async throws {
        let world = PhotosWorld()
        world.seed { edits in for number in 0..<1_000 { edits.add(AssetRecord("\(number)")) } }
        try await PhotosWorld.exclusively(world) { world in
            try await world.withAccess { access in
                let photos = PhotoRepository(access: access)
                var updates = photos.updates(of: try await photos.snapshot(of: .all)).makeAsyncIterator()
                world.edit { edits in
                    for number in 0..<600 { edits.update("\(number)") { $0.isFavorite = true } }
                }
                world.record.clear()
                guard case .indexes(let changes) = try await updates.next()?.changes else {
                    return #expect(Bool(false), "the list was reloaded")
                }
                #expect(changes.changed.count == 600)
                #expect(world.record.counts[.fetchAssets, default: 0] > 5)
            }
        }
    }

    @Test func `The position of an asset that is unknown is looked up in one fetch, without a search`() async throws {
        let world = PhotosWorld()
        world.seed { edits in for number in 0..<1_000 { edits.add(AssetRecord("\(number)")) } }
        try await PhotosWorld.exclusively(world) { world in
            try await world.withAccess { access in
                let (positions, counts) = try await access.read("position") { library in
                    let result = try library.fetchAssets(.all)
                    let gone = try result.identifiers(in: 7..<8)[0]
                    world.edit { $0.delete([gone.rawValue]) }
                    world.record.clear()
                    return (try result.indexes(of: [gone, "nowhere"]), world.record.counts)
                }
                #expect(positions == [nil, nil])
                #expect(counts[.fetchAssets] == 1)
                #expect(counts[.materialize] == nil)
            }
        }
    }

    @Test func `No object of Photos is left when a library and all that was read of it are gone`() async throws {
        try await PhotosWorld.exclusively(.sample()) { world in
            try await world.withAccess { access in
                let manager = MediaManager(access: access)
                let images = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
                let snapshot = try await manager.photos.snapshot()
                let assets = try await manager.photos.assets(in: snapshot.indices, of: snapshot)
                for asset in assets.prefix(12) {
                    _ = try? await images.image(for: AssetImageRequest(for: asset, size: .pixels(40, 40)))
                    _ = try? await images.resources(of: asset)
                }
                try await manager.performChanges { edits in
                    let album = edits.createAlbum("New")
                    edits.append(assets.prefix(3), to: album)
                }
                #expect(world.census.alive["PHAsset", default: 0] > 0)
            }
            await world.census.waitUntilEmpty()
            #expect(world.census.alive == [:])
            #expect(world.observerCount == 0)
        }
    }

    @Test(arguments: [nil, Data("damaged".utf8)])
    func `First uses at the same time agree on the library's identity`(damage: Data?) throws {
        try Self.withFolder { folder in
            for round in 0..<20 {
                let own = folder.appending(path: "\(round)")
                try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
                try damage?.write(to: own.appending(path: "CameraRoll.photos-identity"))
                let found = Lock<Set<LibraryIdentity>>([])
                DispatchQueue.concurrentPerform(iterations: 8) { _ in
                    let identity = PhotosIdentity.stored(in: own)
                    found.withLock { _ = $0.insert(identity) }
                }
                #expect(found.withLock(\.self) == [PhotosIdentity.stored(in: own)])
                #expect(try FileManager.default.contentsOfDirectory(atPath: own.path).count == (damage == nil ? 1 : 2))
            }
        }
    }

    @Test(arguments: [Data(), Data("no identity".utf8), Data([0xFF, 0xFE])])
    func `A damaged identity is replaced by one that stays`(damage: Data) throws {
        try Self.withFolder { folder in
            try damage.write(to: folder.appending(path: "CameraRoll.photos-identity"))
            let identity = PhotosIdentity.stored(in: folder)
            #expect(PhotosIdentity.stored(in: folder) == identity)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                try damage.write(to: folder.appending(path: name))
            }
            let next = PhotosIdentity.stored(in: folder)
            #expect(next != identity)
            #expect(PhotosIdentity.stored(in: folder) == next)
        }
    }

    private static func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test func `Two managers of one library follow each other's edits`() async throws {
        try await PhotosWorld.exclusively(.sample()) { world in
            try await world.withAccess { first in
                try await world.withAccess { second in
                    let (editing, reading) = (MediaManager(access: first), MediaManager(access: second))
                    let before = try await reading.photos.snapshot()
                    let asset = try await reading.photos.assets(in: 0..<1, of: before)[0]
                    try await editing.performChanges { $0.delete([asset]) }
                    let after = try await reading.photos.snapshot()
                    #expect(after.count == before.count - 1)
                }
            }
        }
    }

    @Test func `A user who declines leaves the library as it was`() async throws {
        try await PhotosWorld.exclusively(.sample()) { world in
            world.switches.consent = { _ in false }
            try await world.withAccess { access in
                let manager = MediaManager(access: access)
                let snapshot = try await manager.photos.snapshot()
                let asset = try await manager.photos.assets(in: 0..<1, of: snapshot)[0]
                await #expect(throws: EditError.refusedByUser) {
                    try await manager.performChanges { $0.delete([asset]) }
                }
                let after = try await manager.photos.snapshot()
                #expect(after.count == snapshot.count)
            }
        }
    }

    @Test func `A new asset, a favorite and an album of a subtype that no system has yet are read`() async throws {
        let world = PhotosWorld()
        world.seed { edits in
            var asset = AssetRecord("new")
            asset.mediaType = PHAssetMediaType(rawValue: 77) ?? .unknown
            edits.add(asset)
            var album = CollectionRecord("recovered", title: "Recovered")
            (album.type, album.subtype) = (.smartAlbum, PHAssetCollectionSubtype(rawValue: 1_000_000_219) ?? .any)
            edits.add(album)
        }
        try await PhotosWorld.exclusively(world) { world in
            try await world.withAccess { access in
                let (assets, albums) = try await access.read("all") { library in
                    let query = AlbumQuery(subtypes: [AlbumSubtype(rawValue: 1_000_000_219)])
                    return (try library.assets(withIdentifiers: ["new"]), try library.albums(query))
                }
                #expect(assets.map(\.mediaType) == [MediaType(rawValue: 77)])
                #expect(albums.map(\.id) == ["recovered"])
            }
        }
    }

    @Test(arguments: [ResourceFault.error(.networkError, after: 10), .error(.networkAccessRequired, after: 0)])
    func `A download that fails ends the read with its error`(fault: ResourceFault) async throws {
        let world = PhotosWorld()
        world.seed { edits in
            var asset = AssetRecord("photo")
            var file = ResourceRecord(
                .photo, typeIdentifier: "public.jpeg", fileName: "P.JPG", data: Data(repeating: 1, count: 100))
            file.fault = fault
            asset.resources = [file]
            edits.add(asset)
        }
        try await PhotosWorld.exclusively(world) { world in
            try await world.withAccess { access in
                let images = try CachingImageManager(of: MediaManager(access: access))
                let expected: ImageError =
                    if case .error(.networkAccessRequired, _) = fault {
                        .networkRequired("photo")
                    } else {
                        .networkFailed("photo", reason: PhotosWorld.reason(.networkError))
                    }
                await #expect(throws: expected) {
                    _ = try await images.originalData(for: MediaAsset(id: "photo"))
                }
            }
        }
    }
}
#endif
