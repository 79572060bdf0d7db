import CameraRoll

/// What one run of the `scroll` scenario found.
struct ScrollResult: Sendable {
    let script: ScrollScript
    let start: UInt64
    let end: UInt64
    let appearances: [Appearance]
    let decodes: [DecodeLog.Entry]
    /// What it cost the main actor to say what is on the screen.
    let updates: Samples
    /// How long each frame took of the main actor, its cells included.
    let frames: Samples
    let pulse: Pulse
    /// The most that the cache held.
    let highestBytes: Int
    /// The most that the cells on the screen held.
    let highestShownBytes: Int
    let leaks: ImageLeaks

    /// The share of the cells, of a phase or all, whose final image was there when they were first shown.
    func finalAtOnce(in phase: String? = nil) -> Double {
        let number = phase.flatMap { name in script.phases.firstIndex { $0.name == name } }
        let cells = appearances.filter { number == nil || $0.phase == number }
        return share(of: cells.count(where: \.wasFinalAtOnce), in: cells.count)
    }

    /// How long cells were without their final image.
    var waits: Samples {
        appearances.reduce(into: Samples()) { $0.add($1.wait(end: end)) }
    }

    /// Cells that left without ever having had their final image.
    var neverFinal: Int { appearances.count { $0.final == nil } }

    /// How long the cells that stay on the screen were without their final image once the list rested.
    var waitsAtRest: Samples {
        let rest = uptime(of: script.times(of: ScrollScript.rest)).lowerBound
        return appearances.filter { $0.left == nil }.reduce(into: Samples()) { $0.add($1.wait(from: rest, end: end)) }
    }

    /// When something of the script was, by the system's uptime.
    func uptime(of times: Range<Double>?) -> Range<UInt64> {
        guard let times else { return start..<start }
        return start + UInt64(times.lowerBound * 1e9)..<start + UInt64(times.upperBound * 1e9)
    }
}

// MARK: - Decodes

extension ScrollResult {
    /// What became of decodes.
    struct Decodes {
        var count = 0
        /// Those whose cell was never on the screen once they were done.
        var neverShown = 0
        var share: Double { count == 0 ? 0 : Double(neverShown) / Double(count) }
    }

    /// The decodes that were begun in some time, or all of them.
    func decodes(of assets: [MediaAsset], begun times: Range<UInt64>? = nil) -> Decodes {
        let last = lastSeen(assets)
        var result = Decodes()
        for decode in decodes where times?.contains(decode.began) ?? true {
            result.count += 1
            if last[decode.asset].map({ $0 < decode.ended }) ?? true { result.neverShown += 1 }
        }
        return result
    }

    /// The part of the hold whose decodes the hold itself still shows, one second being the window's lead; nil where
    /// the hold is too short for that.
    var steady: Range<UInt64>? {
        guard let hold = script.times(of: ScrollScript.hold), hold.upperBound - hold.lowerBound > 1 else { return nil }
        return uptime(of: hold.lowerBound..<hold.upperBound - 1)
    }

    /// How many of the decodes begun in each phase were never shown, where there are any.
    func neverShownByPhase(of assets: [MediaAsset]) -> [(phase: String, count: Int)] {
        script.phases.map { phase in
            (phase.name, decodes(of: assets, begun: uptime(of: script.times(of: phase.name))).neverShown)
        }.filter { $0.count > 0 }
    }

    /// How long a decode took on its thread, by the clock.
    var decodeTimes: Samples {
        decodes.reduce(into: Samples()) { $0.add($1.ended - $1.began) }
    }

    /// The most pictures that were decoded at the same time.
    var mostDecodesAtOnce: Int {
        let changes = decodes.flatMap { [($0.began, 1), ($0.ended, -1)] }.sorted { $0 < $1 }
        return changes.reduce(into: (now: 0, most: 0)) { count, change in
            count.now += change.1
            count.most = max(count.most, count.now)
        }.most
    }

    /// When each asset was on the screen for the last time.
    private func lastSeen(_ assets: [MediaAsset]) -> [AssetID: UInt64] {
        var last: [AssetID: UInt64] = [:]
        for appearance in appearances {
            let id = assets[appearance.position].id
            last[id] = max(last[id] ?? 0, appearance.left ?? .max)
        }
        return last
    }

    private func share(of part: Int, in whole: Int) -> Double {
        whole == 0 ? 0 : Double(part) / Double(whole)
    }
}
