public import CameraRoll
public import Foundation

extension LibraryBrowser {
    /// What a browser shows: its list, or something in place of it.
    public enum State: Hashable, Sendable {
        /// The user has not been asked yet: call ``LibraryBrowser/requestPermission()`` when the feature is needed.
        case permissionNeeded
        /// The user denied access, which the settings can change, or the device does not allow it (`.restricted`),
        /// which the user cannot change: see `AuthorizationStatus.offer` for what to offer.
        case permissionDenied(AuthorizationStatus)
        /// The list is being opened, the library is indexed for the first time, or the browser was not started yet.
        case loading
        /// The list is empty.
        case empty
        /// The list has assets.
        case ready
        /// The list cannot be opened: call ``LibraryBrowser/retry()``.
        case failed(LibraryError)
    }

    /// The message of a banner above the list.
    public enum Notice: Hashable, Sendable {
        /// The app sees only the assets that the user has selected.
        case limited(LimitedAccess)
        /// The library is being indexed; more assets may follow.
        case indexing(LibraryIndexing)
        /// The library has not answered since a point in time.
        case libraryBusy(since: Date)
    }
}

/// The progress of a library's indexing, as the app reports it to a browser.
public struct LibraryIndexing: Hashable, Sendable {
    /// The fraction that is complete, from 0 to 1.
    public var fractionCompleted: Double
    /// The number of assets found so far.
    public var items: Int
    /// The number of assets that is expected; nil if there is nothing to estimate it from.
    public var estimatedItems: Int?

    /// Creates a progress.
    public init(fractionCompleted: Double, items: Int = 0, estimatedItems: Int? = nil) {
        self.fractionCompleted = fractionCompleted
        self.items = items
        self.estimatedItems = estimatedItems
    }
}

/// What a browser shows in its grid.
public enum AlbumChoice: Hashable, Sendable, Codable {
    /// The whole library, titled "Recents".
    case library
    /// An album.
    case album(AlbumID)
    /// The assets that a search finds; without a word, the whole library.
    case search(String)

    /// The album; nil for the library and for a search.
    public var album: AlbumID? {
        if case .album(let id) = self { id } else { nil }
    }
}

/// What a browser knows, from which its state and its notice follow: a pure value.
struct BrowserFacts: Hashable {
    /// The user's permission.
    var status: AuthorizationStatus
    /// The number of assets in the list; nil while it is opened.
    var count: Int?
    /// The error of opening the list.
    var failure: LibraryError?
    /// When the library stopped answering; nil if it answers.
    var busySince: Date?
    /// The progress of indexing; nil if the library is not being indexed.
    var indexing: LibraryIndexing?
    /// What the user has selected for the app; nil if it is not known yet, or access is not limited.
    var limited: LimitedAccess?

    /// The state that follows from the facts.
    var state: LibraryBrowser.State {
        switch status {
        case .notDetermined: .permissionNeeded
        case .denied, .restricted: .permissionDenied(status)
        case .authorized, .limited: listState
        }
    }

    private var listState: LibraryBrowser.State {
        if let failure { return .failed(failure) }
        guard let count else { return .loading }
        if count > 0 { return .ready }
        return indexing == nil ? .empty : .loading
    }

    /// The notice that follows from the facts: an obstacle first, then what is temporary, then what lasts.
    var notice: LibraryBrowser.Notice? {
        guard status.allowsReading else { return nil }
        if let busySince { return .libraryBusy(since: busySince) }
        if let indexing { return .indexing(indexing) }
        return status == .limited ? limited.map { .limited($0) } : nil
    }

    /// Forgets the list, since it may no longer be shown.
    mutating func forgetList() { (count, failure, busySince) = (nil, nil, nil) }
}
