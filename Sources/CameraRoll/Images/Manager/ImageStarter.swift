/// Brings a request to its library's image source, in the source's lane.
///
/// The source is asked for behind the door, at every request: so permission is checked each time (R54), and nothing of
/// the library is touched before.
struct ImageStarter: Sendable {
    let access: LibraryAccess
    let pool: DecodePool

    /// Starts a run; every failure goes into the sink.
    func start(_ request: ImageRequest, _ run: ImageRun, sink: ImageSink) {
        access.post("find image source", lane: request.priority.lane) { [pool] room in
            guard !run.isCancelled else { return }
            do throws(LibraryError) {
                guard let source = try room.openLibrary().imageSource() else { return sink.finish() }
                Self.start(source, request, run, sink, in: pool)
            } catch {
                sink.fail(.library(error))
            }
        }
    }

    private static func start(
        _ source: any ImageSource, _ request: ImageRequest, _ run: ImageRun, _ sink: ImageSink, in pool: DecodePool
    ) {
        let work = ImageWork(source: source, request: request, imageRun: run, sink: sink)
        switch source.lane {
        case .library: work.run()
        case .main: Task { @MainActor in work.run() }
        case .decodePool:
            do throws(ImageError) {
                let ticket = try pool.submit(work, priority: request.priority)
                run.setCancellation { [weak pool] in _ = pool?.cancel(ticket) }
            } catch {
                sink.fail(error)
            }
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
        guard !imageRun.isCancelled else { return }
        imageRun.setCancellation(source.start(request, sink: sink))
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
