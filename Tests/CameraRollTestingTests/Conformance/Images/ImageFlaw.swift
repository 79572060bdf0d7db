/// A way to break an image source, with the check that must detect it.
enum ImageFlaw: String, CaseIterable, Sendable {
    case takesNoRequest, neverEnds, endsWithoutImage, onlyDegraded, blurs, tellsPercent, tires, cancelsAll
    case awaitsDecodes, stretches, ignoresSize, shrinks, fitsInstead, halvesMaximum, squareDegraded, ignoresCrop
    case inventsUnknown, namesAnother, drawsSounds, downloadsAnyway, tellsWholeProgress
    case needsObject, losesReleased

    var caughtBy: String {
        answerCheck ?? shapeCheck ?? failureCheck
    }

    private var answerCheck: String? {
        switch self {
        case .takesNoRequest: "An image source takes at least one request at once"
        case .neverEnds, .endsWithoutImage, .onlyDegraded: "An image comes of each picture that needs no download"
        case .blurs: "The same request gives the same pixels each time"
        case .tellsPercent: "The progress of a request is told from 0 to 1"
        case .tires: "As many requests as the limit allows at once all end"
        case .cancelsAll: "A canceled request stops no other, before its end or after"
        case .awaitsDecodes: "Decodes that are dropped hold up no other request"
        default: nil
        }
    }

    private var shapeCheck: String? {
        switch self {
        case .stretches, .ignoresSize, .shrinks: "An image that fits an exact size is within it, in its own shape"
        case .fitsInstead: "An image that fills an exact size covers it"
        case .halvesMaximum: "An image of the maximum size has its asset's own pixels"
        case .squareDegraded: "A degraded image has about the shape of its asset"
        case .ignoresCrop: "An exact crop has the shape of the part that it shows"
        default: nil
        }
    }

    private var failureCheck: String {
        switch self {
        case .inventsUnknown, .namesAnother: "An image of an unknown asset is an error that names it"
        case .drawsSounds: "An image of a sound is an error that says so"
        case .downloadsAnyway, .tellsWholeProgress: "An image in the cloud is said to need the network"
        case .losesReleased: "Images come before and after they are prepared, and each that is prepared is released"
        case .needsObject: "A request without the library's own object ends too"
        default: ""
        }
    }

    /// The wait that the flaw leaves without an end, by the start of its name; nil where a check needs no deadline.
    var endlessWaits: [String] {
        [.neverEnds, .tires, .awaitsDecodes, .needsObject].contains(self) ? ["a request for '"] : []
    }
}
