extension AssetQuery {
    enum CodingKeys: String, CodingKey {
        case scope, mediaTypes, subtypes, isFavorite, dates, hidden, bursts, order, limit
    }

    /// Writes the query; the same query is always written alike, so that what holds it can be compared.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(scope, forKey: .scope)
        // A set has no order of its own.
        try container.encode(mediaTypes.sorted(), forKey: .mediaTypes)
        try container.encode(subtypes, forKey: .subtypes)
        try container.encodeIfPresent(isFavorite, forKey: .isFavorite)
        try container.encodeIfPresent(dates, forKey: .dates)
        try container.encode(hidden, forKey: .hidden)
        try container.encode(bursts, forKey: .bursts)
        try container.encode(order, forKey: .order)
        try container.encodeIfPresent(limit, forKey: .limit)
    }
}
