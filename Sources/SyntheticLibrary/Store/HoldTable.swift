/// All that a store holds back, by the reason.
struct HoldTable: Sendable {
    private let late = HeldCallbacks()
    private let never = HeldCallbacks()
    private let downloads = HeldCallbacks()

    subscript(hold: SyntheticHold) -> HeldCallbacks {
        switch hold {
        case .late: late
        case .never: never
        case .download: downloads
        }
    }
}
