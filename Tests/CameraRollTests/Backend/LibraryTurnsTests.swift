import CameraRollTesting
import SyntheticLibrary
import Testing

@testable import CameraRoll

/// The way back to the executor, and what libraries resolve on it.
@Suite(.timeLimit(.minutes(10))) struct LibraryTurnsTests {
    /// Opens a library, and returns its access and its way back.
    private static func open(
        _ authorization: any LibraryAuthorization = AlwaysAuthorized()
    ) async throws -> (access: LibraryAccess, turns: LibraryTurns) {
        let found = Lock<LibraryTurns?>(nil)
        let source = PhotoLibrarySource(authorization: authorization) { context in
            let turns = context.turns
            found.withLock { $0 = turns }
            return try PhotoLibrarySource.fixed(FixedContents()).open(context)
        }
        let access = LibraryAccess(source, executor: LibraryExecutor(label: "turns"), limits: .untimed)
        try await access.read("open") { _ in }
        let turns = found.withLock(\.self)
        return (access, try #require(turns))
    }

    /// Runs a closure on a thread of a pool.
    private static func onPool<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            do {
                let pool = try WorkPool(label: "test", limits: PoolLimits(threads: 1))
                _ = try pool.submit(Closure { continuation.resume(returning: (body(), pool).0) }, priority: .visible)
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
        let images = try CachingImageManager(access: access)
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
        let images = try CachingImageManager(access: access)
        _ = try await images.originalData(for: MediaAsset(id: "a"))
        #expect(source.given.withLock(\.self) == ["original of a", "original of a"])
        await access.close()
    }
}
