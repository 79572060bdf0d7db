/// A measurement of CameraRoll against the alternatives of an app without it, in the same run.
protocol Scenario: Sendable {
    /// The name on the command line.
    var name: String { get }
    /// The section of the list and of the page that it shares with others; its own name unless it follows another one.
    var section: String { get }
    /// A one-line description.
    var summary: String { get }
    /// Which parts are real and which are modeled.
    var provenance: String { get }
    /// The same for a user's folder instead of a synthetic library.
    var provenanceOfFolder: String { get }
    /// About how long it takes at its defaults.
    var typicalSeconds: Double { get }

    func run(_ options: Options, into report: inout Report) async throws
}

extension Scenario {
    var section: String { name }
    var provenanceOfFolder: String { provenance }
    var typicalSeconds: Double { 15 }
}
