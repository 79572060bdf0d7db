/// Brings a request to its library's image source, in the source's lane.
///
/// The source is asked for behind the door, at every request: so permission is checked each time (R54), and nothing of
/// the library is touched before.
struct ImageStarter: Sendable {
    let access: LibraryAccess
    let pool: DecodePool

    /// Starts a run; every failure goes into the sink.
    ///
    /// May be called again while the run is not claimed, when it has become more urgent: the first turn that comes takes it.
    ///
    /// - Parameter onSource: is told what the source allows, before it is asked.
    func start(
        _ request: ImageRequest, _ run: ImageRun, sink: ImageSink, onSource: @escaping @Sendable (Int) -> Void
    ) {
        access.post("find image source", lane: run.priority.lane) { [pool] room in
            guard run.claim() else { return }
            do throws(LibraryError) {
                guard let source = try room.openLibrary().imageSource() else { return sink.finish() }
                let limit = source.requestLimit
                guard limit >= 1 else { return sink.fail(.invalidLimit(limit)) }
                onSource(limit)
                Self.start(source, ImageWork(source: source, request: request, imageRun: run, sink: sink), in: pool)
            } catch {
                sink.fail(.library(error))
            }
        }
    }

    private static func start(_ source: any ImageSource, _ work: ImageWork, in pool: DecodePool) {
        switch source.lane {
        case .library: work.run()
        case .main: Task { @MainActor in work.run() }
        case .decodePool: submit(work, to: pool)
        }
    }

    private static func submit(_ work: ImageWork, to pool: DecodePool) {
        do throws(ImageError) {
            let ticket = try pool.submit(work, priority: work.imageRun.priority)
            let control = ImageRun.Control(
                cancel: { [weak pool] in _ = pool?.cancel(ticket) },
                setPriority: { [weak pool] in _ = pool?.setPriority($0, of: ticket) })
            work.imageRun.setControl(control, in: .claimed)
        } catch {
            work.sink.fail(error)
        }
    }
}

/// A request on its way to a source.
private struct ImageWork: PoolWork {
    let source: any ImageSource
    let request: ImageRequest
    let imageRun: ImageRun
    let sink: ImageSink

    func run() {
        guard imageRun.begin() else { return }
        imageRun.setControl(ImageRun.Control(cancel: source.start(request, sink: sink)), in: .begun)
    }

    func cancel() {
        sink.fail(.cancelled)
    }
}

extension ImagePriority {
    /// The lane in which a source is asked for.
    fileprivate var lane: ExecutorLane {
        switch self {
        case .visible: .interactive
        case .prefetch: .utility
        case .background: .background
        }
    }
}
