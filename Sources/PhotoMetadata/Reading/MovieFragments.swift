/// What a movie in fragments says about its duration.
///
/// The header of such a movie has the duration 0, or only that of the samples that it describes itself. Its extension
/// may state that of all (`mehd`), an index before the fragments has the duration of each part (`sidx`), and each
/// fragment has those of its samples (`moof`).
struct MovieFragments {
    /// The time of one track, in units of its own scale.
    private struct Track {
        /// Units a second; 0 if unknown.
        var scale = 0.0
        /// The duration of a sample that does not state its own.
        var sample = 0.0
        /// The beginning of its first fragment; 0 if the movie's header has samples, nil before any.
        var begin: Double?
        var end = 0.0

        var seconds: Double { scale > 0 ? (end - (begin ?? end)) / scale : 0 }
    }

    /// The units a second of the movie's header; nil before it.
    var movieScale: Double?
    private var isFragmented = false
    private var stated: Double?
    private var tracks: [Int: Track] = [:]
    /// The times that the indexes cover, in seconds.
    private var indexed: (begin: Double, end: Double)?

    /// The duration in seconds of the movie; nil if nothing states it.
    ///
    /// - Parameter header: that of the movie's header, which counts only if there are no fragments.
    func duration(header: Double?) -> Double? {
        guard isFragmented else { return header }
        if let stated { return stated }
        let own = header ?? 0
        // An index begins after the samples of the header.
        let known = indexed.map { $0.end - (own > 0 ? 0 : $0.begin) } ?? tracks.values.map(\.seconds).max() ?? 0
        return max(known, own) > 0 ? max(known, own) : nil
    }
}

// MARK: - The movie's header

extension MovieFragments {
    /// Reads a track's scale, and the duration of the samples that the header describes.
    mutating func parseTrack(_ track: ByteBlock) throws(MetadataError) {
        guard let header = try MediaBoxes.first("tkhd", in: track), let version = try header.slice(0, 1)?.first,
            let id = try header.uint32(at: version == 1 ? 20 : 12), let media = try MediaBoxes.first("mdia", in: track),
            let times = try MediaBoxes.first("mdhd", in: media)
        else { return }
        let wide = try times.slice(0, 1)?.first == 1
        tracks[id, default: Track()].scale = Double(try times.uint32(at: wide ? 20 : 12) ?? 0)
        let length = try times.number(at: wide ? 24 : 16, bytes: wide ? 8 : 4) ?? 0
        guard length > 0, length < (wide ? 0x1p63 : 0xFFFF_FFFF) else { return }
        (tracks[id, default: Track()].begin, tracks[id, default: Track()].end) = (0, length)
    }

    /// Reads the duration of all fragments, and the tracks' defaults.
    mutating func parseExtension(_ box: ByteBlock) throws(MetadataError) {
        isFragmented = true
        var boxes = MediaBoxes(box)
        while let entry = try boxes.next() {
            let content = box.block(entry.content)
            switch entry.type {
            case FourCC.number("mehd"):
                let wide = try content.slice(0, 1)?.first == 1
                guard let length = try content.number(at: 4, bytes: wide ? 8 : 4), length > 0, let movieScale else {
                    continue
                }
                stated = length / movieScale
            case FourCC.number("trex"):
                guard let id = try content.uint32(at: 4), let sample = try content.uint32(at: 12) else { continue }
                tracks[id, default: Track()].sample = Double(sample)
            default: continue
            }
        }
    }
}

// MARK: - Fragments

extension MovieFragments {
    /// Reads an index: the durations of the parts that follow it, in each of several tracks or levels.
    mutating func parseIndex(_ box: ByteBlock) throws(MetadataError) {
        guard stated == nil, let scale = try box.uint32(at: 8), scale > 0 else { return }
        let wide = try box.slice(0, 1)?.first == 1
        let list = wide ? 32 : 24
        guard let begin = try box.number(at: 12, bytes: wide ? 8 : 4),
            let count = try box.number(at: list - 2, bytes: 2),
            let parts = try box.slice(list, Int(count) * 12), !parts.isEmpty
        else { return }
        let lengths = stride(from: parts.startIndex + 4, to: parts.endIndex, by: 12).map { parts.uint32(at: $0) ?? 0 }
        let end = begin + Double(lengths.reduce(0, +))
        let known = indexed ?? (.infinity, 0)
        indexed = (min(known.begin, begin / Double(scale)), max(known.end, end / Double(scale)))
    }

    /// Adds the samples of a fragment to their tracks, unless the durations are known without them.
    mutating func parseFragment(_ fragment: ByteBlock) throws(MetadataError) {
        isFragmented = true
        guard stated == nil, indexed == nil else { return }
        var boxes = MediaBoxes(fragment)
        while let box = try boxes.next() {
            if box.type == FourCC.number("traf") { try addRuns(fragment.block(box.content)) }
        }
    }

    private mutating func addRuns(_ fragment: ByteBlock) throws(MetadataError) {
        guard let header = try MediaBoxes.first("tfhd", in: fragment), let flags = try header.uint32(at: 0),
            let id = try header.uint32(at: 4)
        else { return }
        var track = tracks[id] ?? Track()
        // After the position of the data and the number of the description, if it has them.
        let position = 8 + (flags & 1 != 0 ? 8 : 0) + (flags & 2 != 0 ? 4 : 0)
        let sample = flags & 8 != 0 ? try header.uint32(at: position).map { Double($0) } ?? 0 : track.sample
        var boxes = MediaBoxes(fragment)
        while let box = try boxes.next() {
            let content = fragment.block(box.content)
            switch box.type {
            case FourCC.number("tfdt"):
                let wide = try content.slice(0, 1)?.first == 1
                track.end = try content.number(at: 4, bytes: wide ? 8 : 4) ?? track.end
            case FourCC.number("trun"):
                track.begin = track.begin ?? track.end
                track.end += try Self.duration(ofRun: content, sample: sample)
            default: continue
            }
        }
        tracks[id] = track
    }

    /// The duration of a run of samples; 0 if it is cut off.
    private static func duration(ofRun run: ByteBlock, sample: Double) throws(MetadataError) -> Double {
        guard let flags = try run.uint32(at: 0), let count = try run.uint32(at: 4) else { return 0 }
        guard flags & 0x100 != 0 else { return Double(count) * sample }
        let start = 8 + (flags & 1 != 0 ? 4 : 0) + (flags & 4 != 0 ? 4 : 0)
        let length = 4 * [0x100, 0x200, 0x400, 0x800].count { flags & $0 != 0 }
        guard count <= run.count / length, let samples = try run.slice(start, count * length) else { return 0 }
        return stride(from: samples.startIndex, to: samples.endIndex, by: length).reduce(0) {
            $0 + Double(samples.uint32(at: $1) ?? 0)
        }
    }
}

extension ByteBlock {
    /// A number of some bytes; nil if they are not all present.
    fileprivate func number(at position: Int, bytes count: Int) throws(MetadataError) -> Double? {
        // Not 'Double.init', which would take the number for a bit pattern.
        try slice(position, count).flatMap { $0.number(at: $0.startIndex, bytes: count, .big) }.map { Double($0) }
    }
}
