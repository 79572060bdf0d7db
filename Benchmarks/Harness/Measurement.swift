/// One figure, in the form of `--json`.
struct Measurement: Codable, Equatable, Sendable {
    var scenario: String
    var variant: String
    var metric: String
    var unit: String
    var value: Double
    /// The number of samples; nil if the figure is a single value.
    var count: Int?
    /// The values at ``Quantiles/probabilities``.
    var quantiles: [Double]?
    /// The medians of consecutive pieces of the samples, in the order of measurement: what a comparison resamples.
    var rounds: [Double]?
    /// The variant that was measured in turns with this one, with the same metric; comparisons are relative to it.
    var rival: String?

    /// What identifies a figure in two runs.
    struct Key: Hashable, Sendable {
        var scenario: String
        var variant: String
        var metric: String
    }

    var key: Key { Key(scenario: scenario, variant: variant, metric: metric) }
    /// The rival of a figure that only the system's placement of threads decides, such as a hop.
    ///
    /// It is never measured: a comparison shows such a figure's change, and its verdict is "cannot tell".
    static let placementOfThreads = "the placement of threads"

    /// The key of the rival's figure.
    var rivalKey: Key? { rival.map { Key(scenario: scenario, variant: $0, metric: metric) } }
}

/// A figure with what was asked of it.
struct Goal: Codable, Equatable, Sendable {
    enum Verdict: String, Codable, Sendable {
        case met, missed
        case notJudged = "not judged"
    }

    var scenario: String
    var name: String
    var found: String
    var asked: String
    var verdict: Verdict
    var bound: Bound?
    /// Whether it is a rival's figure: whether what CameraRoll ends was seen in this run, and no merit of its.
    var isControl = false
}

/// What a reader should remember of a scenario: CameraRoll's time beside that of what an app would do instead.
struct Headline: Codable, Equatable, Sendable {
    /// What was measured, in words that need no explanation.
    var name: String
    /// What the app would do instead.
    var instead: String
    /// Nanoseconds.
    var own: Double
    var rival: Double

    /// How many times faster CameraRoll is.
    var gain: Double { rival / max(own, 1) }
}

/// A found value beside its limit, as numbers of one unit.
struct Bound: Codable, Equatable, Sendable {
    var found: Double
    var limit: Double
    /// Whether the limit is the least that is asked, not the most.
    var isLeast = false

    static func atMost(_ limit: Double, found: Double) -> Bound { Bound(found: found, limit: limit) }
    static func atLeast(_ limit: Double, found: Double) -> Bound { Bound(found: found, limit: limit, isLeast: true) }
}
