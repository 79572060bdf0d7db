import CameraRoll

/// The result of a read.
final class Reading: Sendable {
    let chunks = Recorder<[UInt8]>()
    let progress = Recorder<Double>()
    /// The number of the call that throws; nil for none.
    private let endsAt: Int?
    private let calls = Lock(0)

    init(endsAt: Int? = nil) {
        self.endsAt = endsAt
    }

    var bytes: [UInt8] { Array(chunks.values.joined()) }

    var receiver: ResourceReceiver {
        ResourceReceiver(onProgress: { [progress] in progress.append($0) }) {
            [self] bytes throws(ImageError) in
            if isLastCall() { throw .cancelled }
            if !bytes.isEmpty { chunks.append(Array(bytes)) }
        }
    }

    private func isLastCall() -> Bool {
        calls.withLock { count in
            count += 1
            return count == endsAt
        }
    }

    static func result(_ body: () throws(ImageError) -> Void) -> Result<Void, ImageError> {
        do throws(ImageError) { return .success(try body()) } catch { return .failure(error) }
    }
}
