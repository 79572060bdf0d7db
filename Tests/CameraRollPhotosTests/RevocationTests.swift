#if PhotosDouble
import CameraRoll
import CameraRollTesting
import Foundation
import PhotosDouble
import TestSupport
import Testing

/// The permission is withdrawn at each call of Photos that an operation makes: the operation has its whole result, or
/// the error of the permission, and never less than the library holds.
@Suite(.timeLimit(.hang)) struct RevocationTests {
    /// What operations use, read before the permission is withdrawn.
    struct Subject: Sendable {
        let manager: MediaManager
        let images: CachingImageManager
        let snapshot: AssetSnapshot
        let assets: [MediaAsset]
        let album: Album
        let cursor: PageCursor
        let token: ChangeToken

        var photos: PhotoRepository { manager.photos }
    }

    struct Operation: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Returns what it found, as text.
        let run: @Sendable (Subject) async throws -> String

        init(_ name: String, _ run: @escaping @Sendable (Subject) async throws -> String) {
            (testDescription, self.run) = (name, run)
        }
    }

    static let operations = reads + readsOfAlbums + readsOfChanges + others

    private static let reads = [
        Operation("a snapshot") { "\(try await $0.photos.snapshot().count)" },
        Operation("a page") { try await $0.photos.assets(in: $0.snapshot.indices, of: $0.snapshot).ids },
        Operation("a page by position") { try await $0.photos.page(after: $0.cursor, size: 40).assets.ids },
        Operation("identifiers") { "\(try await $0.photos.identifiers(of: $0.snapshot))" },
        Operation("a look-up") { try await $0.photos.assets(withIdentifiers: $0.assets.map(\.id)).ids },
        Operation("a position") { "\(try await $0.photos.index(of: $0.assets[20].id, in: $0.snapshot) ?? -1)" },
    ]

    private static let readsOfAlbums = [
        Operation("albums") { "\(try await $0.manager.loadAlbums().map(\.id))" },
        Operation("folders") { "\(try await $0.manager.albums.tree().count)" },
        Operation("a count") { "\(try await $0.manager.albums.count(of: $0.album.id))" },
        Operation("a cover") { "\(try await $0.manager.albums.cover(of: $0.album.id)?.id ?? "none")" },
        Operation("an album's key asset") {
            "\(try await $0.manager.albums.cover(of: $0.album.id, policy: .keyAsset)?.id ?? "none")"
        },
    ]

    private static let readsOfChanges = [
        Operation("a token") { try await $0.manager.changeToken() == nil ? "none" : "a token" },
        Operation("a history") { subject in
            guard case .changes(let changes) = try await subject.manager.changes(since: subject.token) else {
                return "everything"
            }
            return "\(changes.assets.updated.count) \(changes.assets.deleted.count)"
        },
        Operation("an update") { subject in
            var updates = subject.photos.updates(of: subject.snapshot).makeAsyncIterator()
            return "\(try await updates.next()?.snapshot.count ?? -1)"
        },
    ]

    private static let others = [
        Operation("an image") { subject in
            let request = AssetImageRequest(for: subject.picture, size: .pixels(30, 30), deliveryMode: .highQuality)
            return "\(try await subject.images.image(for: request).size.width > 0)"
        },
        Operation("files") { "\(try await $0.images.resources(of: $0.picture).count)" },
        Operation("an original") { "\(try await $0.images.originalData(for: $0.picture).bytes.count)" },
        Operation("an edit") { subject in
            try await subject.manager.performChanges { $0.setFavorite(true, for: [subject.picture]) }
            return "done"
        },
    ]

    @Test(arguments: operations)
    func `An operation has its whole result or an error when the permission is withdrawn at any of its calls`(
        operation: Operation
    ) async throws {
        let whole = try await Self.run(operation, revokingAt: .max)
        let expected = try whole.result.get()
        for call in 0..<whole.calls {
            let (result, _) = try await Self.run(operation, revokingAt: call)
            switch result {
            case .success(let found): #expect(found == expected, "at call \(call) of \(whole.calls)")
            case .failure(let error): #expect(error.isOfPermission, "at call \(call) of \(whole.calls): \(error)")
            }
        }
    }

    /// Runs an operation in a library of its own.
    ///
    /// - Parameter number: the number of the call of Photos at which the permission is withdrawn.
    /// - Returns: its result, and the number of calls.
    private static func run(
        _ operation: Operation, revokingAt number: Int
    ) async throws -> (result: Result<String, any Error>, calls: Int) {
        try await PhotosWorld.exclusively(.sample(assets: 30)) { world in
            let calls = Lock(0)
            let result = try await world.withAccess { access in
                let subject = try await Subject(access)
                world.edit { edits in
                    edits.update(subject.assets[2].id.rawValue) { $0.isFavorite.toggle() }
                    edits.delete([subject.assets[7].id.rawValue])
                }
                await world.waitForObservers()
                world.switches.expects = { [weak world] call in
                    guard !Self.many.contains(call) else { return true }
                    let made = calls.withLock { calls in
                        defer { calls += 1 }
                        return calls
                    }
                    if made == number { world?.status = .denied }
                    return true
                }
                defer { world.switches.expects = nil }
                do {
                    return .success(try await operation.run(subject)) as Result<String, any Error>
                } catch {
                    return .failure(error)
                }
            }
            await world.census.waitUntilEmpty()
            #expect(world.observerCount == 0)
            return (result, calls.withLock(\.self))
        }
    }

    /// The permission changes nothing in objects that are there; and of these calls there are hundreds.
    private static let many: Set<PhotosCall> = [.property, .fetchResult, .releaseFetchResult]
}

extension RevocationTests.Subject {
    fileprivate init(_ access: LibraryAccess) async throws {
        manager = MediaManager(access: access)
        // No timeout: a sanitizer on a busy machine may be slower than any.
        images = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
        snapshot = try await manager.photos.snapshot()
        assets = try await manager.photos.assets(in: snapshot.indices, of: snapshot)
        album = try await manager.albums.album(withIdentifier: "album-trip")
        cursor = try #require(try await manager.photos.firstPage(of: .all, size: 3).endCursor)
        token = try #require(try await manager.changeToken())
    }

    /// A photo that is on the device.
    fileprivate var picture: MediaAsset {
        assets.first { $0.mediaType == .image && $0.id != assets[2].id && $0.id != assets[7].id } ?? assets[0]
    }
}

extension [MediaAsset] {
    fileprivate var ids: String { map(\.id.rawValue).joined(separator: " ") }
}

extension Error {
    /// Whether it says that reading is not permitted.
    fileprivate var isOfPermission: Bool {
        let expected = LibraryError.notAuthorized(.denied)
        return switch self {
        case let error as LibraryError: error == expected
        case let error as ImageError: error == .library(expected)
        case let error as EditError: error == .library(expected)
        default: false
        }
    }
}
#endif
