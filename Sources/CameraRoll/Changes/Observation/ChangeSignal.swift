/// What a library calls when it has changed, from any thread and as often as it likes.
///
/// It costs little and waits for nothing: who is interested looks for himself, later, and once for many calls.
public final class ChangeSignal: Sendable {
    private let onChange: @Sendable () -> Void

    /// A signal; the door makes one for its library, tests of a library make their own.
    ///
    /// - Parameter onChange: called on the library's thread for each change.
    public init(_ onChange: @escaping @Sendable () -> Void) {
        self.onChange = onChange
    }

    /// Says that something changed: assets, albums, or what the user allows to be seen.
    public func libraryChanged() {
        onChange()
    }
}
