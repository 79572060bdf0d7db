public import CameraRoll

/// What goes wrong with every transaction, and where: nothing of it may be left behind.
public struct SyntheticEditFault: Hashable, Sendable {
    /// Before which edit of the transaction, from 1; one behind the last: after all of them, before the commit.
    public var edit: Int
    /// What the transaction fails with.
    public var error: EditError

    /// A fault at one edit.
    public init(at edit: Int, _ error: EditError) {
        self.edit = edit
        self.error = error
    }
}
