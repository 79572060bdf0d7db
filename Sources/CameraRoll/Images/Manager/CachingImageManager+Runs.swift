extension CachingImageManager {
    func start(_ id: ImageJobs.RunID, _ request: ImageRequest) {
        counts.started += 1
        stalls.start(id, since: jobs.since(id) ?? jobs.now)
        let run = ImageRun(id, priority: request.priority, clock: clock)
        runs.add(run)
        start(run, request)
    }

    private func start(_ run: ImageRun, _ request: ImageRequest) {
        // Weak: a source that never calls back must not keep the manager.
        let sink = ImageSink(isOver: { run.isUseless }) { [weak self, generation] event in
            if run.add(event.got(at: generation)) { self?.post(.heard(run.id)) }
        }
        starter.start(ImageStarter.Order(request: request, run: run, sink: sink)) { [weak self] limit in
            self?.post(.sourceLimit(limit))
        }
    }

    /// Makes a run as urgent as those who wait; a source that is not found yet is asked for in a better lane too.
    func setPriority(_ priority: ImagePriority, of id: ImageJobs.RunID) {
        guard let run = runs[id] else { return }
        if run.setPriority(priority), let request = jobs.request(of: id) { start(run, request) }
    }

    func cancel(_ id: ImageJobs.RunID) {
        counts.cancelled += 1
        leave(id)
    }

    /// Takes a run off its source; its place is free when that is known to have let go.
    private func leave(_ id: ImageJobs.RunID) {
        guard runs.cancel(id) else { return }
        end(id)
        perform(jobs.left(id))
    }

    func hear(_ id: ImageJobs.RunID) -> [ImageJobs.Action] {
        guard let run = runs[id] else { return [] }
        stalls.noteSign(now: clock.now())
        guard !jobs.isLeaving(id) else {
            end(id)
            return jobs.left(id)
        }
        var actions: [ImageJobs.Action] = []
        for event in run.takeEvents() {
            if event.isEnd { end(id, event) }
            actions += jobs.receive(event, of: id)
        }
        return actions
    }

    private func end(_ id: ImageJobs.RunID, _ event: ImageSourceEvent) {
        end(id)
        // Given up by what came just before, it is counted as cancelled.
        guard !jobs.isLeaving(id) else { return }
        if case .end(.success) = event { counts.finished += 1 } else { counts.failed += 1 }
    }

    private func end(_ id: ImageJobs.RunID) {
        stalls.end(id)
        starter.forget(id)
        runs.finish(id)
    }
}

// MARK: - Silence

extension CachingImageManager {
    /// Has a timer wait for the run that will have been silent for too long first; none where nothing runs.
    func setTimer() {
        guard let next = stalls.next({ runs[$0]?.heard }) else {
            timer.take()?.cancel()
            return
        }
        // One that is set too early finds nothing, and is set again.
        guard timer == nil else { return }
        timer = Task.detached { [weak self, clock] in
            guard let wasStopped = try? await clock.wait(until: next) else { return }
            await self?.expire(wasStopped: wasStopped)
        }
    }

    /// Gives up what was silent for too long, and whatever is started in its place and waited as long in vain.
    ///
    /// Sources that could not say anything since the process was stopped are waited for again, once for each silence.
    private func expire(wasStopped: Bool) {
        // Another one, where this one was cancelled as it woke: the next is set at the end.
        timer.take()?.cancel()
        takeMail()
        let now = clock.now()
        if wasStopped { stalls.restart(now: now) }
        while let run = stalls.stalled(now: now, { runs[$0]?.heard }).first {
            if !jobs.isLeaving(run) { (counts.timedOut, counts.failed) = (counts.timedOut + 1, counts.failed + 1) }
            hasChanged = true
            // Another thread stands in for the one that its source holds, so those behind it wait again.
            if runs.giveUp(run) { stalls.noteSign(now: now) }
            end(run)
            perform(jobs.timeOut(run, after: limits.stallTimeout ?? .zero))
        }
        drainAll()
    }
}
