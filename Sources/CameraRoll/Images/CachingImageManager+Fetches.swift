extension CachingImageManager {
    func start(_ id: ImageJobScheduler.RunID, _ request: AssetImageRequest) {
        counts.started += 1
        wanted[id] = jobs.since(id) ?? jobs.now
        let run = ActiveFetch(id, priority: request.priority, clock: clock) { [weak deadlines] in
            deadlines?.renew(.run(id))
        }
        runs.add(run)
        watch(id)
        start(run, request)
    }

    private func start(_ run: ActiveFetch, _ request: AssetImageRequest) {
        // Weak: a source that never calls back must not retain the manager.
        let sink = ImageSink(isOver: { run.isUseless }) { [weak self, generation] event in
            if run.add(event.got(at: generation)) { self?.post(.heard(run.id)) }
        }
        starter.start(SourceDispatcher.Order(request: request, run: run, sink: sink)) { [weak self] limit in
            self?.post(.sourceLimit(limit))
        }
    }

    /// Gives a fetch the priority of its waiters; a source that is not found yet is requested in a more urgent lane
    /// too.
    func setPriority(_ priority: ImagePriority, of id: ImageJobScheduler.RunID) {
        guard let run = runs[id] else { return }
        if run.setPriority(priority), let request = jobs.request(of: id) { start(run, request) }
    }

    func cancel(_ id: ImageJobScheduler.RunID) {
        counts.cancelled += 1
        leave(id)
    }

    /// Cancels a fetch at its source; its place in the limit is free once the source is known to have ended it.
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
        // A fetch that was canceled just before is counted as canceled.
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

// MARK: - Stall timeouts

/// The deadlines of an image manager.
enum ImageDeadline: Hashable, Sendable {
    /// A caller's own deadline, by its ``ImageWaiter``.
    case caller(ObjectIdentifier)
    /// The stall timeout of a fetch.
    case run(ImageJobScheduler.RunID)
}

extension CachingImageManager {
    /// Starts the stall timeout of a fetch.
    ///
    /// A fetch at its source times out if that source call reports nothing. A fetch that has not reached its source
    /// depends on the others: it times out if none of them reports anything, counted from the request.
    private func watch(_ id: ImageJobScheduler.RunID) {
        guard let timeout = limits.stallTimeout, let since = lastSign(of: id) else { return }
        deadlines.start(.run(id), after: timeout, since: since) { [weak self] in self?.post(.silence) }
    }

    private func lastSign(of id: ImageJobScheduler.RunID) -> Duration? {
        guard let since = wanted[id] else { return nil }
        return runs[id]?.heard ?? max(since, lastSign)
    }

    /// Records an event of any source; a fetch at its source renews its deadline by itself.
    ///
    /// - Complexity: O(r log r) in the number of fetches, which is at most the limit of requests in flight.
    private func noteSign() {
        lastSign = clock.now()
        for id in wanted.keys where runs[id]?.heard == nil { deadlines.renew(.run(id)) }
    }

    /// Ends the fetches that timed out: first those at their source, for which others wait; each group in starting
    /// order.
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
        // An event arrived after the deadline expired.
        guard last + timeout <= now else { return watch(run) }
        if !jobs.isLeaving(run) { (counts.timedOut, counts.failed) = (counts.timedOut + 1, counts.failed + 1) }
        hasChanged = true
        // Another thread replaces the one that the source holds, so the fetches queued behind it get their full time
        // again.
        if runs.giveUp(run) { noteSign() }
        end(run)
        perform(jobs.timeOut(run, after: timeout))
    }
}
