import CameraRoll

/// The steps of a synthetic image source for a request: a pure function of the request and the faults.
struct ImageScript {
    let steps: [ImageStep]

    init(for request: AssetImageRequest, isInCloud: Bool, faults: SyntheticFaults) {
        let plain = Self.plainSteps(for: request, isInCloud: isInCloud, faults: faults)
        guard let fault = faults.imageFault(of: request.asset) else {
            steps = plain
            return
        }
        steps = Self.steps(plain, changedBy: fault, for: request.asset)
    }

    private static func plainSteps(
        for request: AssetImageRequest, isInCloud: Bool, faults: SyntheticFaults
    ) -> [ImageStep] {
        let degraded: [ImageStep] = request.deliveryMode == .highQuality ? [] : [.degraded]
        guard isInCloud else { return degraded + [.final] }
        guard request.isNetworkAccessAllowed else { return degraded + [.fail(.networkRequired(request.asset))] }
        return degraded + steps(of: faults.download(of: request.asset), for: request.asset)
    }

    private static func steps(of download: SyntheticDownload, for asset: AssetID) -> [ImageStep] {
        let progress = download.fractions.map { ImageStep.progress($0) }
        switch download {
        case .succeeds: return progress + [.final]
        case .fails(_, let reason): return progress + [.fail(.networkFailed(asset, reason: ErrorReason(reason)))]
        case .stalls: return progress + [.hold(.download), .progress(1), .final]
        }
    }

    private static func steps(
        _ plain: [ImageStep], changedBy fault: SyntheticImageFault, for asset: AssetID
    ) -> [ImageStep] {
        switch fault {
        case .early: plain
        case .late: [.hold(.late)] + plain
        case .never: [.hold(.never)]
        case .error(let reason): [.fail(.failed(asset, reason: ErrorReason(reason)))]
        case .noImage: [.finish]
        case .twice: plain + plain.suffix(1)
        case .errorAfterEnd(let reason): plain + [.fail(.failed(asset, reason: ErrorReason(reason)))]
        case .errorAfterDegraded(let reason): [.degraded, .fail(.failed(asset, reason: ErrorReason(reason)))]
        case .progressBackward: plain.dropLast() + [0.75, 0.25, 0.5].map { .progress($0) } + plain.suffix(1)
        case .wrongSize(let size): plain.map { $0 == .final ? .wronglySized(size) : $0 }
        case .corruptPixels: plain.map { $0 == .final ? .corrupt : $0 }
        }
    }
}

/// A step of a synthetic image source for a request.
enum ImageStep: Hashable, Sendable {
    /// Reports the progress of a download.
    case progress(Double)
    /// Delivers a small image.
    case degraded
    /// Delivers the requested image; an end.
    case final
    /// Delivers an image of this size instead; an end.
    case wronglySized(PixelSize)
    /// Detects missing pixels; an end.
    case corrupt
    /// Delivers an error; an end.
    case fail(ImageError)
    /// Delivers nothing; an end.
    case finish
    /// Waits until it is released.
    case hold(SyntheticHold)
}
