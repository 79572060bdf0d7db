import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary

/// The operations whose counts have limits.
enum CountedOperation: String, CaseIterable, Sendable {
    case opening = "opening, to the first page of ten"
    case page = "a page of ten"
    case pageByCursor = "a page of ten by cursor"
    case imageInMemory = "an image in memory"
    case imageToDecode = "an image to be decoded"
    case sharedImage = "an image, requested twice"
    case update = "an update of one asset"
}

/// What an operation takes, as numbers that depend on no machine.
struct OperationCounts: Equatable, Sendable {
    /// The jobs on the library executor.
    var hops = 0
    /// The calls of the library, releases included.
    var accesses = 0
    /// The requests at the image source.
    var requests = 0

    static func - (lhs: Self, rhs: Self) -> Self {
        Self(hops: lhs.hops - rhs.hops, accesses: lhs.accesses - rhs.accesses, requests: lhs.requests - rhs.requests)
    }

    /// The counts that are above their limits, in words.
    func growth(beyond limits: OperationCounts) -> [String] {
        let pairs = [
            ("hops", hops, limits.hops), ("accesses", accesses, limits.accesses),
            ("requests", requests, limits.requests),
        ]
        return pairs.filter { $0.1 > $0.2 }.map { "\($0.1) \($0.0), allowed \($0.2)" }
    }
}

extension CountedOperation {
    /// More work inside of an operation, to see that its growth is found.
    typealias Addition = @Sendable (CountedSubject) async throws -> Void

    /// Counts what the operation takes: the difference of two fresh libraries, one with it and one without.
    ///
    /// Fresh, since the size of a slice depends on how long earlier ones took; a first slice has sixteen assets.
    func counts(with addition: @escaping Addition = { _ in }) async throws -> OperationCounts {
        let with = try await total { subject in
            try await perform(on: subject)
            try await addition(subject)
        }
        return try await with - total { _ in }
    }

    private func total(_ body: @escaping Addition) async throws -> OperationCounts {
        let subject = try CountedSubject()
        return try await subject.counts {
            try await prepare(subject)
            try await body(subject)
        }
    }

    private func prepare(_ subject: CountedSubject) async throws {
        switch self {
        case .opening, .imageToDecode: break
        case .page, .pageByCursor, .update: _ = try await subject.manager.loadLibrary()
        case .imageInMemory, .sharedImage: _ = try await subject.images.image(for: subject.request(0))
        }
    }

    private func perform(on subject: CountedSubject) async throws {
        switch self {
        case .opening:
            _ = try await subject.manager.loadLibrary()
            _ = try await subject.manager.page(PageRequest(size: 10))
        case .page: _ = try await subject.manager.page(PageRequest(size: 10))
        case .pageByCursor: _ = try await subject.manager.photos.firstPage(of: .all, size: 10)
        case .imageInMemory: _ = try await subject.images.image(for: subject.request(0))
        case .imageToDecode: _ = try await subject.images.image(for: subject.request(0))
        case .sharedImage:
            async let first = subject.images.image(for: subject.request(1))
            async let second = subject.images.image(for: subject.request(1))
            _ = try await (first, second)
        case .update: try await subject.follow()
        }
    }
}

/// A library of few assets with a log of its calls, on an executor without a thread.
struct CountedSubject: Sendable {
    let manager: MediaManager
    let images: CachingImageManager
    private let store = SyntheticStore(assets: 40, seed: 3)
    private let ledger = AccessLedger(capacity: 10_000)
    private let activity: Activity
    private let manual: ManualExecutor
    private let assets: [MediaAsset]

    init() throws {
        let activity = Activity()
        self.activity = activity
        manual = ManualExecutor { activity.note() }
        assets = try store.unsafeUnprotectedAccess.allAssets().filter { $0.mediaType == .image }
        let access = LibraryAccess(
            PhotoLibrarySource.synthetic(store).recorded(in: ledger), executor: manual.executor,
            limits: LibraryAccess.Limits(deadline: nil, changeDelay: .none))
        manager = MediaManager(access: access, memoryPressure: MemoryPressure())
        images = try CachingImageManager(
            access: access, limits: CachingImageManager.Limits(stallTimeout: nil), memoryPressure: MemoryPressure())
    }

    func request(_ number: Int) -> AssetImageRequest {
        AssetImageRequest(for: assets[number], size: .pixels(20, 20), deliveryMode: .highQuality)
    }

    /// Changes an asset of the loaded list, and receives the update.
    func follow() async throws {
        let snapshot = try await manager.snapshot()
        // Before the subscription, so that its start and the change's signal cannot overtake each other.
        store.edit(assets[0].id) { $0.isFavorite.toggle() }
        var updates = manager.photos.updates(of: snapshot).makeAsyncIterator()
        _ = try await updates.next()
    }

    /// Runs an operation to its end, closes the library, and counts what both took.
    func counts(of body: @escaping @Sendable () async throws -> Void) async throws -> OperationCounts {
        let (manager, images) = (manager, images)
        let requests = try await finish {
            try await body()
            let requests = await images.statistics.started
            images.close()
            await manager.close()
            return requests
        }
        manual.runAll()
        return OperationCounts(
            hops: manual.executor.statistics.jobs, accesses: ledger.entries.count, requests: requests)
    }

    /// Runs jobs on this thread until an operation has ended.
    private func finish<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let (ended, activity) = (Lock(false), activity)
        let task = Task {
            defer {
                ended.withLock { $0 = true }
                activity.note()
            }
            return try await body()
        }
        await activity.wait {
            manual.runAll()
            return ended.withLock(\.self)
        }
        return try await task.value
    }
}
