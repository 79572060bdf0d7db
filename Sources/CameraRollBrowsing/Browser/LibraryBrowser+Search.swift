import CameraRoll

// MARK: - The search field

extension LibraryBrowser {
    /// After a pause, shows what the text finds or, if it has no word, the list from before the search.
    func followSearchText() {
        tasks[.search] = nil
        guard canSearch else { return }
        guard searchText.hasWord else { return endSearch() }
        let (clock, time) = (clock, clock.now() + options.searchDelay)
        tasks[.search] = OwnedTask(
            Task { [weak self] in
                guard await clock.pause(until: time), let self else { return }
                choose(.search(searchText))
            })
    }

    /// Makes the text of the search field match a choice.
    func noteSearch(of choice: AlbumChoice) {
        if case .search(let text) = choice {
            if text.hasWord, searchText != text { searchText = text }
        } else {
            choiceWithoutSearch = choice
            if !searchText.isEmpty { searchText = "" }
        }
    }

    /// Updates whether the library can be searched, which may change when it is opened again.
    func take(canSearch: Bool) {
        guard canSearch != self.canSearch else { return }
        self.canSearch = canSearch
        if canSearch { followSearchText() } else { endSearch() }
    }

    private func endSearch() {
        if case .search = choice { choose(choiceWithoutSearch) }
    }
}

extension String {
    /// Whether there is anything but whitespace.
    var hasWord: Bool { contains { !$0.isWhitespace } }
}
