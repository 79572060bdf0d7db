/// The costs and the quality of thumbnails of one size.
struct ThumbnailFigures: Sendable {
    let side: Int
    let count: Int
    /// The nanoseconds for all pictures with the codec alone, by round.
    private(set) var bare: [UInt64] = []
    private(set) var own: [UInt64] = []
    /// The same through the manager, which stores each thumbnail.
    private(set) var made: [UInt64] = []
    /// The same for stored thumbnails.
    private(set) var kept: [UInt64] = []
    /// The same with vipsthumbnail, on as many threads; empty if it is not installed.
    var vips: [UInt64] = []

    init(side: Int, count: Int) {
        (self.side, self.count) = (side, count)
    }

    mutating func add(bare: UInt64, own: UInt64, made: UInt64, kept: UInt64) {
        self.bare.append(bare)
        self.own.append(own)
        self.made.append(made)
        self.kept.append(kept)
    }

    /// The rate relative to that of the codec alone, as the median of the rounds.
    private func share(_ times: [UInt64]) -> Double {
        let ratios = zip(bare, times).map { Double($0) / Double(max($1, 1)) }.sorted()
        return ratios.isEmpty ? 0 : ratios[ratios.count / 2]
    }

    private func perSecond(_ times: [UInt64]) -> Double {
        let sorted = times.sorted()
        return sorted.isEmpty ? 0 : Double(count) * 1e9 / Double(max(sorted[sorted.count / 2], 1))
    }

    func row(into report: inout Report) -> [String] {
        let figures: [(String, Double, String)] = [
            ("bare", perSecond(bare), "1/s"), ("CameraRoll", perSecond(own), "1/s"), ("share", share(own), "ratio"),
            ("CameraRoll, kept", perSecond(made), "1/s"), ("share, kept", share(made), "ratio"),
            ("from the store", perSecond(kept), "1/s"), ("vipsthumbnail", perSecond(vips), "1/s"),
        ]
        for (variant, times, rival) in [("bare", bare, nil), ("CameraRoll", own, "bare")] {
            let samples = times.reduce(into: Samples()) { $0.add($1) }
            report.record(
                variant, "\(side) px, all", Double(samples.median), "ns", samples: samples, rival: rival as String?)
        }
        for (metric, value, unit) in figures { report.record("\(side) px", metric, value, unit) }
        return [
            "\(side) px", decimal(perSecond(bare)), decimal(perSecond(own)), percent(share(own)),
            decimal(perSecond(made)), percent(share(made)), decimal(perSecond(kept)),
            vips.isEmpty ? "not installed" : decimal(perSecond(vips)),
        ]
    }

    /// The number of thumbnails per second in each way.
    var chart: BarChart {
        let all: [(String, Bool, [UInt64])] = [
            ("bare codec and resampler", false, bare), ("CameraRoll", true, own), ("CameraRoll, and kept", true, made),
            ("CameraRoll, from the store", true, kept), ("vipsthumbnail", false, vips),
        ]
        return BarChart(
            "thumbnails-\(side)", title: "Thumbnails of \(grouped(side)) pixels a second",
            reading: "Longer is better; the bare codec is the ceiling of what is decoded.", .perSecond,
            isLogarithmic: true,
            bars: all.filter { !$0.2.isEmpty }.map { .init(name: $0, isOwn: $1, value: perSecond($2)) })
    }

    var conclusion: String {
        "Thumbnails of \(grouped(side)) pixels come at \(percent(share(own))) of the bare codec's rate: "
            + "\(decimal(perSecond(own))) a second, and \(decimal(perSecond(kept))) from the store."
    }

    func judge(_ report: Report) {
        let share = share(own)
        report.goal(
            "thumbnails of \(side) px", percent(share), asked: "≥ 95 %", isMet: share >= 0.95,
            bound: .atLeast(0.95, found: share))
        guard !vips.isEmpty else { return }
        let factor = perSecond(own) / max(perSecond(vips), 1e-9)
        report.goal(
            "against vipsthumbnail", "\(decimal(factor))×", asked: "> 1×", isMet: factor > 1,
            bound: .atLeast(1, found: factor))
    }

    private func decimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(grouped(tenths / 10)).\(abs(tenths % 10))"
    }
}
