/// A way to break a source of original data, with the check that must detect it.
enum OriginalFlaw: String, CaseIterable, Sendable {
    case losesPairedVideo, pairsEveryPhoto, mainLast, hasNothing
    case namesAnother, hasNoType, turnsNinefold, sharesIndexes
    case stopsShort, noise, tellsPercent, opensAnother, opensLess
    case swallowsRefusal, renamesRefusal, goesOnAfterRefusal
    case unknownIsEmpty, neverEnds, downloadsAnyway, tellsWholeProgress

    var caughtBy: String {
        switch self {
        case .losesPairedVideo, .pairsEveryPhoto, .mainLast, .hasNothing, .neverEnds:
            "An asset has the originals of its kind, and the main one is the first"
        case .namesAnother, .hasNoType, .turnsNinefold, .sharesIndexes:
            "An original names its asset, place and type, and an orientation of 1 to 8"
        case .stopsShort: "An original has as many bytes as it says"
        case .noise: "An original reads the same each time"
        case .opensAnother, .opensLess: "An original that can be opened has the same bytes at positions"
        case .tellsPercent: "The progress of a read is told from 0 to 1"
        case .swallowsRefusal, .renamesRefusal, .goesOnAfterRefusal:
            "A receiver that throws ends the read at once, with its own error"
        case .unknownIsEmpty: "Originals of an unknown asset are an error that names it"
        case .downloadsAnyway, .tellsWholeProgress: "An original in the cloud is said to need the network"
        }
    }
}
