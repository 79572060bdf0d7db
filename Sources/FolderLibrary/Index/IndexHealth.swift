#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Why the index of a folder cannot be written at present, as far as the last attempt told.
final class IndexHealth: Sendable {
    private struct Contents {
        var problem: FolderError?
        var listener: (@Sendable (FolderError?) -> Void)?
    }

    private let contents = Lock(Contents())

    /// Nil if it can be written, as far as is known.
    var problem: FolderError? { contents.withLock(\.problem) }

    /// Has one listener told of each change, on the thread that finds it.
    func listen(_ listener: @escaping @Sendable (FolderError?) -> Void) {
        let before = contents.withLock { contents in
            defer { contents.listener = listener }
            return contents.listener
        }
        withExtendedLifetime(before) {}
    }

    /// The index was written, or could have been.
    func succeed() {
        set(nil)
    }

    /// Something failed; only what keeps the index from being written counts.
    func fail(_ error: any Error) {
        let error = FolderError(error)
        if error.allowsReading { set(error) }
    }

    private func set(_ problem: FolderError?) {
        let listener = contents.withLock { contents in
            let isNews = contents.problem != problem
            contents.problem = problem
            return isNews ? contents.listener : nil
        }
        listener?(problem)
    }
}
#endif
