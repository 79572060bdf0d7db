import CameraRoll

extension ConformanceCheck {
    /// The guarantees of a library that changes: its signal, updates of fetch results, and its history.
    ///
    /// They change the library with its own editor; for a library without one, see ``outsideChanges``.
    public static var changes: [ConformanceCheck] {
        signals + updates + frozenResults + releases + history + changeTokens
    }

    static var signals: [ConformanceCheck] { [signalComes, signalEnds] }

    private static let signalComes = ConformanceCheck(
        living: "A signal is called after an edit, each time one observes"
    ) {
        library, expect in
        for _ in 0..<3 {
            let signals = SignalCount()
            try await library.observing(signals) {
                try await library.editAndAwaitSignal(signals)
                try await library.editAndAwaitSignal(signals)
            }
        }
    }

    private static let signalEnds = ConformanceCheck(
        living: "A signal is not called after the end of its observation"
    ) {
        library, expect in
        let (first, second) = (SignalCount(), SignalCount())
        try await library.observing(first) { try await library.editAndAwaitSignal(first) }
        let count = first.count
        // Once the second observer has received a signal, the first one would have received it too.
        try await library.observing(second) { try await library.editAndAwaitSignal(second) }
        try expect.equal(first.count, count, "the number of calls after the end of the observation")
    }
}

extension ConformanceCheck {
    static var updates: [ConformanceCheck] { [updatesLead, emptyUpdates, unrelatedUpdates, followed, editedSections] }

    private static let updatesLead = ConformanceCheck(
        living: "An update leads from the old list to the new, and tells all changes"
    ) {
        library, expect in
        let edit = try await MixedEdit(of: library)
        var lists = try await library.hold(edit.queries)
        // Reordering an album is reported differently from the rest, so it is done separately.
        for change in [edit.perform, edit.rearrange] {
            try await change(library)
            let updates = try await library.update(edit.queries, from: lists)
            for update in updates { try update.check(expect) }
            lists = updates.map(\.new)
        }
    }

    private static let emptyUpdates = ConformanceCheck(living: "An update without a change in between is empty") {
        library, expect in
        let edit = try await MixedEdit(of: library)
        var lists = try await library.hold(edit.queries)
        for update in try await library.update(edit.queries, from: lists) { try update.checkNothing(expect) }
        try await edit.perform(in: library)
        lists = try await library.update(edit.queries, from: lists).map(\.new)
        for update in try await library.update(edit.queries, from: lists) { try update.checkNothing(expect) }
    }

    private static let unrelatedUpdates = ConformanceCheck(living: "An edit of something else makes an empty update") {
        library, expect in
        let edit = try await MixedEdit(of: library)
        let other = try await library.makeAlbum("Conformance: other", of: edit.members)
        let queries = edit.queries.filter { $0.scope.album != nil }
        let lists = try await library.hold(queries)
        try await library.edit { edits in
            edits.setFavorite(!edit.added.isFavorite, for: [edit.added])
            edits.remove([edit.members[0]], from: other)
            edits.append([edit.added], to: other)
            edits.rename(other, to: "Conformance: another")
        }
        for update in try await library.update(queries, from: lists) { try update.checkNothing(expect) }
    }

    private static let followed = ConformanceCheck(
        living: "Who follows a snapshot comes to see what a fresh fetch finds"
    ) {
        library, expect in
        let edit = try await MixedEdit(of: library)
        for query in [AssetQuery.all, .album(edit.album).sorted()] {
            let follower = try await Follower(of: query, in: library)
            try await library.edit { edits in
                edits.setFavorite(!edit.added.isFavorite, for: [edit.added, edit.members[1]])
            }
            // The first update also shows that the follower observes.
            try await follower.reaches(library)
            try await library.edit { edits in
                edits.setFavorite(edit.added.isFavorite, for: [edit.added, edit.members[1]])
                edits.remove([edit.members[3]], from: edit.album)
                edits.setHidden(true, for: [edit.members[4]])
            }
            try await follower.reaches(library)
            follower.stop()
            try await library.edit { edits in edits.append([edit.members[3]], to: edit.album) }
        }
    }
}
