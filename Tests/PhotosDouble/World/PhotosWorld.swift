#if PhotosDouble
    import Foundation
    import Synchronization

    /// A library with its user and the system round it: what a test sets up, and looks at.
    ///
    /// PhotoKit has one library in a process, so a test that needs one of its own runs in ``exclusively(_:_:)``.
    package final class PhotosWorld: Sendable {
        /// Distinguishes the library from others: tokens of another are expired.
        package let identity: String
        package let census = Census()
        package let record = CallRecord()
        let database = Locked(LibraryState())
        let access = Locked(AccessState())
        let observers = Locked(ObserverTable())
        let images = Locked(ImageTable())
        let reads = Locked(ReadTable())
        let open = Locked<Transaction?>(nil)
        /// The serial queues on which Photos calls back.
        let observerQueue = DispatchQueue(label: "photos.observers")
        let imageQueue = DispatchQueue(label: "photos.images")
        let readQueue = DispatchQueue(label: "photos.reads")
        let changeQueue = DispatchQueue(label: "photos.changes")
        private let settings = Locked(Switches())
        private let isWatched = Atomic(false)
        private let lastIdentifier = Atomic(0)

        package init(identity: String = UUID().uuidString) {
            self.identity = identity
            changeQueue.setSpecific(key: Self.insideBlock, value: true)
            DispatchQueue.main.setSpecific(key: Self.onMain, value: true)
        }

        static let insideBlock = DispatchSpecificKey<Bool>()
        private static let onMain = DispatchSpecificKey<Bool>()

        /// Whether this is the main thread, or a thread that serves the main queue for it, as on Linux.
        package static var isOnMain: Bool {
            Thread.isMainThread || DispatchQueue.getSpecific(key: onMain) == true
        }

        package var switches: Switches {
            get { settings.withLock { $0 } }
            set {
                settings.withLock { $0 = newValue }
                isWatched.store(newValue.expects != nil, ordering: .relaxed)
            }
        }

        // MARK: Calls

        /// Records a call, and spends its time.
        func call(_ call: PhotosCall, count: Int = 1) {
            let switches = switches
            let cost = switches.cost(call, count)
            record.note(call, cost: cost, isExpected: switches.expects?(call) ?? true)
            if cost != .zero { switches.spend(cost) }
        }

        /// Records one of a great many calls, if calls are watched.
        func touch(_ call: PhotosCall) {
            if isWatched.load(ordering: .relaxed) { self.call(call) }
        }

        /// Reads or changes the library: one at a time, for as long as the call's time takes.
        func withLibrary<Value>(
            _ call: PhotosCall, count: Int = 1, _ body: (inout LibraryState) throws -> Value
        ) rethrows -> Value {
            try database.withLock { state in
                self.call(call, count: count)
                return try body(&state)
            }
        }

        /// An identifier of the form that PhotoKit gives.
        func newIdentifier() -> String {
            let number = lastIdentifier.add(1, ordering: .relaxed).newValue
            let digits = String(number, radix: 16, uppercase: true)
            let zeros = String(repeating: "0", count: 8 - min(digits.count, 8))
            return "\(zeros)\(digits)-0000-4000-8000-F070D0B1E000/L0/001"
        }
    }

    // MARK: - The process-wide library

    extension PhotosWorld {
        /// What PhotoKit's static methods use.
        package static var current: PhotosWorld { installed.withLock { $0 } }

        private static let installed = Locked(PhotosWorld())
        private static let turns = Turnstile()

        /// Runs a test with a world of its own; the others wait until it ends.
        package static func exclusively<Value: Sendable>(
            _ world: PhotosWorld = PhotosWorld(), _ body: (PhotosWorld) async throws -> Value
        ) async rethrows -> Value {
            await turns.enter()
            installed.withLock { $0 = world }
            defer {
                installed.withLock { $0 = PhotosWorld() }
                turns.leave()
            }
            return try await body(world)
        }
    }
#endif
