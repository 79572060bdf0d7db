/// A measurement of CameraRoll against the alternatives of an app without it, in the same run.
protocol Scenario: Sendable {
    /// The name on the command line.
    var name: String { get }
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
    var provenanceOfFolder: String { provenance }
    var typicalSeconds: Double { 15 }
}
