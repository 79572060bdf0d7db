import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll

/// The way back to the executor, and what libraries resolve on it.
@Suite(.timeLimit(.hang)) struct LibraryTurnsTests {
    /// Opens a library, and returns its access and its way back.
    private static func open(
        _ authorization: any LibraryAuthorization = AlwaysAuthorized(),
        executor: LibraryExecutor = LibraryExecutor(label: "turns")
    ) async throws -> (access: LibraryAccess, turns: LibraryTurns) {
        let found = Lock<LibraryTurns?>(nil)
        let source = PhotoLibrarySource(authorization: authorization) { context in
            let turns = context.turns
            found.withLock { $0 = turns }
            return try PhotoLibrarySource.fixed(FixedContents()).open(context)
        }
        let access = LibraryAccess(source, executor: executor, limits: .untimed)
        try await access.read("open") { _ in }
        let turns = found.withLock(\.self)
        return (access, try #require(turns))
    }

    /// Runs a closure on a thread of a pool.
    private static func onPool<Value: Sendable>(
        _ priority: PoolPriority = .visible, _ body: @escaping @Sendable () -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            do {
                let pool = try WorkPool(label: "test", limits: PoolLimits(threads: 1))
                _ = try pool.submit(Closure { continuation.resume(returning: (body(), pool).0) }, priority: priority)
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    private struct Closure: PoolWork {
        let body: @Sendable () -> Void

        func run() { body() }
        func cancel() {}
    }

    @Test func `A thread of a pool waits for a turn on the executor`() async throws {
        let (access, turns) = try await Self.open()
        let executor = access.executor
        let isIsolated = try await Self.onPool {
            Result { () throws(LibraryError) in
                try turns.perform("look") { () throws(LibraryError) in executor.isIsolatingCurrentContext() }
            }
        }
        #expect(try isIsolated.get() == true)
        await access.close()
    }

    /// Opens a library on an executor that runs by hand.
    private static func open(
        on manual: ManualExecutor
    ) async throws -> (access: LibraryAccess, turns: LibraryTurns) {
        let opening = Task { try await open(executor: manual.executor) }
        await manual.waitUntilEnqueued(1)
        manual.runAll()
        return try await opening.value
    }

    @Test(arguments: zip(PoolPriority.allCases, ExecutorLane.allCases.reversed()))
    func `A turn waits in the lane of its thread's work`(priority: PoolPriority, lane: ExecutorLane) async throws {
        let manual = ManualExecutor()
        let (access, turns) = try await Self.open(on: manual)
        let turn = Task {
            try await Self.onPool(priority) { try? turns.perform("look") { () throws(LibraryError) in 1 } }
        }
        await manual.waitUntilEnqueued(1)
        #expect(access.executor.statistics.lanes[lane]?.depth == 1)
        manual.runAll()
        #expect(try await turn.value == 1)
    }

    // a turn for later        a turn for the screen        the executor
    // ----------------        ---------------------        ------------
    // waits
    //                         waits
    //                                                      runs the one for the screen
    //                                                      runs the other
    @Test func `A turn for what is needed later does not go before one for the screen`() async throws {
        let (manual, order) = (ManualExecutor(), Notes<PoolPriority>())
        let (access, turns) = try await Self.open(on: manual)
        var waiting: [Task<Void?, any Error>] = []
        for priority in [PoolPriority.prefetch, .visible] {
            let turn = Task {
                try await Self.onPool(priority) {
                    try? turns.perform("look") { () throws(LibraryError) in order.append(priority) }
                }
            }
            waiting.append(turn)
            await manual.waitUntilEnqueued(waiting.count)
        }
        manual.runAll()
        for turn in waiting { _ = try await turn.value }
        #expect(order.all == [.visible, .prefetch])
        withExtendedLifetime(access) {}
    }

    @Test func `A task must not wait`() async throws {
        let (access, turns) = try await Self.open()
        #expect(throws: LibraryError.failed("look", reason: "this thread must not wait for the library")) {
            try turns.perform("look") { () throws(LibraryError) in 1 }
        }
        await access.close()
    }

    @Test func `Without permission nothing runs`() async throws {
        let authorization = MockAuthorization(.authorized)
        let (access, turns) = try await Self.open(authorization)
        authorization.set(.denied)
        let outcome = try await Self.onPool {
            Result { () throws(LibraryError) in try turns.perform("look") { () throws(LibraryError) in 1 } }
        }
        #expect(outcome == .failure(.notAuthorized(.denied)))
        await access.close()
    }

    @Test func `What is canceled or released, and what an edit has created, needs no permission`() async throws {
        let authorization = MockAuthorization(.authorized)
        let (access, turns) = try await Self.open(authorization)
        authorization.set(.denied)
        let executor = access.executor
        let isIsolated = await withCheckedContinuation { continuation in
            turns.post("release") { continuation.resume(returning: executor.isIsolatingCurrentContext()) }
        }
        #expect(isIsolated == true)
        let outcome = try await Self.onPool {
            Result { () throws(LibraryError) in try turns.performAlways("look") { () throws(LibraryError) in 1 } }
        }
        #expect(outcome == .success(1))
        await access.close()
    }

    @Test func `After the executor's shutdown nothing runs`() async throws {
        let (access, turns) = try await Self.open()
        await access.close()
        await access.executor.shutdown()
        let outcome = try await Self.onPool {
            Result { () throws(LibraryError) in try turns.perform("look") { () throws(LibraryError) in 1 } }
        }
        #expect(outcome == .failure(.shutDown))
    }

    // MARK: The priority of threads

    /// Notes the priority of the thread that reads originals, or edits.
    private struct NotingThreads: ResourceSource, EditorBackend {
        let noted: Notes<PoolPriority?>

        func resources(of asset: AssetID) throws(ImageError) -> [AssetResource] {
            noted.append(BlockingThread.currentPriority)
            return []
        }

        func read(
            _ resource: AssetResource, isNetworkAccessAllowed: Bool, into receiver: ResourceReceiver
        ) throws(ImageError) {}

        func perform(_ transaction: EditTransaction) throws(EditError) -> EditReceipt {
            noted.append(BlockingThread.currentPriority)
            return EditReceipt()
        }
    }

    @Test(arguments: [(TaskPriority.userInitiated, PoolPriority.visible), (.utility, .prefetch), (.medium, .standard)])
    func `Originals are read, and edits carried out, with the priority of their task`(
        task: TaskPriority, expected: PoolPriority
    ) async throws {
        let noted = Notes<PoolPriority?>()
        let source = NotingThreads(noted: noted)
        let library = PhotoLibrarySource.fixed(FixedContents(resourceSource: source))
            .wrapping { NotingLibrary($0, source) }
        let manager = MediaManager(library, executor: LibraryExecutor(label: "threads"), limits: .untimed)
        let images = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
        // Detached, so that no more urgent waiting test raises it before its work is submitted.
        let (isDone, asset) = (Gate(), MediaAsset(id: "a"))
        Task.detached(priority: task) {
            _ = try? await images.resources(of: asset)
            _ = try? await manager.performChanges { $0.delete([asset]) }
            isDone.open()
        }
        await isDone.wait()
        #expect(noted.all == [expected, expected])
    }

    /// A library with an editor.
    private final class NotingLibrary: ForwardingLibrary {
        private let ownEditor: NotingThreads

        init(_ base: any PhotoLibraryBackend, _ editor: NotingThreads) {
            ownEditor = editor
            super.init(base)
        }

        override func editor() throws(LibraryError) -> (any EditorBackend)? { ownEditor }
    }

    // MARK: Resolved objects

    /// A library that resolves a text for everything, on its executor only.
    private final class TextLibrary: ForwardingLibrary {
        override func resolve(_ request: AssetImageRequest) throws(LibraryError) -> (any Sendable)? {
            guard request.asset != "gone" else { throw .assetNotFound("gone") }
            return "image of \(request.asset)"
        }

        override func resolve(_ asset: AssetID) throws(LibraryError) -> (any Sendable)? { "original of \(asset)" }
    }

    @Test func `An image source is given what the library resolved`() async throws {
        let given = Lock<[String]>([])
        let source = ScriptedSource { asked in
            given.withLock { $0.append(asked.sink.resolved as? String ?? "nothing") }
            asked.sink.fail(.noImage(asked.request.asset))
        }
        let library = PhotoLibrarySource.fixed(FixedContents(imageSource: source)).wrapping { TextLibrary($0) }
        let access = LibraryAccess(library, executor: LibraryExecutor(label: "resolve"), limits: .untimed)
        let images = try CachingImageManager(access: access, limits: CachingImageManager.Limits(stallTimeout: nil))
        #expect(await images.outcome(of: ImageSubject.request("a")).failure == .noImage("a"))
        #expect(await images.outcome(of: ImageSubject.request("gone")).failure == .library(.assetNotFound("gone")))
        #expect(given.withLock(\.self) == ["image of a"])
        await access.close()
    }

    /// Lists no originals, and notes what it is given.
    private struct NotingOriginals: ResourceSource {
        let given: Lock<[String]>

        func resources(of asset: AssetID) throws(ImageError) -> [AssetResource] {
            given.withLock { $0.append("nothing") }
            return []
        }

        func resources(of asset: AssetID, resolved: (any Sendable)?) throws(ImageError) -> [AssetResource] {
            given.withLock { $0.append(resolved as? String ?? "nothing") }
            return [AssetResource(asset: asset, kind: .photo, typeIdentifier: "public.jpeg")]
        }

        func read(
            _ resource: AssetResource, isNetworkAccessAllowed: Bool, into receiver: ResourceReceiver
        ) throws(ImageError) {
            given.withLock { $0.append(receiver.resolved as? String ?? "nothing") }
        }
    }

    @Test func `A source of originals is given what the library resolved`() async throws {
        let source = NotingOriginals(given: Lock([]))
        let library = PhotoLibrarySource.fixed(FixedContents(resourceSource: source)).wrapping { TextLibrary($0) }
        let access = LibraryAccess(library, executor: LibraryExecutor(label: "resolve"), limits: .untimed)
        let images = try CachingImageManager(access: access, limits: CachingImageManager.Limits(stallTimeout: nil))
        _ = try await images.originalData(for: MediaAsset(id: "a"))
        #expect(source.given.withLock(\.self) == ["original of a", "original of a"])
        await access.close()
    }
}
