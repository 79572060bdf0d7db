import CameraRoll

/// A way to break a library, with the check that must detect it.
enum Flaw: String, CaseIterable, Sendable {
    case repeatsAcrossSlices, driftingResults, readsOnEmptyRange, indexOffByOne, unknownIsFirst, neverFindsNothing
    case misplacesBorders
    case tiesByArrival, firstKeyOnly, shuffledOwnOrder, ignoresLimit
    case ignoresFavorites, ignoresHiddenRule, ignoresBurstRule
    case repeatsAfterPosition, guessesHasMore, restartsWhenGone
    case hidesHiddenFromLookUp, losesLastIdentifier, losesLastOfSeveral, stopsAtUnknown, losesNamedTwice
    case ignoresOrderOfIdentifiers
    case listsTwice, ignoresKinds, strangersInTree, losesSortedAlbumAsset, countsAllTypes, wrongExactCount
    case oldestAsCover, unknownAlbumIsEmpty
    case newIdentityEachTime
    case findsTwice, findsAnyWord, ignoresArea
    case losesSortKeys, sortsWithoutDates
    case playsStills, namesAllAlbums

    var caughtBy: [String] {
        resultChecks ?? orderChecks ?? positionChecks ?? albumChecks
    }

    private var resultChecks: [String]? {
        switch self {
        case .repeatsAcrossSlices: ["A fetch result reads the same in slices of any size"]
        case .driftingResults:
            [
                "A fetch result reads the same each time, also after other fetches",
                "Numbered pages make up the snapshot, and past the end are empty",
                "A sequence of pages gives the snapshot, reading ahead or not",
                "A sequence of assets gives each once, in order",
            ]
        case .readsOnEmptyRange: ["An empty range reads nothing"]
        case .indexOffByOne, .unknownIsFirst: ["An asset's index is its position, and nil where it is not found"]
        case .misplacesBorders:
            [
                "A result counts the assets that are older than a date",
                "Sections by day, month and year have the assets of these periods",
                "Sections of an album have its assets, in any order",
            ]
        case .neverFindsNothing: ["A query that matches nothing has an empty result"]
        default: nil
        }
    }

    private var orderChecks: [String]? {
        switch self {
        case .tiesByArrival: ["Each sort key orders all assets, both ways, ties by identifier"]
        case .firstKeyOnly: ["The second sort key decides where the first one ties"]
        case .shuffledOwnOrder: ["The library's own order has the same assets, always alike"]
        case .losesSortKeys, .sortsWithoutDates:
            ["The sort keys that a library serves are always the same, with the creation date among them"]
        case .ignoresLimit:
            ["A limit takes the front of the result", "Pages by cursor stop at the query's limit"]
        case .ignoresFavorites: ["A query finds just the assets that match it"]
        case .ignoresHiddenRule: ["Hidden assets take part as the query's rule says"]
        case .ignoresBurstRule: ["Pictures of a burst take part as the query's rule says"]
        default: nil
        }
    }

    private static let identifierLists =
        "Assets are found wherever their identifiers stand in a list, also where one is named twice"

    private var positionChecks: [String]? {
        switch self {
        case .repeatsAfterPosition:
            [
                "Pages by position follow each other as in a fetch result",
                "Pages by cursor give the snapshot, also by way of a token",
            ]
        case .guessesHasMore: ["A page by position says rightly whether more assets follow"]
        case .restartsWhenGone: ["Reading goes on behind the position of an asset that is gone"]
        case .hidesHiddenFromLookUp: ["Assets are found by identifier, hidden and burst members too"]
        case .losesLastIdentifier:
            ["Each asset is found by its identifier alone", Self.identifierLists]
        case .losesLastOfSeveral, .stopsAtUnknown, .losesNamedTwice: [Self.identifierLists]
        case .ignoresOrderOfIdentifiers:
            [
                "A query of identifiers finds them, in the query's order",
                "A search of a query finds its assets, in its order",
            ]
        default: nil
        }
    }

    private var albumChecks: [String] {
        switch self {
        case .listsTwice: ["Albums are listed each once"]
        case .ignoresKinds: ["A query of albums lists just those that it asks for"]
        case .strangersInTree: ["The tree of folders has albums that are listed too, each once"]
        case .losesSortedAlbumAsset: ["An album has the same assets in every order"]
        case .countsAllTypes: ["An album's count is the count of its fetch"]
        case .wrongExactCount: ["An album that is listed with an exact count has so many assets"]
        case .oldestAsCover: ["An album's cover is the asset that the policy asks for"]
        case .unknownAlbumIsEmpty: ["An unknown album is reported by its identifier"]
        case .playsStills: ["An asset's playback style fits its media type"]
        case .namesAllAlbums: ["The albums of an asset are those of the user that contain it"]
        case .newIdentityEachTime: ["A library that is opened twice is the same library"]
        case .findsTwice: ["A search finds the same in slices of any size, each asset once"]
        case .findsAnyWord:
            ["A search for several words finds what each of them finds, in any case, and no character is special"]
        case .ignoresArea: ["A search for an area finds just the assets taken there"]
        default: []
        }
    }
}
