/// A way to break a library that changes, with one of the checks that must detect it.
enum LivingFlaw: String, CaseIterable, Sendable {
    case silent, deafAfterFirst, endlessSignals
    case tellsNoDifference, forgetsOne, forgetsDeleted, forgetsContent, staleResult, namesEverything, neverRearranged
    case emptyIndexes
    case livingIndexes, shiftsIndexes, identifiersFromStart, dropsDeleted
    case misplacesBorders
    case losesDeletion, inventsInsertion, updatesDeleted, neverQuiet, namesNoAlbum, expires, acceptsAnyToken
    case foreignOwnTokens, losesInPages
    case ignoresFavorites, ignoresHiding, ignoresDates, ignoresPlaces, ignoresDeletion, createsVideos, plainNewAssets
    case namesOtherwise, ignoresRenaming, ignoresAlbumDeletion, flattensFolders, ignoresAlbumMoves, swapsPlaceholders
    case forgetsPlaceholders
    case appendsAtFront, insertsAtFront, keepsRemoved, insertsBeforeTakingOut, replacesAtEnd, reordersBackwards
    case notAtomic, vagueErrors, swallowsErrors, signalsRefusals, editsSmartAlbums, neverEnds
    case ignoresGivingUp, neverCommits, staleReceipts, losesPassingEdits
    case newIdentity, clings, clingsToResults, opensOnce, muteWhenReopened, noImagesWhenReopened

    var caughtBy: [String] {
        signalChecks ?? updateChecks ?? resultChecks ?? historyChecks ?? assetChecks ?? albumChecks ?? memberChecks
            ?? refusalChecks ?? permissionChecks
    }

    /// The waits that the flaw may leave without an end in a check, by the start of their names; none where the check
    /// notices the flaw without a deadline.
    func endlessWaits(in check: String) -> [String] {
        switch self {
        case .silent, .deafAfterFirst, .muteWhenReopened:
            if check.hasPrefix("Who follows") { return ["the wait for an update of"] }
            let isOfStream = [Self.givenLater, Self.becomingFull].contains(check)
            return [isOfStream ? "the wait for an update after" : "the wait for a signal after"]
        case .staleResult:
            switch check {
            // An asset that changes tells so in the old list too, if it is there.
            case Self.givenLater, Self.becomingFull:
                return ["the wait for the list that a new fetch finds", "the wait for an update after"]
            case _ where check.hasPrefix("Who follows"): return ["the wait for a follower of"]
            default: return []
            }
        case .neverEnds: return ["a transaction"]
        default: return []
        }
    }

    private var signalChecks: [String]? {
        switch self {
        case .silent: ["A signal is called after an edit, each time one observes", Self.givenLater, Self.becomingFull]
        case .deafAfterFirst: ["A signal is called after an edit, each time one observes"]
        case .endlessSignals: ["A signal is not called after the end of its observation"]
        default: nil
        }
    }

    private var updateChecks: [String]? {
        let (leads, followed) = (
            "An update leads from the old list to the new, and tells all changes",
            "Who follows a snapshot comes to see what a fresh fetch finds"
        )
        return switch self {
        case .tellsNoDifference, .forgetsContent, .emptyIndexes: [leads]
        case .forgetsOne, .forgetsDeleted, .neverRearranged: [leads]
        case .staleResult: [leads, followed]
        case .namesEverything:
            ["An update without a change in between is empty", "An edit of something else makes an empty update"]
        default: nil
        }
    }

    private var resultChecks: [String]? {
        switch self {
        case .livingIndexes: ["An asset that an update names is found where it was"]
        case .shiftsIndexes: ["Indexes of assets stay as they were fetched, also after edits"]
        case .identifiersFromStart: ["Identifiers in a result stay as they were fetched"]
        case .dropsDeleted: ["A result stays whole after its assets are deleted"]
        case .misplacesBorders: ["Sections after edits have the assets of their periods, and changes lead to them"]
        default: nil
        }
    }

    private var historyChecks: [String]? {
        let exact = "The history tells what was inserted, updated and deleted"
        let merged = "The history tells what remains of several transactions"
        return switch self {
        case .losesDeletion, .inventsInsertion, .updatesDeleted: [exact, merged]
        case .expires: [exact]
        case .losesInPages: ["The history in pages tells what it tells as a whole"]
        case .neverQuiet: ["The history tells nothing since now"]
        case .namesNoAlbum: ["The history names each album whose count, cover or order changed"]
        case .acceptsAnyToken: ["Foreign change tokens are refused, and malformed ones"]
        case .foreignOwnTokens: ["A change token means the same after it was stored"]
        default: nil
        }
    }
}

// MARK: - Flaws of the editor

extension LivingFlaw {
    private var assetChecks: [String]? {
        switch self {
        case .ignoresFavorites: ["Assets are marked as favorites, and as none"]
        case .ignoresHiding: ["Assets are hidden, and shown again"]
        case .ignoresDates: ["Assets are given a date, and none"]
        case .ignoresPlaces: ["Assets are given a place, and none"]
        case .ignoresDeletion:
            [
                "Deleted assets are gone from the library and all albums",
                "Positions in an album do not count assets that the transaction has deleted",
            ]
        case .createsVideos: ["A new asset stands at the end of the library, as its placeholder says"]
        case .plainNewAssets: ["A new asset is what was said of it"]
        default: nil
        }
    }

    private var albumChecks: [String]? {
        switch self {
        case .namesOtherwise: ["A new album of the user's is empty and listed once"]
        case .ignoresRenaming: ["A renamed album has its new title, and is else the same"]
        case .ignoresAlbumDeletion:
            [
                "A deleted album is gone, and its assets stay", "A deleted folder is gone with all that is in it",
                "A folder that is deleted again is gone with all that the transaction put into it",
            ]
        case .flattensFolders: ["Folders and albums stand in the folders that they are created in"]
        case .ignoresAlbumMoves:
            [
                "Albums and folders are moved into folders, and to the top",
                "What leaves a folder before the folder is deleted stays",
            ]
        case .swapsPlaceholders, .forgetsPlaceholders: ["Placeholders stand for what was created, in its order"]
        default: nil
        }
    }

    private var memberChecks: [String]? {
        switch self {
        case .appendsAtFront: ["Appended assets stand at the end, and those that the album has stay where they are"]
        case .insertsAtFront: ["Inserted assets stand at their position, in their order"]
        case .keepsRemoved: ["Removed assets leave the album, and stay in the library"]
        case .insertsBeforeTakingOut: ["Moved assets are taken out first, and then put in"]
        case .replacesAtEnd: ["A replacement stands in the place of what it replaces"]
        case .reordersBackwards: ["An album stands in the order that it is given"]
        default: nil
        }
    }

    /// The checks of refused edits.
    private static let refusals = [
        "Edits of unknown and deleted assets are refused", "Edits of unknown and deleted albums are refused",
        "Positions beyond an album's end are refused", "Assets that an album has already, or has not, are refused",
        "Folders in themselves, and albums in place of folders, are refused", "Smart albums cannot be edited",
        "Placeholders of what was deleted again are refused",
    ]

    private var refusalChecks: [String]? {
        let givenUp = "Canceled edits change nothing"
        let committed = "An editor commits what it has carried out"
        return switch self {
        case .notAtomic, .vagueErrors, .swallowsErrors, .signalsRefusals: Self.refusals
        case .editsSmartAlbums: ["Smart albums cannot be edited"]
        case .neverEnds: ["A new album of the user's is empty and listed once"]
        case .ignoresGivingUp: [givenUp, committed]
        case .neverCommits: [committed]
        case .losesPassingEdits: ["An edit that waits for the user and one that passes it are both carried out"]
        case .staleReceipts: ["The token of a receipt leads right behind the edits"]
        default: nil
        }
    }

    private var permissionChecks: [String] {
        let released = "A library is released with its results when permission is withdrawn"
        return switch self {
        case .newIdentity: ["Nothing is opened before permission, and then the same library as ever"]
        case .clings: [released]
        case .clingsToResults:
            [released, "No result stays alive once snapshots, pages, updates and preloads are gone"]
        case .opensOnce: ["A library opens again where permission comes back"]
        case .muteWhenReopened: ["A library that opens again tells of its changes", Self.givenLater]
        case .noImagesWhenReopened: [Self.givenLater]
        default: []
        }
    }

    fileprivate static let givenLater =
        "Permission that is given serves reads, streams and images that were refused before"
    fileprivate static let becomingFull =
        "Access that becomes full leaves snapshots, streams and images as they were under limited access"
}

// MARK: - Libraries that change from outside

extension LivingFlaw {
    /// The checks that must detect it if the library has no editor, and changes from outside.
    var caughtOutside: [String] {
        let leads = "An update after a change by others leads from the old list to the new, and tells all changes"
        let frozen = "A result stays as it was fetched, also after changes by others"
        let followed = "Who follows a snapshot comes to see what others change"
        return switch self {
        case .silent:
            [
                "A signal is called after a change by others, each time one observes", followed, Self.givenLater,
                Self.becomingFull,
            ]
        case .deafAfterFirst: ["A signal is called after a change by others, each time one observes"]
        case .endlessSignals: ["A signal is not called for changes by others after the end of its observation"]
        case .tellsNoDifference, .forgetsOne, .forgetsDeleted, .forgetsContent, .emptyIndexes: [leads]
        case .staleResult: [leads, followed, Self.givenLater, Self.becomingFull]
        case .namesEverything: ["An update without a change by others in between is empty"]
        case .shiftsIndexes, .identifiersFromStart, .dropsDeleted: [frozen]
        case .losesDeletion, .inventsInsertion, .updatesDeleted, .expires:
            ["The history tells what others inserted, updated and deleted"]
        case .muteWhenReopened: ["A library that opens again tells of its changes", Self.givenLater]
        default: []
        }
    }
}
