import CameraRoll

/// A library that keeps fetch results between reads, and lets a check wrap its editor.
final class ProbedLibrary: ForwardingLibrary {
    /// The results that a check keeps, by their queries; released with the library, on the executor.
    var held: [AssetQuery: any AssetFetchResult] = [:]
    private let hooks: EditHooks
    private let leaks: LeakTracker

    init(_ base: any PhotoLibraryBackend, hooks: EditHooks = EditHooks(), leaks: LeakTracker = LeakTracker()) {
        self.hooks = hooks
        self.leaks = leaks
        leaks.begin(with: base)
        super.init(base)
    }

    /// The number of fetch results of this library that are alive.
    var liveResults: Int { leaks.liveResults }

    override func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        let result = try super.fetchAssets(query)
        leaks.note(result)
        return result
    }

    override func update(_ result: any AssetFetchResult, of query: AssetQuery) throws(LibraryError) -> FetchUpdate {
        let update = try super.update(result, of: query)
        leaks.note(update.result)
        return update
    }

    override func editor() throws(LibraryError) -> (any EditorBackend)? {
        try super.editor().map { HookedEditor(base: $0, hooks: hooks) }
    }
}

/// Weak references to opened libraries and fetched results, to find those that outlive their library.
final class LeakTracker: @unchecked Sendable {  // The list and its objects are used only on the library executor.
    private struct Remnant {
        let opening: Int
        weak var object: AnyObject?
    }

    private var remnants: [Remnant] = []
    private var opening = 0

    /// Records an opened library.
    func begin(with library: any PhotoLibraryBackend) {
        opening += 1
        note(library)
    }

    /// Records an object of the library that is open now.
    func note(_ object: AnyObject) {
        remnants.append(Remnant(opening: opening, object: object))
    }

    /// The number of results that are alive.
    var liveResults: Int { remnants.count { $0.object is any AssetFetchResult } }

    /// The number of libraries and results of earlier openings that are still alive.
    var survivors: Int {
        remnants.count { $0.opening < opening && $0.object != nil }
    }
}

/// Callbacks before and after a library's editor performs a transaction, on the thread of the edits.
final class EditHooks: Sendable {
    typealias Outcome = Result<EditReceipt, EditError>

    private struct Contents {
        var before: (@Sendable (EditTransaction) -> Void)?
        var after: (@Sendable (EditTransaction, Outcome) -> Void)?
    }

    private let contents = Lock(Contents())

    /// Sets the callbacks; both may block.
    func set(
        before: @escaping @Sendable (EditTransaction) -> Void = { _ in },
        after: @escaping @Sendable (EditTransaction, Outcome) -> Void = { _, _ in }
    ) {
        contents.withLock { contents in
            contents.before = before
            contents.after = after
        }
    }

    fileprivate var before: (@Sendable (EditTransaction) -> Void)? { contents.withLock { $0.before } }
    fileprivate var after: (@Sendable (EditTransaction, Outcome) -> Void)? { contents.withLock { $0.after } }
}

/// A library's editor wrapped with callbacks.
struct HookedEditor: EditorBackend {
    let base: any EditorBackend
    let hooks: EditHooks

    func perform(_ transaction: EditTransaction) throws(EditError) -> EditReceipt {
        hooks.before?(transaction)
        let outcome: EditHooks.Outcome
        do throws(EditError) {
            outcome = .success(try base.perform(transaction))
        } catch {
            outcome = .failure(error)
        }
        hooks.after?(transaction, outcome)
        return try outcome.get()
    }

    func mayAsk(_ edits: [LibraryEdit]) -> Bool { base.mayAsk(edits) }
}
