import CameraRoll
import CameraRollTesting
import SyntheticLibrary
import Testing

/// The checks of libraries that contain only selected assets while access is limited.
@Suite struct LimitedConformanceTests {
    /// A way to break a library whose selection grows.
    enum SelectionFlaw: CaseIterable, Sendable {
        /// Assets selected later are not found.
        case keepsFirstSelection
        /// A growing selection causes no signal.
        case quietSelection
        /// Only the assets selected first have images.
        case imagesOfFirstSelection
        /// Assets selected later are found in lists, but not by their identifiers.
        case noLookUpOfLater
    }

    private static func subject(_ flaw: SelectionFlaw?, deadline: Duration = .seconds(3_600)) -> LibrarySubject {
        let opened = Lock<(store: SyntheticStore, authorization: MockAuthorization)?>(nil)
        let selection = FirstSelection(flaw)
        return LibrarySubject(
            deadline: deadline,
            select: { ids in
                guard let (store, authorization) = opened.withLock(\.self) else { return }
                authorization.set(ids == nil ? .authorized : .limited)
                selection.select(ids) { store.select($0) }
            },
            {
                let (store, authorization) = (SyntheticStore(assets: 70, seed: 4), MockAuthorization())
                opened.withLock { $0 = (store, authorization) }
                return PhotoLibrarySource.synthetic(store, authorization: authorization)
                    .wrapping { BrokenSelectionLibrary($0, selection) }
            })
    }

    @Test(arguments: ConformanceCheck.limitedAccess + ConformanceCheck.permission)
    func `A library passes whose selection grows`(check: ConformanceCheck) async throws {
        #expect(try await check.run(Self.subject(nil)) == .passed)
    }

    @Test(arguments: ConformanceCheck.limitedAccess)
    func `Limited access does not apply where the subject cannot select`(check: ConformanceCheck) async throws {
        let outcome = try await check.run(LibrarySubject(deadline: .seconds(3_600)) { .synthetic(assets: 70, seed: 4) })
        #expect(outcome == .notApplicable("The subject brings no way to select assets."))
    }

    @Test(arguments: SelectionFlaw.allCases)
    func `A library fails that does not follow its selection`(flaw: SelectionFlaw) async throws {
        let isSilent = flaw == .quietSelection || flaw == .keepsFirstSelection
        let waits = isSilent ? ["the wait for the update of a selection that has grown"] : []
        for check in ConformanceCheck.limitedAccess {
            try await check.expectFailure(of: waits, "\(flaw)") { Self.subject(flaw, deadline: $0) }
        }
    }
}

/// The user's first selection, with the flaw for assets selected later.
private final class FirstSelection: Sendable {
    let flaw: LimitedConformanceTests.SelectionFlaw?
    private let first = Lock<Set<AssetID>?>(nil)
    private let isSelecting = Lock(false)

    init(_ flaw: LimitedConformanceTests.SelectionFlaw?) {
        self.flaw = flaw
    }

    /// Whether an asset was selected first; true for every asset before the first selection.
    func has(_ asset: AssetID) -> Bool { first.withLock { $0?.contains(asset) ?? true } }

    /// Whether a signal is suppressed.
    var isQuiet: Bool { flaw == .quietSelection && isSelecting.withLock(\.self) }

    func select(_ ids: [AssetID]?, _ body: ([AssetID]) -> Void) {
        guard let ids else { return }
        let isFirst = first.withLock { first in
            defer { first = first ?? Set(ids) }
            return first == nil
        }
        if flaw == .keepsFirstSelection, !isFirst { return }
        isSelecting.withLock { $0 = true }
        body(ids)
        isSelecting.withLock { $0 = false }
    }
}

private final class BrokenSelectionLibrary: ForwardingLibrary {
    private let selection: FirstSelection

    init(_ base: any PhotoLibraryBackend, _ selection: FirstSelection) {
        self.selection = selection
        super.init(base)
    }

    override func startObserving(_ signal: ChangeSignal) throws(LibraryError) {
        try base.startObserving(ChangeSignal { [selection] in if !selection.isQuiet { signal.libraryChanged() } })
    }

    override func assets(withIdentifiers identifiers: [AssetID]) throws(LibraryError) -> [MediaAsset] {
        let known = selection.flaw == .noLookUpOfLater ? identifiers.filter(selection.has) : identifiers
        return try base.assets(withIdentifiers: known)
    }

    override func imageSource() throws(LibraryError) -> (any ImageSource)? {
        guard selection.flaw == .imagesOfFirstSelection else { return try base.imageSource() }
        return try base.imageSource().map { FirstImages(base: $0, selection: selection) }
    }
}

/// A source with images of only the assets selected first.
private struct FirstImages: ImageSource {
    let base: any ImageSource
    let selection: FirstSelection
    var lane: ImageLane { base.lane }
    var requestLimit: Int { base.requestLimit }

    func start(_ request: AssetImageRequest, sink: ImageSink) -> (@Sendable () -> Void)? {
        guard selection.has(request.asset) else {
            sink.fail(.noImage(request.asset))
            return nil
        }
        return base.start(request, sink: sink)
    }
}
