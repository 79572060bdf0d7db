import CameraRoll

// MARK: - Selected assets outside of the list

extension AssetGrid {
    /// Asks the library for the selected assets outside of a list, once the grid shows it and after each change.
    ///
    /// - Parameters:
    ///   - list: the list; nil for none.
    ///   - isNew: whether it is another list; otherwise a pause after an error is not cut short.
    func askOutside(of list: AssetSnapshot?, isNew: Bool = false) {
        guard selected.runs.hasOutside else { return endAsking() }
        if isSettled { isSettled = false }
        if list == nil || isNew { endAsking() }
        guard list != nil, !isStopped, !isAskingAgain else { return }
        beginAsking()
        let asker = SelectionAsker(of: self)
        // What is shown does not wait for it, and it may take long; the next change of the list waits.
        questionTask.replace(with: Task(priority: .utility) { await asker.run() })
    }

    /// Stops reading for a question, and asks again once no finger drags.
    func pauseAsking() {
        guard asking != nil else { return }
        let asker = SelectionAsker(of: self)
        questionTask.replace(with: Task(priority: .utility) { await asker.run() })
    }

    /// Stops asking the library.
    func endAsking() {
        questionTask.replace(with: nil)
        isAskingAgain = false
        noteAnswered()
        let isSettled = !selected.runs.hasOutside
        if self.isSettled != isSettled { self.isSettled = isSettled }
    }

    fileprivate func beginAsking() {
        isAskingAgain = false
        if asking == nil { asking = Completion() }
    }

    /// Lets the feed go on.
    private func noteAnswered() {
        asking?.end()
        asking = nil
    }

    /// The question about what is outside of the list now; nil without a list.
    fileprivate var question: SelectionQuestion? {
        snapshot.map { list in
            SelectionQuestion(
                photos: manager.photos, selection: selected, list: list, keepsOutside: selectionOwner != nil,
                filter: selectionOwner?.filter)
        }
    }

    /// Handles an error; returns how long to wait before the library is asked again, or nil to wait for its next
    /// change.
    fileprivate func questionFailed(_ error: LibraryError, failures: Int) -> Duration? {
        noteAnswered()
        isAskingAgain = error.recovery == .retry
        onStep?()
        return isAskingAgain ? options.retryDelay(after: failures) : nil
    }

    /// Assigns the selection after an answer.
    fileprivate func settle(_ next: AssetSelection, _ outcome: SelectionOutcome, isChanged: Bool) {
        noteAnswered()
        isSettled = true
        let old = selected
        replaceSelection(next)
        releaseElsewhere(consume old)
        showOrderNumbers()
        if isChanged { selectionOwner?.selectionChanged(outcome) }
        onStep?()
    }
}

/// Asks the library for a grid's selected assets outside of its list, until it answers; does not retain the grid.
@MainActor private struct SelectionAsker {
    private weak var grid: AssetGrid?
    private let clock: AnyClock

    init(of grid: AssetGrid) {
        (self.grid, clock) = (grid, grid.manager.photos.access.clock)
    }

    func run() async {
        var failures = 0
        while await waitForFinger(), let question = grid?.question {
            do throws(LibraryError) {
                let answer = try await question.answer()
                await follow(answer)
                return releaseElsewhere(consume answer)
            } catch {
                failures += 1
                guard !Task.isCancelled, let delay = grid?.questionFailed(error, failures: failures),
                    await clock.pause(until: clock.now() + delay)
                else { return }
                grid?.beginAsking()
            }
        }
    }

    /// Applies an answer to the selection, again if that changes meanwhile.
    private func follow(_ answer: SelectionAnswer) async {
        while await waitForFinger(), let (selected, version) = grid.map({ ($0.selected, $0.selectionVersion) }) {
            let (next, outcome, isChanged) = await selected.taking(answer)
            guard !Task.isCancelled, answer.question.list === grid?.snapshot else { return }
            if let grid, grid.selectionVersion == version { return grid.settle(next, outcome, isChanged: isChanged) }
        }
    }

    /// Waits while a finger drags: nothing is read, and nothing moves under it.
    ///
    /// - Returns: false if the task was canceled.
    private func waitForFinger() async -> Bool {
        while !Task.isCancelled, grid?.drag != nil {
            let release = Completion<Void>()
            grid?.release = release
            await release.wait()
        }
        return !Task.isCancelled
    }
}
