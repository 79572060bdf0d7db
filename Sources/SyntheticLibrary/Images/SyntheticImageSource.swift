import CameraRoll

/// Paints a synthetic library's pictures, with the store's faults.
struct SyntheticImageSource: ImageSource {
    private let store: SyntheticStore
    private let access: SyntheticAccess

    init(_ store: SyntheticStore, _ access: SyntheticAccess = SyntheticAccess(authorization: AlwaysAuthorized())) {
        self.store = store
        self.access = access
    }

    var lane: ImageLane { store.configuration.imageLane }
    var requestLimit: Int { store.configuration.imageRequestLimit }
    var needsLibrary: Bool { false }

    /// Paints an image, after a small one if degraded images are requested.
    func start(_ request: AssetImageRequest, sink: ImageSink) -> (@Sendable () -> Void)? {
        store.traffic.noteStart()
        let painter = SyntheticPainter(decodeCost: store.configuration.decodeCost)
        let run = SyntheticImageRun(request, access, sink: sink, painter: painter)
        guard lane == .decodePool || store.faults.imageFault(of: request.asset) == .early else {
            return startElsewhere(run, priority: request.priority)
        }
        run.begin(in: store)
        return run.isOver ? nil : cancellation(of: run)
    }

    /// Does not retain the store, so that a store with requests that are never canceled can be released.
    private func cancellation(of run: SyntheticImageRun) -> @Sendable () -> Void {
        { [weak store] in
            if let store { run.cancel(in: store) }
        }
    }

    /// Submits the run to the painting threads, where it blocks no caller.
    private func startElsewhere(_ run: SyntheticImageRun, priority: ImagePriority) -> (@Sendable () -> Void)? {
        do throws(ImageError) {
            let takeOff = try store.painters.submit(Painting(imageRun: run, store: store), priority: priority)
            let cancel = cancellation(of: run)
            return {
                cancel()
                takeOff()
            }
        } catch {
            run.fail(error, in: store)
            return nil
        }
    }
}

/// A run that paints on a thread of the store's.
private struct Painting: PoolWork {
    let imageRun: SyntheticImageRun
    let store: SyntheticStore

    func run() {
        imageRun.begin(in: store)
    }

    func cancel() {
        imageRun.cancel(in: store)
    }
}
