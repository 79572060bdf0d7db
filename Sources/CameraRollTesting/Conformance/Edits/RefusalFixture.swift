import CameraRoll

/// An album, assets in it and outside of it, and deleted objects, as subjects of invalid edits.
struct RefusalFixture: Sendable {
    let library: LivingProbe
    let album: AlbumID
    let own: [AssetID]
    let others: [AssetID]
    let deleted: AssetID
    let deletedAlbum: AlbumID

    /// Creates it; not applicable if there are too few assets.
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
            edits.deleteCollections([passing])
        }
    }

    /// Checks that edits are refused, without a trace of valid edits before them, and without a signal.
    ///
    /// - Parameter write: adds the edits, and returns the expected error.
    func refuses(
        _ subject: String, _ write: @escaping @Sendable (inout ChangeRequest) -> EditError
    ) async throws {
        let (before, signals) = (try await library.trace(), SignalCount())
        try await library.observing(signals) {
            try await expectRefusal(subject, write)
            try before.check(try await library.trace(), after: "\(subject), which is refused", library.expect)
            try library.expect.equal(signals.count, 0, "the number of signals of \(subject), which is refused")
        }
    }

    private func expectRefusal(
        _ subject: String, _ write: @escaping @Sendable (inout ChangeRequest) -> EditError
    ) async throws {
        let expected = Lock<EditError?>(nil)
        let outcome = try await library.attempt { edits in
            writeGoodEdits(&edits)
            let error = write(&edits)
            expected.withLock { $0 = error }
        }
        switch outcome {
        // A library need not inspect edits that it does not support at all.
        case .failure(.notSupported), .failure(.invalidResource): return
        case .failure(let error): try library.expect.equal(error, expected.withLock(\.self), "the error of \(subject)")
        case .success: throw library.expect.fail(subject, expected: "an error", found: "success")
        }
    }

    /// Adds valid edits, of which no trace may be left.
    private func writeGoodEdits(_ edits: inout ChangeRequest) {
        edits.setFavorite(true, for: [others[1]])
        edits.setFavorite(false, for: [others[0]])
        _ = edits.createAlbum("Never made")
        edits.append([others[1]], to: album)
        edits.remove([others[1]], from: album)
    }
}
