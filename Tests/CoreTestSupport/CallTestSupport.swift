package import CameraRollTesting
package import SyntheticLibrary

@testable package import CameraRoll

/// A read of some slices, which records each slice and returns their number.
package struct NotedSlices: SlicedRead {
    package let slices: Int
    /// How many items it says that each slice handles; 0 for a read that does not know how much is left.
    package let itemsPerSlice: Int
    package let note: @Sendable (_ slice: Int) -> Void
    private var done = 0

    package init(
        _ slices: Int, itemsPerSlice: Int = 0, note: @escaping @Sendable (_ slice: Int) -> Void = { _ in }
    ) {
        self.slices = slices
        self.itemsPerSlice = itemsPerSlice
        self.note = note
    }

    package var itemsLeft: Int { (slices - done) * itemsPerSlice }

    package mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError)
        -> SliceOutcome<Int>
    {
        _ = try libraryState.openLibrary()
        done += 1
        note(done)
        return done < slices ? .more(items: 1) : .done(done, items: 1)
    }
}

/// A library access on a manual executor, with a log of all calls of the library.
package struct ManualSetup {
    package let manual = ManualExecutor()
    package let ledger = AccessLedger()
    package let clock = ManualClock()
    package let authorization = MockAuthorization(.authorized)
    package let access: LibraryAccess

    package init(limits: LibraryAccess.Limits = LibraryAccess.Limits()) {
        let contents = FixedContents(assets: (0..<10).map { MediaAsset(id: AssetID("\($0)")) })
        let factory = PhotoLibrarySource.fixed(contents, authorization: authorization).recorded(in: ledger)
        access = LibraryAccess(factory, executor: manual.executor, limits: limits, clock: clock)
    }

    /// Starts to read a number, with an operation name.
    package func read(_ number: Int, as operation: LibraryOperation = "read") async throws(LibraryError) -> Int {
        try await access.read(operation) { library in number }
    }

    /// Reads in slices.
    package func read(_ slices: NotedSlices, as operation: LibraryOperation) async throws(LibraryError) -> Int {
        try await access.perform(operation, slices)
    }

    /// Runs a read to its end.
    package func finish(_ number: Int) async throws -> Int {
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
    package var libraryError: LibraryError? {
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
    package func appendTurn(
        _ operation: LibraryOperation, lane: ExecutorLane = .standard, body: @escaping @Sendable () -> Void = {}
    ) {
        post(operation, lane: lane) { _ in body() }
    }
}

extension LibraryAccess {
    /// The number of managers, and of others, that are told when the library is released.
    package var registeredReleases: Int { libraryState.releases.count }
}
