import CameraRoll

/// A library that keeps fetch results between reads, and lets a check wrap its editor.
final class ProbedLibrary: ForwardingLibrary {
    /// The results that a check keeps, by their queries; released with the library, on the executor.
    var held: [AssetQuery: any AssetFetchResult] = [:]
    private let hooks: EditHooks
    private let leaks: LeakTracker

    init(_ base: any PhotoLibrary, hooks: EditHooks = EditHooks(), leaks: LeakTracker = LeakTracker()) {
        self.hooks = hooks
        self.leaks = leaks
        leaks.begin(with: base)
        super.init(base)
    }

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

    override func editor() throws(LibraryError) -> (any LibraryEditor)? {
        try super.editor().map { HookedEditor(base: $0, hooks: hooks) }
    }
}
