import PhotoMetadata

/// Removes the place from a movie, in place: from its lists of values, its user data, and XMP.
struct MovieEditor {
    /// The limit of boxes: a movie of twelve hours has so many if each two seconds are a fragment of twelve.
    private static let mostBoxes = 1 << 18

    private let format: MetadataFormat
    private var editor: BoxEditor
    /// The lists of the positions of chunks, with the bytes of each position.
    private var chunks: [(list: ByteBlock, width: Int)] = []
    /// The positions of the fragments' media.
    private var runs: [Int] = []
    /// Where the fragment begins that is being walked over, and what its positions are counted from.
    private var (fragment, base) = (0, 0)

    init(_ source: any ByteSource, _ format: MetadataFormat) throws(MetadataEditError) {
        self.format = format
        editor = try BoxEditor(source, parts: Self.mostBoxes)
    }

    /// The new file.
    ///
    /// - Throws: `.unsupported` for a compressed list of tracks, `.damaged`, `.tooMany`, `.tooLong`, `.unknownData` for
    ///   tracks that are no picture and no sound and for blocks of places among the media, `.overlapping` for media in
    ///   a box that readers of boxes skip.
    mutating func plan() throws(MetadataEditError) -> EditPlan {
        try change(ByteBlock(editor.reader), in: Self.file)
        try checkMediaIsKept()
        return editor.plan
    }

    // MARK: Boxes

    private static let file = 0

    /// What contains boxes: where it is, and the boxes in it that hold no place; others are unknown.
    private static let containers: [Int: (parent: Int, kept: Set<Int>)] = [
        file: (
            -1, FourCC.numbers("ftyp", "mdat", "imda", "pnot", "PICT", "styp", "sidx", "ssix", "pdin", "prft")
        ),
        FourCC.number("moov"): (file, FourCC.numbers("mvhd", "iods", "ctab", "clip", "prfl", "rmra", "pssh")),
        FourCC.number("mvex"): (FourCC.number("moov"), FourCC.numbers("mehd", "trex", "leva", "trep")),
        FourCC.number("trak"): (
            FourCC.number("moov"),
            FourCC.numbers("tkhd", "tref", "load", "imap", "matt", "clip", "kmat", "trgr", "txas")
        ),
        FourCC.number("edts"): (FourCC.number("trak"), FourCC.numbers("elst")),
        FourCC.number("tapt"): (FourCC.number("trak"), FourCC.numbers("clef", "prof", "enof")),
        FourCC.number("mdia"): (FourCC.number("trak"), FourCC.numbers("mdhd", "hdlr", "elng")),
        FourCC.number("minf"): (
            FourCC.number("mdia"),
            FourCC.numbers("vmhd", "smhd", "hmhd", "nmhd", "sthd", "gmhd", "hdlr", "dinf")
        ),
        FourCC.number("stbl"): (
            FourCC.number("minf"),
            FourCC.numbers(
                "stsd", "stts", "ctts", "cslg", "stss", "stps", "stsh", "sdtp", "stsz", "stz2", "stsc", "stco", "co64",
                "padb", "stdp", "sbgp", "csgp", "sgpd", "subs", "saiz", "saio", "senc")
        ),
        FourCC.number("moof"): (file, FourCC.numbers("mfhd", "pssh")),
        FourCC.number("traf"): (
            FourCC.number("moof"),
            FourCC.numbers("tfhd", "trun", "tfdt", "sbgp", "csgp", "sgpd", "subs", "saiz", "saio", "senc")
        ),
        FourCC.number("mfra"): (file, FourCC.numbers("tfra", "mfro")),
    ]

    /// The kept boxes with room for other data than numbers.
    private static let searched = FourCC.numbers(
        "pnot", "PICT", "iods", "clip", "rmra", "pssh", "imap", "matt", "kmat", "stsd", "gmhd", "hdlr", "dinf", "tref")

    /// Changes the boxes in a block; those that are not known to hold no place are dropped.
    private mutating func change(_ block: ByteBlock, in container: Int) throws(MetadataEditError) {
        let kept = Self.containers[container]?.kept ?? []
        for box in try editor.boxes(in: block) {
            let content = block.block(box.content)
            switch box.type {
            case _ where kept.contains(box.type): try inspect(box.type, content)
            case _ where Self.containers[box.type]?.parent == container:
                if box.type == FourCC.number("mdia") { try checkMedia(content) }
                if box.type == FourCC.number("moof") { fragment = box.range.lowerBound }
                base = fragment
                try change(content, in: box.type)
            case FourCC.number("cmov"): throw .unsupported(format)
            // A car camera's list of places, which stand among the media.
            case FourCC.number("gps "): throw .unknownData(at: content.start)
            case FourCC.number("meta"): try changeValues(content)
            case FourCC.number("udta"): try changeUserData(content)
            case FourCC.number("uuid") where (try? content.isXMP()) ?? false:
                try editor.blankXMP(in: [content.range.dropFirst(16)])
            default: if !editor.clearSkipped(box, in: block) { editor.drop(box, in: block) }
            }
        }
    }

    /// Refuses a kept box with marks of metadata, and notes where it says that media are.
    private mutating func inspect(_ type: Int, _ content: ByteBlock) throws(MetadataEditError) {
        switch type {
        case FourCC.number("mdat"), FourCC.number("imda"):
            try editor.refuseMetadata(in: content.range, MetadataSignatures.amongMedia)
        case FourCC.number("stco"): chunks.append((content, 4))
        case FourCC.number("co64"): chunks.append((content, 8))
        case FourCC.number("tfhd"):
            if try number(in: content, at: 3, bytes: 1) & 1 != 0 { base = try number(in: content, at: 8, bytes: 8) }
        case FourCC.number("trun"):
            guard try number(in: content, at: 3, bytes: 1) & 1 != 0 else { return }
            let distance = Int32(truncatingIfNeeded: try number(in: content, at: 8, bytes: 4))
            runs.append(base &+ Int(distance))
        case _ where Self.searched.contains(type): try editor.refuseMetadata(in: content.range)
        default: return
        }
    }

    /// Refuses media that begin in a box that was cleared.
    ///
    /// - Throws: `.overlapping`, `.damaged`.
    private func checkMediaIsKept() throws(MetadataEditError) {
        let cleared = editor.cleared.sorted { $0.lowerBound < $1.lowerBound }
        guard !cleared.isEmpty else { return }
        func check(_ position: Int) throws(MetadataEditError) {
            var (low, high) = (0, cleared.count)
            while low < high {
                let middle = (low + high) / 2
                if cleared[middle].upperBound <= position { low = middle + 1 } else { high = middle }
            }
            guard low == cleared.count || !cleared[low].contains(position) else { throw .overlapping(at: position) }
        }
        for run in runs { try check(run) }
        for (list, width) in chunks {
            for index in 0..<(try number(in: list, at: 4, bytes: 4)) {
                try check(number(in: list, at: 8 + index * width, bytes: width))
            }
        }
    }

    private func number(in block: ByteBlock, at position: Int, bytes: Int) throws(MetadataEditError) -> Int {
        let slice = try reading { () throws(MetadataError) in try block.slice(position, bytes) }
        guard let slice, let number = slice.number(at: slice.startIndex, bytes: bytes, .big).flatMap(Int.init(exactly:))
        else { throw .damaged(.container, at: block.start) }
        return number
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
        let start = try reading { () throws(MetadataError) in try meta.startOfValues() }
        let boxes = try editor.boxes(in: meta, from: start)
        // A picture's lists, in a file that calls itself a movie.
        guard !boxes.contains(where: { Self.ofPictures.contains($0.type) }) else { throw .unsupported(format) }
        _ = try editor.only("hdlr", in: meta, from: start)
        let keys = try editor.only("keys", in: meta, from: start)
        let names = try keys.map { list throws(MetadataEditError) in try self.names(in: list) } ?? []
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
        guard let name = try editor.only("name", in: item) else { return "place" }
        return try text(of: name, from: 4)
    }

    /// - Throws: `.damaged` for a name that is longer than all that are in use.
    private func text(of block: ByteBlock, from start: Int) throws(MetadataEditError) -> String {
        let bytes = try reading { () throws(MetadataError) in
            try block.slice(start, min(max(block.count - start, 0), Self.longestName + 1))
        }
        guard let bytes, bytes.count <= Self.longestName else { throw .damaged(.container, at: block.start) }
        return MetadataText.latin(bytes)
    }

    private static let longestName = 4_096

    // MARK: Tracks

    /// The kinds of pictures and sound, with the fewest bytes that describe their samples.
    private static let media = [
        FourCC.number("vide"): 78, FourCC.number("auxv"): 78, FourCC.number("pict"): 78, FourCC.number("soun"): 28,
        FourCC.number("tmcd"): 8, FourCC.number("clcp"): 8, FourCC.number("hint"): 8,
    ]
    /// The samples of data that change with time, which no handler makes pictures or sound.
    private static let timed = FourCC.numbers(
        "gpmd", "camm", "mebx", "mett", "metx", "urim", "rtmd", "djmd", "dbgi", "CTMD", "text", "tx3g", "stxt", "sbtt")

    /// Refuses tracks of other data than pictures and sound: drones and cameras write their way into them.
    ///
    /// Of Apple's timed values, those stay that no key calls a place: a Live Photo has the moment of its photo in one.
    ///
    /// - Throws: `.unknownData`, `.damaged`.
    private func checkMedia(_ media: ByteBlock) throws(MetadataEditError) {
        guard let handler = try editor.only("hdlr", in: media), let information = try editor.only("minf", in: media),
            let samples = try editor.only("stbl", in: information), let table = try editor.only("stsd", in: samples)
        else { throw .damaged(.container, at: media.start) }
        let type = try number(in: handler, at: 8, bytes: 4)
        let entries = try editor.boxes(in: table, from: 8)
        let count = try number(in: table, at: 4, bytes: 4)
        guard count > 0, entries.count == count else { throw .damaged(.container, at: table.start) }
        for entry in entries {
            let content = table.block(entry.content)
            let isKnown =
                if let least = Self.media[type] {
                    content.count >= least && !Self.timed.contains(entry.type)
                } else if type == FourCC.number("meta"), entry.type == FourCC.number("mebx") {
                    try areHarmless(content)
                } else {
                    false
                }
            guard isKnown else { throw .unknownData(at: content.start) }
        }
    }

    /// Whether a kind of a track's samples is a list of Apple's values without a place.
    private func areHarmless(_ values: ByteBlock) throws(MetadataEditError) -> Bool {
        guard let list = try editor.only("keys", in: values, from: 8) else { return false }
        for key in try editor.boxes(in: list) {
            guard let name = try editor.only("keyd", in: list.block(key.content)) else { return false }
            let text = try text(of: name, from: 4)
            guard text.hasPrefix("com.apple.quicktime."), !Self.isPlace(text) else { return false }
        }
        return true
    }
}
