/// What a QuickTime or MP4 file says of itself.
public struct MovieValues: Hashable, Sendable {
    /// When the movie was made, in UTC, from the movie's header (`mvhd`); nil where it is 0, as many programs write.
    public internal(set) var headerCreated: MetadataDate?
    /// How long it is, in seconds.
    public internal(set) var duration: Double?
    /// The values by their keys, such as `com.apple.quicktime.make` or `©day`, as text.
    public internal(set) var items: [String: String] = [:]

    /// Whether there are none: no movie, or one that says nothing.
    public var isEmpty: Bool { headerCreated == nil && duration == nil && items.isEmpty }

    /// When the movie was taken, in the camera's time zone.
    public var created: MetadataDate? {
        text("com.apple.quicktime.creationdate", "©day", "date").flatMap { MetadataDate($0) }
    }
    /// The place as ISO 6709 writes it: `+32.0929+034.8620+028.516/`; also that of a 3GPP file, which has numbers.
    public var locationText: String? { text("com.apple.quicktime.location.ISO6709", "©xyz", "loci") }
    /// The place as a point on Earth.
    public var location: ISO6709Location? { locationText.flatMap(ISO6709Location.init) }
    /// The camera's maker.
    public var make: String? { text("com.apple.quicktime.make", "©mak") }
    /// The camera's model.
    public var model: String? { text("com.apple.quicktime.model", "©mod") }
    /// The copyright notice.
    public var copyright: String? { text("com.apple.quicktime.copyright", "©cpy", "cprt") }
    /// What ties the movie of a Live Photo to its still.
    public var contentIdentifier: String? { text("com.apple.quicktime.content.identifier") }

    private func text(_ keys: String...) -> String? {
        items.isEmpty ? nil : keys.lazy.compactMap { items[$0] }.first { !$0.isEmpty }
    }
}
