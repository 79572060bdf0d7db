// A walk passes over the parts of a container, one by one: the segments of a JPEG file, the chunks of PNG and WebP, the
// boxes of HEIF files and movies, and the entries of a HEIF file's tables. There is one walk for each container, used
// by the metadata reader, by the editors and by the codecs.
//
// A walk returns the position of each part and says whether it is whole, but does not interpret it. When it returns no
// further part, its `end` says why, and its user decides: the metadata reader keeps what it has read, an editor refuses
// to change the file, and a codec refuses a file of more parts than the C library behind it should see.
//
// *Bounded Everything*: a walk reads a part's head and skips the rest, allocates nothing for a part, and stops at the
// reader's limit of parts. Every part advances the position, so a walk ends. Damage is also noted in the reader, in the
// order of the file.

/// A walk over the parts of a container, from first to last.
package protocol ContainerWalk {
    /// The position of a part.
    associatedtype Part

    /// The reason why no further part is returned; nil if there may be one.
    var end: WalkEnd? { get }

    /// Returns the next part; nil when the walk has ended.
    ///
    /// - Throws: `MetadataError.cannotRead`; never for bytes in memory.
    mutating func next() throws(MetadataError) -> Part?
}

/// The reason why a walk ended.
package enum WalkEnd: Hashable, Sendable {
    /// The last part was returned.
    case complete
    /// The bytes end before the last part, or within it.
    case truncated
    /// A part has an impossible length, so that the start of the next one is unknown.
    case damaged
    /// There are more parts than the limit.
    case limitReached
}

extension ContainerWalk {
    /// Returns the remaining parts.
    package mutating func rest() throws(MetadataError) -> [Part] {
        var parts: [Part] = []
        while let part = try next() { parts.append(part) }
        return parts
    }
}

/// A walk over a whole file, which notes in the file's reader why it ended.
protocol FileWalk: ContainerWalk {
    var reader: ByteReader { get }
    /// The start of the next part in the file.
    var position: Int { get }
    var end: WalkEnd? { get set }
}

extension FileWalk {
    /// Ends the walk, and returns nil.
    mutating func stop<Result>(_ reason: WalkEnd, noting problem: MetadataProblem.Kind? = nil) -> Result? {
        end = reason
        if let problem { reader.note(problem, at: position) }
        return nil
    }
}
