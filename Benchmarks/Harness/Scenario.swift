/// One thing to measure: what a user would do instead and what CameraRoll does, in the same run.
protocol Scenario: Sendable {
    /// What it is called on the command line.
    var name: String { get }
    /// What it shows, in one line.
    var summary: String { get }
    /// What is real in it and what is modelled.
    var provenance: String { get }
    /// The same where it reads a folder of the user's in place of a synthetic library.
    var provenanceOfFolder: String { get }

    func run(_ options: Options, into report: inout Report) async throws
}

extension Scenario {
    var provenanceOfFolder: String { provenance }
}
