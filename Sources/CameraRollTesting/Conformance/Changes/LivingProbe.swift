import CameraRoll
import Foundation

/// An editable library, with functions to edit and read it, for one check.
struct LivingProbe: Sendable {
    let access: LibraryAccess
    let manager: MediaManager
    let hooks: EditHooks
    let deadline: Duration
    let expect: Expectation

    /// Reads from the library on its executor.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (ProbedLibrary) throws -> Value
    ) async throws -> Value {
        try await access.look { library in
            guard let library = library as? ProbedLibrary else { throw LibraryError.shutDown }
            return try body(library)
        }
    }

    /// Waits for a result until the deadline.
    func wait<Value: Sendable>(
        for subject: String, _ body: @escaping @Sendable () async -> Value
    ) async throws -> Value {
        try await expect.end(of: subject, within: deadline, TaskedWork(body).value)
    }
}

/// An edit that the library does not support: checks that need it do not apply.
struct UnsupportedEdit: Error {}

// MARK: - Editing

extension LivingProbe {
    /// Performs edits, and returns the result.
    func attempt<Value: Sendable>(
        _ write: @escaping @Sendable (inout ChangeRequest) throws -> Value
    ) async throws -> Result<EditOutcome<Value>, EditError> {
        try await expect.end(of: "a transaction", within: deadline, begin(write).value)
    }

    /// Starts performing edits.
    func begin<Value: Sendable>(
        _ write: @escaping @Sendable (inout ChangeRequest) throws -> Value
    ) -> TaskedWork<Result<EditOutcome<Value>, EditError>> {
        TaskedWork { [manager] in
            do throws(EditError) {
                return .success(try await manager.performChanges(write))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Performs valid edits.
    ///
    /// - Throws: `UnsupportedEdit` if the library does not support an edit.
    @discardableResult
    func edit<Value: Sendable>(
        _ write: @escaping @Sendable (inout ChangeRequest) throws -> Value
    ) async throws -> EditOutcome<Value> {
        try check(try await attempt(write))
    }

    /// The outcome of valid edits.
    ///
    /// - Throws: `UnsupportedEdit` if the library does not support an edit.
    @discardableResult
    func check<Value>(_ result: Result<EditOutcome<Value>, EditError>) throws -> EditOutcome<Value> {
        switch result {
        case .success(let outcome): return outcome
        case .failure(.notSupported), .failure(.invalidResource): throw UnsupportedEdit()
        case .failure(let error):
            throw expect.fail("a transaction that makes sense", expected: "success", found: "the error \(error)")
        }
    }

    /// The identifier for the placeholder of an album or folder.
    func id<Value>(of album: AlbumPlaceholder, in outcome: EditOutcome<Value>) throws -> AlbumID {
        do throws(EditError) {
            return try outcome.id(of: album)
        } catch {
            throw expect.fail("the receipt of a transaction", expected: "an identifier of \(album)", found: "none")
        }
    }

    /// The identifier for the placeholder of an asset.
    func id<Value>(of asset: AssetPlaceholder, in outcome: EditOutcome<Value>) throws -> AssetID {
        do throws(EditError) {
            return try outcome.id(of: asset)
        } catch {
            throw expect.fail("the receipt of a transaction", expected: "an identifier of \(asset)", found: "none")
        }
    }

    /// Creates an album of some assets.
    func makeAlbum(_ title: String, of assets: [MediaAsset] = []) async throws -> AlbumID {
        let outcome = try await edit { edits in
            let album = edits.createAlbum(title)
            if !assets.isEmpty { edits.append(assets, to: album) }
            return album
        }
        return try id(of: outcome.value, in: outcome)
    }

    /// Creates an asset; nil if the library cannot.
    func makeAsset() async throws -> AssetID? {
        do {
            return try await edit { edits in _ = edits.createAsset(.smallPicture) }.createdAssets.first
        } catch is UnsupportedEdit {
            return nil
        }
    }
}

extension NewAsset {
    /// A PNG of one pixel.
    static var smallPicture: NewAsset {
        let text =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        return .photo(Data(base64Encoded: text) ?? Data(), fileName: "conformance.png")
    }
}

// MARK: - Opening

extension ConformanceCheck {
    /// A check of a library during edits; not applicable to a library that cannot be edited.
    init(living name: String, body: @escaping @Sendable (LivingProbe, Expectation) async throws -> Void) {
        self.init(name) { subject, expect in
            try await subject.withEditor(expect) { probe in try await body(probe, expect) }
        }
    }
}

extension LibrarySubject {
    /// Opens the library for editing; not applicable if it does not support the edits.
    fileprivate func withEditor(_ expect: Expectation, _ body: (LivingProbe) async throws -> Void) async throws {
        try await withProbe(expect) { probe in
            let isEditable = try await probe.read { try $0.editor() != nil }
            guard isEditable else { throw NotApplicable("The library has no editor.") }
            do {
                try await body(probe)
            } catch is UnsupportedEdit {
                throw NotApplicable("The editor does not support an edit that this check needs.")
            }
        }
    }

    /// Opens the library in a wrapper that keeps results and wraps its editor.
    func withProbe(_ expect: Expectation, _ body: (LivingProbe) async throws -> Void) async throws {
        let hooks = EditHooks()
        try await withAccess(to: factory().wrapping { ProbedLibrary($0, hooks: hooks) }) { access in
            let probe = LivingProbe(
                access: access, manager: MediaManager(access: access), hooks: hooks, deadline: deadline,
                expect: expect)
            try await body(probe)
        }
    }
}
