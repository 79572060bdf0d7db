import CameraRollTesting

/// Opens its gate when it is released, and so when its last owner has been released.
final class Departure: Sendable {
    let gate: Gate

    init(_ gate: Gate) {
        self.gate = gate
    }

    deinit {
        gate.open()
    }
}
