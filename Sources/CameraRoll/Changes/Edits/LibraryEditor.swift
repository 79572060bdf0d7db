/// What a library offers for edits: handed out behind the door, and used on a thread of its own (*Never Blocked*).
///
/// Reads go on meanwhile, so a library may wait for the user's consent for as long as it takes (K58).
public protocol LibraryEditor: Sendable {
    /// Carries out the edits of a transaction: all of them, in their order, or none.
    ///
    /// May block; one transaction is carried out at a time. Before it does what cannot be undone, and after it asked
    /// the user, it calls ``EditTransaction/commit()``, once.
    ///
    /// - Throws: why nothing was changed.
    func perform(_ transaction: EditTransaction) throws(EditError) -> EditReceipt
}
