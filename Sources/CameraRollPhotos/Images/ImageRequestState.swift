#if PhotosDouble || canImport(Photos)
import CameraRoll

/// One request to Photos' image manager, from its start to its single end: a pure state machine.
///
/// Photos calls the result handler before the request function returns, late, several times, with neither an image nor
/// an error, after a cancellation, or not at all. A cancellation needs the request's number, which is known only after
/// the function has returned.
struct ImageRequestState {
    /// The result of one call of the result handler.
    struct Answer: Hashable, Sendable {
        var hasImage: Bool
        var isDegraded = false
        var isCancelled = false
        var isInCloud = false
        /// Photos' own error, converted.
        var error: ImageError?

        /// The action that an answer requires for a request that has not ended.
        ///
        /// - Parameter acceptsDegraded: whether a single answer is expected, which may be degraded.
        func action(for asset: AssetID, acceptsDegraded: Bool) -> Action {
            let isPreliminary = isDegraded && !acceptsDegraded
            if hasImage { return isPreliminary ? .deliverDegraded : .deliverFinal }
            if isCancelled { return .fail(.cancelled) }
            if let error { return .fail(error) }
            if isInCloud { return .fail(.networkRequired(asset)) }
            // Another answer follows.
            return isPreliminary ? .ignore : .finish
        }
    }

    /// The action that follows an answer.
    enum Action: Hashable, Sendable {
        /// The image is delivered as a preliminary one.
        case deliverDegraded
        /// The image is delivered, and ends the request.
        case deliverFinal
        /// The request ends with an error.
        case fail(ImageError)
        /// The request ends with neither an image nor an error.
        case finish
        /// Nothing: another answer will come, or the request has ended.
        case ignore
    }

    /// The effect of a cancellation.
    struct Cancellation: Hashable, Sendable {
        /// The number of the request to cancel in Photos; nil if there is nothing to cancel there, or not yet.
        var number: Int32?
        /// Whether the request ends with `.cancelled`.
        var endsRequest: Bool
    }

    private enum Phase {
        /// The request function has not returned yet.
        case starting
        /// Photos is processing the request with this number.
        case running(Int32)
        /// The request ended before the request function returned; the value is whether it was canceled.
        case endedEarly(isCancelled: Bool)
        case ended
    }

    private let asset: AssetID
    /// Whether a single answer is expected, which may be degraded.
    private let acceptsDegraded: Bool
    private var phase = Phase.starting

    init(_ asset: AssetID, _ deliveryMode: ImageDeliveryMode) {
        self.asset = asset
        acceptsDegraded = deliveryMode == .fast
    }

    /// Handles the return of the request function; returns its number if the request was canceled meanwhile.
    mutating func started(_ number: Int32) -> Int32? {
        switch phase {
        case .starting: phase = .running(number)
        case .endedEarly(let isCancelled):
            phase = .ended
            return isCancelled ? number : nil
        case .running, .ended: break
        }
        return nil
    }

    /// Handles a call of the result handler.
    mutating func take(_ answer: Answer) -> Action {
        guard !hasEnded else { return .ignore }
        let action = answer.action(for: asset, acceptsDegraded: acceptsDegraded)
        switch action {
        case .deliverDegraded, .ignore: break
        case .deliverFinal, .fail, .finish: end(isCancelled: false)
        }
        return action
    }

    /// Handles a cancellation by the manager.
    mutating func cancel() -> Cancellation {
        guard !hasEnded else { return Cancellation(number: nil, endsRequest: false) }
        defer { end(isCancelled: true) }
        if case .running(let number) = phase { return Cancellation(number: number, endsRequest: true) }
        return Cancellation(number: nil, endsRequest: true)
    }

    /// Whether the request has ended.
    var hasEnded: Bool {
        switch phase {
        case .starting, .running: false
        case .endedEarly, .ended: true
        }
    }

    private mutating func end(isCancelled: Bool) {
        if case .starting = phase { phase = .endedEarly(isCancelled: isCancelled) } else { phase = .ended }
    }
}
#endif
