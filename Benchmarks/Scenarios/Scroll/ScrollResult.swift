import CameraRoll

/// The results of one run of the `scroll` scenario.
struct ScrollResult: Sendable {
    let script: ScrollScript
    let start: UInt64
    let end: UInt64
    let appearances: [Appearance]
    let decodes: [DecodeLog.Entry]
    /// The main actor's cost of reporting the visible cells.
    let updates: Samples
    /// The main actor's time for each frame, including its cells.
    let frames: Samples
    let heartbeat: Heartbeat
    /// The maximum size of the cache in bytes.
    let highestBytes: Int
    /// The maximum size of the images held by visible cells, in bytes.
    let highestShownBytes: Int
    let leaks: ImageLeaks

    /// The fraction of cells, of a phase or all, whose final image was available when they were first shown.
    func finalAtOnce(in phase: String? = nil) -> Double {
        let number = phase.flatMap { name in script.phases.firstIndex { $0.name == name } }
        let cells = appearances.filter { number == nil || $0.phase == number }
        return share(of: cells.count(where: \.wasFinalAtOnce), in: cells.count)
    }

    /// The times during which cells were without their final image.
    var waits: Samples {
        appearances.reduce(into: Samples()) { $0.add($1.wait(end: end)) }
    }

    /// The number of cells that left without ever having had their final image.
    var neverFinal: Int { appearances.count { $0.final == nil } }

    /// The times without the final image, after the list has stopped, of cells that stay on the screen.
    var waitsAtRest: Samples {
        let rest = uptime(of: script.times(of: ScrollScript.rest)).lowerBound
        return appearances.filter { $0.left == nil }.reduce(into: Samples()) { $0.add($1.wait(from: rest, end: end)) }
    }

    /// Converts times of the script to the system's uptime.
    func uptime(of times: Range<Double>?) -> Range<UInt64> {
        guard let times else { return start..<start }
        return start + UInt64(times.lowerBound * 1e9)..<start + UInt64(times.upperBound * 1e9)
    }
}

// MARK: - Decodes

extension ScrollResult {
    /// The use made of decodes.
    struct Decodes {
        var count = 0
        /// The number of decodes whose cell was not on the screen after they finished.
        var neverShown = 0
        var share: Double { count == 0 ? 0 : Double(neverShown) / Double(count) }
    }

    /// The decodes that were begun in a period, or all of them.
    func decodes(of assets: [MediaAsset], begun times: Range<UInt64>? = nil) -> Decodes {
        let last = lastSeen(assets)
        var result = Decodes()
        for decode in decodes where times?.contains(decode.began) ?? true {
            result.count += 1
            if last[decode.asset].map({ $0 < decode.ended }) ?? true { result.neverShown += 1 }
        }
        return result
    }

    /// The part of the hold whose decodes are still shown within it, since the window is one second ahead; nil if the
    /// hold is too short.
    var steady: Range<UInt64>? {
        guard let hold = script.times(of: ScrollScript.hold), hold.upperBound - hold.lowerBound > 1 else { return nil }
        return uptime(of: hold.lowerBound..<hold.upperBound - 1)
    }

    /// For each phase, the number of decodes begun in it that were never shown, if any.
    func neverShownByPhase(of assets: [MediaAsset]) -> [(phase: String, count: Int)] {
        script.phases.map { phase in
            (phase.name, decodes(of: assets, begun: uptime(of: script.times(of: phase.name))).neverShown)
        }.filter { $0.count > 0 }
    }

    /// The elapsed times of decodes.
    var decodeTimes: Samples {
        decodes.reduce(into: Samples()) { $0.add($1.ended - $1.began) }
    }

    /// The maximum number of simultaneous decodes.
    var mostDecodesAtOnce: Int {
        let changes = decodes.flatMap { [($0.began, 1), ($0.ended, -1)] }.sorted { $0 < $1 }
        return changes.reduce(into: (now: 0, most: 0)) { count, change in
            count.now += change.1
            count.most = max(count.most, count.now)
        }.most
    }

    /// The last time at which each asset was on the screen.
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
