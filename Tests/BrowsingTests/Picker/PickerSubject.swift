import CameraRollTesting
import CoreTestSupport
import Observation
import SyntheticLibrary

@testable import CameraRoll
@testable import CameraRollBrowsing

/// A library without a thread, and what a picker needs: a test runs all jobs itself.
@MainActor struct PickerSubject {
    let store: SyntheticStore
    let authorization: MockAuthorization
    let manual: ManualExecutor
    let clock = ManualClock()
    let manager: MediaManager
    let images: CachingImageManager
    private let activity = Activity()

    init(
        _ configuration: SyntheticConfiguration, _ status: AuthorizationStatus = .authorized,
        deadline: Duration? = nil, pendingReads: Int = 65_536, flaw: SleeplessClock.Flaw? = nil,
        wrapping: (PhotoLibrarySource) -> PhotoLibrarySource = { $0 }
    ) throws {
        store = SyntheticStore(configuration)
        authorization = MockAuthorization(status)
        manual = ManualExecutor(onJob: activity.note)
        let delay = ChangeDelay(quiet: .zero, longest: .zero)
        let access = LibraryAccess(
            wrapping(.synthetic(store, authorization: authorization)), executor: manual.executor,
            limits: LibraryAccess.Limits(
                deadline: deadline, maximumPendingReads: pendingReads, changeDelay: delay),
            clock: clock.with(flaw))
        manager = MediaManager(access: access)
        images = try CachingImageManager(
            access: access, limits: CachingImageManager.Limits(stallTimeout: nil))
    }

    init(assets: Int = 100, _ status: AuthorizationStatus = .authorized) throws {
        try self.init(SyntheticConfiguration(assets: assets), status)
    }

    /// Runs the library's jobs until a condition holds; looks again after each job and each observed change.
    func run(until isSo: @MainActor () -> Bool) async {
        await follow(isSo) { manual.runAll() }
    }

    /// Waits until a condition holds, while the library does nothing.
    func wait(until isSo: @MainActor () -> Bool) async {
        await follow(isSo) {}
    }

    private func follow(_ isSo: @MainActor () -> Bool, _ work: @MainActor () -> Void) async {
        while !Task.isCancelled {
            let done = Gate()
            let isTrue = withObservationTracking(isSo) { [activity] in
                done.open()
                activity.note()
            }
            if isTrue { return }
            await activity.wait {
                work()
                return done.isOpen || isSo()
            }
        }
    }

    /// Runs the library's jobs until a task has ended.
    func value<Value: Sendable>(_ body: @escaping @MainActor () async -> Value) async -> Value {
        let end = Gate()
        let task = Task { [activity] in
            let value = await body()
            end.open()
            activity.note()
            return value
        }
        await activity.wait {
            manual.runAll()
            return end.isOpen
        }
        return await task.value
    }

    func session(
        grid: GridOptions? = nil, encoder: PickerEncoder? = nil,
        _ change: (inout PickerConfiguration) -> Void = { _ in }
    ) throws -> PickerSession {
        var configuration = PickerConfiguration()
        configuration.selectionLimit = 0
        configuration.selection = .ordered
        configuration.content = .reference
        change(&configuration)
        return try PickerSession(
            manager: manager, images: images, configuration: configuration, grid: grid, encoder: encoder, clock: clock)
    }

    /// A session whose list is shown.
    func openSession(
        grid: GridOptions? = nil, encoder: PickerEncoder? = nil,
        _ change: (inout PickerConfiguration) -> Void = { _ in }
    ) async throws -> PickerSession {
        let session = try session(grid: grid, encoder: encoder, change)
        session.open()
        await run { session.browser.state == .ready && session.isSettled }
        return session
    }

    /// The identifiers of a list.
    func ids(_ query: AssetQuery = .all) async -> [AssetID] {
        await value { [photos = manager.photos] in
            guard let list = try? await photos.snapshot(of: query) else { return [] }
            return (try? await photos.identifiers(of: list)) ?? []
        }
    }

    /// The asset at a position of the whole library.
    func asset(at position: Int) async -> MediaAsset? {
        let id = await ids()[position]
        return await value { [photos = manager.photos] in
            (try? await photos.assets(withIdentifiers: [id]))?.first
        }
    }

    /// Finishes a session; the identifiers of its results in the order of delivery, or the error.
    func finish(_ session: PickerSession) async -> Result<PickerResults, PickerError> {
        await value {
            do throws(PickerError) {
                return .success(try await session.finish())
            } catch {
                return .failure(error)
            }
        }
    }

    /// Takes all results.
    func all(_ results: PickerResults) async -> [PickedResult] {
        await value {
            var all: [PickedResult] = []
            for await result in results { all.append(result) }
            return all
        }
    }
}

extension Result {
    var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

extension PickerSession {
    /// Whether the library has been asked, since its last change, for what is selected outside of the list.
    var isSettled: Bool { browser.grid.isSettled }
}
