extension AssetQuery: CustomStringConvertible {
    /// What is asked for, in a few words, for errors and logs; the wording may change.
    public var description: String {
        let filters = [
            typeWords, subtypeWords, favoriteWords, dates.map { "created in \($0)" }, hiddenWords, burstWords,
        ]
        return
            (filters.compactMap(\.self) + [scopeWords, orderWords] + [limit.map { "at most \($0)" }].compactMap(\.self))
            .joined(separator: ", ")
    }

    private var typeWords: String? {
        mediaTypes.isEmpty ? "all assets" : mediaTypes.sorted().map(\.description).joined(separator: " or ")
    }

    private var subtypeWords: String? { subtypes.isEmpty ? nil : "subtypes \(subtypes.rawValue)" }
    private var favoriteWords: String? { isFavorite.map { $0 ? "favourites" : "no favourites" } }
    private var hiddenWords: String? { hidden == .automatic ? nil : "hidden \(hidden.rawValue)" }
    private var burstWords: String? { bursts == .automatic ? nil : "bursts \(bursts.rawValue)" }

    private var scopeWords: String {
        switch scope {
        case .library: "of the library"
        case .album(let id): "of album '\(id)'"
        case .identifiers(let ids): "of \(ids.count) identifiers"
        }
    }

    private var orderWords: String {
        if order.isEmpty { return "in the library's order" }
        return "by " + order.map { "\($0.key.rawValue) \($0.isAscending ? "up" : "down")" }.joined(separator: ", ")
    }
}
