#if FolderLibrary || canImport(Darwin)

/// What tests set and nobody else: moments at which to step in.
struct FolderSeams: Sendable {
    /// Called behind each durable step of an edit, on the thread that takes it; what it throws, the system said.
    var onDurableStep: (@Sendable (DurableStep) throws -> Void)?

    /// Called while an index is being opened and others have it, on the thread that waits.
    var onWait: (@Sendable () -> Void)?
    /// How long one connection to the index waits for another one, in milliseconds.
    var patience: Int32 = 5_000

    /// What the volume of the photos is taken for; the system is asked where nil.
    var volume: VolumeKind?

    func took(_ step: DurableStep) throws {
        try onDurableStep?(step)
    }
}
#endif
