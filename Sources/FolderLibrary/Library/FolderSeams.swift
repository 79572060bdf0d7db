#if FolderLibrary || canImport(Darwin)

/// What tests set and nobody else: moments at which to step in.
struct FolderSeams: Sendable {
    /// Called behind each durable step of an edit, on the thread that takes it; what it throws, the system said.
    var onDurableStep: (@Sendable (DurableStep) throws -> Void)?

    func took(_ step: DurableStep) throws {
        try onDurableStep?(step)
    }
}
#endif
