/// A measurement of CameraRoll against the alternatives of an app without it, in the same run.
protocol Scenario: Sendable {
    /// The name on the command line.
    var name: String { get }
    /// The subject, as a heading.
    var title: String { get }
    /// The section of the list that it shares with others; its own name unless it follows another scenario.
    var section: String { get }
    /// A one-line description.
    var summary: String { get }
    /// Which parts are real and which are modeled.
    var provenance: String { get }
    /// The same for a user's folder in place of a synthetic library.
    var provenanceOfFolder: String { get }
    /// The approximate duration with its defaults.
    var typicalSeconds: Double { get }
    /// The approximate duration of a quick run.
    var quickSeconds: Double { get }

    func run(_ options: Options, into report: inout Report) async throws
}

extension Scenario {
    var title: String { name.prefix(1).uppercased() + name.dropFirst() }
    var section: String { name }
    var provenanceOfFolder: String { provenance }
    var typicalSeconds: Double { 15 }
    var quickSeconds: Double { typicalSeconds / 12 }
}
