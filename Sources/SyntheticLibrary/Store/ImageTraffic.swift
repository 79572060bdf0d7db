import CameraRoll

/// Counts the requests at a store's image source.
final class ImageTraffic: Sendable {
    private let counts = Lock(SyntheticImageStatistics())
    /// Those in flight, for whoever waits for their end; changed after the figures, which are right then.
    private let present = WaiterCounter()

    var statistics: SyntheticImageStatistics { counts.withLock { $0 } }

    func noteStart() {
        counts.withLock { counts in
            counts.started += 1
            counts.inFlight += 1
            counts.mostInFlight = max(counts.mostInFlight, counts.inFlight)
        }
        present.enter()
    }

    func noteEnd() {
        counts.withLock { $0.inFlight -= 1 }
        present.leave()
    }

    func noteCancellation() {
        counts.withLock { counts in
            counts.inFlight -= 1
            counts.cancelled += 1
        }
        present.leave()
    }

    /// Returns once no request is in flight.
    func rests() async {
        await present.falls(to: 0)
    }

    /// Returns how many pictures have been painted now.
    func noteDecode() -> Int {
        counts.withLock { counts in
            counts.decodes += 1
            return counts.decodes
        }
    }
}
