extension CachingImageManager {
    func start(_ id: ImageJobScheduler.RunID, _ request: ImageRequest) {
        counts.started += 1
        wanted[id] = jobs.since(id) ?? jobs.now
        let run = ActiveFetch(id, priority: request.priority, clock: clock) { [weak deadlines] in
            deadlines?.renew(.run(id))
        }
        runs.add(run)
        watch(id)
        start(run, request)
    }

    private func start(_ run: ActiveFetch, _ request: ImageRequest) {
        // Weak: a source that never calls back must not keep the manager.
        let sink = ImageSink(isOver: { run.isUseless }) { [weak self, generation] event in
            if run.add(event.got(at: generation)) { self?.post(.heard(run.id)) }
        }
        starter.start(SourceDispatcher.Order(request: request, run: run, sink: sink)) { [weak self] limit in
            self?.post(.sourceLimit(limit))
        }
    }

    /// Makes a run as urgent as those who wait; a source that is not found yet is asked for in a better lane too.
    func setPriority(_ priority: ImagePriority, of id: ImageJobScheduler.RunID) {
        guard let run = runs[id] else { return }
        if run.setPriority(priority), let request = jobs.request(of: id) { start(run, request) }
    }

    func cancel(_ id: ImageJobScheduler.RunID) {
        counts.cancelled += 1
        leave(id)
    }

    /// Takes a run off its source; its place is free when that is known to have let go.
    private func leave(_ id: ImageJobScheduler.RunID) {
        guard runs.cancel(id) else { return }
        end(id)
        perform(jobs.left(id))
    }

    func hear(_ id: ImageJobScheduler.RunID) -> [ImageJobScheduler.Action] {
        guard let run = runs[id] else { return [] }
        noteSign()
        guard !jobs.isLeaving(id) else {
            end(id)
            return jobs.left(id)
        }
        var actions: [ImageJobScheduler.Action] = []
        for event in run.takeEvents() {
            if event.isEnd { end(id, event) }
            actions += jobs.receive(event, of: id)
        }
        return actions
    }

    private func end(_ id: ImageJobScheduler.RunID, _ event: ImageSourceEvent) {
        end(id)
        // Given up by what came just before, it is counted as cancelled.
        guard !jobs.isLeaving(id) else { return }
        if case .end(.success) = event { counts.finished += 1 } else { counts.failed += 1 }
    }

    private func end(_ id: ImageJobScheduler.RunID) {
        wanted[id] = nil
        deadlines.end(.run(id))
        starter.forget(id)
        runs.finish(id)
    }
}

// MARK: - Silence

/// What an image manager watches the time of.
enum ImageDeadline: Hashable, Sendable {
    /// A caller that waits no longer than a time of its own, by its ``ImageWaiter``.
    case caller(ObjectIdentifier)
    /// A run of which something must be heard from time to time.
    case run(ImageJobScheduler.RunID)
}

extension CachingImageManager {
    /// Has a run given up once it was silent for too long.
    ///
    /// A run at its source is silent if that says nothing. One on its way there, or a job in line, waits for the
    /// others: it is silent if nothing is heard of any of them, since it was asked for.
    private func watch(_ id: ImageJobScheduler.RunID) {
        guard let timeout = limits.stallTimeout, let since = lastSign(of: id) else { return }
        deadlines.start(.run(id), after: timeout, since: since) { [weak self] in self?.post(.silence) }
    }

    private func lastSign(of id: ImageJobScheduler.RunID) -> Duration? {
        guard let since = wanted[id] else { return nil }
        return runs[id]?.heard ?? max(since, lastSign)
    }

    /// Takes note that a source was heard of; a run at its source renews its deadline by itself.
    ///
    /// - Complexity: O(r log r) in the runs, of which there are as many as requests may be in flight.
    private func noteSign() {
        lastSign = clock.now()
        for id in wanted.keys where runs[id]?.heard == nil { deadlines.renew(.run(id)) }
    }

    /// Gives up the runs whose time is over: first those at their source, which others wait for; each in the order in
    /// which they began.
    func endSilence() -> [ImageJobScheduler.Action] {
        let now = clock.now()
        let over = wanted.keys.filter { !deadlines.isPending(.run($0)) }
            .map { (isOnItsWay: runs[$0]?.heard == nil, run: $0) }
            .sorted { ($0.isOnItsWay ? 1 : 0, $0.run.number) < ($1.isOnItsWay ? 1 : 0, $1.run.number) }
        for (_, run) in over { giveUp(run, now: now) }
        return []
    }

    private func giveUp(_ run: ImageJobScheduler.RunID, now: Duration) {
        guard let timeout = limits.stallTimeout, let last = lastSign(of: run) else { return }
        // Heard of since its time was over.
        guard last + timeout <= now else { return watch(run) }
        if !jobs.isLeaving(run) { (counts.timedOut, counts.failed) = (counts.timedOut + 1, counts.failed + 1) }
        hasChanged = true
        // Another thread stands in for the one that its source holds, so those behind it wait again.
        if runs.giveUp(run) { noteSign() }
        end(run)
        perform(jobs.timeOut(run, after: timeout))
    }
}
