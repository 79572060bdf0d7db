#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// The reason why the index of a folder cannot be written at present, as of the last attempt.
final class IndexHealth: Sendable {
    private struct Contents {
        var problem: FolderError?
        var listener: (@Sendable (FolderError?) -> Void)?
    }

    private let contents = Lock(Contents())

    /// Nil if it can be written, as far as is known.
    var problem: FolderError? { contents.withLock(\.problem) }

    /// Sets the listener that is called with each change, on the thread that finds it.
    func listen(_ listener: @escaping @Sendable (FolderError?) -> Void) {
        let before = contents.withLock { contents in
            defer { contents.listener = listener }
            return contents.listener
        }
        withExtendedLifetime(before) {}
    }

    /// Records that the index was written, or could have been.
    func succeed() {
        set(nil)
    }

    /// Records a failure; errors that do not prevent writing the index are ignored.
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
