#if FolderLibrary || canImport(Darwin)

/// The current state of a folder's indexing, whoever started it, and the result of the last scan.
///
/// An open library that follows its folder scans by itself; this shows its progress, and why a scan failed.
public struct IndexingStatus: Hashable, Sendable {
    /// The progress of the running scan; nil if no scan is running.
    public internal(set) var progress: IndexingProgress?
    /// Whether a scan of the whole tree is running or waiting, so that more photos may be found.
    public internal(set) var isLookingAtEverything = false
    /// The result of the last scan, of the whole tree or of changed folders; nil before the first one has ended.
    public internal(set) var lastOutcome: Result<IndexingProgress, FolderError>?

    /// The reason why the index is read-only now, such as a full disk or missing photos; nil if it can be written.
    ///
    /// The known photos are still shown, edits fail with the same reason, and a library that follows its folder resumes
    /// by itself once the index can be written.
    public internal(set) var indexProblem: FolderError?

    /// The error of the last scan; nil if it succeeded.
    public var lastError: FolderError? {
        if case .failure(let error) = lastOutcome { error } else { nil }
    }
}

/// The state of a folder's indexing, now and after each change, as an asynchronous sequence.
///
/// Returned by `PhotoFolder.indexingUpdates`. Its first element is the current status; a slow reader receives only
/// the latest one. It ends with the folder, and when its task is canceled.
public struct IndexingUpdates: AsyncSequence, Sendable {
    /// The type of its elements.
    public typealias Element = IndexingStatus
    /// The type of its errors; it never fails.
    public typealias Failure = Never

    let register: ScanRegistry

    /// Creates an iterator that starts with the current status.
    public func makeAsyncIterator() -> Iterator {
        Iterator(register)
    }

    /// An iterator that returns one status with each call of `next`.
    public struct Iterator: AsyncIteratorProtocol {
        private let register: ScanRegistry
        private var signals: AsyncStream<Void>.Iterator
        private var last: IndexingStatus?

        init(_ register: ScanRegistry) {
            self.register = register
            signals = register.signals().makeAsyncIterator()
        }

        /// Returns the next status that differs from the last one; nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> IndexingStatus? {
            while await signals.next(isolation: actor) != nil {
                let status = register.status
                guard status != last else { continue }
                last = status
                return status
            }
            return nil
        }
    }
}

@available(*, unavailable)
extension IndexingUpdates.Iterator: Sendable {}
#endif
