import CameraRollTesting

/// Opens its gate when it goes, and so when whoever held it has gone.
final class Departure: Sendable {
    let gate: Gate

    init(_ gate: Gate) {
        self.gate = gate
    }

    deinit {
        gate.open()
    }
}
