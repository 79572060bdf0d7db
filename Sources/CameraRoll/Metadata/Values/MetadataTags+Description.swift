extension MetadataTags: CustomStringConvertible, CustomDebugStringConvertible {
    /// How many tags there are: `41 tags`; ``all`` has each of them.
    public var description: String { all.count == 1 ? "1 tag" : "\(all.count) tags" }

    /// As ``description``, without the bytes that the values stand in.
    public var debugDescription: String { description }
}
