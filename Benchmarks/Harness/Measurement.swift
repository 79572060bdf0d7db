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
    /// The medians of consecutive parts of the samples, in the order of measurement, which a comparison resamples.
    var rounds: [Double]?
    /// The variant that was measured alternately with this one, with the same metric; comparisons are relative to it.
    var rival: String?

    /// The identity of a figure across runs.
    struct Key: Hashable, Sendable {
        var scenario: String
        var variant: String
        var metric: String
    }

    var key: Key { Key(scenario: scenario, variant: variant, metric: metric) }
    /// The rival of a figure that only the system's placement of threads decides, such as a hop.
    ///
    /// It is never measured: a comparison shows the change of such a figure, and its verdict is "cannot tell".
    static let placementOfThreads = "the placement of threads"

    /// The key of the rival's figure.
    var rivalKey: Key? { rival.map { Key(scenario: scenario, variant: $0, metric: metric) } }
}

/// A figure with the value that was required.
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
    /// Whether this is a rival's figure, which shows whether the run reproduces the problem, and is not CameraRoll's
    /// merit.
    var isControl = false
}

/// What a reader should remember about a scenario: CameraRoll's time next to that of an alternative.
struct Headline: Codable, Equatable, Sendable {
    /// What was measured, in words that need no explanation.
    var name: String
    /// What the app would do without CameraRoll.
    var instead: String
    /// CameraRoll's time, in nanoseconds.
    var own: Double
    var rival: Double

    /// The factor by which CameraRoll is faster.
    var gain: Double { rival / max(own, 1) }
}

/// A measured value with its limit, as numbers in the same unit.
struct Bound: Codable, Equatable, Sendable {
    var found: Double
    var limit: Double
    /// Whether the limit is a minimum, not a maximum.
    var isLeast = false

    static func atMost(_ limit: Double, found: Double) -> Bound { Bound(found: found, limit: limit) }
    static func atLeast(_ limit: Double, found: Double) -> Bound { Bound(found: found, limit: limit, isLeast: true) }
}
