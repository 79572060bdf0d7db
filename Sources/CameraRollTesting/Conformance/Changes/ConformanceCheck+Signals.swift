import CameraRoll

extension ConformanceCheck {
    /// The guarantees of a library that changes: its signal, updates of fetch results, and its history.
    ///
    /// They change the library with its own editor; for a library without one see ``outsideChanges``.
    public static var changes: [ConformanceCheck] {
        signals + updates + frozenResults + history + changeTokens
    }

    static var signals: [ConformanceCheck] { [signalComes, signalEnds] }

    private static let signalComes = ConformanceCheck(
        living: "A signal is called after an edit, each time one observes"
    ) {
        library, expect in
        for _ in 0..<3 {
            let signals = SignalCount()
            try await library.observing(signals) {
                try await library.editAndHear(signals)
                try await library.editAndHear(signals)
            }
        }
    }

    private static let signalEnds = ConformanceCheck(
        living: "A signal is called no more after the end of its observation"
    ) {
        library, expect in
        let (first, second) = (SignalCount(), SignalCount())
        try await library.observing(first) { try await library.editAndHear(first) }
        let count = first.count
        // Once the second observer has received a signal, the first one would have, too.
        try await library.observing(second) { try await library.editAndHear(second) }
        try expect.equal(first.count, count, "the number of calls after the end of the observation")
    }
}
