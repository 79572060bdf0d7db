package import Testing

extension TimeLimitTrait.Duration {
    /// The time limit of every test that waits: only a hang takes so long, and no slow machine does.
    package static var hang: Self { .minutes(30) }
}
