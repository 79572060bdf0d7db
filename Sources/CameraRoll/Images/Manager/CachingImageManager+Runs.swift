extension CachingImageManager {
    func start(_ id: ImageJobs.RunID, _ request: ImageRequest) {
        counts.started += 1
        stalls.note(id, now: clock.now())
        let run = ImageRun(id, priority: request.priority)
        runs.add(run)
        start(run, request)
    }

    func start(_ run: ImageRun, _ request: ImageRequest) {
        // Weak: a source that never calls back must not keep the manager.
        let sink = ImageSink { [weak self] event in if run.add(event) { self?.post(.heard(run.id)) } }
        let limit = jobs.limit
        let most = limits.requests
        starter.start(request, run, sink: sink) { [weak self] allowed in
            if min(allowed, most) != limit { self?.post(.sourceLimit(allowed)) }
        }
    }

    /// Makes a run as urgent as those who wait; where its source is not found yet, that is asked for in a better lane too.
    func setPriority(_ priority: ImagePriority, of id: ImageJobs.RunID) {
        guard let run = runs[id] else { return }
        if run.setPriority(priority), let request = jobs.request(of: id) { start(run, request) }
    }

    func cancel(_ id: ImageJobs.RunID) {
        counts.cancelled += 1
        stalls.end(id)
        runs.cancel(id)
    }

    func hear(_ id: ImageJobs.RunID) -> [ImageJobs.Action] {
        guard let run = runs[id] else { return [] }
        stalls.note(id, now: clock.now())
        return run.takeEvents().flatMap { event in
            if event.isEnd { end(id, event) }
            return jobs.receive(event, of: id)
        }
    }

    private func end(_ id: ImageJobs.RunID, _ event: ImageSourceEvent) {
        if case .end(.success) = event { counts.finished += 1 } else { counts.failed += 1 }
        stalls.end(id)
        runs.finish(id)
    }

    /// Has a timer wait for the run that will have been silent for too long first; none where nothing runs.
    func setTimer() {
        guard let next = stalls.next else {
            timer.take()?.cancel()
            return
        }
        // One that is set too early finds nothing, and is set again.
        guard timer == nil else { return }
        timer = Task.detached { [weak self, clock] in
            guard (try? await clock.sleep(next)) != nil else { return }
            await self?.expire()
        }
    }

    private func expire() {
        timer = nil
        for run in stalls.stalled(now: clock.now()) {
            counts.timedOut += 1
            counts.failed += 1
            stalls.end(run)
            runs.cancel(run)
            perform(jobs.timeOut(run, after: limits.stallTimeout ?? .zero))
        }
        drain()
    }
}

extension ImageSourceEvent {
    fileprivate var isEnd: Bool {
        switch self {
        case .end, .finished: true
        case .progress, .degraded: false
        }
    }
}
