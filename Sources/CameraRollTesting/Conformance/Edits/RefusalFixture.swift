import CameraRoll

/// An album, assets in it and beside it, and what was deleted: what edits that make no sense are about.
struct RefusalFixture: Sendable {
    let library: LivingProbe
    let album: AlbumID
    let own: [AssetID]
    let others: [AssetID]
    let deleted: AssetID
    let deletedAlbum: AlbumID

    /// Has it made; not applicable where there are too few assets.
    init(_ library: LivingProbe) async throws {
        let samples = try await library.samples(6)
        guard samples.count == 6 else { throw NotApplicable("The library shows fewer than six assets.") }
        self.library = library
        (own, others) = (samples[0..<3].map(\.id), samples[3..<5].map(\.id))
        let gone = samples[5].id
        deleted = gone
        album = try await library.makeAlbum("Refusals", of: Array(samples[0..<3]))
        let passing = try await library.makeAlbum("Passing")
        deletedAlbum = passing
        try await library.edit { edits in
            edits.delete([gone])
            edits.deleteAlbums([passing])
        }
    }

    /// Whether edits are refused, without a trace of those that make sense before them, and without a signal.
    ///
    /// - Parameter write: writes the edits down, and returns the error that must come of them.
    func refuses(
        _ subject: String, _ write: @escaping @Sendable (inout LibraryEdits) -> EditError
    ) async throws {
        let (before, signals) = (try await library.trace(), SignalCount())
        try await library.observing(signals) {
            try await expectRefusal(subject, write)
            try before.check(try await library.trace(), after: "\(subject), which is refused", library.expect)
            try library.expect.equal(signals.count, 0, "the number of signals of \(subject), which is refused")
        }
    }

    private func expectRefusal(
        _ subject: String, _ write: @escaping @Sendable (inout LibraryEdits) -> EditError
    ) async throws {
        let expected = Lock<EditError?>(nil)
        let outcome = try await library.attempt { edits in
            writeGoodEdits(&edits)
            let error = write(&edits)
            expected.withLock { $0 = error }
        }
        switch outcome {
        // What a library cannot do at all it need not look at.
        case .failure(.notSupported), .failure(.invalidResource): return
        case .failure(let error): try library.expect.equal(error, expected.withLock(\.self), "the error of \(subject)")
        case .success: throw library.expect.fail(subject, expected: "an error", found: "success")
        }
    }

    /// Edits of which nothing may be left.
    private func writeGoodEdits(_ edits: inout LibraryEdits) {
        edits.setFavorite(true, for: [others[1]])
        edits.setFavorite(false, for: [others[0]])
        _ = edits.createAlbum("Never made")
        edits.append([others[1]], to: album)
        edits.remove([others[1]], from: album)
    }
}
