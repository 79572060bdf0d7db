package import CameraRollTesting

/// Opens its gate when it is released, and so when its last owner has been released.
package final class Departure: Sendable {
    package let gate: Gate

    package init(_ gate: Gate) {
        self.gate = gate
    }

    deinit {
        gate.open()
    }
}
