import PhotoMetadata

/// Removes the place from a movie, in place: from its lists of values, its user data, and XMP.
struct MovieEditor {
    private let format: MetadataFormat
    private var editor: BoxEditor

    init(_ source: any ByteSource, _ format: MetadataFormat) throws(MetadataEditError) {
        self.format = format
        editor = try BoxEditor(source)
    }

    /// The new file.
    ///
    /// - Throws: `.unsupported` for a compressed list of tracks, `.damaged`, `.tooMany`, `.tooLong`, `.unknownData` for
    ///   tracks that are no picture and no sound.
    mutating func plan() throws(MetadataEditError) -> EditPlan {
        try change(ByteBlock(editor.reader), in: .file)
        return editor.plan
    }

    // MARK: Boxes

    /// What contains boxes; what is found in another place than the standard's is unknown.
    private enum Container {
        case file, movie, track, media, fragment, fragmentOfTrack

        /// The boxes that hold no place.
        var kept: Set<Int> {
            switch self {
            case .file: MovieEditor.outer
            case .movie: MovieEditor.inner
            case .track: MovieEditor.ofTrack
            case .media: MovieEditor.ofMedia
            case .fragment: MovieEditor.ofFragment
            case .fragmentOfTrack: MovieEditor.ofFragmentOfTrack
            }
        }
    }

    private static let outer = FourCC.numbers(
        "ftyp", "mdat", "imda", "pnot", "PICT", "styp", "sidx", "ssix", "mfra", "pdin", "prft")
    private static let inner = FourCC.numbers(
        "mvhd", "iods", "mvex", "ctab", "clip", "prfl", "rmra", "pssh")
    private static let ofTrack = FourCC.numbers(
        "tkhd", "edts", "tref", "tapt", "load", "imap", "matt", "clip", "kmat", "trgr", "txas")
    private static let ofMedia = FourCC.numbers("mdhd", "hdlr", "minf", "elng")
    private static let ofFragment = FourCC.numbers("mfhd", "pssh")
    private static let ofFragmentOfTrack = FourCC.numbers(
        "tfhd", "trun", "tfdt", "sbgp", "sgpd", "subs", "saiz", "saio", "senc")

    /// Changes the boxes in a block; those that are not known to hold no place are dropped.
    private mutating func change(_ block: ByteBlock, in container: Container) throws(MetadataEditError) {
        let kept = container.kept
        for box in try editor.boxes(in: block) {
            let content = block.block(box.content)
            switch box.type {
            case _ where kept.contains(box.type): continue
            case FourCC.number("moov") where container == .file: try change(content, in: .movie)
            case FourCC.number("cmov"): throw .unsupported(format)
            // A car camera's list of places, which stand among the media.
            case FourCC.number("gps "): throw .unknownData(at: content.start)
            case FourCC.number("trak") where container == .movie: try change(content, in: .track)
            case FourCC.number("mdia") where container == .track:
                try checkMedia(content)
                try change(content, in: .media)
            case FourCC.number("moof") where container == .file: try change(content, in: .fragment)
            case FourCC.number("traf") where container == .fragment: try change(content, in: .fragmentOfTrack)
            case FourCC.number("meta"): try changeValues(content)
            case FourCC.number("udta"): try changeUserData(content)
            case FourCC.number("uuid") where content.isXMP: try editor.blankXMP(in: [content.range.dropFirst(16)])
            default: if !editor.clearSkipped(box, in: block) { editor.drop(box, in: block) }
            }
        }
    }

    /// Changes user data: texts, 3GPP's boxes, a list of values, and XMP.
    private mutating func changeUserData(_ block: ByteBlock) throws(MetadataEditError) {
        for box in try editor.boxes(in: block) {
            let content = block.block(box.content)
            switch box.type {
            case FourCC.number("meta"): try changeValues(content)
            case FourCC.number("XMP_"): try editor.blankXMP(in: [content.range])
            case _ where Self.texts.contains(box.type & 0xFF_FFFF) && box.type >> 24 == 0xA9: continue
            case _ where Self.userData.contains(box.type): continue
            default: if !editor.clearSkipped(box, in: block) { editor.drop(box, in: block) }
            }
        }
    }

    /// The last three letters of QuickTime's texts that hold no place; `©xyz` does.
    private static let texts = Set(
        [
            "nam", "ART", "alb", "day", "cmt", "cpy", "swr", "mak", "mod", "too", "des", "fmt", "inf", "prd", "req",
            "src", "wrt", "aut", "dir", "dis", "gen", "hst", "key", "ope", "prf", "prk", "prl", "com", "enc", "grp",
            "url", "TIM", "TSC", "TSZ", "lyr", "trk", "ed1", "ed2", "ed3",
        ].map { $0.utf8.reduce(0) { $0 << 8 | Int($1) } })
    private static let userData = FourCC.numbers(
        "name", "titl", "auth", "perf", "gnre", "dscp", "cprt", "albm", "yrrc", "rtng", "clsf", "kywd", "date", "kind",
        "tagc", "tsel", "strk", "chpl", "hnti", "hinf", "WLOC", "LOOP", "SelO", "AllF", "ptv ")

    // MARK: Values

    /// Changes a list of values: with version and flags in MP4, without them in QuickTime.
    private mutating func changeValues(_ meta: ByteBlock) throws(MetadataEditError) {
        let head = try reading { () throws(MetadataError) in try meta.slice(0, 8) }
        let isPlain = head.map { $0.matches("hdlr", at: $0.startIndex + 4) } ?? false
        let boxes = try editor.boxes(in: meta, from: isPlain ? 0 : 4)
        // A picture's lists, in a file that calls itself a movie.
        guard !boxes.contains(where: { Self.ofPictures.contains($0.type) }) else { throw .unsupported(format) }
        let keys = boxes.first { $0.type == FourCC.number("keys") }
        let names = try keys.map { box throws(MetadataEditError) in try self.names(in: meta.block(box.content)) } ?? []
        for box in boxes {
            switch box.type {
            case FourCC.number("ilst"): try changeItems(meta.block(box.content), names)
            case _ where Self.ofValues.contains(box.type): continue
            default: if !editor.clearSkipped(box, in: meta) { editor.drop(box, in: meta) }
            }
        }
    }

    private static let ofPictures = FourCC.numbers("iinf", "iloc", "iprp", "idat", "pitm")
    private static let ofValues = FourCC.numbers("hdlr", "keys", "ctry", "lang", "mhdr")

    private mutating func changeItems(_ list: ByteBlock, _ names: [String]) throws(MetadataEditError) {
        for item in try editor.boxes(in: list) {
            let content = list.block(item.content)
            let isPlace =
                switch item.type {
                case 1...max(names.count, 1) where !names.isEmpty:
                    Self.isPlace(names[item.type - 1]) ? true : try hasMetadata(content)
                case FourCC.number("----"):
                    Self.isPlace(try freeName(of: content)) ? true : try hasMetadata(content)
                case _ where Self.texts.contains(item.type & 0xFF_FFFF) && item.type >> 24 == 0xA9: false
                // A cover has metadata of its own, perhaps; what iTunes does not name is unknown.
                case _ where Self.items.contains(item.type): try hasMetadata(content)
                default: true
                }
            if isPlace { editor.drop(item, in: list) }
        }
    }

    /// The items of iTunes that hold no place.
    private static let items = FourCC.numbers(
        "aART", "covr", "trkn", "disk", "tmpo", "cpil", "desc", "ldes", "gnre", "cprt", "stik", "hdvd", "pgap", "rtng",
        "sonm", "soar", "soal", "tvsh", "tvsn", "tves", "tvnn", "tven", "purd", "keyw", "catg", "free")

    private func hasMetadata(_ content: ByteBlock) throws(MetadataEditError) -> Bool {
        do throws(MetadataEditError) {
            try editor.refuseMetadata(in: content.range)
            return false
        } catch {
            guard case .unknownData = error else { throw error }
            return true
        }
    }

    /// Whether a key names a place: `com.apple.quicktime.location.ISO6709`, `com.android.gps`.
    private static func isPlace(_ key: String) -> Bool {
        key.split { ".:/ _-".contains($0) }.contains {
            LocationTags.contains(String($0), .any) || places.contains($0.lowercased())
        }
    }

    private static let places: Set<String> = ["iso6709", "position", "loci", "xyz", "\u{A9}xyz"]

    /// The names of QuickTime's keys, in the order of their numbers.
    private func names(in keys: ByteBlock) throws(MetadataEditError) -> [String] {
        var names: [String] = []
        for key in try editor.boxes(in: keys, from: 8) { names.append(try text(of: keys.block(key.content), from: 0)) }
        return names
    }

    /// The name of a value that an app has defined.
    private func freeName(of item: ByteBlock) throws(MetadataEditError) -> String {
        let name = try editor.boxes(in: item).first { $0.type == FourCC.number("name") }
        guard let name else { return "place" }
        return try text(of: item.block(name.content), from: 4)
    }

    private func text(of block: ByteBlock, from start: Int) throws(MetadataEditError) -> String {
        let bytes = try reading { () throws(MetadataError) in
            try block.slice(start, min(max(block.count - start, 0), 256))
        }
        return MetadataText.latin(bytes ?? [])
    }

    // MARK: Tracks

    private static let media = FourCC.numbers("vide", "soun", "auxv", "pict", "tmcd", "clcp", "hint")

    /// Refuses tracks of other data than pictures and sound: drones and cameras write their way into them.
    ///
    /// Of Apple's timed values, those stay that no key calls a place: a Live Photo has the moment of its photo in one.
    ///
    /// - Throws: `.unknownData`.
    private func checkMedia(_ media: ByteBlock) throws(MetadataEditError) {
        let boxes = try editor.boxes(in: media)
        let handler = try boxes.first { $0.type == FourCC.number("hdlr") }.flatMap { box throws(MetadataEditError) in
            try reading { () throws(MetadataError) in try media.block(box.content).slice(8, 4) }
        }
        guard let handler, let type = handler.uint32(at: handler.startIndex) else {
            throw .damaged(.container, at: media.start)
        }
        if Self.media.contains(type) { return }
        guard type == FourCC.number("meta"), try areHarmless(entriesOf: media) else {
            throw .unknownData(at: media.start)
        }
    }

    /// Whether all kinds of a track's samples are lists of Apple's values without a place.
    private func areHarmless(entriesOf media: ByteBlock) throws(MetadataEditError) -> Bool {
        var block = media
        for name in FourCC.path {
            guard let box = try editor.boxes(in: block).first(where: { $0.type == name }) else { return false }
            block = block.block(box.content)
        }
        for entry in try editor.boxes(in: block, from: 8) {
            guard entry.type == FourCC.number("mebx") else { return false }
            let content = block.block(entry.content)
            guard let keys = try editor.boxes(in: content, from: 8).first(where: { $0.type == FourCC.number("keys") })
            else { return false }
            let list = content.block(keys.content)
            for key in try editor.boxes(in: list) {
                let definition = list.block(key.content)
                let name = try editor.boxes(in: definition).first { $0.type == FourCC.number("keyd") }
                guard let name else { return false }
                let text = try text(of: definition.block(name.content), from: 4)
                guard text.hasPrefix("com.apple.quicktime."), !Self.isPlace(text) else { return false }
            }
        }
        return true
    }
}

extension FourCC {
    /// The way from a track's media to the descriptions of its samples.
    fileprivate static let path = [number("minf"), number("stbl"), number("stsd")]
}

extension ByteBlock {
    /// Whether the content of a `uuid` box is XMP.
    fileprivate var isXMP: Bool {
        let mark: [UInt8] = [
            0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
        ]
        return (try? slice(0, 16))?.elementsEqual(mark) ?? false
    }
}
