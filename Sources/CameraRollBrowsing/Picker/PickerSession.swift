public import CameraRoll
public import Observation

// How a session works
//
// 1. `PickerLifecycle` decides what may happen: either finishing or canceling ends the session, never both.
// 2. The selection is that of the browser's grid, which keeps it for all albums (`AssetSelection`). With each change of
//    the library, the grid asks for the assets outside of its list (`SelectionQuestion`): an asset that is gone is
//    deselected wherever it was selected, and one that the list contains has its position there. The session only
//    counts what is gone, and names the preselected assets that cannot be selected.
// 3. When the user finishes, the selected assets are read, in the order of selection. `PickerResults` then reads their
//    contents, a few at a time, as the app takes them.
// 4. When the permission is withdrawn or narrowed, the selection is emptied, like everything else from before.

/// A picker: a user selects assets, and the app receives their contents.
///
/// ```swift
/// let session = try PickerSession(manager: manager, images: images, configuration: configuration)
/// session.onEnd = { end in
///     dismiss()                                       // after it: finish or cancel comes first
///     if case .finished(let results) = end { use(results) }
/// }
/// await session.requestPermissionAndOpen()
/// ```
///
/// Any number of sessions share one manager and its executor, each with its own configuration, albums and selection.
@MainActor @Observable public final class PickerSession {
    /// The configuration.
    public let configuration: PickerConfiguration
    /// The albums, the list, the permission and the notices.
    public let browser: LibraryBrowser
    /// The phase of the session.
    public private(set) var phase = Phase.idle
    /// The preselected assets that cannot be selected, and the reasons.
    public internal(set) var unresolved: [UnresolvedIdentifier] = []
    /// The number of assets that are no longer selected since they were deleted, the user no longer shares them, or
    /// the permission was withdrawn or narrowed.
    public internal(set) var removedCount = 0
    /// The selected assets: those in the list shown have positions in it, and those of other lists only count.
    ///
    /// It is the selection of the browser's grid, and can be changed there too.
    public var selection: AssetSelection { browser.grid.selection }
    /// Whether the user wants the original files, if ``PickerConfiguration/offersOriginals`` offers the choice.
    public var deliversOriginals = false
    /// Called once when the session ends, with the results if the user has finished.
    ///
    /// They are the results that ``finish()`` returns, and can be read once. Dismiss the picker here.
    @ObservationIgnored public var onEnd: (@MainActor (PickerEnd) -> Void)?
    /// Called with each change of the selection, if the configuration selects continuously.
    @ObservationIgnored public var onSelectionChange: (@MainActor (AssetSelection) -> Void)?

    @ObservationIgnored private var lifecycle = PickerLifecycle() { didSet { phase = lifecycle.phase } }
    @ObservationIgnored private let loader: PickedItemLoader
    @ObservationIgnored let checkedFilter: PickerFilter?

    /// Creates a session, which accesses nothing until it is opened.
    ///
    /// - Parameters:
    ///   - manager: the manager of the library; any number of sessions may share it.
    ///   - images: the manager of the library's images and originals.
    ///   - configuration: what is offered and delivered; by default one asset of any kind.
    ///   - grid: the options of the browser's grid; the limits of its selection are those of the configuration.
    ///   - encoder: encodes pictures again; nil if the app has no codec.
    ///   - clock: the clock of the delay after which the library counts as busy.
    /// - Throws: `InvalidArgument` with the first invalid value of the configuration.
    public init(
        manager: MediaManager, images: CachingImageManager,
        configuration: PickerConfiguration = PickerConfiguration(), grid: GridOptions? = nil,
        encoder: PickerEncoder? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) throws(InvalidArgument) {
        try configuration.validate()
        var options = LibraryBrowser.Options(query: configuration.query, startingWith: configuration.startingWith)
        if let grid { options.grid = grid }
        options.grid.selectionLimits = try configuration.limits()
        self.configuration = configuration
        checkedFilter = configuration.checkedFilter
        browser = try LibraryBrowser(of: manager, images: images, options: options, clock: clock)
        loader = try PickedItemLoader(manager, images, configuration, encoder)
        preselect()
        browser.grid.selectionOwner = self
        browser.onRevocation = { [weak self] in self?.forgetSelection() }
    }

    func reportSelection() {
        if configuration.selection.isContinuous, phase == .open { onSelectionChange?(selection) }
    }
}

/// The end of a picker session.
public enum PickerEnd: Sendable {
    /// The user has finished.
    case finished(PickerResults)
    /// The user has canceled, or the picker was dismissed.
    case cancelled
}

/// A preselected asset that a picker cannot select.
public struct UnresolvedIdentifier: Hashable, Sendable {
    /// Why an asset cannot be selected.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The library has no such asset, or the user does not share it.
        case notFound
        /// The filter does not offer it.
        case notOffered
        /// The assets before it have reached a limit.
        case beyondLimit
    }

    /// The identifier.
    public let id: AssetID
    /// The reason.
    public let reason: Reason

    init(_ id: AssetID, _ reason: Reason) {
        (self.id, self.reason) = (id, reason)
    }
}

// MARK: - Opening and ending

extension PickerSession {
    /// Opens the session without asking for permission; if permission is missing, the browser's state shows it.
    ///
    /// - Returns: false if the session was opened before, or has ended.
    @discardableResult public func open() -> Bool {
        guard lifecycle.open() else { return false }
        browser.start()
        return true
    }

    /// Asks the user for permission if it is not determined, and then opens the session, even if the user declines.
    ///
    /// - Returns: the resulting status.
    @discardableResult public func requestPermissionAndOpen() async -> AuthorizationStatus {
        let status = await browser.requestPermission()
        open()
        return status
    }

    /// Whether the session is open, and at least ``PickerConfiguration/minimumSelection`` assets are selected.
    ///
    /// With the default minimum of 0 this is also true if no asset is selected: the session then ends with no results,
    /// so that a user can remove all preselected assets. Set the minimum to 1 to require a selection.
    public var canFinish: Bool { phase == .open && selection.isComplete }

    /// Ends the session, and returns the results, whose contents are read as they are taken.
    ///
    /// If the selected assets cannot be read, the session stays open. If it is canceled meanwhile, it ends as canceled.
    ///
    /// - Throws: `.notOpen`, `.isFinishing`, `.hasEnded`, `.tooFewSelected`, or the reason why the selected assets
    ///   could not be read.
    public func finish() async throws(PickerError) -> PickerResults {
        if let refusal = lifecycle.refusalToFinish { throw refusal }
        guard selection.isComplete else {
            throw .tooFewSelected(selection.count, minimum: configuration.minimumSelection)
        }
        lifecycle.beginFinishing()
        let selected: (assets: [MediaAsset], missing: [AssetID])
        do throws(LibraryError) {
            selected = try await selectedAssets()
        } catch {
            lifecycle.abandonFinishing()
            throw lifecycle.refusalToFinish ?? .library(error)
        }
        guard phase.isEnd || selected.assets.count >= configuration.minimumSelection else {
            // Some are gone, or were selected in two lists.
            lifecycle.abandonFinishing()
            throw .tooFewSelected(selected.assets.count, minimum: configuration.minimumSelection)
        }
        guard lifecycle.commitFinishing() else { throw .hasEnded(phase) }
        let loader = deliversOriginals && configuration.offersOriginals ? loader.ofOriginals : loader
        let results = PickerResults(selected.assets, missing: selected.missing, loader: loader)
        end(.finished(results))
        return results
    }

    /// Ends the session, and reports each result and then, once, their number or the error.
    ///
    /// - Parameters:
    ///   - eachResult: called with each result, as soon as the previous one has been handled.
    ///   - completion: called once after the last result with their number, or with the error of `finish()`.
    public func finish(
        eachResult: @escaping @MainActor (PickedResult) -> Void,
        completion: @escaping @MainActor (Result<Int, PickerError>) -> Void
    ) {
        Task {
            do throws(PickerError) {
                let results = try await finish()
                completion(await results.report(to: eachResult))
            } catch {
                completion(.failure(error))
            }
        }
    }

    /// Ends the session without results.
    ///
    /// - Returns: false if the session has already ended; nothing happens then.
    @discardableResult public func cancel() -> Bool {
        guard lifecycle.cancel() else { return false }
        end(.cancelled)
        return true
    }

    /// Reports that the picker has been dismissed: cancels the session unless it has ended.
    public func dismissed() {
        cancel()
    }

    private func end(_ end: PickerEnd) {
        browser.stop()
        onEnd?(end)
    }
}

extension PickerResults {
    /// Reports all results, and returns their number.
    fileprivate func report(
        to eachResult: @MainActor (PickedResult) -> Void
    ) async -> Result<Int, PickerError> {
        var count = 0
        while let result = await next() {
            eachResult(result)
            count += 1
        }
        return count == items.count ? .success(count) : .failure(.cancelled)
    }
}
