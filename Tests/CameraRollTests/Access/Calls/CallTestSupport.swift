import CameraRollTesting
import SyntheticLibrary

@testable import CameraRoll

/// A read of some slices, which records each slice and returns their number.
struct NotedSlices: SlicedRead {
    let slices: Int
    let note: @Sendable (_ slice: Int) -> Void
    private var done = 0

    init(_ slices: Int, note: @escaping @Sendable (_ slice: Int) -> Void = { _ in }) {
        self.slices = slices
        self.note = note
    }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<Int>
    {
        _ = try libraryState.openLibrary()
        done += 1
        note(done)
        return done < slices ? .more(items: 1) : .done(done, items: 1)
    }
}

/// A library access on a manual executor, with a log of all calls of the library.
struct ManualSetup {
    let manual = ManualExecutor()
    let ledger = AccessLedger()
    let clock = ManualClock()
    let authorization = MockAuthorization(.authorized)
    let access: LibraryAccess

    init(limits: LibraryAccess.Limits = LibraryAccess.Limits()) {
        let contents = FixedContents(assets: (0..<10).map { MediaAsset(id: AssetID("\($0)")) })
        let factory = PhotoLibrarySource.fixed(contents, authorization: authorization).recorded(in: ledger)
        access = LibraryAccess(factory, executor: manual.executor, limits: limits, clock: clock)
    }

    /// Starts to read a number, with an operation name.
    func read(_ number: Int, as operation: LibraryOperation = "read") async throws(LibraryError) -> Int {
        try await access.read(operation) { library in number }
    }

    /// Reads in slices.
    func read(_ slices: NotedSlices, as operation: LibraryOperation) async throws(LibraryError) -> Int {
        try await access.perform(operation, slices)
    }

    /// Runs a read to its end.
    func finish(_ number: Int) async throws -> Int {
        // Throws if the read is refused, where a test would wait in vain for a job.
        let read = SingleRead { libraryState throws(LibraryError) in
            _ = try libraryState.openLibrary()
            return number
        }
        let call = try access.start(read, as: "read")
        manual.runAll()
        return try await call.value()
    }
}

extension Task where Failure == any Error {
    /// The error of the task, if it is a library error.
    var libraryError: LibraryError? {
        get async {
            switch await result {
            case .success: nil
            case .failure(let error): error as? LibraryError
            }
        }
    }
}

extension LibraryAccess {
    /// Enqueues a turn that runs a closure.
    func appendTurn(
        _ operation: LibraryOperation, lane: ExecutorLane = .standard, body: @escaping @Sendable () -> Void = {}
    ) {
        post(operation, lane: lane) { _ in body() }
    }
}

extension LibraryAccess {
    /// The number of managers, and of others, that are told when the library is released.
    var registeredReleases: Int { libraryState.releases.count }
}
