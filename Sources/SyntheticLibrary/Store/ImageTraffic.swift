import CameraRoll

/// Counts the requests at a store's image source.
final class ImageTraffic: Sendable {
    private let counts = Lock(SyntheticImageStatistics())

    var statistics: SyntheticImageStatistics { counts.withLock { $0 } }

    func noteStart() {
        counts.withLock { counts in
            counts.started += 1
            counts.inFlight += 1
            counts.mostInFlight = max(counts.mostInFlight, counts.inFlight)
        }
    }

    func noteEnd() {
        counts.withLock { $0.inFlight -= 1 }
    }

    func noteCancellation() {
        counts.withLock { counts in
            counts.inFlight -= 1
            counts.cancelled += 1
        }
    }

    /// Returns how many pictures have been painted now.
    func noteDecode() -> Int {
        counts.withLock { counts in
            counts.decodes += 1
            return counts.decodes
        }
    }
}
