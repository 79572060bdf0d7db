import CameraRoll
import Dispatch

/// The download of one original, on the thread of whoever reads it.
struct ResourceDownload {
    private let asset: AssetID
    private let download: SyntheticDownload
    private let stalled: HeldCallbacks
    /// How often a reader that waits asks whether it is still to wait.
    private static let interval = DispatchTimeInterval.milliseconds(20)

    init(of asset: AssetID, in store: SyntheticStore) {
        self.asset = asset
        download = store.faults.download(of: asset)
        stalled = store.holds[.download]
    }

    /// Returns once all has come.
    ///
    /// - Throws: `.networkFailed`, or what the receiver throws.
    func run(_ receiver: ResourceReceiver) throws(ImageError) {
        for fraction in download.fractions {
            try receiver.append([])
            receiver.progress(fraction)
        }
        switch download {
        case .succeeds: return
        case .fails(_, let reason): throw .networkFailed(asset, reason: reason)
        case .stalls: try stall(receiver)
        }
        receiver.progress(1)
    }

    /// Waits until it is let go; an empty chunk tells whether somebody still wants the bytes.
    private func stall(_ receiver: ResourceReceiver) throws(ImageError) {
        let end = DispatchSemaphore(value: 0)
        let ticket = stalled.hold { _ in end.signal() }
        stalled.announce()
        defer { stalled.drop(ticket) }
        while end.wait(timeout: .now() + Self.interval) == .timedOut { try receiver.append([]) }
    }
}
