import CameraRoll

/// A request at the image source: runs its script, and waits at the script's holds without blocking a thread.
final class SyntheticImageRun: Sendable {
    private enum Phase {
        case open
        case held(SyntheticHold, HeldCallbacks.Ticket)
        /// The first end was delivered.
        case over
        case cancelled
    }

    private let request: AssetImageRequest
    private let access: SyntheticAccess
    private let sink: ImageSink
    private let painter: SyntheticPainter
    private let phase = Lock(Phase.open)

    init(_ request: AssetImageRequest, _ access: SyntheticAccess, sink: ImageSink, painter: SyntheticPainter) {
        self.request = request
        self.access = access
        self.sink = sink
        self.painter = painter
    }

    var isOver: Bool {
        phase.withLock { if case .over = $0 { true } else { false } }
    }

    private var isCancelled: Bool {
        phase.withLock { if case .cancelled = $0 { true } else { false } }
    }

    /// Runs the steps up to the first hold.
    func begin(in store: SyntheticStore) {
        guard !isCancelled else { return }
        guard let picture = store.picture(of: request.asset, isLimited: access.isLimited) else {
            return end(in: store) { $0.fail(.library(.assetNotFound(request.asset))) }
        }
        let script = ImageScript(for: request, isInCloud: picture.isInCloud, faults: store.faults)
        play(script.steps[...], of: picture, in: store)
    }

    /// Cancels the request: no further events are delivered, and nothing is retained.
    func cancel(in store: SyntheticStore) {
        let before = phase.withLock { phase in
            let before = phase
            if case .over = phase { return before }
            phase = .cancelled
            return before
        }
        switch before {
        case .open: store.traffic.noteCancellation()
        case .held(let hold, let ticket):
            store.holds[hold].drop(ticket)
            store.traffic.noteCancellation()
        case .over, .cancelled: break
        }
    }

    /// Ends a request that was not begun with an error.
    func fail(_ error: ImageError, in store: SyntheticStore) {
        end(in: store) { $0.fail(error) }
    }
}

// MARK: - Steps

extension SyntheticImageRun {
    private func play(_ steps: ArraySlice<ImageStep>, of picture: StoredPicture, in store: SyntheticStore) {
        var rest = steps
        while !isCancelled, let step = rest.popFirst() {
            if case .hold(let hold) = step { return wait(hold, for: rest, of: picture, in: store) }
            // Whoever learns of the progress may release the hold at once.
            if case .progress(let fraction) = step, case .hold(let hold)? = rest.first {
                return wait(hold, reporting: fraction, for: rest.dropFirst(), of: picture, in: store)
            }
            do throws(ImageError) {
                try perform(step, of: picture, in: store)
            } catch {
                return end(in: store) { $0.fail(error) }
            }
        }
    }

    private func perform(
        _ step: ImageStep, of picture: StoredPicture, in store: SyntheticStore
    ) throws(ImageError) {
        switch step {
        case .progress(let fraction): sink.progress(fraction)
        case .degraded: sink.degraded(try picture.thumbnail(for: request))
        case .final: give(try picture.image(for: request, by: painter), in: store)
        case .wronglySized(let size): give(try picture.image(for: request, sized: size, by: painter), in: store)
        case .corrupt: give(try picture.tornImage(for: request, by: painter), in: store)
        case .fail(let error): end(in: store) { $0.fail(error) }
        case .finish: end(in: store) { $0.finish() }
        case .hold: break
        }
    }

    private func give(_ image: DecodedImage, in store: SyntheticStore) {
        store.noteDecode()
        end(in: store) { $0.final(image) }
    }

    /// Delivers an end; the request is removed from the statistics first, so that they are correct for the receiver.
    private func end(in store: SyntheticStore, _ say: (ImageSink) -> Void) {
        let before = phase.withLock { phase in
            let before = phase
            if case .cancelled = phase { return before }
            phase = .over
            return before
        }
        switch before {
        case .open, .held: store.traffic.noteEnd()
        case .over: break
        case .cancelled: return
        }
        say(sink)
    }

    private func wait(
        _ hold: SyntheticHold, reporting progress: Double? = nil, for rest: ArraySlice<ImageStep>,
        of picture: StoredPicture, in store: SyntheticStore
    ) {
        let held = store.holds[hold]
        let ticket = held.hold { [self] store in
            goOn()
            play(rest, of: picture, in: store)
        }
        let isWaiting = phase.withLock { phase in
            guard case .open = phase else { return false }
            phase = .held(hold, ticket)
            return true
        }
        if isWaiting, let progress { sink.progress(progress) }
        held.announce()
        // It was canceled meanwhile, when the ticket was not known yet.
        if !isWaiting { held.drop(ticket) }
    }

    private func goOn() {
        phase.withLock { phase in
            if case .held = phase { phase = .open }
        }
    }
}
