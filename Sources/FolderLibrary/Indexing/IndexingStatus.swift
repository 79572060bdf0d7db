#if FolderLibrary || canImport(Darwin)

/// What the indexing of a folder does now, whoever began it, and how it ended last.
///
/// An open library that follows its folder scans by itself; here is said how far that has come, and why it could not.
public struct IndexingStatus: Hashable, Sendable {
    /// How far the scan has come that is under way; nil where none is.
    public internal(set) var progress: IndexProgress?
    /// Whether the whole tree is looked at, or is about to be: photos that are not listed may still come.
    public internal(set) var isLookingAtEverything = false
    /// How the last scan ended, of the whole tree or of what was told of; nil before the first one has.
    public internal(set) var lastOutcome: Result<IndexProgress, FolderError>?

    /// Why the index can only be read now, as on a full disk or while the photos are away; nil where it can be written.
    ///
    /// What is shown then is what was known before, edits fail with the same reason, and a library that follows its
    /// folder goes on by itself once it can.
    public internal(set) var indexProblem: FolderError?

    /// Why the last scan could not be carried out; nil where it could.
    public var lastError: FolderError? {
        if case .failure(let error) = lastOutcome { error } else { nil }
    }
}

/// What the indexing of a folder does, now and whenever it changes, as a sequence that is pulled.
///
/// Made by `PhotoFolder.indexingUpdates`. Its first element is the status of that moment; who asks late gets the last
/// status only. It ends with the folder, and when its task is cancelled.
public struct IndexingUpdates: AsyncSequence, Sendable {
    /// What it gives.
    public typealias Element = IndexingStatus
    /// It never fails.
    public typealias Failure = Never

    let register: ScanRegistry

    /// Starts with the status of now.
    public func makeAsyncIterator() -> Iterator {
        Iterator(register)
    }

    /// Gives one status with each call of `next`.
    public struct Iterator: AsyncIteratorProtocol {
        private let register: ScanRegistry
        private var signals: AsyncStream<Void>.Iterator
        private var last: IndexingStatus?

        init(_ register: ScanRegistry) {
            self.register = register
            signals = register.signals().makeAsyncIterator()
        }

        /// The next status that is another than the last one; nil at the end.
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
