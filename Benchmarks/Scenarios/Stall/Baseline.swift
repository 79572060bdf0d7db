import CameraRoll
import Dispatch
import Foundation

/// A way for an app to read a library from its main actor while background readers read it too.
protocol Baseline: Sendable {
    var name: String { get }
    /// Reads one screen for the main actor.
    @MainActor func readScreen(_ range: Range<Int>) async throws
    /// Reads albums in the background until the walk ends, as one reader.
    @concurrent func readAlbums(_ walk: AlbumWalk) async throws
}

/// No reads: measures the machine's own effect on the main actor.
struct IdleBaseline: Baseline {
    let name = "no reads"
    func readScreen(_ range: Range<Int>) async {}
    func readAlbums(_ walk: AlbumWalk) async {}
}

/// Direct access to the library's lock by the main thread, and by a thread for each reader.
struct DirectBaseline: Baseline {
    static let title = "direct lock"
    var name = Self.title
    let library: any UnprotectedLibrary
    /// The number of assets that a reader reads at a time.
    var batch = 500

    func readScreen(_ range: Range<Int>) async throws {
        _ = try library.assets(in: range)
    }

    @concurrent func readAlbums(_ walk: AlbumWalk) async throws {
        try await onThread {
            try walk.forEach { album in
                // Kept until the album is read, like an enumeration into an array.
                let assets = try album.batches(of: batch).map { try library.assets(in: $0) }
                blackHole(assets.count)
            }
        }
    }
}

/// All reads go through one serial dispatch queue, and the main thread waits for its job.
struct DispatchBaseline: Baseline {
    let name = "main waits on a serial queue"
    let library: any UnprotectedLibrary
    private let queue = DispatchQueue(label: "bench.serial", qos: .userInitiated)

    init(library: any UnprotectedLibrary) {
        self.library = library
    }

    func readScreen(_ range: Range<Int>) async throws {
        try queue.sync { _ = try library.assets(in: range) }
    }

    @concurrent func readAlbums(_ walk: AlbumWalk) async throws {
        try await onThread {
            try walk.forEach { album in
                let assets = try album.batches.map { batch in try queue.sync { try library.assets(in: batch) } }
                blackHole(assets.count)
            }
        }
    }
}

/// All reads go through one ordinary actor, which blocks a thread of the cooperative pool.
struct PlainActorBaseline: Baseline {
    let name = "plain actor"
    private let reader: Reader

    init(library: any UnprotectedLibrary) {
        reader = Reader(library: library)
    }

    func readScreen(_ range: Range<Int>) async throws {
        try await reader.read(range)
    }

    @concurrent func readAlbums(_ walk: AlbumWalk) async throws {
        try await walk.forEach { album in
            for batch in album.batches { try await reader.read(batch) }
        }
    }

    private actor Reader {
        private let library: any UnprotectedLibrary

        init(library: any UnprotectedLibrary) {
            self.library = library
        }

        func read(_ range: Range<Int>) throws {
            _ = try library.assets(in: range)
        }
    }
}

/// All reads go through CameraRoll.
struct CameraRollBaseline: Baseline {
    static let title = "CameraRoll"
    let name = Self.title
    let executor = LibraryExecutor(label: "bench.stall")
    private let photos: PhotoRepository
    private let snapshot: AssetSnapshot

    init(_ library: PhotoLibrarySource) async throws {
        photos = PhotoRepository(access: LibraryAccess(library, executor: executor))
        snapshot = try await photos.snapshot()
    }

    func readScreen(_ range: Range<Int>) async throws {
        _ = try await photos.assets(in: range, of: snapshot)
    }

    @concurrent func readAlbums(_ walk: AlbumWalk) async throws {
        try await walk.forEach { album in _ = try await photos.assets(in: album.range, of: snapshot) }
    }
}

/// All reads go through one queue with priorities, one batch per job: CameraRoll's executor without its slices.
struct UnslicedBaseline: Baseline {
    let name = "priority queue, batches of 500, no slices"
    private let access: LibraryAccess

    init(_ library: PhotoLibrarySource) {
        access = LibraryAccess(library, executor: LibraryExecutor(label: "bench.unsliced"))
    }

    func readScreen(_ range: Range<Int>) async throws {
        try await read(range)
    }

    @concurrent func readAlbums(_ walk: AlbumWalk) async throws {
        try await walk.forEach { album in
            for batch in album.batches { try await read(batch) }
        }
    }

    private func read(_ range: Range<Int>) async throws {
        let count = try await access.read("a batch in one job") { library in
            try library.fetchAssets(.all).assets(in: range).count
        }
        blackHole(count)
    }
}
