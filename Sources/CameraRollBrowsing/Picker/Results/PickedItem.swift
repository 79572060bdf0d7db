public import CameraRoll
public import Observation

/// A selected asset of a picker that has finished, with the progress of its content.
@MainActor @Observable public final class PickedItem: Identifiable {
    /// The state of an item's content.
    public enum State: Hashable, Sendable {
        /// It has not been read.
        case waiting
        /// It is being read; the value is the fraction of the download that has arrived, nil without a download.
        case loading(Double?)
        /// It has been read, and belongs to the app now.
        case loaded
        /// The original is in the cloud, and was not downloaded.
        case inCloud
        /// It could not be read; ``PickedItem/load()`` tries again.
        case failed(PickerError)
    }

    /// The asset; without its location if the configuration removes it.
    public nonisolated let asset: MediaAsset
    /// The place in the order of selection, counted from 1.
    public nonisolated let orderNumber: Int
    /// The state of the content.
    public internal(set) var state = State.waiting

    @ObservationIgnored private let loader: PickedItemLoader

    /// The asset's identifier.
    public nonisolated var id: AssetID { asset.id }

    init(_ asset: MediaAsset, orderNumber: Int, loader: PickedItemLoader) {
        self.asset = loader.configuration.metadataOptions.contains(.removeLocation) ? asset.withoutPlace : asset
        self.orderNumber = orderNumber
        self.loader = loader
    }

    /// Reads the content, and downloads it if necessary: for references, and to try again after an error.
    ///
    /// The content is not kept here. Only a few items of a picker are read at a time, whether for this function or for
    /// ``PickerResults/next()``; the others wait for their turn.
    ///
    /// - Throws: `PickerError`.
    public func load() async throws(PickerError) -> PickedContent {
        try await load(isNetworkAccessAllowed: true).get()
    }

    /// Reads the content once, when its turn has come.
    func load(isNetworkAccessAllowed: Bool) async -> Result<PickedContent, PickerError> {
        do throws(PickerError) {
            try await loader.gate.enter()
        } catch {
            return .failure(error)
        }
        // Each read takes one place and waits for no other read, so the gate always moves on.
        defer { loader.gate.leave() }
        return await read(isNetworkAccessAllowed: isNetworkAccessAllowed)
    }

    private func read(isNetworkAccessAllowed: Bool) async -> Result<PickedContent, PickerError> {
        state = .loading(nil)
        let (fractions, sink) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
        let follower = Task { [weak self] in
            for await fraction in fractions { self?.progressed(to: fraction) }
        }
        defer {
            sink.finish()
            follower.cancel()
        }
        let outcome: Result<PickedContent, PickerError>
        do throws(PickerError) {
            outcome = .success(
                try await loader.content(of: asset, isNetworkAccessAllowed: isNetworkAccessAllowed) { sink.yield($0) })
        } catch {
            outcome = .failure(error)
        }
        state = State(outcome)
        return outcome
    }

    /// Updates the progress; a fraction that arrives after the end of the load is ignored.
    private func progressed(to fraction: Double) {
        if case .loading = state { state = .loading(fraction) }
    }
}

extension PickedItem.State {
    fileprivate init(_ outcome: Result<PickedContent, PickerError>) {
        self =
            switch outcome {
            case .success: .loaded
            case .failure(let error): error.isInCloud ? .inCloud : .failed(error)
            }
    }
}

extension PickerError {
    /// Whether the original is in the cloud and could be downloaded.
    var isInCloud: Bool {
        switch self {
        case .image(.networkRequired), .metadata(.original(.networkRequired)): true
        default: false
        }
    }
}

extension MediaAsset {
    fileprivate var withoutPlace: MediaAsset {
        var asset = self
        asset.place = nil
        return asset
    }
}

/// Lets a few loads of a picker's results and items run at a time, in the order of their calls.
@MainActor final class LoadGate {
    private var free: Int
    /// The calls that wait for a place.
    private(set) var waiters = KeyedQueue<Int, Completion<Bool>>()
    private var lastNumber = 0

    init(_ places: Int) {
        free = places
    }

    /// Waits for a place.
    ///
    /// - Throws: `.cancelled` if the task is canceled first.
    func enter() async throws(PickerError) {
        if free > 0 {
            free -= 1
            return
        }
        lastNumber += 1
        let (number, waiter) = (lastNumber, Completion<Bool>())
        waiters.set(waiter, for: number)
        guard await waiter.value(ifCancelled: false) else {
            waiters.remove(number)
            throw .cancelled
        }
    }

    /// Gives the place to the next call that still waits.
    func leave() {
        while let (_, waiter) = waiters.popFirst() {
            if waiter.end(true) { return }
        }
        free += 1
    }
}
